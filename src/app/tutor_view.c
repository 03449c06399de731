// A lesson's frame: title line, the step's text, its scene. Where the text stands depends on sizes and on the text as written, never on
// what the toggles make of its numbers.
#include "app/frame.h"
#include "app/hit.h"
#include "app/screen.h"
#include "app/tutor.h"
#include "base/text.h"

#include <stdio.h>

enum { WIDE = 120, TEXT_MAX = 76, MARGIN = 2, SCENE_ROWS = 6, FEW_ROWS = 5 };

static Style panel(Role role) {
    return style_of(role, ROLE_PANEL);
}

static void draw_title(Canvas *c, const State *s, const World *w) {
    const Lesson *l = tutor_lesson(s, w);
    int cols = canvas_width(c);
    canvas_fill(c, (Rect){0, 0, 1, cols}, panel(ROLE_TEXT), ' ');
    char right[64];
    const char *keys = cols >= 76 ? "Space on  p back  " : "";
    snprintf(right, sizeof right, "%s%d / %d ", keys, s->tutor.step + 1, l->steps);
    int x = cols - text_columns(right);
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_LESSON_NEXT, 0});
    canvas_text(c, 0, x, panel(ROLE_DIM), right);
    canvas_mean(c, (Hit){0});
    int at = 1;
    if (l->order > 0 && cols >= 40) at += canvas_textf(c, 0, at, style_bold(panel(ROLE_ACCENT)), "%d ", l->order);
    canvas_text_within(c, 0, at, x - at - 1, style_bold(panel(ROLE_TEXT)), l->title);
    if (s->tutor.notes && x > 20) canvas_text(c, 0, x - 7, style_bold(panel(ROLE_ACCENT)), "notes ");
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

static void draw_text(Canvas *c, const State *s, const World *w) {
    Prose page = {0};
    tutor_page(s, w, false, &page);
    ProseView v = {.count = page.blocks, .scroll = s->tutor.scroll, .ascii = c->ascii};
    int h = canvas_height(c), total = prose_height(&page, v, canvas_width(c));
    if (v.scroll > total - h) v.scroll = total > h ? total - h : 0;
    prose_draw(c, &page, v);
    const Predict *p = tutor_step(s, w)->predict;
    if (s->tutor.hides && p->kind == PREDICT_NUMBER) draw_typed(c, s, h - 1);
    if (v.scroll + h < total) {
        const char *more = canvas_width(c) >= 30 ? " ▼ PgDn " : "▼";
        canvas_mean(c, (Hit){HIT_ACTION, ACTION_LESSON_DOWN, 0});
        canvas_text(c, h - 1, canvas_width(c) - text_columns(more), style_bold(panel(ROLE_ACCENT)), more);
        canvas_mean(c, (Hit){0});
    }
    prose_free(&page);
}

// Rows the step's text wants in a pane of cols columns.
static int wanted_rows(const State *s, const World *w, int cols, bool ascii) {
    Prose page = {0};
    tutor_page(s, w, true, &page);
    int rows = prose_height(&page, (ProseView){.count = page.blocks, .ascii = ascii}, cols);
    const Predict *p = tutor_step(s, w)->predict;
    prose_free(&page);
    return rows + (p && p->kind == PREDICT_NUMBER);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

// The most rows for text above a scene, on a screen of h rows: under half; but a quiz that wants more takes the
// whole screen: it is read, not looked at.
static int text_rows(const State *s, const World *w, int h, int wanted) {
    if (tutor_step(s, w)->quizzes > 0) return wanted > h - 4 - SCENE_ROWS ? h - 3 : wanted;
    int part = (h - 1) * 9 / 20, few = least(h - 1 - SCENE_ROWS, FEW_ROWS);
    return part > few ? part : few > 1 ? few : 1;
}

static void draw_status(Canvas *c, const State *s) {
    frame_status(c, s, "", "Space go on   p back   o other views   N notes   Esc leave   ? help   q quit",
                 "Space on  p back  o more  ? help  q quit", "? help");
}

// The scene of a prediction that is not the explorer's is covered until it is answered.
static void draw_scene(Canvas *c, const State *s, const World *w) {
    if (!s->tutor.hides || s->scene.screen == SCREEN_EXPLORER) {
        screen_of(s->scene.screen)->draw(c, s, w);
        return;
    }
    int h = canvas_height(c), cols = canvas_width(c);
    canvas_fill(c, (Rect){0, 0, h, cols}, style_of(ROLE_FAINT, ROLE_PAPER), c->ascii ? '.' : 0xB7);
    const char *text = " predict first ";
    canvas_text(c, h / 2, (cols - text_columns(text)) / 2, style_bold(style_of(ROLE_ACCENT, ROLE_PAPER)), text);
}

static void in_rect(Canvas *c, Rect r, const State *s, const World *w, void (*draw)(Canvas *, const State *, const World *)) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, s, w);
    canvas_pop(c);
}

void tutor_draw(Canvas *c, const State *s, const World *w) {
    int h = canvas_height(c), cols = canvas_width(c);
    draw_title(c, s, w);
    if (h < 2) return;
    int margin = cols >= 60 ? MARGIN : cols >= 20;
    bool beside = tutor_step(s, w)->has_scene, wide = beside && cols >= WIDE;
    int text_w = least(wide ? cols * 2 / 5 : cols, TEXT_MAX + 2 * margin) - 2 * margin;
    int top = h >= 20 ? 2 : 1, wanted = wanted_rows(s, w, text_w, c->ascii);
    int text_h = wide || !beside ? h - 1 - top : least(wanted, text_rows(s, w, h, wanted));
    in_rect(c, (Rect){top, margin, text_h, text_w}, s, w, draw_text);
    Rect scene = {top + text_h + (h >= 20), 0, 0, cols};
    if (wide) scene = (Rect){1, text_w + 2 * margin, 0, cols - text_w - 2 * margin};
    scene.h = h - scene.y;
    if (beside && scene.h >= 4) {
        in_rect(c, scene, s, w, draw_scene);
    } else {
        canvas_push(c, (Rect){h - 1, 0, 1, cols});
        draw_status(c, s);
        canvas_pop(c);
    }
}
