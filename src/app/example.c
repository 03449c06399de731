#include "app/example.h"

#include "app/hit.h"
#include "attn/worked_words.h"
#include "base/text.h"

#include <stdio.h>

enum { TOKEN_GAP = 3 };

void example_token(Str *out, const Worked *w, int i, bool ascii) {
    text_display(out, w->token[i].bytes, (size_t)w->token[i].len, ascii);
}

void example_text(Str *out, const Worked *w, bool ascii) {
    for (int i = 0; i < w->n; i++) {
        if (i > 0) str_putc(out, ' ');
        example_token(out, w, i, ascii);
    }
}

static int token_columns(const Worked *w, int i, bool ascii) {
    Str text = {0};
    example_token(&text, w, i, ascii);
    int columns = text_columns(str_text(&text));
    str_free(&text);
    return columns;
}

void example_tokens(Canvas *c, int y, int x, const Worked *w, int chosen) {
    int first = chosen, room = canvas_width(c) - x - token_columns(w, chosen, c->ascii) - 1;
    for (; first > 0; first--) {
        room -= token_columns(w, first - 1, c->ascii) + TOKEN_GAP;
        if (room < 0) break;
    }
    for (int i = first; i < w->n && x < canvas_width(c); i++) {
        Style s = style_of(i == chosen ? ROLE_ACCENT : ROLE_DIM, ROLE_PAPER);
        if (i == chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        Str text = {0};
        example_token(&text, w, i, c->ascii);
        canvas_mean(c, (Hit){HIT_TOKEN, (int16_t)i, 0});
        x += canvas_text_within(c, y, x, canvas_width(c) - x, s, str_text(&text)) + TOKEN_GAP;
        canvas_mean(c, (Hit){0});
        str_free(&text);
    }
}

void example_number(Canvas *c, int y, int end, Style s, double value) {
    Str text = {0};
    worked_words_number(&text, value, c->ascii);
    canvas_text(c, y, end - text_columns(str_text(&text)), s, str_text(&text));
    str_free(&text);
}
