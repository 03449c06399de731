#include "attn/difference.h"
#include "base/int.h"

#include <math.h>

static bool is_of(const DifferenceSmall *s, int batch, HeadAt at) {
    return s->begun && s->batch == batch && s->at.layer == at.layer && s->at.head == at.head;
}

bool difference_small_wanted(const Difference *d, int batch, HeadAt at) {
    return !is_of(&d->small, batch, at) || d->small.next < d->a->queries;
}

static void begin(Difference *d, int batch, HeadAt at) {
    DifferenceSmall *s = &d->small;
    s->batch = batch, s->at = at;
    s->begun = true;
    s->next = 0;
    s->h = int_least(d->a->queries, DIFFERENCE_SIDE), s->w = int_least(d->a->keys, DIFFERENCE_SIDE);
    for (int y = 0; y < s->h; y++) {
        for (int x = 0; x < s->w; x++) s->most[y][x] = DIFFERENCE_NONE;
    }
}

bool difference_small_step(Difference *d, int batch, HeadAt at, long weights, Error *err) {
    DifferenceSmall *s = &d->small;
    if (!is_of(s, batch, at)) begin(d, batch, at);
    for (long done = 0; s->next < d->a->queries && done < weights; done += 2L * d->a->keys, s->next++) {
        const double *a, *b;
        int visible;
        if (!difference_row(d, batch, at, d->a->first + s->next, &a, &b, &visible, err)) return false;
        float *out = s->most[(long)s->next * s->h / d->a->queries];
        for (int j = 0; j < visible; j++) {
            float *part = &out[(long)j * s->w / d->a->keys];
            *part = (float)difference_stronger((double)*part, b[j] - a[j]);
        }
    }
    return true;
}

double difference_small_most(const Difference *d, int batch, HeadAt at, int y0, int y1, int x0, int x1) {
    const DifferenceSmall *s = &d->small;
    double most = DIFFERENCE_NONE;
    if (!is_of(s, batch, at)) return most;
    int top = (int)((long)y0 * s->h / d->a->queries), bottom = (int)((long)(y1 - 1) * s->h / d->a->queries);
    int left = (int)((long)x0 * s->w / d->a->keys), right = (int)((long)(x1 - 1) * s->w / d->a->keys);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) most = difference_stronger(most, (double)s->most[y][x]);
    }
    return most;
}
