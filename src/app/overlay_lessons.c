#include "app/overlay_lessons.h"

#include "app/hit.h"
#include "app/lessons.h"
#include "app/overlay.h"
#include "base/int.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// NUMBERS: columns of the progress at the right
enum { BOX_WIDE = 76, ROOMY = 56, NUMBERS_ROOMY = 25, NUMBERS_TIGHT = 13 };

static void draw_foot(Canvas *c, const char *text, const char *brief) {
    int w = canvas_width(c);
    canvas_text_within(c, canvas_height(c) - 1, 0, w, style_panel(ROLE_DIM), text_columns(text) <= w ? text : brief);
}

// A line to choose, cleared; what is drawn on it until the next means hit.
static Style begin_line(Canvas *c, int y, Hit hit, bool chosen) {
    canvas_mean(c, hit);
    Style s = style_of(ROLE_TEXT, chosen ? ROLE_SELECT : ROLE_PANEL);
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, s, ' ');
    if (chosen) canvas_rune(c, y, 0, style_bold(style_of(ROLE_ACCENT, ROLE_SELECT)), 0x25B8);
    return s;
}

static Style in_role(Style s, Role role) {
    s.fg = ink_role(role);
    return s;
}

// ---- the list

static void draw_progress(Canvas *c, int y, Style s, LessonDone d) {
    int w = canvas_width(c);
    bool roomy = w >= ROOMY;
    int x = w - (roomy ? NUMBERS_ROOMY : NUMBERS_TIGHT);
    Role role = d.seen ? ROLE_TEXT : ROLE_DIM;
    char text[32];
    snprintf(text, sizeof text, roomy ? "%3d of %d" : "%2d/%d", d.seen, d.steps);
    if (d.steps) canvas_text(c, y, x, in_role(s, role), text);
    if (d.quizzes) {
        snprintf(text, sizeof text, roomy ? "%3d of %d" : "%d/%d", d.right, d.quizzes);
        canvas_text(c, y, x + (roomy ? 12 : 6), in_role(s, d.answered ? ROLE_TEXT : ROLE_DIM), text);
    }
    if (d.finished) canvas_text(c, y, w - 2, style_bold(in_role(s, ROLE_GOOD)), "✓");
}

static void draw_lesson(Canvas *c, const State *s, const World *w, int y, int k) {
    const CourseEntry *e = &w->course.entry[k];
    int cols = canvas_width(c), numbers = cols >= ROOMY ? NUMBERS_ROOMY : NUMBERS_TIGHT;
    Style line = begin_line(c, y, (Hit){HIT_LESSON, k, 0}, k == s->scroll);
    if (e->mistake) {
        const char *mistake = error_brief(e->mistake);
        canvas_bytes_within(c, y, 5, cols - 5, in_role(line, ROLE_BAD), mistake, strlen(mistake));
        return;
    }
    bool here = s->tutor.open && s->tutor.lesson == k;
    Style title = in_role(line, here ? ROLE_ACCENT : ROLE_TEXT);
    if (here || k == s->scroll) title = style_bold(title);
    if (e->lesson.order > 0) canvas_textf(c, y, 2, in_role(line, ROLE_DIM), "%2d", e->lesson.order);
    canvas_bytes_within(c, y, 5, cols - 6 - numbers, title, e->lesson.title, strlen(e->lesson.title));
    canvas_mean(c, (Hit){HIT_CONTENTS, k, 0});
    canvas_fill(c, (Rect){y, cols - numbers, 1, numbers}, line, ' ');
    draw_progress(c, y, line, lessons_done(s, w, k));
}

void overlay_lessons(Canvas *c, const State *s, const World *w) {
    int total = w->course.count;
    overlay_push_box(c, total + 5, BOX_WIDE, "Lessons");
    int cols = canvas_width(c), rows = canvas_height(c) - 2, first = int_window_first(total, rows, s->scroll);
    if (cols >= ROOMY) canvas_text(c, 0, cols - NUMBERS_ROOMY + 1, style_panel(ROLE_DIM), "steps       right");
    else canvas_text(c, 0, cols - NUMBERS_TIGHT, style_panel(ROLE_DIM), "steps right");
    for (int k = 0; k < rows && first + k < total; k++) draw_lesson(c, s, w, k + 1, first + k);
    canvas_mean(c, (Hit){0});
    draw_foot(c, "Enter: go on where it was left   →: its contents   /: search   Esc", "Enter  → contents  / search");
    canvas_pop(c);
}

// ---- the contents of one

static void draw_step(Canvas *c, const State *s, const World *w, int y, int k) {
    const Lesson *l = &w->course.entry[s->listed].lesson;
    const char *title = l->step[k].title;
    LessonDone d = lessons_done(s, w, s->listed);
    bool here = s->tutor.place[s->listed] == k && d.seen > 0;
    Style line = begin_line(c, y, (Hit){HIT_STEP, s->listed, k}, k == s->scroll);
    Style text = in_role(line, here ? ROLE_ACCENT : k < d.seen ? ROLE_TEXT : ROLE_DIM);
    if (here || k == s->scroll) text = style_bold(text);
    canvas_textf(c, y, 2, in_role(line, ROLE_DIM), "%3d", k + 1);
    if (title) canvas_bytes_within(c, y, 7, canvas_width(c) - 10, text, title, strlen(title));
    else canvas_text(c, y, 7, text, k > 0 ? "(goes on)" : "(no heading)");
    if (k < d.seen) canvas_text(c, y, canvas_width(c) - 2, in_role(line, ROLE_GOOD), "✓");
}

void overlay_contents(Canvas *c, const State *s, const World *w) {
    const Lesson *l = &w->course.entry[s->listed].lesson;
    Str title = {0};
    text_display(&title, l->title, strlen(l->title), c->ascii);
    overlay_push_box(c, l->steps + 5, BOX_WIDE, str_text(&title));
    str_free(&title);
    int rows = canvas_height(c) - 3, first = int_window_first(l->steps, rows, s->scroll);
    for (int k = 0; k < rows && first + k < l->steps; k++) draw_step(c, s, w, k + 1, first + k);
    canvas_mean(c, (Hit){0});
    draw_foot(c, "Enter: open this step   ←: all lessons   /: search   Esc", "Enter  ← lessons  / search");
    canvas_pop(c);
}
