#include "model/capture_source.h"

#include "attn/merge.h"
#include "base/mem.h"
#include "model/doctor.h"
#include "model/head_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert((int)HEAD_THUMB == (int)SOURCE_THUMB, "a head's small pattern is handed on as it is");

typedef struct CaptureSource {
    Source source; // first: a Source * is one of these
    Capture capture;
    HeadMap map;
    Doctor *doctor;
    Findings findings;
    double *norm; // [keys] of v, for the head norm_at of the batch norm_batch; NULL: none were read
    HeadAt norm_at;
    int norm_batch;
    Source *other; // whose tokens are shown where this one has none; NULL: nobody's
} CaptureSource;

static CaptureSource *own(Source *s) {
    return (CaptureSource *)s->of;
}

static const char *why_fixed(const Capture *c) {
    if (c->scores_raw) return NULL;
    if (c->scores.there) return "the file's scores are already divided and masked: that cannot be taken back";
    if (c->vectors_differ) return "the file's q and k do not give its weights, so nothing can be worked out from them";
    return "the file holds weights alone: without scores, mask and divisor cannot be changed";
}

// Measured: 1.5 ns for a float, and 6 for what is read as a double; a product of q and k takes 0.1 for each number, and
// its softmax 6.
static int cost_of(const Capture *c) {
    enum { DOUBLE = 4 };
    if (c->weights.there) return part_has_floats(&c->weights) ? 1 : DOUBLE;
    return c->scores.there ? DOUBLE : 2 * DOUBLE + c->width / 16;
}

static void describe(CaptureSource *cs) {
    Source *s = &cs->source;
    const Capture *c = &cs->capture;
    s->about = str_text(&c->guess);
    s->layers = c->layers, s->heads = c->heads, s->batches = c->batches;
    s->queries = c->queries, s->keys = c->keys;
    s->related = c->related;
    s->first = c->related ? c->offset : 0;
    s->raw = c->scores_raw;
    s->causal = c->causal == CAUSAL_YES;
    s->causal_known = c->causal != CAUSAL_UNKNOWN;
    s->divisor = c->divisor;
    s->norms = c->v_norms.there ? "‖v‖" : NULL;
    s->divisor_grows = c->divisor_grows;
    s->width = c->width;
    s->named = c->tokens_given > 0;
    s->tokens = &c->tokens;
    s->query_tokens = c->related ? NULL : &c->query_tokens;
    s->batch = c->batch;
    s->cost = cost_of(c);
    const Source *other = cs->other;
    if (other && !s->named && other->named) s->named = true, s->tokens = other->tokens, s->query_tokens = other->query_tokens;
}

void capture_source_borrow_tokens(Source *s, Source *other) {
    own(s)->other = other;
    describe(own(s));
}

static bool open_batch(Source *s, int batch, Error *err) {
    CaptureSource *cs = own(s);
    bool ok = (!cs->other || source_open_batch(cs->other, batch, err)) && capture_set_batch(&cs->capture, batch, err);
    if (ok) {
        head_map_free(&cs->map);
        doctor_free(cs->doctor);
        findings_free(&cs->findings);
        cs->doctor = NULL;
        s->map = (SourceMap){0};
        s->findings = NULL;
        s->examined = 0;
    }
    describe(cs);
    return ok;
}

static bool raw_row(Capture *c, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err) {
    out->query = query + (c->related ? c->offset : 0);
    if (!capture_scores(c, at.layer, at.head, query, out->score, err)) return false;
    attention_row_finish(out, (AttentionParams){.mask = v->mask && c->related, .divisor = v->divisor});
    return true;
}

static bool read_norms(CaptureSource *cs, HeadAt at, Error *err) {
    Capture *c = &cs->capture;
    bool there = cs->norm && cs->norm_at.layer == at.layer && cs->norm_at.head == at.head && cs->norm_batch == c->batch;
    if (there) return true;
    cs->norm = mem_resize(cs->norm, (size_t)c->keys, sizeof *cs->norm);
    cs->norm_at = at;
    cs->norm_batch = capture_v_norms(c, at.layer, at.head, cs->norm, err) ? c->batch : -1;
    return cs->norm_batch >= 0;
}

// Weights times the norms of the values they fetch, made to sum to 1.
static bool weigh(CaptureSource *cs, HeadAt at, AttentionRow *out, Error *err) {
    if (!read_norms(cs, at, err)) return false;
    double sum = 0;
    for (int j = 0; j < out->n; j++) sum += out->weight[j] *= cs->norm[j];
    for (int j = 0; sum > 0 && j < out->n; j++) out->weight[j] /= sum;
    return true;
}

static bool plain_row(Source *s, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err) {
    Capture *c = &own(s)->capture;
    int line = query - s->first;
    if (c->scores_raw) return raw_row(c, v, at, line, out, err);
    if (!capture_weights(c, at.layer, at.head, line, out->weight, err)) return false;
    for (int j = 0; j < out->n; j++) out->score[j] = out->scaled[j] = NAN;
    return !c->scores.there || capture_scores(c, at.layer, at.head, line, out->scaled, err);
}

static bool row(Source *s, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err) {
    return plain_row(s, v, at, query, out, err) && (!v->weigh || weigh(own(s), at, out, err));
}

static long rows_of(const Capture *c, long numbers) {
    long rows = numbers / c->keys;
    return rows > 0 ? rows : 1;
}

static bool measure(Source *s, long numbers, Error *err) {
    CaptureSource *cs = own(s);
    HeadMap *m = &cs->map;
    if (!m->c) head_map_start(m, &cs->capture);
    if (!head_map_step(m, rows_of(&cs->capture, numbers), err)) return false;
    s->map = (SourceMap){&m->text, m->period, m->head, m->thumb, head_map_progress(m), head_map_done(m)};
    return true;
}

static bool examine(Source *s, long numbers, Error *err) {
    CaptureSource *cs = own(s);
    if (s->findings) return true;
    if (!cs->doctor) cs->doctor = doctor_new(&cs->capture);
    if (!doctor_step(cs->doctor, rows_of(&cs->capture, numbers), err)) return false;
    s->examined = doctor_progress(cs->doctor);
    if (!doctor_done(cs->doctor)) return true;
    if (!doctor_report(cs->doctor, &cs->findings, err)) return false;
    s->findings = &cs->findings;
    return true;
}

Source *capture_source_open(const char *path, const CaptureOptions *options, Error *err) {
    CaptureSource *cs = MEM_NEW(CaptureSource, 1);
    Source *s = &cs->source;
    s->of = cs;
    if (!capture_open(&cs->capture, path, options, err)) {
        capture_source_free(s);
        return NULL;
    }
    s->command = "open", s->path = path, s->kind = "dump";
    s->row = row, s->measure = measure, s->examine = examine;
    if (cs->capture.batches > 1) s->open_batch = open_batch;
    s->fixed = why_fixed(&cs->capture);
    describe(cs);
    return s;
}

void capture_source_free(Source *s) {
    if (!s) return;
    CaptureSource *cs = own(s);
    head_map_free(&cs->map);
    doctor_free(cs->doctor);
    findings_free(&cs->findings);
    free(s->active);
    free(cs->norm);
    merge_free(s->words);
    capture_free(&cs->capture);
    free(cs);
}
