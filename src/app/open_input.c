#include "app/open_input.h"

#include "app/hit.h"
#include "app/line.h"
#include "app/screen.h"
#include "app/train_open.h"
#include "attn/merge.h"
#include "base/mem.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAN = 8 }; // tokens, of a window that is not zoomed out

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

static void say(State *s, const char *text) {
    snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, text);
}

static Source *opened(const State *s, const World *w) {
    return scene_opened(&s->scene, &w->library);
}

// ---- moving

void open_follow(State *s, const World *w) {
    if (s->scene.open.training && !train_shows(s, w)) s->scene.screen = SCREEN_TRAIN;
    if (s->scene.screen < SCREEN_OPEN) return;
    SourceView v = scene_source_view(&s->scene, &w->library);
    Error ignored; // rows say so
    source_follow(opened(s, w), &v, &ignored);
}

void open_find_strongest(State *s, const World *w) {
    Error ignored; // a row that cannot be read leaves key 0
    s->scene.open.key = -1;
    if (!scene_finish(&s->scene, &w->library, &ignored)) s->scene.open.key = 0;
}

void open_prepare(State *s, const World *w) {
    s->scene.open.query = -1;
    open_find_strongest(s, w);
    if (s->scene.open.query < 0) s->scene.open.query = scene_source(&s->scene, &w->library)->first;
}

void open_move_query(State *s, const World *w, int by) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    o->query = clamp(o->query + by, src->first, src->first + src->queries - 1);
    if (o->follow) o->key = clamp(o->query - o->lag, 0, src->keys - 1);
}

void open_move_key(State *s, const World *w, int by) {
    s->scene.open.key = clamp(s->scene.open.key + by, 0, scene_source(&s->scene, &w->library)->keys - 1);
}

void open_move_to_head(State *s, const World *w, int head) {
    const Source *src = scene_source(&s->scene, &w->library);
    int all = src->layers * src->heads;
    head = ((head % all) + all) % all;
    s->scene.open.layer = head / src->heads;
    s->scene.open.head = head % src->heads;
    s->scene.open.average = false;
    s->has_before = false;
}

void open_choose_head(State *s, const World *w, int head) {
    open_move_to_head(s, w, head);
    open_find_strongest(s, w);
}

static int head_of(const State *s, const World *w) {
    return s->scene.open.layer * scene_source(&s->scene, &w->library)->heads + s->scene.open.head;
}

// ---- finding tokens

// Whether the typed text is part of the token; nothing typed: whether it is the same token as key `as`.
static bool token_matches(const Source *src, const char *what, int len, int as, int j) {
    if (len == 0) return tokens_same(src->tokens, as, j);
    int bytes;
    const char *text = tokens_text(src->tokens, j, &bytes);
    for (int k = 0; k + len <= bytes; k++) {
        if (memcmp(text + k, what, (size_t)len) == 0) return true;
    }
    return false;
}

// Stands on the next token that matches, in the direction `by`, around the end: as query where there is one, else as
// key.
static void find_token(State *s, const World *w, int by) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    int from = src->related ? o->query : o->key, n = src->keys;
    const char *what = s->line.bytes;
    int len = s->tutor.open ? 0 : s->line.len;
    for (int k = 1; k <= n; k++) {
        int j = ((from + by * k) % n + n) % n;
        if (!token_matches(src, what, len, from, j)) continue;
        bool query = src->related && j >= src->first && j < src->first + src->queries;
        if (src->related && !query) continue;
        if (query) o->query = j, open_find_strongest(s, w);
        else o->key = j;
        if (k == n) say(s, "there is no other");
        return;
    }
    say(s, "no such token");
}

bool open_type(State *s, const World *w, Event e) {
    if (!s->finding) return false;
    if (e.key == 0x03 && !e.pasted) return false;
    if (e.key == KEY_CODE_ESCAPE && !e.pasted) {
        s->finding = s->typing = false;
        s->line.len = s->line.cursor = 0;
    } else if (e.key == KEY_CODE_ENTER && !e.pasted) {
        s->finding = s->typing = false;
        find_token(s, w, 1);
    } else {
        line_key(&s->line, e);
    }
    return true;
}

// Whether the key goes with the query from now on; first onto the diagonal itself.
static void toggle_follow(State *s, const World *w) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    if (!src->related) {
        say(s, "queries and keys are of two texts: there is no diagonal");
        return;
    }
    o->follow = !o->follow;
    o->lag = 0;
    if (o->follow) o->key = clamp(o->query, 0, src->keys - 1);
}

void open_keep_lag(State *s) {
    OpenView *o = &s->scene.open;
    o->lag = o->follow ? o->query - o->key : 0;
}

// ---- levers

static void remember(State *s) {
    const OpenView *o = &s->scene.open;
    s->before = (Levers){.mask = o->mask, .bos = o->hide_first, .divide = o->divide, .divisor = o->divisor};
    s->has_before = true;
}

static void ask_divisor(State *s, const Source *src) {
    const OpenView *o = &s->scene.open;
    double usual = source_divisor(src, o->past, o->step, o->layer);
    char number[32];
    snprintf(number, sizeof number, "%.9g", !o->divide ? 1 : o->divisor > 0 ? o->divisor : usual);
    open_ask(s, ASKED_DIVISOR, number);
}

static void pull_lever(State *s, const World *w, ActionId action) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    if (action != ACTION_OPEN_HIDE && !src->raw) {
        say(s, src->fixed);
        return;
    }
    if (action == ACTION_MASK && !src->related) {
        say(s, "queries and keys are of two texts: there is no mask between them");
        return;
    }
    if (action == ACTION_DIVISOR_TYPE) {
        ask_divisor(s, src);
        return;
    }
    remember(s);
    open_reach(s);
    if (action == ACTION_MASK) o->mask = !o->mask;
    else if (action == ACTION_DIVISOR) o->divide = !o->divide;
    else o->hide_first = !o->hide_first;
}

void open_leave_words(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    Source *src = opened(s, w);
    Error ignored;
    Source *words = o->words && src ? merge_of(src, &ignored) : NULL;
    o->words = false;
    if (!words) return;
    // the word's last token
    o->query = clamp(merge_first_of(words, o->query + 1) - 1, src->first, src->first + src->queries - 1);
    o->key = clamp(merge_first_of(words, o->key), 0, src->keys - 1);
    open_keep_lag(s);
    s->has_before = false;
}

static void toggle_words(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    Error err;
    if (o->words) {
        open_leave_words(s, w);
        return;
    }
    Source *words = merge_of(opened(s, w), &err);
    if (!words) {
        say(s, err.text);
        return;
    }
    o->words = true;
    o->query = merge_word_at(words, o->query);
    o->key = merge_word_at(words, o->key);
    open_keep_lag(s);
    s->has_before = false;
}

static void next_batch(State *s, const World *w) {
    open_leave_words(s, w);
    Source *src = opened(s, w);
    OpenView *o = &s->scene.open;
    if (src->follow) {
        open_next_text(s, w);
        return;
    }
    if (src->batches < 2) {
        say(s, "there is one sample only");
        return;
    }
    o->batch = (o->batch + 1) % src->batches;
    s->has_before = false;
    Error err;
    if (source_open_batch(src, o->batch, &err)) open_find_strongest(s, w);
    else o->batch = src->batch, say(s, err.text);
}

// ---- marks

static void toggle_mark(State *s) {
    OpenView *o = &s->scene.open;
    HeadAt at = {o->layer, o->head};
    for (int k = 0; k < o->marks; k++) {
        if (o->mark[k].layer != at.layer || o->mark[k].head != at.head) continue;
        memmove(&o->mark[k], &o->mark[k + 1], (size_t)(o->marks - k - 1) * sizeof at);
        o->mark[--o->marks] = (HeadAt){0, 0};
        o->average = o->average && o->marks > 0;
        o->pair = o->pair && o->marks > 1;
        return;
    }
    if (o->marks == SOURCE_MARKS_MAX)
        snprintf(s->note, sizeof s->note, "at most %d heads can be marked", SOURCE_MARKS_MAX);
    else o->mark[o->marks++] = at;
}

static void unmark(State *s) {
    OpenView *o = &s->scene.open;
    o->marks = 0;
    memset(o->mark, 0, sizeof o->mark);
    o->average = o->pair = false;
}

static void show_average(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    if (o->marks < 1) {
        say(s, "mark heads with Space first");
        return;
    }
    o->average = s->scene.screen == SCREEN_MAP || !o->average;
    o->pair = false;
    s->scene.screen = SCREEN_OPEN;
    s->has_before = false;
    open_find_strongest(s, w);
}

static void show_pair(State *s) {
    OpenView *o = &s->scene.open;
    if (o->marks < 2) {
        say(s, "mark two heads with Space first");
        return;
    }
    o->pair = s->scene.screen == SCREEN_MAP || !o->pair;
    o->average = false;
    s->scene.screen = SCREEN_OPEN;
}

// ---- the actions both screens have

static void act_common(State *s, const World *w, ActionId action) {
    switch (action) {
    case ACTION_OPEN_MARK: toggle_mark(s); break;
    case ACTION_OPEN_UNMARK: unmark(s); break;
    case ACTION_OPEN_AVERAGE: show_average(s, w); break;
    case ACTION_OPEN_PAIR: show_pair(s); break;
    case ACTION_OPEN_BATCH: next_batch(s, w); break;
    case ACTION_OPEN_STOP:
        if (s->scene.open.training || (s->scene.open.shelf && s->scene.train.shelf)) train_return(s);
        else s->idle = !s->idle;
        break;
    default: open_model_act(s, w, action); break;
    }
}

// Shift and a key that moves: the window alone. False: not such a key.
static bool pan(State *s, const World *w, ActionId action) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    int by = PAN << (o->zoom < -1 ? -o->zoom - 1 : 0), line = o->query - src->first;
    switch (action) {
    case ACTION_QUERY_UP: o->pan_y -= by; break;
    case ACTION_QUERY_DOWN: o->pan_y += by; break;
    case ACTION_KEY_LEFT: o->pan_x -= by; break;
    case ACTION_KEY_RIGHT: o->pan_x += by; break;
    default: return false;
    }
    o->pan_y = clamp(o->pan_y, -line, src->queries - 1 - line);
    o->pan_x = clamp(o->pan_x, -o->key, src->keys - 1 - o->key);
    return true;
}

void open_leave_pan(State *s, int query, int key) {
    OpenView *o = &s->scene.open;
    if (o->query != query || o->key != key) o->pan_y = o->pan_x = 0;
}

static void act(State *s, const World *w, ActionId action, Event e) {
    OpenView *o = &s->scene.open;
    int all = 1 << 20, page = s->rows > 12 ? s->rows / 2 : 6;
    (void)e;
    switch (action) {
    case ACTION_QUERY_UP: open_move_query(s, w, -1); break;
    case ACTION_QUERY_DOWN: open_move_query(s, w, 1); break;
    case ACTION_PAGE_UP: open_move_query(s, w, -page); break;
    case ACTION_PAGE_DOWN: open_move_query(s, w, page); break;
    case ACTION_FIRST: open_move_query(s, w, -all); break;
    case ACTION_LAST: open_move_query(s, w, all); break;
    case ACTION_KEY_LEFT: open_move_key(s, w, -1), open_keep_lag(s); break;
    case ACTION_KEY_RIGHT: open_move_key(s, w, 1), open_keep_lag(s); break;
    case ACTION_STRONGEST: open_find_strongest(s, w); break;
    case ACTION_OPEN_DIAGONAL: toggle_follow(s, w); break;
    case ACTION_OPEN_FIND: s->finding = s->typing = true, s->line.len = s->line.cursor = 0; break;
    case ACTION_OPEN_SAME_NEXT: find_token(s, w, 1); break;
    case ACTION_OPEN_SAME_PREVIOUS: find_token(s, w, -1); break;
    case ACTION_HEAD_PREVIOUS: open_choose_head(s, w, head_of(s, w) - 1); break;
    case ACTION_HEAD_NEXT: open_choose_head(s, w, head_of(s, w) + 1); break;
    case ACTION_OPEN_LAYER_PREVIOUS:
        open_choose_head(s, w, head_of(s, w) - scene_source(&s->scene, &w->library)->heads);
        break;
    case ACTION_OPEN_LAYER_NEXT: open_choose_head(s, w, head_of(s, w) + scene_source(&s->scene, &w->library)->heads); break;
    case ACTION_OPEN_WORDS: toggle_words(s, w); break;
    case ACTION_OPEN_MAP: open_leave_words(s, w), s->scene.screen = SCREEN_MAP, s->idle = false; break;
    case ACTION_BOS:
        if (!open_model_act(s, w, action)) pull_lever(s, w, ACTION_OPEN_HIDE);
        break;
    case ACTION_OPEN_HIDE:
    case ACTION_MASK:
    case ACTION_DIVISOR:
    case ACTION_DIVISOR_TYPE: pull_lever(s, w, action); break;
    case ACTION_OPEN_LOG: o->log = !o->log; break;
    case ACTION_OPEN_ZOOM_IN: o->zoom = clamp(o->zoom + 1, OPEN_ZOOM_LEAST, OPEN_ZOOM_MOST); break;
    case ACTION_OPEN_ZOOM_OUT: o->zoom = clamp(o->zoom - 1, OPEN_ZOOM_LEAST, OPEN_ZOOM_MOST); break;
    case ACTION_VIEW: o->pair = false, s->scene.view = (SceneView)((s->scene.view + 1) % VIEW_COUNT); break;
    default: act_common(s, w, action); break;
    }
}

void open_predict_act(State *s, const World *w, ActionId action, Event e) {
    switch (action) {
    case ACTION_MODEL_PAGE: s->scene.open.page = (PredictPage)((s->scene.open.page + 1) % PREDICT_PAGES); break;
    case ACTION_MAP_OPEN: s->scene.screen = SCREEN_OPEN, open_find_strongest(s, w); break;
    default: open_act(s, w, action, e); break;
    }
}

static bool has_window(const State *s) {
    return s->scene.screen == SCREEN_OPEN || s->scene.screen == SCREEN_DIFF;
}

void open_act(State *s, const World *w, ActionId action, Event e) {
    int query = s->scene.open.query, key = s->scene.open.key;
    if (e.kind == EVENT_KEY && (e.mods & MOD_SHIFT) && has_window(s) && pan(s, w, action)) return;
    act(s, w, action, e);
    open_leave_pan(s, query, key);
}

// ---- the map

bool open_map_ready(const State *s, const World *w) {
    const Source *src = scene_source(&s->scene, &w->library);
    return s->scene.open.measure == MEASURE_APART ? src->apart != NULL : src->map.done;
}

void open_map_order(const State *s, const World *w, int *order) {
    const Source *src = scene_source(&s->scene, &w->library);
    int all = src->layers * src->heads;
    for (int k = 0; k < all; k++) order[k] = k;
    if (s->scene.open.sorted && open_map_ready(s, w)) measure_sort(s->scene.open.measure, src, order);
}

// Moves by places of the map: by heads of it in a line.
static void move_on_map(State *s, const World *w, int by, bool line) {
    const Source *src = scene_source(&s->scene, &w->library);
    int all = src->layers * src->heads, *order = MEM_NEW(int, (size_t)all), at = 0;
    open_map_order(s, w, order);
    while (order[at] != head_of(s, w)) at++;
    int x = at % src->heads + (line ? 0 : by), y = at / src->heads + (line ? by : 0);
    bool inside = x >= 0 && x < src->heads && y >= 0 && y < src->layers;
    if (inside) open_move_to_head(s, w, order[y * src->heads + x]);
    free(order);
}

static void go_to_best(State *s, const World *w) {
    const Source *src = scene_source(&s->scene, &w->library);
    int all = src->layers * src->heads;
    if (!open_map_ready(s, w)) {
        say(s, "the heads are still being measured");
        return;
    }
    const char *reason = measure_reason(s->scene.open.measure, src);
    if (reason) {
        snprintf(s->note, sizeof s->note, "n/a: %s", reason);
        return;
    }
    int *order = MEM_NEW(int, (size_t)all);
    measure_sort(s->scene.open.measure, src, order);
    open_move_to_head(s, w, order[0]);
    free(order);
}

static void next_measure(State *s, const World *w, int by) {
    OpenView *o = &s->scene.open;
    do o->measure = (Measure)((o->measure + MEASURE_COUNT + by) % MEASURE_COUNT);
    while (!measure_offered(o->measure, opened(s, w)));
}

// From the distances of two dumps to where the head differs, else to the head.
static void look_at_head(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    Difference *d = s->scene.open.shelf ? NULL : w->library.difference;
    bool differs = d && o->measure == MEASURE_APART;
    s->scene.screen = differs ? SCREEN_DIFF : SCREEN_OPEN;
    if (differs) o->key = difference_strongest(d, o->batch, (HeadAt){o->layer, o->head}, o->query);
    else open_find_strongest(s, w);
}

void open_map_act(State *s, const World *w, ActionId action, Event e) {
    OpenView *o = &s->scene.open;
    (void)e;
    switch (action) {
    case ACTION_QUERY_UP: move_on_map(s, w, -1, true); break;
    case ACTION_QUERY_DOWN: move_on_map(s, w, 1, true); break;
    case ACTION_KEY_LEFT: move_on_map(s, w, -1, false); break;
    case ACTION_KEY_RIGHT: move_on_map(s, w, 1, false); break;
    case ACTION_MAP_OPEN: look_at_head(s, w); break;
    case ACTION_MAP_BEST: go_to_best(s, w); break;
    case ACTION_PAGE_UP: open_move_query(s, w, -1); break;
    case ACTION_PAGE_DOWN: open_move_query(s, w, 1); break;
    case ACTION_VIEW: o->cells = !o->cells; break;
    case ACTION_MAP_SORT: o->sorted = !o->sorted; break;
    case ACTION_MAP_MEASURE: next_measure(s, w, 1); break;
    case ACTION_MAP_MEASURE_BACK: next_measure(s, w, -1); break;
    default: act_common(s, w, action); break;
    }
}
