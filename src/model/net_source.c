#include "model/net_source.h"

#include "attn/merge.h"
#include "base/mem.h"
#include "model/net_source_parts.h"
#include "net/pattern.h"
#include "net/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TEXTS_MOST = 4096 };

static NetSource *own(Source *s) {
    return s->of;
}

static const NetShape *shape_of(const NetSource *ns) {
    return &ns->model.checkpoint.config.shape;
}

// ---- texts

static bool check_ids(const NetSource *ns, const Ids *ids, bool bos, Error *err) {
    const NetShape *s = shape_of(ns);
    int count = ids->count + bos;
    if (ids->count < 1) return error_set(err, "the text has no token");
    if (count > s->positions) {
        return error_set(err, "the text has %d tokens%s; this model reads at most %d (n_positions)", count,
                         bos ? " with ⟨BOS⟩" : "", s->positions);
    }
    for (int i = 0; i < ids->count; i++) {
        if (ids->at[i] >= 0 && ids->at[i] < s->vocabulary) continue;
        return error_set(err, "token %d has the id %d; the model's vocabulary is 0 to %d", i, ids->at[i],
                         s->vocabulary - 1);
    }
    return true;
}

// Takes the ids over; frees them if they cannot be read.
static int add_passage(NetSource *ns, const char *bytes, size_t len, bool of_ids, Ids ids, Error *err) {
    bool ok = check_ids(ns, &ids, false, err);
    if (ok && ns->passages == TEXTS_MOST) ok = error_set(err, "%d texts were looked at; no more are kept", TEXTS_MOST);
    if (!ok) {
        ids_free(&ids);
        return -1;
    }
    ns->passage = mem_resize(ns->passage, (size_t)ns->passages + 1, sizeof *ns->passage);
    ns->passage[ns->passages] = (Passage){mem_text(bytes, len), len, of_ids, ids};
    ns->source.batches = ++ns->passages;
    return ns->passages - 1;
}

static int add_text(Source *s, const char *bytes, size_t len, Error *err) {
    NetSource *ns = own(s);
    Ids ids = {0};
    for (int k = 0; k < ns->passages; k++) {
        const Passage *p = &ns->passage[k];
        if (!p->of_ids && p->len == len && memcmp(p->bytes, bytes, len) == 0) return k;
    }
    if (language_encode(&ns->model, bytes, len, false, &ids, err)) return add_passage(ns, bytes, len, false, ids, err);
    ids_free(&ids);
    return -1;
}

static int add_ids(NetSource *ns, Ids ids, Error *err) {
    Str list = {0};
    for (int i = 0; i < ids.count; i++) str_printf(&list, "%s%d", i ? " " : "", ids.at[i]);
    int at = add_passage(ns, str_text(&list), list.len, true, ids, err);
    str_free(&list);
    return at;
}

static bool allows_bos(Source *s, int batch, Error *err) {
    NetSource *ns = own(s);
    int bos = ns->model.bos;
    if (bos < 0 || bos >= shape_of(ns)->vocabulary) return error_set(err, "this model has no ⟨BOS⟩ token");
    return check_ids(ns, &ns->passage[batch].ids, true, err);
}

static int find_token(Source *s, const char *bytes, size_t len, Error *err) {
    const NetSource *ns = own(s);
    int vocabulary = shape_of(ns)->vocabulary, id = -1;
    while (len > 0 && *bytes == ' ' && ns->model.has_tokenizer && ns->model.tokenizer.kind != TOKENIZER_BPE)
        bytes++, len--;
    if (ns->model.has_tokenizer) {
        id = tokenizer_find(&ns->model.tokenizer, bytes, len, err);
        if (id < 0) return -1;
    } else {
        Str word = {0};
        str_add(&word, bytes, len);
        char *end;
        long number = str_text(&word)[0] == '#' ? strtol(str_text(&word) + 1, &end, 10) : -1;
        if (number >= 0 && number < vocabulary && !*end && len > 1)
            id = (int)number;
        else
            error_set(err, "\"%.80s\": without a tokenizer a token is its id, like #17", str_text(&word));
        str_free(&word);
    }
    if (id < vocabulary) return id;
    error_set(err, "#%d: the model's vocabulary is 0 to %d", id, vocabulary - 1);
    return -1;
}

// ---- runs

static const NetRun *current(const NetSource *ns) {
    return ns->forks ? &ns->forked : &ns->base;
}

static bool is_finished(const NetRun *run) {
    return run->w && run->done == run->w->shape.layers;
}

// The run with what stands in front for heads alone.
static const NetRun *seen(const NetSource *ns, const NetRun *run) {
    return ns->front ? &ns->fronted[run == &ns->forked].run : run;
}

// What has to run now, in this order; NULL: nothing.
static NetRun *next_run(NetSource *ns) {
    NetRun *order[] = {&ns->fronted[0].lone, &ns->base, &ns->fronted[1].lone, ns->forks ? &ns->forked : NULL};
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        if (order[k] && order[k]->w && !is_finished(order[k])) return order[k];
    }
    return NULL;
}

static void give_up_fork(NetSource *ns) {
    ns->forks = false;
    net_front_free(&ns->fronted[1]);
}

// What follows from the runs starts over.
static void forget(NetSource *ns) {
    for (int k = 0; k < SOURCE_MARKS_MAX; k++) {
        free(ns->norms[k].norm);
        ns->norms[k] = (ValueNorms){0};
    }
    net_map_free(&ns->map);
    net_reading_free(&ns->reading);
    net_trace_free(&ns->trace);
    free(ns->source.active);
    ns->source.active = NULL;
    ns->source.map = (SourceMap){0};
}

// Passage `batch` as ids, to be freed.
Ids net_source_ids(const NetSource *ns, int batch, bool bos) {
    const Passage *p = &ns->passage[batch];
    Ids ids = {0};
    if (bos) ids_add(&ids, ns->model.bos);
    for (int i = 0; i < p->ids.count; i++) ids_add(&ids, p->ids.at[i]);
    return ids;
}

static bool open_passage(NetSource *ns, int batch, bool bos, int moment, Error *err) {
    Source *s = &ns->source;
    const Passage *p = &ns->passage[batch];
    NetLevers plain = net_levers();
    NetRun run;
    Ids ids = net_source_ids(ns, batch, bos);
    bool ok = net_run_start(&run, net_moments_weights(ns, moment), &ns->model.blas, ids.at, ids.count, &plain, err);
    if (ok) {
        forget(ns);
        give_up_fork(ns);
        net_run_free(&ns->forked);
        net_front_free(&ns->fronted[0]);
        net_run_inherit(&run, &ns->base);
        ns->base = run;
        ns->levers = plain;
        ns->bos = bos;
        ns->broken = false;
        net_moments_stand(ns, moment);
        s->text = p->bytes, s->text_len = p->len, s->of_ids = p->of_ids;
        s->batch = batch;
    }
    ids_free(&ids);
    return ok;
}

// The tokens on display: those that run, and what stands in front of them for heads alone.
static void show_tokens(NetSource *ns, bool front) {
    Source *s = &ns->source;
    Ids ids = {0};
    if (front) ids_add(&ids, ns->model.bos);
    for (int i = 0; i < ns->base.n; i++) ids_add(&ids, ns->base.ids[i]);
    forget(ns);
    ns->front = front;
    tokens_free(&ns->tokens);
    language_tokens(&ns->model, ids.at, ids.count, ns->names, ns->asking, &ns->tokens);
    ns->row = mem_resize(ns->row, (size_t)ids.count, sizeof *ns->row);
    s->keys = s->queries = ids.count;
    s->begins = ns->bos;
    s->version++;
    ids_free(&ids);
}

bool net_source_is_changed(const NetSource *ns, const NetLevers *a, const NetLevers *b) {
    return net_levers_first_change(a, b, shape_of(ns)->layers) < shape_of(ns)->layers;
}

// How far the runs are; when they are done they can be read.
static void describe(NetSource *ns) {
    Source *s = &ns->source;
    const NetRun *run = current(ns);
    NetLevers plain = net_levers();
    bool forks = net_source_is_changed(ns, &ns->levers, &plain);
    const NetRun *next = next_run(ns);
    s->ready = !next && forks == ns->forks;
    s->ran = next ? net_run_progress(next) : 1;
    if (s->ready && !ns->reading.moved) net_reading_start(&ns->reading, seen(ns, &ns->base), seen(ns, run));
}

// Lets ⟨BOS⟩ run alone where heads are to see it that have it not.
static bool follow_front(NetSource *ns, Error *err) {
    const NetRun *of[] = {&ns->base, &ns->forked};
    for (int k = 0; k < 1 + ns->forks; k++) {
        if (!ns->front) net_front_free(&ns->fronted[k]);
        else if (!ns->fronted[k].of && !net_front_start(&ns->fronted[k], of[k], ns->model.bos, err)) return false;
    }
    return true;
}

static bool follow(Source *s, const SourceView *v, Error *err) {
    NetSource *ns = own(s);
    int moment = source_moment(s, v->past, v->step);
    bool bos = net_source_runs_bos(ns, v), front = v->bos && !bos;
    bool opens = v->batch != s->batch || bos != ns->bos || moment != s->at || !ns->base.w;
    if (opens && !open_passage(ns, v->batch, bos, moment, err)) return false;
    if (opens || front != ns->front) show_tokens(ns, front);
    NetLevers levers = net_source_levers(v, ns->bos, false), plain = net_levers();
    if (net_source_is_changed(ns, &levers, &ns->levers)) {
        forget(ns);
        give_up_fork(ns);
        ns->levers = levers;
    }
    bool forks = net_source_is_changed(ns, &levers, &plain);
    if (!forks) net_run_free(&ns->forked);
    if (forks && !ns->forks && is_finished(&ns->base)) {
        NetRun run;
        net_run_fork(&run, &ns->base, &levers);
        net_run_inherit(&run, &ns->forked);
        ns->forked = run;
        ns->forks = true;
    }
    if (!follow_front(ns, err)) return false;
    describe(ns);
    return true;
}

// A layer that is not finite: the weight that is to blame, or the lever.
static bool fail(NetSource *ns, const NetRun *run, Error *err) {
    ns->broken = true;
    const Checkpoint *c = &ns->model.checkpoint;
    if (checkpoint_check_finite(c, run->bad_layer, &ns->trouble) && checkpoint_check_finite(c, -1, &ns->trouble))
        error_set(&ns->trouble, "%s: layer %d gives numbers that are not finite", ns->source.path, run->bad_layer);
    *err = ns->trouble;
    return false;
}

static bool advance(Source *s, Error *err) {
    NetSource *ns = own(s);
    NetRun *run = next_run(ns);
    if (!run) return true;
    if (ns->broken) return fail(ns, run, err);
    net_run_step(run);
    if (run->bad_layer >= 0) return fail(ns, run, err);
    for (int k = 0; k < 2; k++) {
        if (ns->fronted[k].of) net_front_meet(&ns->fronted[k]);
    }
    describe(ns);
    return true;
}

// ---- rows

// The run whose layer shows what the view asks for; NULL when it has not come that far.
static const NetRun *run_for(const NetSource *ns, const SourceView *v, int layer, Error *err) {
    NetLevers levers = net_source_levers(v, ns->bos, false), plain = net_levers();
    bool changed = net_source_is_changed(ns, &levers, &plain), here = !net_source_is_changed(ns, &levers, &ns->levers);
    const NetRun *run = !changed ? &ns->base : here && ns->forks ? &ns->forked : NULL;
    if (run) run = seen(ns, run);
    if (ns->broken)
        *err = ns->trouble;
    else if (!run || run->done <= layer)
        error_set(err, "the model runs: %.0f %%", 100 * ns->source.ran);
    else
        return run;
    return NULL;
}

static const float *value_norms(NetSource *ns, const NetRun *run, HeadAt at) {
    for (int k = 0; k < SOURCE_MARKS_MAX; k++) {
        const ValueNorms *v = &ns->norms[k];
        if (v->run == run && v->at.layer == at.layer && v->at.head == at.head) return v->norm;
    }
    ValueNorms *v = &ns->norms[ns->next_norms++ % SOURCE_MARKS_MAX];
    v->norm = mem_resize(v->norm, (size_t)run->n, sizeof *v->norm);
    v->run = run;
    v->at = at;
    net_value_norms(run, at.layer, at.head, v->norm);
    return v->norm;
}

// Weights times the norms of what they fetch, made to sum to 1.
static void weigh(const float *norm, AttentionRow *out) {
    double sum = 0;
    for (int j = 0; j < out->n; j++) sum += out->weight[j] *= (double)norm[j];
    for (int j = 0; sum > 0 && j < out->n; j++) out->weight[j] /= sum;
}

static bool row(Source *s, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err) {
    NetSource *ns = own(s);
    const NetRun *run = run_for(ns, v, at.layer, err);
    if (!run) return false;
    NetLevers levers = net_source_levers(v, ns->bos, true);
    double divisor = levers.divisor > 0 ? levers.divisor : net_divisor(&run->w->shape, at.layer);
    net_scores_row(run, at.layer, at.head, query, ns->row);
    for (int j = 0; j < out->n; j++) {
        out->score[j] = (double)ns->row[j];
        out->scaled[j] = out->score[j] / divisor;
    }
    net_weights_row(run, &levers, at.layer, at.head, query, ns->row);
    for (int j = 0; j < out->n; j++) out->weight[j] = (double)ns->row[j];
    if (v->weigh) weigh(value_norms(ns, run, at), out);
    return true;
}

static bool measure(Source *s, long numbers, Error *err) {
    NetSource *ns = own(s);
    if (!s->ready) return advance(s, err);
    NetMap *m = &ns->map;
    if (!m->run) {
        int n = ns->base.n, *kind = MEM_NEW(int, (size_t)n);
        for (int j = 0; j < n; j++) kind[j] = ns->tokens.kind[j + ns->front];
        net_map_start(m, current(ns), kind, ns->bos || (ns->model.bos >= 0 && ns->base.ids[0] == ns->model.bos));
        free(kind);
    }
    net_map_step(m, numbers);
    s->map = (SourceMap){&m->text, m->period, m->head, m->thumb, net_map_progress(m), net_map_done(m)};
    return true;
}

// ---- opening

void net_source_describe(NetSource *ns) {
    Source *s = &ns->source;
    const NetShape *shape = shape_of(ns);
    s->command = "model", s->kind = "model";
    s->norms = "‖v W_O‖";
    str_clear(&ns->about);
    str_printf(&ns->about, "GPT-2 with %d layers of %d heads, width %d, %d tokens; it reads at most %d at a time",
               shape->layers, shape->heads, shape->width, shape->vocabulary, shape->positions);
    s->about = str_text(&ns->about);
    s->layers = shape->layers, s->heads = shape->heads;
    s->width = shape->width / shape->heads;
    s->divisor = net_divisor(shape, 0);
    s->divisor_grows = shape->divide_by_layer;
    s->related = s->raw = s->causal = s->causal_known = true;
    s->named = ns->model.has_tokenizer;
    s->bos_first = ns->model.bos_first;
    s->tokens = &ns->tokens;
    s->batch = s->at = -1;
    s->row = row, s->measure = measure;
    s->follow = follow, s->advance = advance;
    s->add_text = add_text, s->allows_bos = allows_bos, s->find_token = find_token;
}

static bool begin_with(NetSource *ns, NetSourceText begin, Error *err) {
    Ids ids = {0};
    if (begin.ids)
        return language_read_ids(begin.ids, &ids, err) ? add_ids(ns, ids, err) >= 0
                                                       : (ids_free(&ids), error_prefix(err, "--ids: "));
    const char *text = begin.text;
    if (!text) language_usual(&ns->model, &ids, &text);
    if (!text) return add_ids(ns, ids, err) >= 0;
    ids_free(&ids);
    return add_text(&ns->source, text, strlen(text), err) >= 0;
}

Source *net_source_begin(const char *folder, NetSourceText begin, const WordSet *names, const WordSet *asking,
                         Error *err) {
    NetSource *ns = MEM_NEW(NetSource, 1);
    Source *s = &ns->source;
    s->of = ns;
    s->path = folder;
    ns->names = names, ns->asking = asking;
    ns->begin = begin;
    if (language_begin(&ns->model, folder, 0, err)) return s;
    net_source_free(s);
    return NULL;
}

bool net_source_load(Source *s, bool *more, Error *err) {
    NetSource *ns = own(s);
    if (!language_step(&ns->model, more, err)) return false;
    if (*more) return true;
    net_source_describe(ns);
    net_moments_open(ns, s->path);
    SourceView plain = {.mask = true, .divisor = s->divisor, .own = true};
    return begin_with(ns, ns->begin, err) && follow(s, &plain, err);
}

double net_source_loaded(const Source *s) {
    const Checkpoint *c = &((const NetSource *)s->of)->model.checkpoint;
    return (double)c->ready * sizeof(float) / (double)c->bytes;
}

Source *net_source_open(const char *folder, NetSourceText begin, const WordSet *names, const WordSet *asking,
                        Error *err) {
    Source *s = net_source_begin(folder, begin, names, asking, err);
    bool ok = s != NULL;
    for (bool more = true; ok && more;) ok = net_source_load(s, &more, err);
    if (ok) return s;
    net_source_free(s);
    return NULL;
}

// Nothing of a run is left, nor of what was read off it.
void net_source_forget(NetSource *ns) {
    forget(ns);
    give_up_fork(ns);
    net_run_free(&ns->forked);
    net_front_free(&ns->fronted[0]);
    net_run_free(&ns->base);
    net_apart_forget(ns);
    ns->broken = false;
    ns->source.ready = false;
}

void net_source_free(Source *s) {
    if (!s) return;
    NetSource *ns = own(s);
    net_source_forget(ns);
    merge_free(s->words);
    net_moments_free(ns);
    tokens_free(&ns->tokens);
    for (int k = 0; k < ns->passages; k++) {
        free(ns->passage[k].bytes);
        ids_free(&ns->passage[k].ids);
    }
    free(ns->passage);
    str_free(&ns->about);
    free(ns->row);
    language_free(&ns->model);
    free(ns);
}

bool net_source_is(const Source *s) {
    return s->row == row;
}

const Language *net_source_language(const Source *s) {
    return &((const NetSource *)s->of)->model;
}

const NetRun *net_source_base(const Source *s) {
    const NetSource *ns = s->of;
    return seen(ns, &ns->base);
}

const NetRun *net_source_run(const Source *s) {
    const NetSource *ns = s->of;
    return seen(ns, current(ns));
}

NetReading *net_source_reading(Source *s, const SourceView *v) {
    NetSource *ns = own(s);
    NetLevers alone = net_source_alone(v, ns->bos);
    net_reading_alone(&ns->reading, &alone, v->at.layer, v->at.head);
    return &ns->reading;
}

const NetTrace *net_source_trace(Source *s, const SourceView *v, int query, Error *err) {
    NetSource *ns = own(s);
    const NetRun *run = run_for(ns, v, v->at.layer, err);
    if (!run) return NULL;
    NetLevers levers = net_source_levers(v, ns->bos, true);
    net_trace_make(&ns->trace, run, &levers, v->at.layer, v->at.head, query);
    return &ns->trace;
}

void net_source_blame(const Source *s, Error *err) {
    const Checkpoint *c = &net_source_language(s)->checkpoint;
    if (checkpoint_check_finite(c, -1, err)) error_set(err, "%s: the logits are not finite", c->folder);
}
