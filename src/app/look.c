#include "app/look.h"

#include <math.h>
#include <string.h>

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

bool look_init(Look *look, const State *s, const World *w, Error *err) {
    *look = (Look){.rule = &RULES[s->scene.head], .params = scene_params(&s->scene)};
    look->words = wording_of(w, &s->scene, s->scene.bos, s->ascii, err);
    if (!look->words) return false;
    look->tokens = &look->words->tokens;
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

// “token” at i
static void name_token(const Look *look, int i, bool ascii, Str *out) {
    str_puts(out, ascii ? "\"" : "“");
    str_puts(out, wording_form(look->words, i));
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
