#include "out/diff.h"

#include "base/mem.h"
#include "out/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void write_source(Json *j, const char *key, const Source *s) {
    out_json_object(j, key);
    out_json_text(j, "kind", s->kind);
    out_json_text(j, "name", s->path);
    out_json_end(j);
}

static void write_sorted(Json *j, const Difference *d) {
    int all = d->a->layers * d->a->heads, *order = MEM_NEW(int, (size_t)all);
    difference_sort(d, order);
    out_json_array(j, "sorted");
    for (int i = 0; i < all; i++) {
        out_json_object(j, NULL);
        out_json_integer(j, "layer", order[i] / d->a->heads);
        out_json_integer(j, "head_index", order[i] % d->a->heads);
        out_json_number(j, "distance", difference_distance(d, order[i]));
        out_json_end(j);
    }
    out_json_end(j);
    free(order);
}

static void write_heads(Json *j, const Difference *d) {
    int layers = d->a->layers, heads = d->a->heads;
    double *value = MEM_NEW(double, (size_t)layers * (size_t)heads);
    for (int k = 0; k < layers * heads; k++) value[k] = difference_distance(d, k);
    out_json_matrix(j, "distance", value, layers, heads, heads);
    for (int k = 0; k < layers * heads; k++) value[k] = d->rows[k] ? (double)d->most[k] : NAN;
    out_json_matrix(j, "largest", value, layers, heads, heads);
    free(value);
    write_sorted(j, d);
}

static void write_head(Json *j, Difference *d, int batch, HeadAt at) {
    int queries = d->a->queries, keys = d->a->keys;
    double *value = MEM_NEW(double, (size_t)queries * (size_t)keys);
    for (int i = 0; i < queries; i++) {
        const double *a, *b;
        Error ignored; // null
        int visible;
        bool ok = difference_row(d, batch, at, d->a->first + i, &a, &b, &visible, &ignored);
        for (int k = 0; k < keys; k++) value[(size_t)i * (size_t)keys + (size_t)k] = ok ? b[k] - a[k] : NAN;
    }
    out_json_integer(j, "layer", at.layer);
    out_json_integer(j, "head_index", at.head);
    out_json_matrix(j, "difference", value, queries, keys, keys);
    free(value);
}

void out_diff_json(Difference *d, int batch, HeadAt at, Str *out) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.diff/1");
    write_source(&j, "first", d->a);
    write_source(&j, "second", d->b);
    out_json_integer(&j, "batch", batch);
    out_json_tokens(&j, "tokens", d->a->tokens);
    if (d->done) {
        write_heads(&j, d);
    } else {
        out_json_null(&j, "distance");
        out_json_null(&j, "largest");
        out_json_null(&j, "sorted");
    }
    write_head(&j, d, batch, at);
    out_json_end(&j);
}
