// The line in which text is typed, over the bottom of the screen.
#include "app/overlay.h"

#include "base/text.h"

#include <string.h>

// Columns of the display form of bytes [from, to).
static int shown_columns(const Line *line, int from, int to, bool ascii, Str *scratch) {
    str_clear(scratch);
    text_display(scratch, line->bytes + from, (size_t)(to - from), ascii);
    return text_columns(str_text(scratch));
}

void overlay_line(Canvas *c, const Line *line, int x, int w) {
    if (w < 2) return;
    Str text = {0};
    int from = 0, used;
    int before = shown_columns(line, 0, line->cursor, c->ascii, &text);
    while (before > w - 2 && from < line->cursor) { // scroll until the cursor is inside
        text_decode(line->bytes + from, (size_t)(line->len - from), &used);
        before -= shown_columns(line, from, from + used, c->ascii, &text);
        from += used;
    }
    if (from > line->cursor) from = line->cursor; // bytes typed one by one may join into a character around the cursor
    Style s = style_panel(ROLE_TEXT), cursor = s;
    cursor.attr = ATTR_REVERSE;
    x += canvas_bytes_within(c, 0, x, w, s, line->bytes + from, (size_t)(line->cursor - from));
    int behind = line->cursor;
    if (behind < line->len) {
        text_decode(line->bytes + behind, (size_t)(line->len - behind), &used);
        behind += used;
    }
    int room = w - before;
    int at = behind > line->cursor ? canvas_bytes_within(c, 0, x, room, cursor, line->bytes + line->cursor,
                                                         (size_t)(behind - line->cursor))
                                   : 0;
    if (at == 0) canvas_rune(c, 0, x, cursor, ' '), at = 1;
    int rest = line->len - behind < 4 * w ? line->len - behind : 4 * w;
    canvas_bytes_within(c, 0, x + at, room - at, s, line->bytes + behind, (size_t)rest);
    str_free(&text);
}

static const char *const PROMPTS[] = {
    [ASKED_TEXT] = " your text ▸ ", [ASKED_TOKENS] = " tokens, with a comma between ▸ ",
    [ASKED_DIVISOR] = " divisor: a number, √64, on, off ▸ "};
static const char *const KEYS[] = {
    [ASKED_TEXT] = "Enter: look at it   Esc: leave   ↑ ↓: earlier texts   Ctrl-U: clear",
    [ASKED_TOKENS] = "Enter: follow them   Esc: leave   ↑ ↓: earlier texts   Ctrl-U: clear",
    [ASKED_DIVISOR] = "Enter: divide by it   Esc: leave   Ctrl-U: clear"};

void overlay_input(Canvas *c, const State *s) {
    int h = canvas_height(c), w = canvas_width(c);
    canvas_push(c, (Rect){h > 1 ? h - 2 : 0, 0, 2, w});
    canvas_fill(c, (Rect){0, 0, 2, w}, style_panel(ROLE_TEXT), ' ');
    if (s->note[0]) canvas_bytes_within(c, 1, 1, w - 2, style_panel(ROLE_BAD), s->note, strlen(s->note));
    else canvas_text(c, 1, 1, style_panel(ROLE_DIM), KEYS[s->asked]);
    const char *prompt = w >= 40 ? PROMPTS[s->asked] : " ▸ ";
    int x = canvas_text(c, 0, 0, style_bold(style_panel(ROLE_ACCENT)), prompt);
    overlay_line(c, &s->line, x, w - x - 1);
    canvas_pop(c);
}
