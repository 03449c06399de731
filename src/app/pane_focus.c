// For a class: the query and the keys it reads most, in letters as big as there is room for.
#include "app/hit.h"
#include "app/pane.h"
#include "base/text.h"
#include "draw/bigtext.h"

#include <math.h>
#include <stdio.h>

enum { KEYS_MOST = 3, LINK = 9 }; // LINK: columns of the arrows between query and keys
static const double LEAST = 0.005; // weight of a key that is shown

typedef struct Reading {
    int key;
    Str name;
    char percent[12];
} Reading;

typedef struct Focus {
    Reading line[KEYS_MOST];
    int lines, keys; // shown, and how many there are
    Str query;
    BigSize size;
    int rows;       // of one letter
    int beside;     // columns of the query at the left; 0: it stands over the keys in normal letters
    bool big_names; // of the keys; the percents are always big
    int name, gap, percent; // columns: the widest big name, behind it, the widest percent
} Focus;

static Style plain(Role role) {
    return style_bold(style_plain(role));
}

// The strongest keys, strongest first; equals stay in their order.
static void choose_keys(Focus *f, const Scope *in) {
    const AttentionRow *row = &in->look->row;
    for (int j = 0; j < row->visible; j++) {
        if (!(row->weight[j] >= LEAST)) continue;
        f->keys++;
        int at = f->lines < KEYS_MOST ? f->lines++ : KEYS_MOST;
        for (; at > 0 && row->weight[f->line[at - 1].key] < row->weight[j]; at--) {
            if (at < KEYS_MOST) f->line[at].key = f->line[at - 1].key;
        }
        if (at < KEYS_MOST) f->line[at].key = j;
    }
}

static void name_keys(Focus *f, const Scope *in) {
    for (int k = 0; k < f->lines; k++) {
        Reading *line = &f->line[k];
        str_puts(&line->name, pane_token(in, line->key));
        snprintf(line->percent, sizeof line->percent, "%.0f%%", 100 * in->look->row.weight[line->key]);
    }
    if (f->lines) return;
    f->lines = 1; // to be predicted, or no numbers at all
    f->line[0].key = in->look->row.query;
    snprintf(f->line[0].percent, sizeof f->line[0].percent, "%s", in->state->tutor.hides ? "?" : "n/a");
}

static int greater(int a, int b) {
    return a > b ? a : b;
}

// Settles sizes for the pane; false if big letters do not fit.
static bool fit(Focus *f, const Canvas *c, BigSize size) {
    int h = canvas_height(c), w = canvas_width(c);
    f->size = size;
    f->name = f->percent = 0;
    f->rows = bigtext_rows(size, c->ascii);
    int query = bigtext_columns(str_text(&f->query), size, c->ascii);
    for (int k = 0; k < f->lines; k++) {
        f->name = greater(f->name, bigtext_columns(str_text(&f->line[k].name), size, c->ascii));
        f->percent = greater(f->percent, bigtext_columns(f->line[k].percent, size, c->ascii));
    }
    f->gap = f->name == 0 ? 0 : size == BIG_DOUBLE ? 12 : 6;
    int widest = f->name + f->gap + f->percent;
    f->big_names = true;
    f->beside = query + LINK + widest <= w ? query : 0;
    int over = f->beside ? 0 : 1, need = f->rows + over;
    if (h < need) return false;
    if (f->beside) return true;
    f->big_names = widest <= w;
    return f->big_names || (size == BIG_LETTERS && w >= 6 * 4);
}

static void draw_line(Canvas *c, const Scope *in, const Focus *f, const Reading *line, int y, int x) {
    int w = canvas_width(c), under = x;
    const char *name = str_text(&line->name);
    bool self = !in->look->crossed && line->key == in->look->row.query;
    canvas_mean(c, (Hit){HIT_CELL, in->look->row.query, line->key});
    if (line->name.len && f->big_names) {
        bigtext_draw(c, y, x, w - x, plain(self ? ROLE_ACCENT : ROLE_TEXT), f->size, name);
        x += f->name + f->gap + f->percent - bigtext_columns(line->percent, f->size, c->ascii);
        bigtext_draw(c, y, x, w - x, plain(ROLE_TEXT), f->size, line->percent);
    } else {
        x += bigtext_draw(c, y, x, w - x, plain(ROLE_TEXT), f->size, line->percent) + 2;
        x += canvas_text_within(c, y + f->rows - 2, x, w - x - 9, plain(ROLE_TEXT), name);
    }
    char where[32], more[32] = "";
    bool last = line == &f->line[f->lines - 1];
    snprintf(where, sizeof where, self ? "itself" : "at %d", line->key);
    if (last && f->keys > f->lines) snprintf(more, sizeof more, ", and %d more", f->keys - f->lines);
    if (line->name.len && f->big_names) canvas_textf(c, y + f->rows, under, plain(ROLE_TEXT), "%s%s", where, more);
    canvas_mean(c, (Hit){0});
}

// Heavy lines from the query to each of its keys.
static void draw_links(Canvas *c, const Focus *f, int top, int pitch) {
    Style s = plain(ROLE_ACCENT);
    int x0 = f->beside + 2, trunk = x0 + 2, x1 = f->beside + LINK - 3, middle = f->rows / 2;
    for (int k = 0; k < f->lines; k++) {
        int y = top + k * pitch + middle;
        canvas_hline(c, y, k ? trunk : x0, x1, s, 2);
        if (k) canvas_vline(c, trunk, y - pitch, y, s, 2);
        canvas_rune(c, y, x1, s, 0x25B6);
    }
}

// Where nothing big fits: one line of words.
static void draw_words(Canvas *c, const Focus *f) {
    int w = canvas_width(c), x = canvas_text_within(c, 0, 0, w / 3, plain(ROLE_ACCENT), str_text(&f->query));
    x += canvas_text(c, 0, x, plain(ROLE_TEXT), c->ascii ? " > " : " → ");
    for (int k = 0; k < f->lines && x + 4 < w; k++) {
        const Reading *line = &f->line[k];
        int columns = text_columns(line->percent);
        if (k && x + text_columns(str_text(&line->name)) + 1 + columns > w) break;
        x += canvas_text_within(c, 0, x, w - x - columns - 1, plain(ROLE_TEXT), str_text(&line->name)) +
             (line->name.len > 0);
        x += canvas_text(c, 0, x, plain(ROLE_TEXT), line->percent) + 3;
    }
}

static void draw_focus(Canvas *c, const Scope *in, Focus *f) {
    if (!fit(f, c, BIG_DOUBLE) && !fit(f, c, BIG_LETTERS)) {
        draw_words(c, f);
        return;
    }
    int h = canvas_height(c), over = f->beside ? 0 : 1, most = (h - over + 1) / (f->rows + 1);
    if (most < 1) most = 1;
    if (f->lines > most) f->lines = most;
    int pitch = f->rows + (over + f->lines * (f->rows + 2) <= h ? 2 : 1);
    int used = over + (f->lines - 1) * pitch + f->rows + 1; // with what is said below the last
    int top = h > used ? (h - used + 1) / 2 : 0;
    if (f->beside) {
        canvas_mean(c, (Hit){HIT_TOKEN, in->look->row.query, 0});
        bigtext_draw(c, top, 0, f->beside, plain(ROLE_ACCENT), f->size, str_text(&f->query));
        canvas_mean(c, (Hit){0});
        draw_links(c, f, top, pitch);
    } else {
        int x = canvas_text_within(c, top, 0, canvas_width(c) - 9, plain(ROLE_ACCENT), str_text(&f->query));
        canvas_text(c, top, x + 1, plain(ROLE_TEXT), "looks at");
    }
    for (int k = 0; k < f->lines; k++)
        draw_line(c, in, f, &f->line[k], top + over + k * pitch, f->beside ? f->beside + LINK : 0);
}

void pane_focus(Canvas *c, const Scope *in) {
    Focus f = {0};
    str_puts(&f.query, pane_query(in, in->look->row.query));
    if (!in->state->tutor.hides) choose_keys(&f, in);
    name_keys(&f, in);
    draw_focus(c, in, &f);
    for (int k = 0; k < KEYS_MOST; k++) str_free(&f.line[k].name);
    str_free(&f.query);
}
