// Keys and mouse of a model's row, all the way.
#include "app/hit.h"
#include "app/open_input.h"
#include "model/net_source.h"

#include <math.h>

enum { STRIDE = 16 }; // with Shift

static const NetTrace *trace_of(const State *s, const World *w) {
    Error ignored; // the model has not come that far: then there is nothing to move in
    SourceView v = scene_source_view(&s->scene, &w->library);
    return net_source_trace(scene_opened(&s->scene, &w->library), &v, s->scene.open.query, &ignored);
}

static void look_into(State *s, NetTracePart part, int cell, int size) {
    OpenView *o = &s->scene.open;
    int inside = cell < 0 ? 0 : cell >= size ? size - 1 : cell;
    o->part = part;
    o->cell = part == NET_TRACE_SCORE ? 0 : inside;
    if (part == NET_TRACE_SCORE) o->key = inside;
}

// The next part: the number stays as near as it can, the scores' is the key.
static void move_part(State *s, const NetTrace *t, int by) {
    const OpenView *o = &s->scene.open;
    NetTracePart part = (NetTracePart)(((int)o->part + by + NET_TRACE_PARTS) % NET_TRACE_PARTS);
    look_into(s, part, part == NET_TRACE_SCORE ? o->key : o->cell, net_trace_size(t, part));
}

static void move_cell(State *s, const NetTrace *t, int by) {
    NetTracePart part = s->scene.open.part;
    int size = net_trace_size(t, part);
    look_into(s, part, scene_trace_cell(&s->scene, size) + by, size);
}

static void find_largest(State *s, const NetTrace *t) {
    NetTracePart part = s->scene.open.part;
    int size = net_trace_size(t, part), best = 0;
    const double *value = part == NET_TRACE_SCORE ? t->weight : t->part[part];
    for (int k = 1; k < size; k++) {
        if (fabs(value[k]) > fabs(value[best])) best = k;
    }
    look_into(s, part, best, size);
}

void open_trace_enter(State *s, const World *w) {
    OpenView *o = &s->scene.open;
    open_leave_words(s, w);
    o->hide_first = o->average = o->pair = o->weigh = false; // these are of patterns
    s->scene.screen = SCREEN_TRACE;
}

void open_trace_act(State *s, const World *w, ActionId action, Event e) {
    const NetTrace *t = trace_of(s, w);
    int by = e.mods & MOD_SHIFT ? STRIDE : 1;
    switch (action) {
    case ACTION_TRACE_NEXT:
        if (t) move_part(s, t, 1);
        break;
    case ACTION_TRACE_PREVIOUS:
        if (t) move_part(s, t, -1);
        break;
    case ACTION_KEY_LEFT:
        if (t) move_cell(s, t, -by);
        break;
    case ACTION_KEY_RIGHT:
        if (t) move_cell(s, t, by);
        break;
    case ACTION_STRONGEST:
        if (t) find_largest(s, t);
        break;
    case ACTION_MAP_OPEN: s->scene.screen = SCREEN_OPEN; break;
    default: open_act(s, w, action, e); break;
    }
}

void open_trace_mouse(State *s, const World *w, Event e) {
    const NetTrace *t = trace_of(s, w);
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    bool shift = e.mods & MOD_SHIFT, held = e.mouse == MOUSE_PRESS || e.mouse == MOUSE_DRAG;
    if (wheel && shift && t)
        move_cell(s, t, wheel);
    else if (wheel)
        open_act(s, w, wheel < 0 ? ACTION_QUERY_UP : ACTION_QUERY_DOWN, (Event){0});
    else if (held && e.hit.kind == HIT_TRACE && t)
        look_into(s, (NetTracePart)e.hit.a, e.hit.b, net_trace_size(t, (NetTracePart)e.hit.a));
}
