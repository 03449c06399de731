#include "app/overlay_lessons.h"

#include "app/hit.h"
#include "app/lessons.h"
#include "app/overlay.h"
#include "base/int.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum { PLACE_COLUMNS = 7, TITLE_COLUMNS = 26, TITLE_FROM = 70, LEAD = 16 }; // LEAD: columns kept before the match

// Where the line shown starts: at a character, so that no more than LEAD of them stand before the match.
static int start_of(const Str *text, const Found *f, int room) {
    int start = f->at;
    if (text_columns(str_text(text)) <= room) return 0;
    for (int kept = 0; start > 0 && kept < LEAD; kept++) {
        do start--;
        while (start > 0 && (text->s[start] & 0xC0) == 0x80);
    }
    if (start > 0) { // from a whole word on
        const char *space = memchr(text->s + start, ' ', (size_t)(f->at - start));
        if (space) start = (int)(space - text->s) + 1;
    }
    return start;
}

// The line of the match, the match lit up.
static void draw_match(Canvas *c, int y, int x, Style s, const Lesson *l, const Found *f) {
    Str text = {0};
    search_text(l, f->block, &text);
    int room = canvas_width(c) - x, start = start_of(&text, f, room), end = f->at + f->len;
    Style lit = style_bold(s);
    lit.attr |= ATTR_REVERSE;
    if (start > 0) room -= canvas_text(c, y, x++, s, "…");
    int used = canvas_bytes_within(c, y, x, room, s, text.s + start, (size_t)(f->at - start));
    if (used < room) used += canvas_bytes_within(c, y, x + used, room - used, lit, text.s + f->at, (size_t)f->len);
    if (used < room) canvas_bytes_within(c, y, x + used, room - used, s, text.s + end, text.len - (size_t)end);
    str_free(&text);
}

static void draw_found(Canvas *c, const World *w, const Found *f, int k, int y, bool chosen) {
    const Lesson *l = &w->course.entry[f->lesson].lesson;
    Style s = style_of(ROLE_TEXT, chosen ? ROLE_SELECT : ROLE_PANEL), quiet = s;
    quiet.fg = ink_role(chosen ? ROLE_ACCENT : ROLE_DIM);
    int cols = canvas_width(c), x = 2 + PLACE_COLUMNS;
    canvas_mean(c, (Hit){HIT_FOUND, k, 0});
    canvas_fill(c, (Rect){y, 0, 1, cols}, s, ' ');
    if (chosen) canvas_rune(c, y, 0, style_bold(quiet), 0x25B8);
    canvas_textf(c, y, 2, quiet, "%2d, %d", l->order > 0 ? l->order : f->lesson + 1, f->step + 1);
    const char *title = l->step[f->step].title;
    if (cols >= TITLE_FROM) {
        if (title) canvas_bytes_within(c, y, x, TITLE_COLUMNS - 2, quiet, title, strlen(title));
        x += TITLE_COLUMNS;
    }
    draw_match(c, y, x, s, l, f);
}

void overlay_search(Canvas *c, const State *s, const World *w) {
    Found found[FOUND_MAX];
    int count = lessons_found(s, w, found);
    int cols = canvas_width(c) >= 120 ? 110 : 78;
    overlay_push_box(c, canvas_height(c) - 2 < 40 ? canvas_height(c) - 2 : 40, cols, "Search all lessons");
    int rows = canvas_height(c) - 3, first = int_window_first(count, rows, s->scroll), h = canvas_height(c);
    int x = canvas_text(c, 0, 0, style_bold(style_panel(ROLE_ACCENT)), "/ ");
    overlay_line(c, &s->line, x, canvas_width(c) - x);
    for (int k = 0; k < rows && first + k < count; k++) {
        draw_found(c, w, &found[first + k], first + k, k + 2, first + k == s->scroll);
    }
    canvas_mean(c, (Hit){0});
    char foot[80];
    if (s->line.len == 0) snprintf(foot, sizeof foot, "type what is looked for   Esc");
    else if (count == 0) snprintf(foot, sizeof foot, "nothing found   Esc");
    else
        snprintf(foot, sizeof foot, "%s%d found   ↑ ↓ choose   Enter: go there   Esc",
                 count == FOUND_MAX ? "the first " : "", count);
    canvas_text_within(c, h - 1, 0, canvas_width(c), style_panel(ROLE_DIM), foot);
    canvas_pop(c);
}
