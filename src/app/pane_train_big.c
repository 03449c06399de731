// For a class: what comes next, in letters that the back row reads.
#include "app/pane_train.h"

#include "draw/bigtext.h"

#include <math.h>
#include <stdio.h>

enum { LINES = 2, GAP = 1, PERCENT = 4 }; // PERCENT: characters

typedef struct BigLine {
    const char *word;
    double share;
    Role role;
} BigLine;

// The word that is due and the one it is not, in this order, or else what comes first.
static int choose(const TrainLook *look, BigLine line[LINES]) {
    int count = 0, right = look->text.right, wrong = look->text.wrong;
    if (right >= 0) line[count++] = (BigLine){train_look_word(look, right), look->right, ROLE_GOOD};
    if (wrong >= 0) line[count++] = (BigLine){train_look_word(look, wrong), look->wrong, ROLE_BAD};
    for (int k = 0; k < look->top_count && count < LINES; k++) {
        if (look->top[k].id != right)
            line[count++] = (BigLine){train_look_word(look, look->top[k].id), look->top[k].probability, ROLE_TEXT};
    }
    return look->top_count ? count : 0;
}

static BigSize size_of(int width, bool ascii) {
    return width >= 160 && !ascii ? BIG_DOUBLE : BIG_LETTERS;
}

int pane_train_big_rows(int h, int width, bool ascii) {
    int letters = bigtext_rows(size_of(width, ascii), ascii), both = 1 + LINES * letters + GAP, one = 1 + letters;
    return h >= 2 * both ? both : h >= 2 * one ? one : 0;
}

int pane_train_big_columns(const TrainLook *look, int width, bool ascii) {
    BigLine line[LINES];
    BigSize size = size_of(width, ascii);
    int count = choose(look, line), widest = 0, percent = bigtext_columns("100%", size, ascii);
    for (int k = 0; k < count; k++) {
        int columns = bigtext_columns(line[k].word, size, ascii);
        if (columns > widest) widest = columns;
    }
    return widest + percent / PERCENT + percent;
}

void pane_train_big(Canvas *c, const TrainLook *look) {
    BigLine line[LINES];
    int w = canvas_width(c), count = choose(look, line), y = 1;
    BigSize size = size_of(look->state->cols, c->ascii);
    int x = canvas_text(c, 0, 0, style_plain(ROLE_TEXT), "After “");
    x += canvas_text(c, 0, x, style_plain(ROLE_ACCENT), train_look_word(look, look->text.ids[look->n - 1]));
    canvas_text(c, 0, x, style_plain(ROLE_TEXT), "” comes");
    for (int k = 0; k < count && y < canvas_height(c); k++, y += bigtext_rows(size, c->ascii) + GAP) {
        char percent[8];
        Style s = style_bold(style_plain(line[k].role));
        snprintf(percent, sizeof percent, "%.0f%%", 100 * line[k].share);
        int columns = bigtext_columns(percent, size, c->ascii);
        bigtext_draw(c, y, 0, w - columns, s, size, line[k].word);
        bigtext_draw(c, y, w - columns, columns, s, size, percent);
    }
    if (count == 0) canvas_text(c, 1, 0, style_plain(ROLE_BAD), "its numbers are not finite");
}
