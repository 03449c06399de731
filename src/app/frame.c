#include "app/frame.h"

#include "app/hit.h"
#include "base/text.h"

#include <stdio.h>
#include <string.h>

// NAMED: columns from which the program's name has room; NAME: what it takes
enum { TOGGLE_GAP = 2, NAMED = 76, NAME = 10 };

void frame_name_divisor(Toggle *t, double own, int width, bool ascii) {
    const char *sign = ascii ? "/" : "÷", *root = ascii ? "sqrt" : "√";
    if (own > 0) snprintf(t->name, sizeof t->name, "%s%.4g", sign, own);
    else snprintf(t->name, sizeof t->name, "%s%s%d", sign, root, width);
    t->columns = ascii ? 8 : 5; // √256
}

static int mark_columns(bool ascii) {
    return ascii ? 4 : 2;
}

static int toggle_columns(const Toggle *t, bool ascii) {
    int name = text_columns(t->name);
    return (name > t->columns ? name : t->columns) + mark_columns(ascii);
}

static void draw_toggle(Canvas *c, int x, const Toggle *t) {
    int w = toggle_columns(t, c->ascii), name = text_columns(t->name), mark = mark_columns(c->ascii);
    canvas_mean(c, (Hit){HIT_ACTION, t->action, 0});
    canvas_fill(c, (Rect){0, x, 1, w}, style_panel(ROLE_TEXT), ' ');
    canvas_text(c, 0, x + w - mark - name, style_panel(t->on ? ROLE_TEXT : ROLE_DIM), t->name);
    const char *sign = c->ascii ? (t->on ? "on" : "off") : t->on ? "●" : "○";
    canvas_text(c, 0, x + w - mark + 1, style_bold(style_panel(t->on ? ROLE_ACCENT : ROLE_DIM)), sign);
    canvas_mean(c, (Hit){0});
}

// An empty title line with the toggles at the right; returns the column where they start, less a gap.
static int draw_toggles(Canvas *c, const Toggle *toggle, int toggles) {
    int w = canvas_width(c), gap = w < FRAME_NARROW ? 1 : TOGGLE_GAP, room = w - 1;
    canvas_fill(c, (Rect){0, 0, 1, w}, style_panel(ROLE_TEXT), ' ');
    for (int k = toggles - 1; k >= 0; k--) {
        room -= toggle_columns(&toggle[k], c->ascii);
        draw_toggle(c, room, &toggle[k]);
        room -= gap;
    }
    return room;
}

void frame_title_projected(Canvas *c, TitlePart part, const Toggle *toggle, int toggles) {
    int room = draw_toggles(c, toggle, toggles);
    canvas_mean(c, (Hit){HIT_ACTION, part.action, 0});
    canvas_text_within(c, 0, 1, room - 1, style_bold(style_panel(ROLE_ACCENT)), part.text);
    canvas_mean(c, (Hit){0});
}

static int columns_of_all(const TitlePart *part, int parts) {
    int columns = 0;
    for (int k = 0; k < parts; k++) columns += text_columns(part[k].text) + 2;
    return columns;
}

// Of so many columns those of the last part, which says where I am: the others make way if they are long.
static int columns_for_last(const TitlePart *part, int parts, int columns) {
    int others = 0, last = parts > 0 ? text_columns(part[parts - 1].text) + 2 : 0;
    for (int k = 0; k < parts - 1; k++) others += text_columns(part[k].text) + 2;
    int most = others <= columns / 2 ? columns - others : columns * 3 / 4;
    return last < most ? last : most;
}

void frame_title(Canvas *c, const TitlePart *part, int parts, const Toggle *toggle, int toggles) {
    int w = canvas_width(c), x = 1, room = draw_toggles(c, toggle, toggles);
    bool named = w >= NAMED && (parts < 3 || x + NAME + columns_of_all(part, parts) <= room + 2); // parts are worth more
    if (named) x += canvas_text_within(c, 0, x, room - x, style_bold(style_panel(ROLE_TEXT)), "lookback") + 2;
    int last = columns_for_last(part, parts, room - x);
    for (int k = w >= FRAME_NARROW ? 0 : parts - 1; k < parts && x < room; k++) {
        int end = k == parts - 1 ? room : room - last;
        Style s = k == parts - 1 ? style_bold(style_panel(ROLE_ACCENT)) : style_panel(ROLE_DIM);
        if (part[k].action != ACTION_NONE) canvas_mean(c, (Hit){HIT_ACTION, part[k].action, 0});
        x += canvas_text_within(c, 0, x, end - x, s, part[k].text) + 2;
        canvas_mean(c, (Hit){0});
    }
}

static int note_columns(const State *s) {
    Str shown = {0};
    text_display(&shown, s->note, strlen(s->note), false);
    int columns = text_columns(str_text(&shown));
    str_free(&shown);
    return columns;
}

// Where a sentence is too long, its last parts are left off whole, if half the room stays used: they follow two spaces
// or stand in brackets.
static void draw_sentence(Canvas *c, int room, const char *sentence) {
    size_t len = strlen(sentence);
    Str shown = {0};
    str_puts(&shown, sentence);
    while (text_columns(str_text(&shown)) > room && len > 0) {
        len--;
        if (strncmp(sentence + len, "  ", 2) != 0 && strncmp(sentence + len, " (", 2) != 0) continue;
        str_clear(&shown);
        str_add(&shown, sentence, len);
    }
    bool enough = text_columns(str_text(&shown)) >= room / 2;
    canvas_text_within(c, 0, 1, room, style_panel(ROLE_TEXT), enough ? str_text(&shown) : sentence);
    str_free(&shown);
}

void frame_status(Canvas *c, const State *s, const char *sentence, const char *long_keys, const char *keys,
                  const char *short_keys) {
    int w = canvas_width(c);
    canvas_fill(c, (Rect){0, 0, 1, w}, style_panel(ROLE_TEXT), ' ');
    const char *shown = w >= 140 && long_keys ? long_keys : w >= NAMED && keys ? keys : w >= 36 && short_keys ? short_keys : "";
    // a note is to be read whole
    if (s->scene.project || (int)strlen(s->note) > w - 3 - text_columns(shown)) shown = "";
    int room = w - 1 - text_columns(shown);
    if (note_columns(s) > room - 2) shown = "", room = w - 1; // what is wrong is worth more than the keys
    canvas_mean(c, (Hit){HIT_ACTION, ACTION_HELP, 0});
    canvas_text(c, 0, room, style_panel(ROLE_DIM), shown);
    canvas_mean(c, (Hit){0});
    if (!s->note[0]) {
        draw_sentence(c, room - 2, sentence);
        return;
    }
    canvas_bytes_within(c, 0, 1, room - 2, style_panel(ROLE_ACCENT), s->note, strlen(s->note));
}

int frame_words(Canvas *c, int y, Style s, const char *text) {
    int from = y, x = 0, w = canvas_width(c);
    while (*text) {
        size_t len = strcspn(text, " ");
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)(len < sizeof word ? len : sizeof word - 1), text);
        int columns = text_columns(word);
        if (x > 0 && x + columns > w && y + 1 >= canvas_height(c)) { // no line is left
            canvas_text(c, y, x < w ? x : w - 1, s, "…");
            break;
        }
        if (x > 0 && x + columns > w) y++, x = 0;
        x += canvas_text_within(c, y, x, w - x, s, word) + 1;
        text += len;
        while (*text == ' ') text++;
    }
    return y - from + 1;
}

void frame_add_file(Str *out, const char *path, bool ascii) {
    const char *slash = strrchr(path, '/'), *name = slash && slash[1] ? slash + 1 : path;
    text_display(out, name, strlen(name), ascii);
}

void frame_part(Canvas *c, Rect r, const State *s, const World *w, FramePart draw) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, s, w);
    canvas_pop(c);
}
