#include "model/net_map.h"

#include "base/mem.h"
#include "model/head_map.h"
#include "net/pattern.h"

#include <stdlib.h>
#include <string.h>

static int heads_of(const NetMap *m) {
    return m->run->w->shape.layers * m->run->w->shape.heads;
}

static int blocks_of(const NetMap *m) {
    return (m->run->n + NET_PATTERN_ROWS - 1) / NET_PATTERN_ROWS;
}

void net_map_start(NetMap *m, const NetRun *run, const int *kind, bool bos) {
    net_map_free(m);
    m->run = run;
    size_t n = (size_t)run->n, heads = (size_t)heads_of(m);
    detect_text(&m->text, kind, run->n, run->n, 0, true, run->levers.mask, bos);
    m->period = detect_period(&m->text, kind);
    m->head = MEM_NEW(DetectHead, heads);
    m->thumb = MEM_NEW(float, heads * HEAD_THUMB * HEAD_THUMB);
    head_thumb_start(m->thumb, heads, &m->text, run->n);
    m->rows = MEM_NEW(float, n * NET_PATTERN_ROWS);
    m->row = MEM_NEW(double, n);
}

void net_map_free(NetMap *m) {
    detect_text_free(&m->text);
    free(m->head);
    free(m->thumb);
    free(m->rows);
    free(m->row);
    *m = (NetMap){0};
}

static void measure_row(NetMap *m, int head, int query, float *row, int seen) {
    int n = m->run->n;
    memset(row + seen, 0, (size_t)(n - seen) * sizeof *row);
    detect_add_floats(&m->head[head], &m->text, query, row);
    head_thumb_add(m->thumb + (size_t)head * HEAD_THUMB * HEAD_THUMB, n, n, query,
                   m->text.causal ? query + 1 : n, row);
    if (m->period == 0) return;
    for (int j = 0; j < n; j++) m->row[j] = (double)row[j];
    detect_add_stripes(&m->head[head], &m->text, m->period, query, m->row);
}

static void measure_block(NetMap *m) {
    int n = m->run->n, heads = m->run->w->shape.heads, head = m->next / blocks_of(m);
    int from = m->next % blocks_of(m) * NET_PATTERN_ROWS,
        to = from + NET_PATTERN_ROWS < n ? from + NET_PATTERN_ROWS : n;
    int seen = net_pattern_rows(m->run, NULL, head / heads, head % heads, from, to, m->rows);
    for (int i = from; i < to; i++) measure_row(m, head, i, m->rows + (size_t)(i - from) * (size_t)n, seen);
    m->next++;
}

void net_map_step(NetMap *m, long numbers) {
    long block = (long)NET_PATTERN_ROWS * m->run->n;
    do {
        if (!net_map_done(m)) measure_block(m);
        numbers -= block < (long)m->run->n * m->run->n ? block : (long)m->run->n * m->run->n;
    } while (numbers > 0 && !net_map_done(m));
}

bool net_map_done(const NetMap *m) {
    return m->next == heads_of(m) * blocks_of(m);
}

double net_map_progress(const NetMap *m) {
    return (double)m->next / ((double)heads_of(m) * blocks_of(m));
}
