#include "app/notes.h"

#include "app/action.h"
#include "app/hit.h"
#include "base/mem.h"
#include "base/text.h"
#include "lesson/page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ABOUT_MAX = 256, PAGE = 8, TEXT_MAX = 90, SECONDS_MAX = 359999 };

struct Notes {
    int rows, cols;
    bool ascii;
    Palette palette;
    Cue cue;
    Str lesson;     // whose time is taken; empty: none was seen yet
    int seconds;
    bool stopped;   // the clock
    int scroll, furthest; // rows above the text; the most there can be, as last drawn
    char about[ABOUT_MAX];
    Canvas frame;
};

Notes *notes_new(int rows, int cols, bool ascii, Palette palette) {
    Notes *n = MEM_NEW(Notes, 1);
    n->rows = rows;
    n->cols = cols;
    n->ascii = ascii;
    n->palette = palette;
    return n;
}

void notes_free(Notes *n) {
    if (!n) return;
    cue_free(&n->cue);
    str_free(&n->lesson);
    canvas_free(&n->frame);
    free(n);
}

Palette notes_palette(const Notes *n) {
    return n->palette;
}

// ---- what happens

static void scroll_by(Notes *n, int rows) {
    int at = n->scroll + rows;
    n->scroll = at < 0 ? 0 : at > n->furthest ? n->furthest : at;
}

static void tick(Notes *n, int seconds) {
    if (n->stopped || !n->lesson.len) return;
    n->seconds = n->seconds + seconds < SECONDS_MAX ? n->seconds + seconds : SECONDS_MAX;
}

static Effect act(Notes *n, ActionId action) {
    switch (action) {
    case ACTION_NOTES_UP: scroll_by(n, -1); break;
    case ACTION_NOTES_DOWN: scroll_by(n, 1); break;
    case ACTION_NOTES_PAGE_UP: scroll_by(n, -PAGE); break;
    case ACTION_NOTES_PAGE_DOWN: scroll_by(n, PAGE); break;
    case ACTION_NOTES_STOP: n->stopped = !n->stopped; break;
    case ACTION_NOTES_RESET: n->seconds = 0; break;
    case ACTION_THEME: n->palette.theme = (Theme)((n->palette.theme + 1) % THEME_COUNT); break;
    case ACTION_REDRAW: return EFFECT_REDRAW;
    case ACTION_SUSPEND: return EFFECT_SUSPEND;
    case ACTION_QUIT: return EFFECT_QUIT;
    default: break;
    }
    return EFFECT_NONE;
}

Effect notes_event(Notes *n, Event e) {
    switch (e.kind) {
    case EVENT_RESIZE: n->rows = e.y, n->cols = e.x; break;
    case EVENT_TICK: tick(n, e.y); break;
    case EVENT_KEY: return e.pasted ? EFFECT_NONE : act(n, action_of_key(ON_NOTES, e.key, e.mods));
    case EVENT_MOUSE:
        if (e.mouse == MOUSE_WHEEL_UP) scroll_by(n, -3);
        if (e.mouse == MOUSE_WHEEL_DOWN) scroll_by(n, 3);
        break;
    default: break;
    }
    return EFFECT_NONE;
}

void notes_take(Notes *n, Cue *c) {
    bool other = c->open && strcmp(str_text(&n->lesson), str_text(&c->name)) != 0;
    bool moved = other || c->step != n->cue.step || c->open != n->cue.open;
    if (other || (c->open && !n->lesson.len)) {
        n->seconds = 0;
        str_clear(&n->lesson);
        str_add(&n->lesson, str_text(&c->name), c->name.len);
    }
    if (moved) n->scroll = 0;
    cue_free(&n->cue);
    n->cue = *c;
    *c = (Cue){0};
}

void notes_say(Notes *n, const char *about) {
    snprintf(n->about, sizeof n->about, "%s", about);
}

// ---- the frame

static int put(Canvas *c, int y, int x, int columns, Style s, const Str *text) {
    return canvas_bytes_within(c, y, x, columns > 0 ? columns : 0, s, str_text(text), text->len);
}

// The right end of the title line: step and clock; returns the column where it starts.
static int draw_counters(Canvas *c, const Notes *n) {
    char clock[32], step[48] = "";
    int s = n->seconds, w = canvas_width(c);
    if (s < 3600) snprintf(clock, sizeof clock, " %d:%02d ", s / 60, s % 60);
    else snprintf(clock, sizeof clock, " %d:%02d:%02d ", s / 3600, s / 60 % 60, s % 60);
    if (n->cue.open) snprintf(step, sizeof step, "step %d of %d  ", n->cue.step, n->cue.steps);
    Style time = style_bold(style_panel(ROLE_ACCENT));
    if (n->stopped) time.attr |= ATTR_REVERSE;
    int x = w - text_columns(clock);
    canvas_text(c, 0, x, time, clock);
    x -= text_columns(step);
    canvas_text(c, 0, x, style_bold(style_panel(ROLE_TEXT)), step);
    return x;
}

static void draw_title(Canvas *c, const Notes *n) {
    canvas_fill(c, (Rect){0, 0, 1, canvas_width(c)}, style_panel(ROLE_TEXT), ' ');
    int room = draw_counters(c, n), x = 1;
    if (!n->cue.open) {
        canvas_text_within(c, 0, x, room - 2 > 0 ? room - 2 : 0, style_bold(style_panel(ROLE_TEXT)), "lookback notes");
        return;
    }
    if (n->cue.order > 0) x += canvas_textf(c, 0, x, style_bold(style_panel(ROLE_ACCENT)), "%d ", n->cue.order);
    put(c, 0, x, room - x - 1, style_bold(style_panel(ROLE_TEXT)), &n->cue.title);
}

static void draw_notes(Canvas *c, Notes *n) {
    Prose page = {0};
    page_notes_of(&n->cue.notes, 1, &page);
    ProseView v = {.count = page.blocks, .ascii = c->ascii};
    int h = canvas_height(c), total = prose_height(&page, v, canvas_width(c));
    n->furthest = total > h ? total - h : 0;
    scroll_by(n, 0);
    v.scroll = n->scroll;
    prose_draw(c, &page, v);
    const char *more = canvas_width(c) >= 30 ? " ▼ PgDn " : "▼";
    if (n->scroll < n->furthest)
        canvas_text(c, h - 1, canvas_width(c) - text_columns(more), style_bold(style_panel(ROLE_ACCENT)), more);
    prose_free(&page);
}

// What Space will bring on the screen of the class.
static void draw_next(Canvas *c, int y, int margin, const Notes *n) {
    static const char *const WHAT[] = {"next step: ", "next lesson: ", "this is the last step of the last lesson"};
    int w = canvas_width(c), x = margin;
    canvas_hline(c, y, 0, w - 1, style_plain(ROLE_FAINT), 1);
    y++;
    if (n->cue.passed < n->cue.pauses) {
        x += canvas_textf(c, y, x, style_bold(style_plain(ROLE_ACCENT)), "Space shows more: %d of %d.  ",
                          n->cue.passed + 1, n->cue.pauses);
    }
    x += canvas_text_within(c, y, x, w - x, style_plain(ROLE_DIM), WHAT[n->cue.next]);
    put(c, y, x, w - x, style_bold(style_plain(ROLE_TEXT)), &n->cue.next_title);
}

static void draw_status(Canvas *c, const Notes *n) {
    int y = canvas_height(c) - 1, w = canvas_width(c);
    const char *keys = w >= 76 ? "p clock on/off  r to 0:00  ↑↓ scroll  q quit" : w >= 40 ? "p r  q quit" : "";
    if (text_columns(n->about) + text_columns(keys) + 5 > w) keys = "";
    int room = w - text_columns(keys) - 1;
    canvas_fill(c, (Rect){y, 0, 1, w}, style_panel(ROLE_TEXT), ' ');
    canvas_text(c, y, room, style_panel(ROLE_DIM), keys);
    canvas_text_within(c, y, 1, room > 3 ? room - 3 : 0, style_panel(ROLE_TEXT), n->about);
}

static void draw_step(Canvas *c, Notes *n) {
    int h = canvas_height(c), w = canvas_width(c), margin = w >= 60 ? 3 : w >= 20;
    int top = h >= 12 ? 2 : 1, gap = h >= 12, foot = h >= 10 ? 3 : 1;
    int width = w - 2 * margin < TEXT_MAX ? w - 2 * margin : TEXT_MAX;
    Style heading = style_bold(style_plain(ROLE_ACCENT));
    if (n->cue.heading.len) put(c, top, margin, w - 2 * margin, heading, &n->cue.heading);
    else canvas_textf(c, top, margin, heading, "step %d", n->cue.step);
    Rect text = {top + 1 + gap, margin, h - top - 1 - gap - foot, width};
    if (foot == 3) draw_next(c, h - foot, margin, n);
    if (text.h <= 0) return;
    canvas_push(c, text);
    if (n->cue.notes.len) draw_notes(c, n);
    else canvas_text_within(c, 0, 0, width, style_plain(ROLE_DIM), "no notes for this step");
    canvas_pop(c);
}

const Canvas *notes_frame(Notes *n) {
    Canvas *c = &n->frame;
    canvas_reset(c, n->rows, n->cols, n->ascii);
    draw_title(c, n);
    if (n->cue.open && n->rows >= 3) draw_step(c, n);
    if (n->rows >= 2) draw_status(c, n);
    return c;
}
