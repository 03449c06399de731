#include "app/predict.h"

#include "base/text.h"

unsigned predict_wants(PredictPage page) {
    static const unsigned WANTS[PREDICT_PAGES] = {
        [PREDICT_NEXT] = READ_NEXT | READ_LOSSES | READ_MOVED,
        [PREDICT_DIRECT] = READ_NEXT | READ_DIRECT,
        [PREDICT_LENS] = READ_NEXT | READ_LENS,
        [PREDICT_LOSS] = READ_NEXT | READ_LOSSES,
    };
    return WANTS[page];
}

static unsigned wants_of(const State *s) {
    PredictPage page = s->scene.open.page;
    return predict_wants(page) | (page == PREDICT_NEXT && s->rows >= PREDICT_TALL ? READ_DIRECT : 0);
}

NetReading *predict_reading(const Scene *s, const World *w) {
    Source *src = scene_opened(s, &w->library);
    SourceView v = scene_source_view(s, &w->library);
    Error ignored;
    if (!src || !net_source_is(src) || !source_follow(src, &v, &ignored) || !src->ready) return NULL;
    NetReading *r = net_source_reading(src, &v);
    ReadingAt at = {.position = s->open.query, .choices = s->open.chosen};
    for (int k = 0; k < at.choices; k++) at.choice[k] = s->open.choice[k];
    net_reading_stand(r, &at);
    return r;
}

bool predict_wanted(const State *s, const World *w) {
    const NetReading *r = s->scene.screen == SCREEN_PREDICT ? predict_reading(&s->scene, w) : NULL;
    return r && net_reading_wants(r, wants_of(s));
}

bool predict_step(const State *s, const World *w, Error *err) {
    net_reading_step(predict_reading(&s->scene, w), wants_of(s));
    return predict_sound(&s->scene, w, err);
}

bool predict_sound(const Scene *s, const World *w, Error *err) {
    const NetReading *r = predict_reading(s, w);
    if (!r || !r->bad) return true;
    net_source_blame(scene_opened(s, &w->library), err);
    return false;
}

void predict_token(const Source *src, int id, bool ascii, Str *out) {
    const Language *m = net_source_language(src);
    Str text = {0};
    if (m->has_tokenizer)
        tokenizer_text(&m->tokenizer, id, &text);
    else
        str_printf(&text, "[%d]", id);
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

static bool has_usual(const OpenView *o, const Source *src) {
    return o->bos == scene_usual_bos(src) && o->mask && o->divide && !(o->divisor > 0);
}

// ⟨BOS⟩, mask and divisor, where they are not as usual.
static void put_three(Str *out, size_t start, const OpenView *o, const Source *src) {
    if (o->bos != scene_usual_bos(src)) put(out, start, o->bos ? "⟨BOS⟩ in front" : "no ⟨BOS⟩");
    if (!o->mask) put(out, start, "no mask");
    if (!o->divide)
        put(out, start, "÷1");
    else if (o->divisor > 0)
        put(out, start, ""), str_printf(out, "÷%.4g", o->divisor);
}

static void put_cut(Str *out, size_t start, const SourceCut *c) {
    put(out, start, "");
    str_printf(out, "%d.%d ", c->layer, c->head);
    if (c->kind == CUT_EDGE)
        str_printf(out, "without %d→%d", c->query, c->key);
    else
        str_puts(out, c->kind == CUT_MEAN ? "at its mean" : "at zero");
}

// Appends what levers change in the whole model: `÷1, 3.1 at zero`; nothing where they do not.
static void put_levers(const Scene *s, const Source *src, Str *out) {
    const OpenView *o = &s->open;
    size_t start = out->len;
    if (o->whole) put_three(out, start, o, src);
    for (int k = 0; k < o->cuts; k++) {
        if (o->cut[k].kind == CUT_EDGE ? o->whole : !o->cut[k].alone) put_cut(out, start, &o->cut[k]);
    }
}

void predict_levers_alone(const Scene *s, const Source *src, Str *out) {
    const OpenView *o = &s->open;
    size_t start = out->len;
    if (!o->whole && !has_usual(o, src)) {
        str_puts(out, "in this head alone: ");
        put_three(out, out->len, o, src);
    }
    for (int k = 0; k < o->cuts; k++) {
        const SourceCut *c = &o->cut[k];
        bool alone = c->kind == CUT_EDGE ? !o->whole : c->alone;
        if (!alone) continue;
        put_cut(out, start, c);
        str_puts(out, " alone");
    }
}

void predict_all_levers(const Scene *s, const Source *src, Str *out) {
    Str alone = {0};
    size_t start = out->len;
    put_levers(s, src, out);
    predict_levers_alone(s, src, &alone);
    if (alone.len) str_printf(out, "%s%s (W: in all)", out->len > start ? ", " : "", str_text(&alone));
    if (out->len == start) str_puts(out, s->open.past ? "the model as it was" : "the model as it is");
    str_free(&alone);
}
