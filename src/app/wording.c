#include "app/wording.h"

#include "attn/merge.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static bool is_of(const Wording *wording, const Scene *s, bool ascii) {
    if (!wording->form || wording->ascii != ascii || wording->sentence != s->sentence) return false;
    size_t len = (size_t)s->text_len;
    return s->sentence >= 0 || (wording->text.len == len && memcmp(str_text(&wording->text), s->text, len) == 0);
}

// A model's tokens are told apart by their blanks.
static void show_blanks(Str *forms, const char *bytes, int len, bool ascii) {
    while (len > 0 && *bytes == ' ') {
        str_puts(forms, ascii ? "_" : "␣");
        bytes++, len--;
    }
    text_display(forms, bytes, (size_t)len, ascii);
}

static void add_form(Wording *wording, const Tokens *tokens, int i, bool bos) {
    Str *forms = &wording->forms;
    size_t start = forms->len;
    int len;
    const char *bytes = tokens_text(tokens, i, &len);
    if (bos && i == 0) str_puts(forms, wording->ascii ? "<BOS>" : "⟨BOS⟩");
    else if (wording->source) show_blanks(forms, bytes, len, wording->ascii);
    else text_display(forms, bytes, (size_t)len, wording->ascii);
    // nothing to be seen
    if (forms->len == start && len == 0) str_puts(forms, "''");
    else if (forms->len == start) str_printf(forms, "\\u%04x", (unsigned)text_decode(bytes, (size_t)len, &(int){0}));
    int columns = text_columns(forms->s + start);
    str_putc(forms, '\0');
    wording->form[i] = (WordingForm){(int)start, columns, wording->source && merge_is_special(bytes, len)};
    if (columns > wording->widest) wording->widest = columns;
    wording->signs = wording->signs || wording->form[i].special;
}

static void add_forms(Wording *wording, const Tokens *tokens, bool bos) {
    wording->form = MEM_NEW(WordingForm, (size_t)tokens->n);
    wording->arc = MEM_NEW(ArcToken, (size_t)tokens->n + 1);
    for (int i = 0; i < tokens->n; i++) add_form(wording, tokens, i, bos);
    wording->arc[0] = (ArcToken){"", WORDING_BOS, 0};
    for (int i = 0; i < tokens->n; i++)
        wording->arc[i + 1] = (ArcToken){wording_form(wording, i), wording->form[i].columns, wording_mark(wording, i)};
}

const Wording *wording_of(const World *w, const Scene *s, bool bos, bool ascii, Error *err) {
    Wording *wording = &w->wording[bos];
    if (is_of(wording, s, ascii)) return wording;
    wording_free(wording);
    const Corpus *c = &w->library.corpus;
    bool own = s->sentence < 0;
    const char *text = own ? s->text : c->sentence[s->sentence].text;
    size_t len = own ? (size_t)s->text_len : strlen(text);
    if (!tokens_split(&wording->tokens, text, len, bos, &c->names, &c->asking, err)) return NULL;
    wording->ascii = ascii;
    wording->sentence = s->sentence;
    if (own) str_add(&wording->text, text, len);
    add_forms(wording, &wording->tokens, bos);
    return wording;
}

const Wording *wording_of_source(const World *w, const Source *src, bool queries, bool ascii) {
    Wording *wording = &w->wording[queries ? WORDING_QUERIES : WORDING_KEYS];
    const Tokens *tokens = queries ? src->query_tokens : src->tokens;
    bool same = wording->source == src && wording->batch == src->batch && wording->version == src->version &&
                wording->ascii == ascii;
    if (wording->form && same) return wording;
    wording_free(wording);
    wording->source = src;
    wording->batch = src->batch;
    wording->version = src->version;
    wording->ascii = ascii;
    add_forms(wording, tokens, false);
    return wording;
}

void wording_free(Wording *wording) {
    tokens_free(&wording->tokens);
    free(wording->form);
    free(wording->arc);
    str_free(&wording->forms);
    str_free(&wording->text);
    *wording = (Wording){0};
}

const char *wording_form(const Wording *wording, int i) {
    return wording->forms.s + wording->form[i].start;
}

int wording_legend(Canvas *c, bool signs, int y, int x) {
    static const char *const WORDS[] = {"   special token", "  special"};
    Style style = style_plain(ROLE_DIM);
    style.attr = ATTR_UNDERLINE;
    for (int k = 0; signs && k < 2; k++) {
        int gap = 3 - k, columns = (int)strlen(WORDS[k]);
        if (x + columns <= canvas_width(c)) return gap + canvas_text(c, y, x + gap, style, WORDS[k] + gap);
    }
    return 0;
}

uint8_t wording_mark(const Wording *wording, int i) {
    return wording->form[i].special ? ATTR_UNDERLINE : 0;
}
