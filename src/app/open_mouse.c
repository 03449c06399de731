// The mouse on the screens of a source: what a click means, and how a window is moved: dragged by the cell it was
// taken at, or rolled by the wheel.
#include "app/hit.h"
#include "app/open_input.h"

enum { CELLS_A_NOTCH = 3 };

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

// ---- the window

// The pan by which a window of n tokens begins at `first`; at: the cursor, around which it stands without pan. As far
// as the pattern reaches.
static int pan_to(Extent window, int n, int first, int at) {
    int most = n > window.fit ? n - window.fit : 0;
    return clamp(first, 0, most) + window.fit / 2 - at;
}

// Puts the window so many tokens further than it is on display, whatever became of the cursor.
static void move_window(State *s, const World *w, Event e, int down, int along) {
    const Source *src = scene_source(&s->scene, &w->library);
    OpenView *o = &s->scene.open;
    o->pan_y = pan_to(e.queries, src->queries, e.queries.first - src->first + down, o->query - src->first);
    o->pan_x = pan_to(e.keys, src->keys, e.keys.first + along, o->key);
}

static bool has_window(Event e) {
    return e.queries.fit > 0;
}

// The wheel over a window and its labels moves it, over the small picture of all it zooms. False: it is elsewhere.
static bool roll(State *s, const World *w, Event e, int by) {
    if (e.hit.kind == HIT_MINI || e.mods & MOD_CTRL) {
        open_act(s, w, by < 0 ? ACTION_OPEN_ZOOM_IN : ACTION_OPEN_ZOOM_OUT, e);
        return true;
    }
    if (!has_window(e) || (e.hit.kind != HIT_WINDOW && e.hit.kind != HIT_QUERY && e.hit.kind != HIT_KEY)) return false;
    bool along = e.hit.kind == HIT_KEY || e.mods & MOD_SHIFT;
    int step = by * CELLS_A_NOTCH * (along ? e.keys.step : e.queries.step);
    move_window(s, w, e, along ? 0 : step, along ? step : 0);
    return true;
}

// The cell that was taken follows the pointer.
static void drag(State *s, const World *w, Event e) {
    if (e.hit.kind == HIT_WINDOW) move_window(s, w, e, s->grab.query - e.hit.a, s->grab.key - e.hit.b);
}

// ---- clicks

// A click on a key's token makes it the query where it is one.
static void click_token(State *s, const World *w, int at) {
    const Source *src = scene_source(&s->scene, &w->library);
    if (src->related && at >= src->first && at < src->first + src->queries)
        s->scene.open.query = at, open_find_strongest(s, w);
    else s->scene.open.key = clamp(at, 0, src->keys - 1);
}

static void click(State *s, const World *w, Event e) {
    OpenView *o = &s->scene.open;
    Hit hit = e.hit;
    int query = o->query, key = o->key;
    const Source *src = scene_source(&s->scene, &w->library);
    if (hit.kind == HIT_TOKEN) {
        click_token(s, w, hit.a);
    } else if (hit.kind == HIT_CELL || hit.kind == HIT_WINDOW || hit.kind == HIT_QUERY) {
        o->query = clamp(hit.a, src->first, src->first + src->queries - 1);
        if (hit.kind != HIT_QUERY) o->key = clamp(hit.b, 0, src->keys - 1);
        else open_find_strongest(s, w);
    } else if (hit.kind == HIT_KEY) {
        o->key = clamp(hit.a, 0, src->keys - 1);
    } else if (hit.kind == HIT_AT_HEAD) {
        open_choose_head(s, w, hit.a * src->heads + hit.b);
    } else if (hit.kind == HIT_MINI) {
        o->query = src->first + clamp((int)((long)hit.a * src->queries / 1000), 0, src->queries - 1);
        o->key = clamp((int)((long)hit.b * src->keys / 1000), 0, src->keys - 1);
    }
    open_keep_lag(s);
    bool moved = o->query != query || o->key != key, stays = hit.kind == HIT_WINDOW || hit.kind == HIT_KEY;
    if (moved && stays && has_window(e)) move_window(s, w, e, 0, 0); // what was clicked does not run away
    else if (moved) o->pan_y = o->pan_x = 0;
}

void open_mouse(State *s, const World *w, Event e) {
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    if (e.mouse == MOUSE_PRESS) s->grab = (Grab){e.hit.kind == HIT_WINDOW, e.hit.a, e.hit.b};
    if (e.mouse == MOUSE_RELEASE) s->grab = (Grab){0};
    if (wheel) {
        int query = s->scene.open.query, key = s->scene.open.key;
        if (roll(s, w, e, wheel)) return;
        if (e.mods & MOD_SHIFT) open_move_key(s, w, CELLS_A_NOTCH * wheel);
        else open_move_query(s, w, wheel);
        open_leave_pan(s, query, key);
    } else if (e.mouse == MOUSE_DRAG && s->grab.on) {
        drag(s, w, e);
    } else if (e.mouse == MOUSE_PRESS || (e.mouse == MOUSE_DRAG && e.hit.kind != HIT_AT_HEAD)) {
        click(s, w, e);
    }
}

// ---- the map, and what a model says next

void open_map_mouse(State *s, const World *w, Event e) {
    const OpenView *o = &s->scene.open;
    if (e.mouse == MOUSE_WHEEL_UP) open_map_act(s, w, ACTION_MAP_MEASURE_BACK, e);
    else if (e.mouse == MOUSE_WHEEL_DOWN) open_map_act(s, w, ACTION_MAP_MEASURE, e);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_MEASURE) s->scene.open.measure = (Measure)e.hit.a;
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_AT_HEAD) {
        bool again = o->layer == e.hit.a && o->head == e.hit.b;
        open_move_to_head(s, w, e.hit.a * scene_source(&s->scene, &w->library)->heads + e.hit.b);
        if (again) open_map_act(s, w, ACTION_MAP_OPEN, e);
    }
}

void open_predict_mouse(State *s, const World *w, Event e) {
    if (e.mouse == MOUSE_WHEEL_UP || e.mouse == MOUSE_WHEEL_DOWN)
        open_move_query(s, w, e.mouse == MOUSE_WHEEL_UP ? -1 : 1);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_AT_HEAD)
        open_move_to_head(s, w, e.hit.a * scene_opened(&s->scene, &w->library)->heads + e.hit.b);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_QUERY)
        s->scene.open.query = clamp(e.hit.a, 0, scene_opened(&s->scene, &w->library)->queries - 1);
}
