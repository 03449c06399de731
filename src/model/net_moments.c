// The states of a training, of a checkpoint's folder or of one that is going on, as what a model can be shown at.
#include "model/net_source_parts.h"

#include "base/mem.h"
#include "base/str.h"
#include "math/half.h"
#include "model/tokenizer_json.h"
#include "model/train_words.h"
#include "net/block.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const NetWeights *net_moments_weights(NetSource *ns, int moment) {
    bool kept = moment >= 0 && moment < ns->source.moments - 1;
    return kept ? past_weights(&ns->moments.past, moment) : &ns->model.checkpoint.weights;
}

void net_moments_stand(NetSource *ns, int moment) {
    Source *s = &ns->source;
    s->at = moment;
    if (moment >= 0) s->divisor = s->moment[moment].divisor;
}

void net_moments_free(NetSource *ns) {
    NetMoments *m = &ns->moments;
    past_free(&m->past);
    timeline_free(&m->line);
    free(m->moment);
    free(m->now);
    *m = (NetMoments){0};
}

// The kept states and behind them the model as it stands, which is not said twice.
static void list_moments(NetSource *ns, const Timeline *line) {
    NetMoments *m = &ns->moments;
    Source *s = &ns->source;
    int kept = m->past.states;
    while (kept > 0 && m->past.step[kept - 1] >= line->done) kept--;
    m->moment = mem_resize(m->moment, (size_t)kept + 1, sizeof *m->moment);
    for (int k = 0; k <= kept; k++) {
        int step = k < kept ? m->past.step[k] : line->done;
        Turn turn = timeline_levers(line, step);
        NetShape shape = k < kept ? line->shape : ns->model.checkpoint.weights.shape;
        if (k < kept) shape.divide = turn.divide;
        m->moment[k] = (SourceMoment){step, turn.mask, net_divisor(&shape, 0)};
    }
    s->moment = m->moment;
    s->moments = kept + 1;
    s->steps = line->recipe.steps;
    s->timeless = NULL;
}

// ---- of a folder

static bool same_shape(const NetShape *a, const NetShape *b) {
    return a->layers == b->layers && a->heads == b->heads && a->width == b->width && a->hidden == b->hidden &&
           a->positions == b->positions && a->vocabulary == b->vocabulary;
}

// Whether a state, if it is the last, is this model in half precision.
static bool is_state_of(const uint16_t *numbers, const NetWeights *w) {
    NetBlockPart p;
    for (int k = 0; net_block_part(&w->shape, k, &p); k++) {
        const float *at = net_weights_get(w, p.part, p.layer);
        for (size_t j = 0; j < p.count; j++) {
            if (half_from_float(at[j]) != numbers[p.offset + j]) return false;
        }
    }
    return true;
}

static bool open_line(NetSource *ns, const char *folder, Error *err) {
    Timeline *line = &ns->moments.line;
    const NetWeights *w = &ns->model.checkpoint.weights;
    Words words;
    words_init(&words);
    bool ok = timeline_open(line, &words, folder, err);
    words_free(&words);
    if (!ok) return false;
    bool own = same_shape(&line->shape, &w->shape) && line->states > 0 && line->step[0] == 0;
    int last = line->states - 1;
    if (own && line->step[last] == line->done)
        own = is_state_of(line->numbers + (size_t)last * line->count, w);
    return own || error_set(err, "%s/timeline.safetensors is of another model", folder);
}

void net_moments_open(NetSource *ns, const char *folder) {
    NetMoments *m = &ns->moments;
    Source *s = &ns->source;
    Str path = {0};
    str_printf(&path, "%s/timeline.safetensors", folder);
    bool there = access(str_text(&path), F_OK) == 0;
    str_free(&path);
    s->timeless = m->trouble.text;
    if (!there) {
        error_set(&m->trouble, "this model has no timeline: lookback train makes models that have one");
    } else if (open_line(ns, folder, &m->trouble)) {
        past_view(&m->past, &m->line);
        list_moments(ns, &m->line);
    } else {
        timeline_free(&m->line);
    }
}

// ---- of a training

Source *net_source_of_training(const char *path, const WordSet *names, const WordSet *asking) {
    NetSource *ns = MEM_NEW(NetSource, 1);
    ns->source.of = ns;
    ns->source.path = path;
    ns->names = names, ns->asking = asking;
    return &ns->source;
}

static void open_language(Language *m, const Words *words) {
    Str json = {0};
    Error ignored; // the program's own words
    train_words_tokenizer(words, &json);
    m->has_tokenizer = tokenizer_json_parse(&m->tokenizer, str_text(&json), json.len, &ignored);
    m->bos = WORDS_BOS;
    m->bos_first = m->tokenizer.bos_first;
    blas_open(&m->blas, 1);
    str_free(&json);
}

void net_source_take(Source *s, const NetTraining *t) {
    NetSource *ns = s->of;
    NetMoments *m = &ns->moments;
    NetWeights *w = &ns->model.checkpoint.weights;
    NetBlockPart p;
    const NetShape *shape = &t->weights->shape;
    if (!ns->model.has_tokenizer) open_language(&ns->model, t->words);
    net_source_forget(ns);
    net_weights_free(w);
    free(m->now);
    m->now = MEM_NEW(float, net_block_count(shape));
    net_weights_init(w, shape);
    net_block_view(m->now, w);
    for (int k = 0; net_block_part(shape, k, &p); k++)
        memcpy(m->now + p.offset, net_weights_get(t->weights, p.part, p.layer), p.count * sizeof *m->now);
    w->shape.divide = timeline_levers(t->line, t->line->done).divide;
    ns->model.checkpoint.config.shape = w->shape;
    net_source_describe(ns);
    past_view_states(&m->past, t->line, t->moments, t->step, t->numbers);
    list_moments(ns, t->line);
}
