// The √d lab: what a wide head does to scores, softmax and gradient, and what dividing by √d does about it.
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane_lab.h"
#include "app/screen.h"
#include "base/int.h"
#include "out/geometry.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { RUN_D = 1, RUN_GAP }; // a drag or a held key is one change to undo

// ---- acting

static void set_d(State *s, int d) {
    if (d < 1 || d > LAB_WIDTH_MAX) snprintf(s->note, sizeof s->note, "d goes from 1 to %d", LAB_WIDTH_MAX);
    s->scene.lab.d = int_clamp(d, 1, LAB_WIDTH_MAX);
}

// The power of two above or below.
static void step_power(State *s, int by) {
    int d = s->scene.lab.d, power = 1;
    if (by > 0) {
        while (power <= d) power *= 2;
    } else {
        while (power * 2 < d) power *= 2;
        if (d == 1) power = 0;
    }
    set_d(s, power);
}

static void set_keys(State *s, int keys) {
    bool ok = keys >= LAB_KEYS_MIN && keys <= LAB_KEYS_MAX;
    if (ok) s->scene.lab.keys = keys;
    else snprintf(s->note, sizeof s->note, "a row has %d to %d keys here", LAB_KEYS_MIN, LAB_KEYS_MAX);
}

// Onto the next step above or below.
static void step_gap(State *s, int by) {
    s->run = RUN_GAP;
    double steps = s->scene.gap / PANE_LAB_GAP_STEP, to = by > 0 ? floor(steps) + 1 : ceil(steps) - 1;
    double gap = to * PANE_LAB_GAP_STEP;
    s->scene.gap = gap < 0 ? 0 : gap > SCENE_GAP_MAX ? SCENE_GAP_MAX : gap;
}

static void act(State *s, const World *w, ActionId action, Event e) {
    (void)w, (void)e;
    switch (action) {
    case ACTION_WIDTH_UP: step_power(s, 1); break;
    case ACTION_WIDTH_DOWN: step_power(s, -1); break;
    case ACTION_QUERY_UP: s->run = RUN_D, set_d(s, s->scene.lab.d + 1); break;
    case ACTION_QUERY_DOWN: s->run = RUN_D, set_d(s, s->scene.lab.d - 1); break;
    case ACTION_SEED_NEXT: s->scene.lab.seed += s->scene.lab.seed < UINT64_MAX; break;
    case ACTION_SEED_PREVIOUS: s->scene.lab.seed -= s->scene.lab.seed > 0; break;
    case ACTION_KEYS_MORE: set_keys(s, s->scene.lab.keys + 1); break;
    case ACTION_KEYS_FEWER: set_keys(s, s->scene.lab.keys - 1); break;
    case ACTION_KEY_LEFT: step_gap(s, -1); break;
    case ACTION_KEY_RIGHT: step_gap(s, 1); break;
    default: break;
    }
}

static void mouse(State *s, const World *w, Event e) {
    (void)w;
    bool held = e.mouse == MOUSE_PRESS || e.mouse == MOUSE_DRAG;
    if (e.mouse == MOUSE_WHEEL_UP && e.hit.kind == HIT_LAB_GAP) step_gap(s, 1);
    else if (e.mouse == MOUSE_WHEEL_DOWN && e.hit.kind == HIT_LAB_GAP) step_gap(s, -1);
    else if (e.mouse == MOUSE_WHEEL_UP) step_power(s, 1);
    else if (e.mouse == MOUSE_WHEEL_DOWN) step_power(s, -1);
    else if (held && e.hit.kind == HIT_LAB_D) s->run = RUN_D, set_d(s, e.hit.a);
    else if (held && e.hit.kind == HIT_LAB_GAP) s->run = RUN_GAP, s->scene.gap = e.hit.a / 10.0;
}

// ---- drawing

static void draw_title(Canvas *c, const State *s) {
    char keys[32], seed[32], d[32];
    snprintf(keys, sizeof keys, "%d keys", s->scene.lab.keys);
    snprintf(seed, sizeof seed, "seed %" PRIu64, s->scene.lab.seed);
    snprintf(d, sizeof d, "d = %d", s->scene.lab.d);
    const TitlePart part[] = {{c->ascii ? "root-d lab" : "√d lab", ACTION_NONE},
                              {keys, ACTION_NONE},
                              {seed, ACTION_SEED_NEXT},
                              {d, ACTION_WIDTH_UP}};
    frame_title(c, part, 4, NULL, 0);
}

static void put_sentence(const LabScope *in, Str *out) {
    const LabResult *r = &in->result;
    Hit hover = in->state->hover;
    double width = sqrt(in->lab->d);
    if (hover.kind == HIT_LAB_D) str_printf(out, "click: d = %d", hover.a);
    else if (hover.kind == HIT_LAB_GAP)
        str_printf(out, "a gap of %.4g: %.0f : 1", hover.a / 10.0, lab_gap(hover.a / 10.0).odds);
    else str_printf(out, "d %d: %.2f bits, with ÷%.4g %.2f", in->lab->d, r->entropy[0], width, r->entropy[1]);
}

static void draw_status(Canvas *c, const LabScope *in) {
    Str sentence = {0};
    put_sentence(in, &sentence);
    frame_status(c, in->state, str_text(&sentence),
                 "+ - d   ↑ ↓ d by one   r sample anew   [ ] keys   ← → gap   u undo   o more   ? help   q quit",
                 "+ - d  r anew  ← → gap  o more  ? help", "? help");
    str_free(&sentence);
}

static void in_rect(Canvas *c, Rect r, const LabScope *in, void (*draw)(Canvas *, const LabScope *)) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, in);
    canvas_pop(c);
}

static void draw(Canvas *c, const State *s, const World *w) {
    (void)w;
    LabScope in = {.state = s, .lab = &s->scene.lab};
    lab_run(&in.result, in.lab);
    int rows = canvas_height(c), cols = canvas_width(c);
    LabLayout at = pane_lab_layout(rows, cols);
    in_rect(c, at.spread, &in, pane_lab_spread);
    in_rect(c, at.softmax, &in, pane_lab_softmax);
    in_rect(c, at.curve, &in, pane_lab_curve);
    in_rect(c, at.gap, &in, pane_lab_gap);
    in_rect(c, at.moral, &in, pane_lab_moral);
    canvas_push(c, (Rect){0, 0, 1, cols});
    draw_title(c, s);
    canvas_pop(c);
    canvas_push(c, (Rect){rows - 1, 0, rows > 1, cols});
    draw_status(c, &in);
    canvas_pop(c);
}

// ---- numbers

static void write_json(const Scene *s, const World *w, Str *out) {
    (void)w;
    LabResult r;
    lab_run(&r, &s->lab);
    out_geometry_lab(out, &s->lab, &r);
}

const Screen SCREEN_OF_LAB = {
    .title = "Root-d lab",
    .summary = "why scores are divided by the root of d",
    .draw = draw,
    .act = act,
    .mouse = mouse,
    .mouse_help = {"drag on the curve: d", "wheel: d twice, half", "drag the slider, wheel on it: the gap", "click the seed: sample anew",
                   "Shift+click: the terminal's own selection"},
    .table = {{"json", write_json}},
};
