#include "app/look.h"

#include "base/text.h"

#include <math.h>
#include <string.h>

// The tokens of the scene's text with or without ⟨BOS⟩.
static bool split_text(const Scene *s, const World *w, bool bos, Tokens *out, Error *err) {
    const Corpus *c = &w->library.corpus;
    bool own = s->sentence < 0;
    const char *text = own ? s->text : c->sentence[s->sentence].text;
    size_t len = own ? (size_t)s->text_len : strlen(text);
    return tokens_split(out, text, len, bos, &c->names, &c->asking, err);
}

static void init_before(Look *look, const State *s, const World *w) {
    Levers then = s->before;
    double divisor = !then.divide ? 1 : then.divisor > 0 ? then.divisor : sqrt(then.width);
    AttentionParams params = {.mask = then.mask, .divisor = divisor};
    look->shift = s->scene.bos - then.bos;
    int query = s->scene.query - look->shift;
    if (query < 0) return; // ⟨BOS⟩ itself was not there before
    Tokens other = {0};
    Error ignored;
    bool same = then.bos == s->scene.bos;
    if (!same && !split_text(&s->scene, w, then.bos, &other, &ignored)) return;
    attention_row(&look->before, look->rule, same ? &look->tokens : &other, query, params);
    look->has_before = true;
    tokens_free(&other);
}

bool look_init(Look *look, const State *s, const World *w, Error *err) {
    *look = (Look){.rule = &RULES[s->scene.head], .bos = s->scene.bos, .params = scene_params(&s->scene)};
    if (!split_text(&s->scene, w, s->scene.bos, &look->tokens, err)) return false;
    attention_row(&look->row, look->rule, &look->tokens, s->scene.query, look->params);
    if (s->has_before) init_before(look, s, w);
    return true;
}

void look_free(Look *look) {
    attention_row_free(&look->row);
    attention_row_free(&look->before);
    tokens_free(&look->tokens);
}

double look_before(const Look *look, int j) {
    int k = j - look->shift;
    return look->has_before && k >= 0 && k < look->before.n ? look->before.weight[k] : NAN;
}

void look_token(const Look *look, int i, bool ascii, Str *out) {
    if (look->bos && i == 0) {
        str_puts(out, ascii ? "<BOS>" : "⟨BOS⟩");
        return;
    }
    int len;
    const char *bytes = tokens_text(&look->tokens, i, &len);
    size_t before = out->len;
    text_display(out, bytes, (size_t)len, ascii);
    if (out->len == before) str_printf(out, "\\u%04x", (unsigned)text_decode(bytes, (size_t)len, &len)); // nothing to be seen
}

// “token” at i
static void name_token(const Look *look, int i, bool ascii, Str *out) {
    str_puts(out, ascii ? "\"" : "“");
    look_token(look, i, ascii, out);
    str_printf(out, "%s at %d", ascii ? "\"" : "”", i);
}

void look_sentence(const Look *look, const AttentionRow *row, int key, bool hidden, bool ascii, Str *out) {
    name_token(look, row->query, ascii, out);
    if (key >= row->visible) {
        str_puts(out, " may not look ahead to ");
        name_token(look, key, ascii, out);
        return;
    }
    double percent = 100 * row->weight[key];
    if (hidden) str_puts(out, ascii ? ": is it " : " … is it ");
    else if (isnan(percent)) str_puts(out, " gives n/a to ");
    else if (percent > 0 && percent < 0.5) str_puts(out, " gives under 1 % to ");
    else str_printf(out, " gives %.0f %% to ", percent);
    if (key == row->query) str_puts(out, "itself");
    else name_token(look, key, ascii, out);
    if (hidden) str_puts(out, "? Enter says yes");
}
