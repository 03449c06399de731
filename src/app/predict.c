#include "app/predict.h"

#include "base/text.h"

static unsigned wants_of(const State *s) {
    static const unsigned WANTS[PREDICT_PAGES] = {
        [PREDICT_NEXT] = READ_NEXT | READ_LOSSES | READ_MOVED,
        [PREDICT_DIRECT] = READ_NEXT | READ_DIRECT,
        [PREDICT_LENS] = READ_NEXT | READ_LENS,
        [PREDICT_LOSS] = READ_NEXT | READ_LOSSES,
    };
    PredictPage page = s->scene.open.page;
    return WANTS[page] | (page == PREDICT_NEXT && s->rows >= PREDICT_TALL ? READ_DIRECT : 0);
}

NetReading *predict_reading(const Scene *s, const World *w) {
    Source *src = scene_opened(s, &w->library);
    SourceView v = scene_source_view(s, &w->library);
    Error ignored;
    if (!src || !net_source_is(src) || !source_follow(src, &v, &ignored) || !src->ready) return NULL;
    NetReading *r = net_source_reading(src);
    ReadingAt at = {.position = s->open.query, .choices = s->open.chosen};
    for (int k = 0; k < at.choices; k++) at.choice[k] = s->open.choice[k];
    net_reading_stand(r, &at);
    return r;
}

bool predict_wanted(const State *s, const World *w) {
    const NetReading *r = s->scene.screen == SCREEN_PREDICT ? predict_reading(&s->scene, w) : NULL;
    return r && net_reading_wants(r, wants_of(s));
}

void predict_step(const State *s, const World *w) {
    net_reading_step(predict_reading(&s->scene, w), wants_of(s));
}

void predict_token(const Source *src, int id, bool ascii, Str *out) {
    const Language *m = net_source_language(src);
    Str text = {0};
    if (m->has_tokenizer) tokenizer_text(&m->tokenizer, id, &text);
    else str_printf(&text, "[%d]", id);
    const char *bytes = str_text(&text);
    size_t len = text.len;
    for (; len > 0 && *bytes == ' '; bytes++, len--) str_puts(out, ascii ? "_" : "␣");
    text_display(out, bytes, len, ascii);
    str_free(&text);
}

static void put(Str *out, size_t start, const char *text) {
    if (out->len > start) str_puts(out, ", ");
    str_puts(out, text);
}

void predict_levers(const Scene *s, Str *out) {
    const OpenView *o = &s->open;
    size_t start = out->len;
    if (o->bos) put(out, start, "⟨BOS⟩ in front");
    if (o->whole && !o->mask) put(out, start, "no mask");
    if (o->whole && !o->divide) put(out, start, "÷1");
    else if (o->whole && o->divisor > 0) put(out, start, ""), str_printf(out, "÷%.4g", o->divisor);
    for (int k = 0; k < o->cuts; k++) {
        const SourceCut *c = &o->cut[k];
        if (c->kind == CUT_EDGE && !o->whole) continue;
        put(out, start, "");
        str_printf(out, "%d.%d ", c->layer, c->head);
        if (c->kind == CUT_EDGE) str_printf(out, "without %d→%d", c->query, c->key);
        else str_puts(out, c->kind == CUT_MEAN ? "at its mean" : "at zero");
    }
    if (out->len == start) str_puts(out, o->past ? "the model as it was" : "the model as it is");
}
