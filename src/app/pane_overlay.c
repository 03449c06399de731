// What lies over the screen: help, the command line of the view, the line in which text is typed. And the status line below.
#include "app/action.h"
#include "app/hit.h"
#include "app/pane.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

static Style panel(Role role) {
    return style_of(role, ROLE_PANEL);
}

// ---- status line

void pane_status(Canvas *c, const Scope *in) {
    const State *s = in->state;
    int w = canvas_width(c);
    canvas_fill(c, (Rect){0, 0, 1, w}, panel(ROLE_TEXT), ' ');
    const char *keys = w >= 140 ? "↑↓←→ move   m mask   d divisor   + - width   b BOS   [ ] head   e your text   v view   ? help   q quit"
                       : w >= 76 ? "m d b  e text  ? help"
                       : w >= 36 ? "? help" : "";
    int room = w - 1 - text_columns(keys);
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_HELP, 0});
    canvas_text(c, 0, room, panel(ROLE_DIM), keys);
    canvas_mean(c, (Hit){0});
    Str sentence = {0};
    if (s->note[0]) {
        text_display(&sentence, s->note, strlen(s->note), c->ascii);
    } else if (s->hover.kind == HIT_CELL && s->hover.a < in->look->row.n && s->hover.b < in->look->row.n) {
        AttentionRow row = {0};
        attention_row(&row, in->look->rule, &in->look->tokens, s->hover.a, in->look->params);
        look_sentence(in->look, &row, s->hover.b, c->ascii, &sentence);
        attention_row_free(&row);
    } else {
        int key = s->hover.kind == HIT_TOKEN && s->hover.a < in->look->row.n ? s->hover.a : s->scene.key;
        look_sentence(in->look, &in->look->row, key, c->ascii, &sentence);
    }
    canvas_text_within(c, 0, 1, room - 2, panel(s->note[0] ? ROLE_ACCENT : ROLE_TEXT), str_text(&sentence));
    str_free(&sentence);
}

// ---- boxes

void pane_push_box(Canvas *c, int h, int w, const char *title) {
    int rows = canvas_height(c), cols = canvas_width(c);
    h = h < rows ? h : rows;
    w = w < cols ? w : cols;
    Rect box = {(rows - h) / 2, (cols - w) / 2, h, w};
    Style line = panel(ROLE_DIM);
    canvas_mean(c, (Hit){HIT_CLOSE, 0, 0});
    canvas_push(c, box);
    canvas_fill(c, (Rect){0, 0, h, w}, panel(ROLE_TEXT), ' ');
    canvas_hline(c, 0, 0, w - 1, line, 1);
    canvas_hline(c, h - 1, 0, w - 1, line, 1);
    canvas_vline(c, 0, 0, h - 1, line, 1);
    canvas_vline(c, w - 1, 0, h - 1, line, 1);
    canvas_textf(c, 0, 2, style_bold(panel(ROLE_ACCENT)), " %s ", title);
    canvas_pop(c);
    canvas_push(c, (Rect){box.y + 1, box.x + 2, h - 2, w - 4});
    canvas_mean(c, (Hit){0});
}

// ---- help, made from the table of actions

enum { HELP_KEYS = 9, HELP_COLUMN = 46 };

// Draws the table in one column from row y − scroll on; returns the rows it takes.
static int draw_actions(Canvas *c, int from, int to, int y, int x) {
    const char *group = "";
    for (int k = from; k < to; k++) {
        const Action *a = &ACTIONS[k];
        if (strcmp(group, a->group) != 0) {
            y += *group != '\0';
            canvas_text(c, y++, x, style_bold(panel(ROLE_TEXT)), a->group);
            group = a->group;
        }
        canvas_text(c, y, x + 1, panel(ROLE_ACCENT), a->shown);
        canvas_text(c, y++, x + 1 + HELP_KEYS, panel(ROLE_TEXT), a->help);
    }
    return y;
}

// The first action of the second column: a group's start near the middle.
static int middle_action(void) {
    int best = ACTIONS_COUNT;
    for (int k = 1; k < ACTIONS_COUNT; k++) {
        bool start = strcmp(ACTIONS[k].group, ACTIONS[k - 1].group) != 0;
        if (start && (best == ACTIONS_COUNT || 2 * k <= ACTIONS_COUNT + 4)) best = k;
    }
    return best;
}

static int draw_mouse_help(Canvas *c, int y, int x) {
    static const char *const LINES[] = {
        "click a token: query", "click a cell: query and key", "hover: its value", "wheel: query up, down",
        "click a toggle or a head: as its key", "Shift+click: the terminal's own selection",
    };
    canvas_text(c, y++, x, style_bold(panel(ROLE_TEXT)), "Mouse");
    for (unsigned k = 0; k < sizeof LINES / sizeof LINES[0]; k++) canvas_text(c, y++, x + 1, panel(ROLE_TEXT), LINES[k]);
    return y;
}

void pane_help(Canvas *c, const Scope *in) {
    static const char *const MODES[] = {"true colour", "256 colours, so weights are shaded: --color truecolor if the terminal can",
                                        "8 colours, so weights are shaded", "no colour"};
    bool two = canvas_width(c) >= 2 * HELP_COLUMN + 5;
    int total = ACTIONS_COUNT + 20, rows = two ? 29 : total;
    int scroll = in->state->scroll;
    pane_push_box(c, rows + 2, two ? 2 * HELP_COLUMN + 5 : HELP_COLUMN + 6, "Keys");
    int most = rows - canvas_height(c);
    if (scroll > most) scroll = most > 0 ? most : 0;
    int middle = two ? middle_action() : ACTIONS_COUNT;
    int left = draw_actions(c, 0, middle, -scroll, 0), right = left;
    if (two) right = draw_actions(c, middle, ACTIONS_COUNT, -scroll, HELP_COLUMN);
    right = draw_mouse_help(c, right + 1, two ? HELP_COLUMN : 0);
    int y = (left > right ? left : right) + 1;
    canvas_textf(c, y, 0, panel(ROLE_DIM), "This screen: %s.", MODES[in->state->mode]);
    canvas_pop(c);
}

// ---- the command line of the view

void pane_command(Canvas *c, const Scope *in) {
    Str command = {0}, shown = {0};
    scene_command(&in->state->scene, &in->world->corpus, &command);
    text_display(&shown, str_text(&command), command.len, c->ascii);
    int w = canvas_width(c) - 8 < 76 ? canvas_width(c) - 8 : 76;
    if (w < 1) w = 1;
    int lines = text_columns(str_text(&shown)) / w + 1;
    pane_push_box(c, lines + 4, w + 4, "The command line of this view");
    int y = -in->state->scroll, x = 0;
    for (size_t at = 0; at < shown.len;) {
        int used;
        uint32_t rune = text_decode(shown.s + at, shown.len - at, &used);
        int width = text_width(rune) > 0 ? text_width(rune) : 0;
        if (x + width > w) y++, x = 0;
        if (width) canvas_rune(c, y, x, style_bold(panel(ROLE_TEXT)), rune);
        x += width;
        at += (size_t)used;
    }
    canvas_fill(c, (Rect){canvas_height(c) - 1, 0, 1, w}, panel(ROLE_DIM), ' ');
    canvas_text(c, canvas_height(c) - 1, 0, panel(ROLE_DIM), "printed when you quit, to be pasted into a shell or a script");
    canvas_pop(c);
    str_free(&command);
    str_free(&shown);
}

// ---- typing

// Columns of the display form of bytes [from, to).
static int shown_columns(const Line *line, int from, int to, bool ascii, Str *scratch) {
    str_clear(scratch);
    text_display(scratch, line->bytes + from, (size_t)(to - from), ascii);
    return text_columns(str_text(scratch));
}

static void draw_line(Canvas *c, const Line *line, int x, int w) {
    Str text = {0};
    int from = 0, used;
    int before = shown_columns(line, 0, line->cursor, c->ascii, &text);
    while (before > w - 2 && from < line->cursor) { // scroll until the cursor is inside
        text_decode(line->bytes + from, (size_t)(line->len - from), &used);
        before -= shown_columns(line, from, from + used, c->ascii, &text);
        from += used;
    }
    Style s = panel(ROLE_TEXT), cursor = s;
    cursor.attr = ATTR_REVERSE;
    x += canvas_bytes_within(c, 0, x, w, s, line->bytes + from, (size_t)(line->cursor - from));
    int behind = line->cursor;
    if (behind < line->len) {
        text_decode(line->bytes + behind, (size_t)(line->len - behind), &used);
        behind += used;
    }
    int room = w - before;
    int at = behind > line->cursor ? canvas_bytes_within(c, 0, x, room, cursor, line->bytes + line->cursor, (size_t)(behind - line->cursor)) : 0;
    if (at == 0) canvas_rune(c, 0, x, cursor, ' '), at = 1;
    int rest = line->len - behind < 4 * w ? line->len - behind : 4 * w;
    canvas_bytes_within(c, 0, x + at, room - at, s, line->bytes + behind, (size_t)rest);
    str_free(&text);
}

void pane_input(Canvas *c, const Scope *in) {
    const State *s = in->state;
    int h = canvas_height(c), w = canvas_width(c);
    canvas_push(c, (Rect){h > 1 ? h - 2 : 0, 0, 2, w});
    canvas_fill(c, (Rect){0, 0, 2, w}, panel(ROLE_TEXT), ' ');
    canvas_text(c, 1, 1, panel(s->note[0] ? ROLE_BAD : ROLE_DIM), s->note[0] ? s->note : "Enter: look at it   Esc: leave   ↑ ↓: earlier texts   Ctrl-U: clear");
    const char *prompt = w >= 40 ? " your text ▸ " : " ▸ ";
    int x = canvas_text(c, 0, 0, style_bold(panel(ROLE_ACCENT)), prompt);
    if (w - x > 1) draw_line(c, &s->line, x, w - x - 1);
    canvas_pop(c);
}
