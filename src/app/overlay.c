#include "app/overlay.h"

#include "app/action.h"
#include "app/frame.h"
#include "app/hit.h"
#include "app/screen.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

void overlay_push_box(Canvas *c, int h, int w, const char *title) {
    int rows = canvas_height(c), cols = canvas_width(c);
    h = h < rows ? h : rows;
    w = w < cols ? w : cols;
    Rect box = {(rows - h) / 2, (cols - w) / 2, h, w};
    Style line = style_panel(ROLE_DIM);
    canvas_mean(c, (Hit){HIT_CLOSE, 0, 0});
    canvas_push(c, box);
    canvas_fill(c, (Rect){0, 0, h, w}, style_panel(ROLE_TEXT), ' ');
    canvas_hline(c, 0, 0, w - 1, line, 1);
    canvas_hline(c, h - 1, 0, w - 1, line, 1);
    canvas_vline(c, 0, 0, h - 1, line, 1);
    canvas_vline(c, w - 1, 0, h - 1, line, 1);
    canvas_textf(c, 0, 2, style_bold(style_panel(ROLE_ACCENT)), " %s ", title);
    canvas_pop(c);
    canvas_push(c, (Rect){box.y + 1, box.x + 2, h - 2, w - 4});
    canvas_mean(c, (Hit){0});
}

// ---- help, made from the table of actions

enum { HELP_KEYS = 9, HELP_COLUMN = 46 };

// Draws the table in one column from row y − scroll on; returns the rows it takes.
static int draw_actions(Canvas *c, unsigned where, int from, int to, int y, int x) {
    const char *group = "";
    for (int k = from; k < to; k++) {
        const Action *a = &ACTIONS[k];
        if (!(a->screens & where)) continue;
        if (strcmp(group, a->group) != 0) {
            y += *group != '\0';
            canvas_text(c, y++, x, style_bold(style_panel(ROLE_TEXT)), a->group);
            group = a->group;
        }
        canvas_text(c, y, x + 1, style_panel(ROLE_ACCENT), a->shown);
        canvas_text(c, y++, x + 1 + HELP_KEYS, style_panel(ROLE_TEXT), a->help);
    }
    return y;
}

// The first action of the second column: the start of the group before the common ones.
static int middle_action(unsigned where) {
    int count = 0, half = 0;
    for (int k = 0; k < ACTIONS_COUNT; k++) count += (ACTIONS[k].screens & where) != 0;
    for (int k = 1; k < ACTIONS_COUNT; k++) {
        half += (ACTIONS[k - 1].screens & where) != 0;
        bool start = strcmp(ACTIONS[k].group, ACTIONS[k - 1].group) != 0;
        if (start && 2 * half >= count) return k;
    }
    return ACTIONS_COUNT;
}

static int draw_mouse_help(Canvas *c, ScreenId screen, int y, int x) {
    static const char *const EXPLORER[SCREEN_MOUSE_LINES] = {
        "click a token: query", "click a cell: query and key", "hover: its value", "wheel: query up, down",
        "click a toggle or a head: as its key", "Shift+click: the terminal's own selection",
    };
    canvas_text(c, y++, x, style_bold(style_panel(ROLE_TEXT)), "Mouse");
    const char *const *own = screen_of(screen)->mouse_help, *const *line = own[0] ? own : EXPLORER;
    for (int k = 0; k < SCREEN_MOUSE_LINES && line[k]; k++) canvas_text(c, y++, x + 1, style_panel(ROLE_TEXT), line[k]);
    return y;
}

// All of the help from row y on, in one column or two. Returns the row behind it.
static int draw_help(Canvas *c, const State *s, bool two, int y) {
    static const char *const MODES[] = {"true colour", "256 colours; see --color truecolor", "8 colours", "no colour"};
    unsigned where = ON(s->scene.screen) | (s->tutor.open ? ON_LESSON : 0);
    int middle = two ? middle_action(where) : ACTIONS_COUNT;
    int left = draw_actions(c, where, 0, middle, y, 0), right = left;
    if (two) right = draw_actions(c, where, middle, ACTIONS_COUNT, y, HELP_COLUMN);
    right = draw_mouse_help(c, s->scene.screen, right + 1, two ? HELP_COLUMN : 0);
    y = (left > right ? left : right) + 1;
    canvas_textf(c, y, 0, style_panel(ROLE_DIM), "This screen: %s.", MODES[s->mode]);
    if (s->scene.screen >= SCREEN_OPEN)
        canvas_text(c, ++y, 0, style_panel(ROLE_DIM), "Underlined: a special token, as <s> or [PAD].");
    return y + 1;
}

static bool help_is_wide(const State *s) {
    return s->cols >= 2 * HELP_COLUMN + 5;
}

static int help_rows(const State *s) {
    Canvas none = {0}; // drawing there only measures
    return draw_help(&none, s, help_is_wide(s), 0);
}

int overlay_help_scroll(const State *s) {
    int hidden = help_rows(s) + 2 - s->rows;
    return hidden > 0 ? hidden : 0;
}

void overlay_help(Canvas *c, const State *s) {
    bool two = help_is_wide(s);
    int most = overlay_help_scroll(s);
    overlay_push_box(c, help_rows(s) + 2, two ? 2 * HELP_COLUMN + 5 : HELP_COLUMN + 6,
                     most > 0 ? "Keys   ↑ ↓ for more" : "Keys");
    draw_help(c, s, two, s->scroll < most ? -s->scroll : -most);
    canvas_pop(c);
}

// ---- the command line of the view

void overlay_command(Canvas *c, const State *s, const World *w) {
    Str command = {0}, shown = {0};
    scene_command(&s->scene, &w->library, &command);
    text_display(&shown, str_text(&command), command.len, c->ascii);
    int cols = canvas_width(c) - 8 < 76 ? canvas_width(c) - 8 : 76;
    if (cols < 1) cols = 1;
    int lines = text_columns(str_text(&shown)) / cols + 1;
    overlay_push_box(c, lines + 4, cols + 4, "The command line of this view");
    int y = -s->scroll, x = 0;
    for (size_t at = 0; at < shown.len;) {
        int used;
        uint32_t rune = text_decode(shown.s + at, shown.len - at, &used);
        int width = text_width(rune) > 0 ? text_width(rune) : 0;
        if (x + width > cols) y++, x = 0;
        if (width) canvas_rune(c, y, x, style_bold(style_panel(ROLE_TEXT)), rune);
        x += width;
        at += (size_t)used;
    }
    canvas_fill(c, (Rect){canvas_height(c) - 1, 0, 1, cols}, style_panel(ROLE_DIM), ' ');
    canvas_text(c, canvas_height(c) - 1, 0, style_panel(ROLE_DIM),
                "printed when you quit, to be pasted into a shell or a script");
    canvas_pop(c);
    str_free(&command);
    str_free(&shown);
}

// ---- the list of views

void overlay_places(Canvas *c, const State *s, const World *w) {
    int places = screen_places(w);
    overlay_push_box(c, places + 5, 72, "Views");
    for (int k = 0; k <= places; k++) {
        const Screen *screen = k < places ? screen_of(screen_at(w, k)) : NULL; // the last line: lessons
        bool chosen = k == s->scroll;
        canvas_mean(c, (Hit){HIT_PLACE, k, 0});
        canvas_fill(c, (Rect){k + 1, 0, 1, canvas_width(c)}, style_panel(ROLE_TEXT), ' ');
        if (chosen) canvas_rune(c, k + 1, 0, style_panel(ROLE_ACCENT), 0x25B8);
        canvas_textf(c, k + 1, 2, style_panel(ROLE_DIM), "%d", k + 1);
        canvas_text(c, k + 1, 4, style_bold(style_panel(chosen ? ROLE_ACCENT : ROLE_TEXT)),
                    screen ? screen->title : "Lessons");
        canvas_text(c, k + 1, 20, style_panel(ROLE_DIM),
                    screen ? screen->summary : "all of them, with progress, contents and search");
    }
    canvas_mean(c, (Hit){0});
    canvas_pop(c);
}
