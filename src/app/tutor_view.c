// A lesson's frame: title line, the step's text, its scene. Where the text stands depends on sizes and on the text as
// written, never on what the toggles make of its numbers.
#include "app/frame.h"
#include "app/hit.h"
#include "app/screen.h"
#include "app/tutor.h"
#include "base/text.h"
#include "draw/bigtext.h"
#include "draw/project.h"

#include <stdio.h>
#include <string.h>

enum {
    WIDE = 120,
    TEXT_MAX = 76,
    MARGIN = 2,
    SCENE_ROWS = 6,
    FEW_ROWS = 5,
    HEADING_LINES = 2,
    SCENE_LEAST = 4,
    LOW = 16
};

static Style panel(Role role) {
    return style_of(role, ROLE_PANEL);
}

static void draw_title(Canvas *c, const State *s, const World *w) {
    const Lesson *l = tutor_lesson(s, w);
    int cols = canvas_width(c);
    canvas_fill(c, (Rect){0, 0, 1, cols}, panel(ROLE_TEXT), ' ');
    char right[64];
    const char *keys = cols >= 76 && !s->scene.project ? "Space on  p back  " : "";
    snprintf(right, sizeof right, "%s%d / %d ", keys, s->tutor.step + 1, l->steps);
    int x = cols - text_columns(right);
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_LESSON_NEXT, 0});
    canvas_text(c, 0, x, panel(ROLE_DIM), right);
    canvas_mean(c, (Hit){0});
    int at = 1;
    if (l->order > 0 && cols >= 40) at += canvas_textf(c, 0, at, style_bold(panel(ROLE_ACCENT)), "%d ", l->order);
    canvas_bytes_within(c, 0, at, x - at - 1, style_bold(panel(ROLE_TEXT)), l->title, strlen(l->title));
    if (s->tutor.notes && x > 20) canvas_text(c, 0, x - 7, style_bold(panel(ROLE_ACCENT)), "notes ");
}

// Whether a number is to be typed, which takes the last row of the text.
static bool types(const State *s) {
    return s->tutor.hides && s->tutor.guess == PREDICT_NUMBER;
}

// The number being typed as a prediction, at the foot of the text.
static void draw_typed(Canvas *c, const State *s, int y) {
    Style accent = style_bold(style_of(ROLE_ACCENT, ROLE_PAPER)), cursor = accent;
    cursor.attr |= ATTR_REVERSE;
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, accent, ' ');
    int x = canvas_text(c, y, 0, accent, c->ascii ? "> " : "▸ ");
    x += canvas_bytes_within(c, y, x, NUMBER_MAX, accent, s->tutor.typed, (size_t)s->tutor.typed_len);
    canvas_rune(c, y, x, cursor, ' ');
}

// ---- the text

// All of a page, its heading left out when that is drawn in big letters. On low screens every row counts.
static ProseView view_of(const Prose *page, const State *s, bool heading, bool ascii) {
    return (ProseView){
        .first = !heading, .count = page->blocks, .find = s->tutor.find, .tight = s->rows < LOW, .ascii = ascii};
}

// Rows of a step's text below its heading, or with it.
static int text_rows(const State *s, const World *w, TutorPage kind, bool heading, int cols, bool ascii) {
    Prose page = {0};
    tutor_page(s, w, kind, &page);
    int rows = prose_height(&page, view_of(&page, s, heading, ascii), cols);
    const Predict *p = tutor_step(s, w)->predict;
    prose_free(&page);
    return rows + (p && p->kind == PREDICT_NUMBER);
}

// The first heading in display form; nothing if the text does not start with one.
static void read_heading(const Prose *page, bool ascii, Str *out) {
    Str bytes = {0};
    if (page->blocks && page->block[0].kind == PROSE_HEADING) prose_plain(page, 0, &bytes);
    text_display(out, str_text(&bytes), bytes.len, ascii);
    str_free(&bytes);
}

// Projected: rows of the heading in big letters with the gap below it, if all of the step then stands in h rows; else
// 0.
static int heading_rows(const State *s, const World *w, int h, int cols, bool ascii) {
    if (!s->scene.project || s->tutor.notes) return 0;
    Prose page = {0};
    Str title = {0};
    tutor_page(s, w, TUTOR_WHOLE, &page);
    read_heading(&page, ascii, &title);
    int lines = bigtext_lines(str_text(&title), cols, BIG_LETTERS, ascii);
    int rows = lines > 0 && lines <= HEADING_LINES ? lines * bigtext_rows(BIG_LETTERS, ascii) + 1 : 0;
    if (rows && rows + text_rows(s, w, TUTOR_WHOLE, false, cols, ascii) > h) rows = 0;
    str_free(&title);
    prose_free(&page);
    return rows;
}

static void draw_heading(Canvas *c, const Prose *page) {
    Str title = {0};
    read_heading(page, c->ascii, &title);
    bigtext_draw_lines(c, 0, style_bold(style_of(ROLE_ACCENT, ROLE_PAPER)), BIG_LETTERS, str_text(&title));
    str_free(&title);
}

static bool is_blank(const Canvas *c, int y, int x) {
    Rect pane = c->pane[c->depth];
    const Cell *cell = canvas_at(c, pane.y + y, pane.x + x);
    return !cell || canvas_glyph(c, cell) == ' ';
}

// That there is more text, over the end of row y; a word it would cut goes whole: the row is seen again.
static void draw_more(Canvas *c, int y) {
    int cols = canvas_width(c);
    const char *more = cols >= 30 ? " ▼ Space " : "▼";
    int x = cols - text_columns(more), from = x;
    while (from > 0 && !is_blank(c, y, x) && !is_blank(c, y, from - 1)) from--;
    if (from > 0) canvas_fill(c, (Rect){y, from, 1, x - from}, style_of(ROLE_TEXT, ROLE_PAPER), ' ');
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_LESSON_NEXT, 0});
    canvas_text(c, y, x, style_bold(style_of(ROLE_ACCENT, ROLE_PAPER)), more);
    canvas_mean(c, (Hit){0});
}

// The text in the current pane, below `heading` rows of its heading.
static void draw_text(Canvas *c, const State *s, const World *w, int heading) {
    Prose page = {0};
    tutor_page(s, w, TUTOR_NOW, &page);
    if (heading) draw_heading(c, &page);
    int foot = types(s), h = canvas_height(c) - heading - foot, cols = canvas_width(c);
    if (foot) draw_typed(c, s, canvas_height(c) - 1);
    canvas_push(c, (Rect){heading, 0, h, cols});
    ProseView v = view_of(&page, s, heading == 0, c->ascii);
    v.scroll = s->tutor.scroll;
    int total = prose_height(&page, v, cols);
    if (v.scroll > total - h) v.scroll = total > h ? total - h : 0;
    prose_draw(c, &page, v);
    if (s->scene.project) project_prose(c);
    if (v.scroll + h < total) draw_more(c, h - 1);
    canvas_pop(c);
    prose_free(&page);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

// The most rows for text above a scene, on a screen of h rows: under half; but a quiz that wants more takes the
// whole screen: it is read, not looked at.
static int most_rows(const State *s, const World *w, int h, int wanted) {
    if (tutor_step(s, w)->quizzes > 0) return wanted > h - 4 - SCENE_ROWS ? h - 3 : wanted;
    int part = (h - 1) * 9 / 20, few = least(h - 1 - SCENE_ROWS, FEW_ROWS);
    return part > few ? part : few > 1 ? few : 1;
}

static void draw_status(Canvas *c, const State *s, const World *w) {
    frame_status(c, s, tutor_open_quiz(s, w) >= 0 ? "a digit or a click answers" : "",
                 "Space go on   p back   o other views   N notes   Esc leave   ? help   q quit",
                 "Space on  p back  o more  ? help  q quit", "? help");
}

// The scene of a prediction is covered until it is answered, unless it is the explorer's, or a head is to be clicked.
static void draw_scene(Canvas *c, const State *s, const World *w) {
    bool seen = s->scene.screen == SCREEN_EXPLORER || s->tutor.guess == PREDICT_HEAD; // they hide what would tell
    if (!s->tutor.hides || seen) {
        screen_of(s->scene.screen)->draw(c, s, w);
        return;
    }
    int h = canvas_height(c) - 1, cols = canvas_width(c);
    canvas_push(c, (Rect){h, 0, 1, cols});
    frame_status(c, s, types(s) ? "type your guess, then Enter" : "", NULL, "Space on  p back  ? help", "? help");
    canvas_pop(c);
    canvas_fill(c, (Rect){0, 0, h, cols}, style_of(ROLE_FAINT, ROLE_PAPER), c->ascii ? '.' : 0xB7);
    const char *text = " predict first ";
    canvas_text(c, h / 2, (cols - text_columns(text)) / 2, style_bold(style_of(ROLE_ACCENT, ROLE_PAPER)), text);
}

// ---- where things stand

typedef struct Place {
    Rect text, scene; // a scene with h 0 is not there
    int heading;      // rows of text that its heading takes in big letters
} Place;

static Place place_parts(const State *s, const World *w, int h, int cols, bool ascii) {
    int margin = cols >= 60 ? MARGIN : cols >= 20, top = h >= 20 ? 2 : 1;
    bool beside = tutor_step(s, w)->has_scene, wide = beside && cols >= WIDE, tall = wide || !beside;
    int text_w = least(wide ? cols * 2 / 5 : cols, TEXT_MAX + 2 * margin) - 2 * margin;
    int wanted = text_rows(s, w, TUTOR_WRITTEN, true, text_w, ascii),
        most = tall ? h - 1 - top : most_rows(s, w, h, wanted);
    Place at = {.heading = heading_rows(s, w, most, text_w, ascii)};
    if (at.heading) wanted = at.heading + text_rows(s, w, TUTOR_WRITTEN, false, text_w, ascii);
    int text_h = tall ? most : least(wanted, most);
    at.text = (Rect){top, margin, text_h, text_w};
    if (!beside) return at;
    at.scene = (Rect){top + text_h + (h >= 20), 0, 0, cols};
    if (wide) at.scene = (Rect){1, text_w + 2 * margin, 0, cols - text_w - 2 * margin};
    at.scene.h = h - at.scene.y;
    if (at.scene.h < SCENE_LEAST) at.scene.h = 0;
    return at;
}

// The text as it stands on the screen: page is to be freed.
typedef struct Shown {
    Prose page;
    ProseView view;
    int h, w; // of its pane below the heading; h 0: there is none
} Shown;

static Shown read_shown(const State *s, const World *w) {
    Shown shown = {0};
    if (s->rows < 2 || s->cols < 1) return shown;
    Place at = place_parts(s, w, s->rows, s->cols, s->ascii);
    int h = at.text.h - at.heading - types(s);
    if (at.text.w < 1 || h < 1) return shown;
    tutor_page(s, w, TUTOR_NOW, &shown.page);
    shown.view = view_of(&shown.page, s, at.heading == 0, s->ascii);
    shown.h = h;
    shown.w = at.text.w;
    return shown;
}

int tutor_found_row(const State *s, const World *w) {
    Shown at = read_shown(s, w);
    int row = at.h ? prose_find(&at.page, at.view, at.w, 0) - at.h / 2 : 0;
    prose_free(&at.page);
    return row > 0 ? least(row, SCROLL_MAX) : 0;
}

int tutor_unseen(const State *s, const World *w) {
    Shown at = read_shown(s, w);
    int left = at.h ? prose_height(&at.page, at.view, at.w) - at.h - s->tutor.scroll : 0;
    prose_free(&at.page);
    int page = at.h > 2 ? at.h - 1 : at.h; // a row stays in sight
    return left > 0 ? least(left, page) : 0;
}

// The row where a choice of the page starts.
static int row_of_choice(const Shown *at, int quiz, int choice) {
    return prose_row_of(&at->page, at->view, at->w, page_choice_block(&at->page, HIT_CHOICE, quiz, choice));
}

int tutor_answered_row(const State *s, const World *w, int quiz) {
    enum { QUESTION = 2, LAST_CHOICE = 2 }; // rows
    Shown at = read_shown(s, w);
    int row = s->tutor.scroll, next = tutor_open_quiz(s, w);
    if (at.h) {
        int end = prose_height(&at.page, at.view, at.w), question = row_of_choice(&at, quiz, 0) - QUESTION;
        if (next > quiz)
            end = least(end, row_of_choice(&at, next, tutor_step(s, w)->quiz[next].choices - 1) + LAST_CHOICE);
        int wanted = least(end - at.h, question);
        if (wanted > row) row = least(wanted, SCROLL_MAX);
    }
    prose_free(&at.page);
    return row;
}

void tutor_draw(Canvas *c, const State *s, const World *w) {
    int h = canvas_height(c), cols = canvas_width(c);
    draw_title(c, s, w);
    if (h < 2) return;
    Place at = place_parts(s, w, h, cols, c->ascii);
    if (at.text.h > 0 && at.text.w > 0) {
        canvas_push(c, at.text);
        draw_text(c, s, w, at.heading);
        canvas_pop(c);
    }
    bool scene = at.scene.h > 0 && at.scene.w > 0;
    canvas_push(c, scene ? at.scene : (Rect){h - 1, 0, 1, cols});
    if (scene) draw_scene(c, s, w);
    else draw_status(c, s, w);
    canvas_pop(c);
}
