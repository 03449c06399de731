#include "app/look.h"

#include <math.h>
#include <string.h>

bool look_row(const Look *look, int query, AttentionRow *out, Error *err) {
    if (look->source) return source_row(look->source, &look->at, query, out, err);
    attention_row(out, look->rule, look->tokens, query, look->params);
    return true;
}

bool look_masked(const Look *look, const AttentionRow *row, int key) {
    return key >= row->visible || (look->source && row->masked[key] == -INFINITY);
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
    Error ignored;
    const Wording *words = wording_of(w, &s->scene, then.bos, s->ascii, &ignored);
    if (!words) return;
    attention_row(&look->before, look->rule, &words->tokens, query, params);
    look->has_before = true;
}

// Whether a model's levers bear on more than the head looked at.
static bool is_changed(const SourceView *v) {
    bool changed = v->whole;
    for (int k = 0; k < v->cuts; k++) changed = changed || (v->cut[k].kind != CUT_EDGE && !v->cut[k].alone);
    return changed;
}

// The same query of the source before the last toggle.
static void init_source_before(Look *look, const State *s) {
    SourceView then = look->at;
    Error ignored;
    if (is_changed(&look->at)) { // the model as it is
        then.whole = false;
        then.cuts = 0;
        then.mask = true;
        then.divisor = source_divisor(look->source, then.past, then.step, then.at.layer);
        then.own = true;
    } else {
        then.mask = s->before.mask;
        then.hide_first = s->before.bos;
        then.own = s->before.divide && !(s->before.divisor > 0);
        then.divisor = then.own           ? source_divisor(look->source, then.past, then.step, then.at.layer)
                       : s->before.divide ? s->before.divisor
                                          : 1;
    }
    look->has_before = source_row(look->source, &then, look->query, &look->before, &ignored);
}

static bool init_source(Look *look, const State *s, const World *w, Error *err) {
    const OpenView *o = &s->scene.open;
    SourceView followed = scene_source_view(&s->scene, &w->library);
    if (!source_follow(scene_opened(&s->scene, &w->library), &followed, err)) return false;
    Source *src = scene_source(&s->scene, &w->library);
    SourceView at = scene_source_view(&s->scene, &w->library);
    if (!source_follow(src, &at, err)) return false;
    *look = (Look){
        .source = src,
        .at = at,
        .words = wording_of_source(w, src, false, s->ascii),
        .query_words = wording_of_source(w, src, src->query_tokens != NULL, s->ascii),
        .tokens = src->tokens,
        .crossed = src->query_tokens != NULL,
        .queries = src->queries,
        .first = src->first,
        .query = o->query,
        .key = o->key,
        .log = o->log,
        .params = {.mask = o->mask, .divisor = at.divisor},
    };
    look->failed = !source_row(src, &look->at, o->query, &look->row, &look->error);
    if (s->has_before || is_changed(&look->at)) init_source_before(look, s);
    return true;
}

bool look_init(Look *look, const State *s, const World *w, Error *err) {
    if (s->scene.screen >= SCREEN_OPEN) return init_source(look, s, w, err);
    *look = (Look){.rule = &RULES[s->scene.head], .params = scene_params(&s->scene)};
    look->words = look->query_words = wording_of(w, &s->scene, s->scene.bos, s->ascii, err);
    if (!look->words) return false;
    look->tokens = &look->words->tokens;
    look->queries = look->tokens->n;
    look->query = s->scene.query, look->key = s->scene.key;
    attention_row(&look->row, look->rule, look->tokens, s->scene.query, look->params);
    if (s->has_before) init_before(look, s, w);
    return true;
}

void look_free(Look *look) {
    attention_row_free(&look->row);
    attention_row_free(&look->before);
}

double look_before(const Look *look, int j) {
    int k = j - look->shift;
    return look->has_before && k >= 0 && k < look->before.n ? look->before.weight[k] : NAN;
}

// “token” at i; numbered tokens are `token i`.
static void name_token(const Look *look, const Wording *words, int i, bool ascii, Str *out) {
    if (look->source && !look->source->named) {
        str_printf(out, "token %d", i);
        return;
    }
    str_puts(out, ascii ? "\"" : "“");
    str_puts(out, wording_form(words, i));
    str_printf(out, "%s at %d", ascii ? "\"" : "”", i);
}

// Where the key stands among those the query may look at, by weight: 1 is the strongest.
static int rank_of(const AttentionRow *row, int key) {
    int rank = 1;
    for (int j = 0; j < row->visible; j++) rank += row->weight[j] > row->weight[key];
    return rank;
}

static void say_share(double percent, bool ascii, bool hidden, Str *out) {
    if (hidden) str_puts(out, ascii ? ": is it " : " … is it ");
    else if (isnan(percent)) str_puts(out, " gives n/a to ");
    else if (percent > 0 && percent < 0.5) str_puts(out, " gives under 1 % to ");
    else str_printf(out, " gives %.0f %% to ", percent);
}

void look_sentence(const Look *look, const AttentionRow *row, int key, bool hidden, bool ascii, Str *out) {
    name_token(look, look->query_words, row->query, ascii, out);
    if (key >= row->visible) {
        str_puts(out, " may not look ahead to ");
        name_token(look, look->words, key, ascii, out);
        return;
    }
    double weight = row->weight[key];
    bool left_out = row->hides && key == 0;
    if (left_out && isnan(row->hidden)) str_puts(out, " gave n/a, now left out, to ");
    else if (left_out) str_printf(out, " gave %.0f %%, now left out, to ", 100 * row->hidden);
    else say_share(100 * weight, ascii, hidden, out);
    if (key == row->query && !look->crossed) str_puts(out, "itself");
    else name_token(look, look->words, key, ascii, out);
    if (hidden) str_puts(out, "? Enter says yes");
    if (look->source && !left_out && !isnan(weight))
        str_printf(out, " (%.4g, %d of %d)", weight, rank_of(row, key), row->visible);
}
