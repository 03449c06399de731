#include "app/mini.h"

#include <math.h>
#include <string.h>

static int least(int a, int b) {
    return a < b ? a : b;
}

static bool same_view(const SourceView *a, const SourceView *b) {
    bool same = a->batch == b->batch && a->mask == b->mask && a->divisor == b->divisor &&
                a->hide_first == b->hide_first && a->words == b->words && a->marks == b->marks && a->bos == b->bos &&
                a->past == b->past && a->step == b->step && a->whole == b->whole && a->weigh == b->weigh && a->cuts == b->cuts &&
                memcmp(a->cut, b->cut, (size_t)a->cuts * sizeof a->cut[0]) == 0;
    if (!same) return false;
    if (a->marks == 0) return a->at.layer == b->at.layer && a->at.head == b->at.head;
    return memcmp(a->mark, b->mark, (size_t)a->marks * sizeof a->mark[0]) == 0;
}

const Mini *mini_of(const State *s, const World *w) {
    SourceView v = scene_source_view(&s->scene, &w->library);
    const Mini *m = w->mini;
    return m->begun && m->source == scene_source(&s->scene, &w->library) && same_view(&m->view, &v) ? m : NULL;
}

bool mini_wanted(const State *s, const World *w) {
    const Source *src = scene_source(&s->scene, &w->library);
    const OpenView *o = &s->scene.open;
    bool small = src->keys < MINI_FROM && src->queries < MINI_FROM && !o->hide_first && o->zoom >= 0;
    if (s->scene.screen != SCREEN_OPEN || s->scene.open.pair || small) return false;
    const Mini *m = mini_of(s, w);
    return !m || m->next < src->queries;
}

static void begin(Mini *m, const Source *src, const SourceView *v) {
    m->source = src;
    m->view = *v;
    m->h = least(src->queries, MINI_SIDE), m->w = least(src->keys, MINI_SIDE);
    m->next = m->rows = 0;
    m->hidden = m->uniform = 0;
    m->begun = true;
    for (int y = 0; y < m->h; y++) {
        for (int x = 0; x < m->w; x++) m->most[y][x] = -1;
    }
}

static void add_row(Mini *m, const Source *src, int line, const AttentionRow *row) {
    if (!isnan(row->hidden))
        m->rows++, m->hidden += row->hidden, m->uniform += row->visible > 0 ? 1.0 / row->visible : 0;
    float *at = m->most[(long)line * m->h / src->queries];
    for (int x = 0, j = 0; x < m->w && j < row->visible; x++, at++) {
        int end = (int)(((x + 1L) * src->keys + m->w - 1) / m->w); // of the keys with j·w/keys = x
        for (; j < end && j < row->visible; j++) {
            float weight = (float)row->weight[j];
            if (weight > *at || (isnan(weight) && *at < 0) || (isnan(*at) && !isnan(weight))) *at = weight;
        }
    }
}

bool mini_step(const State *s, const World *w, long numbers, Error *err) {
    Source *src = scene_source(&s->scene, &w->library);
    Mini *m = w->mini;
    SourceView v = scene_source_view(&s->scene, &w->library);
    if (!mini_of(s, w)) begin(m, src, &v);
    AttentionRow row = {0};
    bool ok = true;
    long each = (long)src->keys * (v.marks > 0 ? v.marks : 1);
    for (long done = 0; ok && m->next < src->queries && done < numbers; done += each, m->next++) {
        ok = source_weights(src, &v, src->first + m->next, &row, err);
        add_row(m, src, m->next, &row);
    }
    attention_row_free(&row);
    return ok;
}

double mini_most(const Mini *m, const Source *src, int y0, int y1, int x0, int x1) {
    double most = -1;
    int top = (int)((long)y0 * m->h / src->queries), bottom = (int)((long)(y1 - 1) * m->h / src->queries);
    int left = (int)((long)x0 * m->w / src->keys), right = (int)((long)(x1 - 1) * m->w / src->keys);
    for (int y = top; y <= bottom; y++) {
        for (int x = left; x <= right; x++) {
            double value = (double)m->most[y][x];
            if (value > most || (isnan(value) && most < 0) || (isnan(most) && value >= 0)) most = value;
        }
    }
    return most;
}
