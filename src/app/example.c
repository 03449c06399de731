#include "app/example.h"

#include "app/hit.h"
#include "attn/worked_words.h"
#include "base/int.h"
#include "base/text.h"

#include <stdio.h>

enum { TOKEN_GAP = 3, TOKEN_CUT = 10 }; // TOKEN_CUT: columns of a token where not all have room

void example_token(Str *out, const Worked *w, int i, bool ascii) {
    text_display(out, w->token[i].bytes, (size_t)w->token[i].len, ascii);
}

void example_token_short(Str *out, const Worked *w, int i, bool ascii) {
    enum { MOST = 16 };
    Str text = {0};
    example_token(&text, w, i, ascii);
    const char *s = str_text(&text);
    bool cut = text_columns(s) > MOST;
    int columns = 0, used = 0;
    for (size_t at = 0; at < text.len; at += (size_t)used) {
        uint32_t rune = text_decode(s + at, text.len - at, &used);
        columns += text_width(rune);
        if (cut && columns >= MOST) break;
        str_add(out, s + at, (size_t)used);
    }
    if (cut) str_puts(out, ascii ? "~" : "…");
    str_free(&text);
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
    int all = 0;
    for (int i = 0; i < w->n; i++) all += token_columns(w, i, c->ascii) + TOKEN_GAP;
    int most = x + all - TOKEN_GAP < canvas_width(c) ? canvas_width(c) : TOKEN_CUT;
    int first = chosen, room = canvas_width(c) - x - int_least(token_columns(w, chosen, c->ascii), most) - 1;
    for (; first > 0; first--) {
        room -= int_least(token_columns(w, first - 1, c->ascii), most) + TOKEN_GAP;
        if (room < 0) break;
    }
    for (int i = first; i < w->n && x < canvas_width(c); i++) {
        Style s = style_plain(i == chosen ? ROLE_ACCENT : ROLE_DIM);
        if (i == chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        Str text = {0};
        example_token(&text, w, i, c->ascii);
        canvas_mean(c, (Hit){HIT_TOKEN, i, 0});
        x += canvas_text_within(c, y, x, int_least(canvas_width(c) - x, most), s, str_text(&text)) + TOKEN_GAP;
        canvas_mean(c, (Hit){0});
        str_free(&text);
    }
}

void example_number(Canvas *c, int y, int end, int columns, Style s, double value) {
    Str text = {0};
    worked_words_within(&text, value, columns, c->ascii);
    canvas_text(c, y, end - text_columns(str_text(&text)), s, str_text(&text));
    str_free(&text);
}
