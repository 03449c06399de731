#include "out/head_map.h"

#include "base/mem.h"
#include "out/json.h"

#include <stdlib.h>

// A number of each head, as [layer][head].
typedef double (*Pick)(const DetectHead *h, DetectClass c);

static void write_matrix(Json *j, const HeadScores *s, const char *key, Pick pick, DetectClass c) {
    double *value = MEM_NEW(double, (size_t)s->layers * (size_t)s->heads);
    for (int k = 0; k < s->layers * s->heads; k++) value[k] = pick(&s->head[k], c);
    out_json_matrix(j, key, value, s->layers, s->heads, s->heads);
    free(value);
}

static double entropy(const DetectHead *h, DetectClass c) {
    (void)c;
    return detect_entropy(h);
}

static double entropy_of_ceiling(const DetectHead *h, DetectClass c) {
    (void)c;
    return detect_entropy_normalised(h);
}

static double distance(const DetectHead *h, DetectClass c) {
    (void)c;
    return detect_distance(h);
}

static double future(const DetectHead *h, DetectClass c) {
    (void)c;
    return detect_future(h);
}

static double bad_rows(const DetectHead *h, DetectClass c) {
    (void)c;
    return h->bad;
}

// The head whose rows all count, if there is one: baselines are the same for all heads but for rows left out.
static const DetectHead *best_measured(const HeadScores *s) {
    const DetectHead *best = &s->head[0];
    for (int k = 1; k < s->layers * s->heads; k++) {
        if (s->head[k].rows - s->head[k].bad > best->rows - best->bad) best = &s->head[k];
    }
    return best;
}

static void write_class(Json *j, const HeadScores *s, DetectClass c) {
    const DetectHead *best = best_measured(s);
    bool testable = best->at[c].rows > 0;
    out_json_object(j, DETECT_NAMES[c]);
    out_json_text(j, "formula", DETECT_FORMULAS[c]);
    out_json_number(j, "baseline", detect_baseline(best, c));
    if (testable) write_matrix(j, s, "score", detect_score, c);
    else out_json_null(j, "score");
    if (!testable)
        out_json_text(j, "reason", best->rows == best->bad ? "no row of any head is finite" : DETECT_REASONS[c]);
    if (testable && c != DETECT_FIRST) write_matrix(j, s, "mul", detect_mul, c);
    if (s->period > 0 && c != DETECT_FIRST) write_matrix(j, s, "stripe", detect_stripe, c);
    out_json_end(j);
}

static void write_compared(Json *j, const HeadScores *s) {
    out_json_object(j, "compared_with");
    out_json_text(j, "kind", s->other_kind);
    out_json_text(j, "name", s->other);
    out_json_end(j);
    if (s->apart) out_json_matrix(j, "js_distance", s->apart, s->layers, s->heads, s->heads);
    else out_json_null(j, "js_distance");
}

void out_head_map_json(const HeadScores *s, Str *out) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.head-map/1");
    out_json_object(&j, "source");
    out_json_text(&j, "kind", s->kind);
    out_json_text(&j, "name", s->source);
    out_json_end(&j);
    out_json_integer(&j, "layers", s->layers);
    out_json_integer(&j, "heads", s->heads);
    out_json_tokens(&j, "tokens", s->tokens);
    out_json_object(&j, "classes");
    for (DetectClass c = DETECT_PREVIOUS; c < DETECT_CLASSES; c++) write_class(&j, s, c);
    out_json_end(&j);
    write_matrix(&j, s, "entropy_bits", entropy, DETECT_FIRST);
    write_matrix(&j, s, "entropy_of_ceiling", entropy_of_ceiling, DETECT_FIRST);
    if (s->text->related) write_matrix(&j, s, "distance", distance, DETECT_FIRST);
    if (s->text->related) write_matrix(&j, s, "future_mass", future, DETECT_FIRST);
    write_matrix(&j, s, "sink", detect_score, DETECT_FIRST);
    out_json_number(&j, "sink_baseline", detect_baseline(best_measured(s), DETECT_FIRST));
    write_matrix(&j, s, "bad_rows", bad_rows, DETECT_FIRST);
    if (s->other) write_compared(&j, s);
    out_json_end(&j);
}
