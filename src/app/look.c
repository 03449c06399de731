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

bool look_row(const Look *look, int query, AttentionRow *out, Error *err) {
    if (look->source) return source_row(look->source, &look->at, query, out, err);
    attention_row(out, look->rule, look->tokens, query, look->params);
    return true;
}

double look_heat(const Look *look, double weight) {
    return look->log ? 1 + log10(weight > 1e-4 ? weight : 1e-4) / 4 : weight;
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
    attention_row(&look->before, look->rule, same ? look->tokens : &other, query, params);
    look->has_before = true;
    tokens_free(&other);
}

// The same query of the source before the last toggle.
static void init_source_before(Look *look, const State *s) {
    SourceView then = look->at;
    Error ignored;
    then.mask = s->before.mask;
    then.hide_first = s->before.bos;
    then.divisor = !s->before.divide ? 1 : s->before.divisor > 0 ? s->before.divisor : look->source->divisor;
    look->has_before = source_row(look->source, &then, look->query, &look->before, &ignored);
}

static bool init_source(Look *look, const State *s, const World *w) {
    const OpenView *o = &s->scene.open;
    Source *src = w->library.source;
    look->source = src;
    look->at = scene_source_view(&s->scene, &w->library);
    look->params = (AttentionParams){.mask = o->mask, .divisor = look->at.divisor};
    look->tokens = src->tokens;
    look->query_tokens = src->query_tokens;
    look->queries = src->queries, look->first = src->first;
    look->query = o->query, look->key = o->key;
    look->log = o->log;
    look->failed = !source_row(src, &look->at, o->query, &look->row, &look->error);
    if (s->has_before) init_source_before(look, s);
    return true;
}

bool look_init(Look *look, const State *s, const World *w, Error *err) {
    *look = (Look){.bos = s->scene.bos, .params = scene_params(&s->scene)};
    if (s->scene.screen >= SCREEN_OPEN) {
        look->bos = false;
        return source_open_batch(w->library.source, s->scene.open.batch, err) && init_source(look, s, w);
    }
    look->rule = &RULES[s->scene.head];
    if (!split_text(&s->scene, w, s->scene.bos, &look->own, err)) return false;
    look->tokens = &look->own;
    look->queries = look->own.n;
    look->query = s->scene.query, look->key = s->scene.key;
    attention_row(&look->row, look->rule, look->tokens, look->query, look->params);
    if (s->has_before) init_before(look, s, w);
    return true;
}

void look_free(Look *look) {
    attention_row_free(&look->row);
    attention_row_free(&look->before);
    tokens_free(&look->own);
}

double look_before(const Look *look, int j) {
    int k = j - look->shift;
    return look->has_before && k >= 0 && k < look->before.n ? look->before.weight[k] : NAN;
}

// Blanks of a model's tokens are part of them.
static void show_spaces(Str *text, size_t from, bool ascii) {
    Str shown = {0};
    for (size_t k = from; k < text->len; k++) {
        if (text->s[k] == ' ') str_puts(&shown, ascii ? "_" : "␣");
        else str_putc(&shown, text->s[k]);
    }
    text->len = from;
    str_add(text, str_text(&shown), shown.len);
    str_free(&shown);
}

static void show_token(const Tokens *t, int i, bool measured, bool ascii, Str *out) {
    int len;
    const char *bytes = tokens_text(t, i, &len);
    size_t before = out->len;
    text_display(out, bytes, (size_t)len, ascii);
    if (out->len > before) {
        if (measured) show_spaces(out, before, ascii);
        return;
    }
    if (len == 0) str_puts(out, ascii ? "''" : "∅");
    else str_printf(out, "\\u%04x", (unsigned)text_decode(bytes, (size_t)len, &len)); // nothing to be seen
}

void look_token(const Look *look, int i, bool ascii, Str *out) {
    if (look->bos && i == 0) str_puts(out, ascii ? "<BOS>" : "⟨BOS⟩");
    else show_token(look->tokens, i, look->source != NULL, ascii, out);
}

void look_query(const Look *look, int i, bool ascii, Str *out) {
    if (look->query_tokens) show_token(look->query_tokens, i, true, ascii, out);
    else look_token(look, i, ascii, out);
}

// “token” at i; numbered tokens are `token i`.
static void name_token(const Look *look, int i, bool query, bool ascii, Str *out) {
    if (look->source && !look->source->named) {
        str_printf(out, "token %d", i);
        return;
    }
    str_puts(out, ascii ? "\"" : "“");
    if (query) look_query(look, i, ascii, out);
    else look_token(look, i, ascii, out);
    str_printf(out, "%s at %d", ascii ? "\"" : "”", i);
}

// Where the key stands among those the query may look at, by weight: 1 is the strongest.
static int rank_of(const AttentionRow *row, int key) {
    int rank = 1;
    for (int j = 0; j < row->visible; j++) rank += row->weight[j] > row->weight[key];
    return rank;
}

void look_sentence(const Look *look, const AttentionRow *row, int key, bool hidden, bool ascii, Str *out) {
    name_token(look, row->query, true, ascii, out);
    if (key >= row->visible) {
        str_puts(out, " may not look ahead to ");
        name_token(look, key, false, ascii, out);
        return;
    }
    double percent = 100 * row->weight[key];
    bool left_out = row->hides && key == 0;
    if (hidden) str_puts(out, ascii ? ": is it " : " … is it ");
    else if (left_out) str_printf(out, " gave %.0f %%, now left out, to ", 100 * row->hidden);
    else if (isnan(percent)) str_puts(out, " gives n/a to ");
    else if (percent > 0 && percent < 0.5) str_puts(out, " gives under 1 % to ");
    else str_printf(out, " gives %.0f %% to ", percent);
    if (key == row->query && !look->query_tokens) str_puts(out, "itself");
    else name_token(look, key, false, ascii, out);
    if (hidden) str_puts(out, "? Enter says yes");
    if (look->source && !hidden && !left_out && !isnan(percent)) {
        str_printf(out, " (%.4g, %d of %d)", row->weight[key], rank_of(row, key), row->visible);
    }
}
