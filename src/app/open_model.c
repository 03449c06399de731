// What a model's levers and texts do on the screens of a source.
#include "app/input.h"
#include "app/line.h"
#include "app/open_input.h"
#include "app/predict.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void say(State *s, const char *text) {
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, text);
}

static Source *opened(const State *s, const World *w) {
    return scene_opened(&s->scene, &w->library);
}

// ---- levers

static bool same_cut(const SourceCut *a, const SourceCut *b) {
    bool edge = a->kind == CUT_EDGE;
    return a->layer == b->layer && a->head == b->head && edge == (b->kind == CUT_EDGE) &&
           (!edge || (a->query == b->query && a->key == b->key));
}

static SourceCut *find_cut(OpenView *o, const SourceCut *cut) {
    for (int k = 0; k < o->cuts; k++) {
        if (same_cut(&o->cut[k], cut)) return &o->cut[k];
    }
    return NULL;
}

static void add_cut(State *s, SourceCut cut) {
    OpenView *o = &s->scene.open;
    if (o->cuts == SOURCE_CUTS_MAX)
        snprintf(s->note, sizeof s->note, "%d cuts are as many as there can be; R takes all back, u the last",
                 SOURCE_CUTS_MAX);
    else
        o->cut[o->cuts++] = cut;
}

static void remove_cut(OpenView *o, SourceCut *at) {
    long after = &o->cut[o->cuts] - at - 1;
    memmove(at, at + 1, (size_t)after * sizeof *at);
    o->cut[--o->cuts] = (SourceCut){0};
}

// Edges stay where they are in the text.
static void shift_all(OpenView *o, int by) {
    o->query += by;
    o->key += by;
    if (o->query < 0) o->query = 0;
    if (o->key < 0) o->key = 0;
    for (int k = o->cuts - 1; k >= 0; k--) {
        SourceCut *c = &o->cut[k];
        if (c->kind != CUT_EDGE) continue;
        c->query += by, c->key += by;
        if (c->query < 0 || c->key < 0) remove_cut(o, c);
    }
}

// ⟨BOS⟩ on or off, and the scope. A new scope bears on all that is changed: heads are cut out of the whole model, or of
// what is said alone.
static void set_reach(State *s, const World *w, bool bos, bool whole) {
    OpenView *o = &s->scene.open;
    const Source *src = opened(s, w);
    bool shown = scene_shows_bos(o, src);
    if (bos != o->bos || bos != scene_usual_bos(src)) open_leave_words(s, w), s->has_before = false;
    o->bos = bos;
    for (int k = 0; whole != o->whole && k < o->cuts; k++) {
        if (o->cut[k].kind != CUT_EDGE) o->cut[k].alone = !whole;
    }
    o->whole = whole;
    if (scene_shows_bos(o, src) != shown) shift_all(o, shown ? -1 : 1);
    open_follow(s, w);
}

void open_reach(State *s, const World *w) {
    Str alone = {0};
    if (s->scene.screen != SCREEN_PREDICT) return;
    predict_levers_alone(&s->scene, opened(s, w), &alone);
    if (alone.len == 0) set_reach(s, w, s->scene.open.bos, true);
    str_free(&alone);
}

// Not, zero, mean, not …
static void knock_out(State *s, const World *w) {
    open_reach(s, w);
    OpenView *o = &s->scene.open;
    SourceCut cut = {.kind = CUT_ZERO, .layer = o->layer, .head = o->head, .alone = !o->whole};
    SourceCut *at = find_cut(o, &cut);
    if (!at)
        add_cut(s, cut);
    else if (at->kind == CUT_ZERO)
        at->kind = CUT_MEAN;
    else
        remove_cut(o, at);
}

static void cut_edge(State *s) {
    OpenView *o = &s->scene.open;
    SourceCut cut = {.kind = CUT_EDGE, .layer = o->layer, .head = o->head, .query = o->query, .key = o->key};
    SourceCut *at = find_cut(o, &cut);
    if (!at)
        add_cut(s, cut);
    else
        remove_cut(o, at);
}

static void toggle_bos(State *s, const World *w) {
    Source *src = opened(s, w);
    OpenView *o = &s->scene.open;
    Error err;
    if (!o->bos && !src->allows_bos(src, o->batch, &err)) {
        say(s, err.text);
        return;
    }
    s->idle = false;
    open_reach(s, w);
    set_reach(s, w, !o->bos, o->whole);
}

static void make_plain(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    set_reach(s, w, scene_usual_bos(opened(s, w)), false);
    o->mask = o->divide = true;
    o->divisor = 0;
    o->cuts = 0;
    o->hide_first = false;
    memset(o->cut, 0, sizeof o->cut);
    s->has_before = false;
}

void open_ask(State *s, Asked what, const char *line) {
    line_set(&s->line, line, (int)strlen(line));
    s->asked = what;
    s->recalled = 0;
    s->overlay = OVERLAY_INPUT;
}

// To another state of the model's training. Text, query, levers and cuts stay.
static void move_in_time(State *s, const World *w, int by) {
    const Source *src = opened(s, w);
    OpenView *o = &s->scene.open;
    if (src->moments == 0) {
        say(s, src->timeless);
        return;
    }
    int last = src->moments - 1, k = source_moment(src, o->past, o->step) + by;
    if (k < 0 || k > last) {
        say(s, k < 0 ? "this is the noise it began with" : "this is the model as it stands");
        return;
    }
    o->past = k < last;
    o->step = o->past ? src->moment[k].step : 0;
    s->has_before = false;
    open_follow(s, w);
}

bool open_model_act(State *s, const World *w, ActionId action) {
    bool model = opened(s, w)->follow;
    if (action == ACTION_BOS && !model) return false;
    switch (action) {
    case ACTION_MODEL_SCOPE:
    case ACTION_MODEL_KNOCK:
    case ACTION_MODEL_EDGE:
    case ACTION_MODEL_VALUES:
    case ACTION_MODEL_PLAIN:
    case ACTION_MODEL_PREDICT:
    case ACTION_MODEL_TRACE:
    case ACTION_MODEL_CHOOSE:
    case ACTION_MOMENT_BACK:
    case ACTION_MOMENT_ON:
    case ACTION_EDIT:
    case ACTION_BOS: break;
    default: return false;
    }
    if (action == ACTION_MODEL_VALUES && !model) {
        if (opened(s, w)->norms) s->scene.open.weigh = !s->scene.open.weigh;
        else say(s, "the dump holds no norms of v");
        return true;
    }
    if (!model) {
        say(s, "only a model can be changed: lookback model DIR");
        return true;
    }
    s->idle = false;
    switch (action) {
    case ACTION_MODEL_SCOPE: set_reach(s, w, s->scene.open.bos, !s->scene.open.whole); break;
    case ACTION_MODEL_KNOCK: knock_out(s, w); break;
    case ACTION_MODEL_EDGE: open_leave_words(s, w), cut_edge(s); break;
    case ACTION_MODEL_VALUES: s->scene.open.weigh = !s->scene.open.weigh; break;
    case ACTION_MODEL_PLAIN: make_plain(s, w); break;
    case ACTION_MODEL_PREDICT: open_leave_words(s, w), s->scene.screen = SCREEN_PREDICT; break;
    case ACTION_MODEL_TRACE: open_trace_enter(s, w); break;
    case ACTION_MODEL_CHOOSE: open_ask(s, ASKED_TOKENS, ""); break;
    case ACTION_MOMENT_BACK: move_in_time(s, w, -1); break;
    case ACTION_MOMENT_ON: move_in_time(s, w, 1); break;
    case ACTION_EDIT: input_open(s, w); break;
    default: toggle_bos(s, w); break;
    }
    return true;
}

// ---- what is typed

void open_text(const State *s, const World *w, Line *line) {
    const Source *src = opened(s, w);
    bool fits = !src->of_ids && src->text_len <= LINE_MAX_BYTES;
    line_set(line, src->text, fits ? (int)src->text_len : 0);
}

static bool accept_divisor(State *s, const World *w, Error *err) {
    OpenView was = s->scene.open;
    open_reach(s, w);
    if (!input_take_setting(s, w, "divisor", err)) {
        s->scene.open = was;
        return false;
    }
    s->before = (Levers){.mask = was.mask, .bos = was.hide_first, .divide = was.divide, .divisor = was.divisor};
    s->has_before = true;
    s->idle = false;
    return true;
}

// Looks at another text; what belonged to places in the last one is gone.
static bool open_batch(State *s, const World *w, int batch, Error *err) {
    OpenView *o = &s->scene.open;
    Source *src = opened(s, w);
    if (o->bos && !src->allows_bos(src, batch, err)) return false;
    open_leave_words(s, w);
    bool usual = o->bos == scene_usual_bos(src);
    o->batch = batch;
    for (int k = o->cuts - 1; k >= 0; k--) {
        if (o->cut[k].kind == CUT_EDGE) remove_cut(o, &o->cut[k]);
    }
    s->has_before = s->idle = false;
    open_follow(s, w);
    if (usual && o->bos != scene_usual_bos(src)) o->bos = !o->bos, open_follow(s, w); // of ids or not
    open_prepare(s, w);
    return true;
}

void open_next_text(State *s, const World *w) {
    Error err;
    int texts = opened(s, w)->batches;
    if (texts < 2)
        say(s, "no other text was typed yet: e");
    else if (!open_batch(s, w, (s->scene.open.batch + 1) % texts, &err))
        say(s, err.text);
}

bool open_accept(State *s, const World *w, Error *err) {
    Source *src = opened(s, w);
    if (s->asked == ASKED_TOKENS) return input_take_setting(s, w, "tokens", err);
    if (s->asked == ASKED_DIVISOR) return accept_divisor(s, w, err);
    int batch = src->add_text(src, s->line.bytes, (size_t)s->line.len, err);
    return batch >= 0 && open_batch(s, w, batch, err);
}
