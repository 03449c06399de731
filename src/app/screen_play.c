// The playground: a query and its keys as arrows in a plane, to be dragged, and what attention makes of them.
#include "app/frame.h"
#include "app/hit.h"
#include "app/play.h"
#include "app/screen.h"
#include "base/int.h"
#include "out/geometry.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double STEP = 0.1, FINE = 0.01, TURN = 5, FACTOR = 1.1; // of a key press; TURN in degrees

// Runs for undo: what is done to one arrow in a row. + Hand.arrow
enum { RUN_MOVE = 100, RUN_TURN = 200, RUN_STRETCH = 300, RUN_DRAG = 400, RUN_LENGTH = 500 };

static void note(State *s, const char *text) {
    snprintf(s->note, sizeof s->note, "%s", text);
}

// ---- what is selected

static int selected_arrow(const State *s) {
    int count = s->scene.plane.count; // undo may have taken keys away
    return s->hand.arrow > count ? count : s->hand.arrow;
}

// As attn/plane.h counts: PLANE_QUERY or a key's number.
static int selected(const State *s) {
    int arrow = selected_arrow(s);
    return arrow == 0 ? PLANE_QUERY : arrow - 1;
}

static void select_by(State *s, int by) {
    int arrows = s->scene.plane.count + 1;
    s->hand.arrow = (selected_arrow(s) + by + arrows) % arrows;
}

// ---- levers

// Keeps the levers for ΔH and the ghost, once for a whole run.
static void remember_levers(State *s, int run) {
    s->run = run;
    if (run != 0 && s->ran == run && s->has_before) return;
    s->before = (Levers){.divisor = s->scene.plane.divisor, .tenths = s->scene.plane.tenths};
    s->has_before = true;
}

static void set_length(State *s, int tenths) {
    tenths = int_clamp(tenths, PLANE_LENGTH_MIN, PLANE_LENGTH_MAX);
    if (tenths == s->scene.plane.tenths) {
        s->run = s->ran == RUN_LENGTH ? RUN_LENGTH : 0;
        return;
    }
    remember_levers(s, RUN_LENGTH);
    s->scene.plane.tenths = tenths;
}

static void step_length(State *s, int by) {
    int to = s->scene.plane.tenths + by;
    if (to < PLANE_LENGTH_MIN || to > PLANE_LENGTH_MAX) note(s, "the query's length goes from ×0.4 to ×8");
    set_length(s, to);
}

static void next_divisor(State *s) {
    remember_levers(s, 0);
    plane_next_divisor(&s->scene.plane);
}

static void set_divisor(State *s, double divisor) {
    if (divisor == s->scene.plane.divisor) return;
    remember_levers(s, 0);
    s->scene.plane.divisor = divisor;
}

// ---- arrows

static void move(State *s, Event e, int dy, int dx) {
    bool upper = e.key < 0x80 && isupper((int)e.key);
    double step = upper || (e.mods & MOD_SHIFT) ? FINE : STEP;
    plane_move(&s->scene.plane, selected(s), dy * step, dx * step);
    s->run = RUN_MOVE + selected_arrow(s);
}

static void turn(State *s, double degrees) {
    plane_turn(&s->scene.plane, selected(s), degrees * acos(-1) / 180);
    s->run = RUN_TURN + selected_arrow(s);
}

static void stretch(State *s, double factor) {
    plane_stretch(&s->scene.plane, selected(s), factor);
    s->run = RUN_STRETCH + selected_arrow(s);
}

static void add_key(State *s) {
    int which;
    if (!plane_add(&s->scene.plane, &which)) note(s, "eight keys are the most");
    else s->hand.arrow = which + 1;
}

static void remove_key(State *s) {
    int which = selected(s);
    if (which == PLANE_QUERY) note(s, "the query stays: select a key with Tab");
    else if (!plane_remove(&s->scene.plane, which)) note(s, "one key has to stay");
    else s->hand.arrow = selected_arrow(s);
}

static void reset(State *s) {
    plane_init(&s->scene.plane);
    s->hand = (Hand){0};
    s->has_before = false;
}

static void act(State *s, const World *w, ActionId action, Event e) {
    (void)w;
    s->hand.grip = GRIP_NONE;
    switch (action) {
    case ACTION_PLAY_NEXT: select_by(s, 1); break;
    case ACTION_PLAY_PREVIOUS: select_by(s, -1); break;
    case ACTION_PLAY_LEFT: move(s, e, 0, -1); break;
    case ACTION_PLAY_RIGHT: move(s, e, 0, 1); break;
    case ACTION_PLAY_UP: move(s, e, 1, 0); break;
    case ACTION_PLAY_DOWN: move(s, e, -1, 0); break;
    case ACTION_PLAY_TURN_LEFT: turn(s, TURN); break;
    case ACTION_PLAY_TURN_RIGHT: turn(s, -TURN); break;
    case ACTION_PLAY_SHORTER: stretch(s, 1 / FACTOR); break;
    case ACTION_PLAY_LONGER: stretch(s, FACTOR); break;
    case ACTION_PLAY_ADD: add_key(s); break;
    case ACTION_PLAY_REMOVE: remove_key(s); break;
    case ACTION_PLAY_DIVISOR: next_divisor(s); break;
    case ACTION_PLAY_LENGTH_UP: step_length(s, 1); break;
    case ACTION_PLAY_LENGTH_DOWN: step_length(s, -1); break;
    case ACTION_PLAY_LENGTH_AT: set_length(s, 10 * ((int)e.key - '0')); break;
    case ACTION_PLAY_RESET: reset(s); break;
    default: break;
    }
}

// ---- mouse

static bool is_head(Hit hit) {
    return hit.kind >= HIT_ARROW && hit.kind <= HIT_ARROW_LAST && hit.kind - HIT_ARROW <= PLANE_KEYS_MAX;
}

// Takes hold of an arrow by its head or label. The distance from the pointer stays, so that it does not jump; a query
// that ends outside the plane is only turned.
static void grip_arrow(State *s, Hit hit) {
    int arrow = hit.kind - HIT_ARROW;
    if (arrow > s->scene.plane.count) return;
    s->hand.arrow = arrow;
    const PlaneArrow *a = plane_arrow(&s->scene.plane, selected(s));
    double length = arrow == 0 ? s->scene.plane.tenths / 10.0 : 1, y = a->y * length, x = a->x * length;
    double reach = fmax(fabs(y), fabs(x)), seen = reach > PLANE_EDGE ? PLANE_EDGE / reach : 1;
    s->hand.grip = seen < 1 ? GRIP_TURN : GRIP_ARROW;
    s->hand.dy = (int)lround(100 * y * seen) - hit.a;
    s->hand.dx = (int)lround(100 * x * seen) - hit.b;
}

static void drag_arrow(State *s, Hit hit) {
    Plane *p = &s->scene.plane;
    int which = selected(s);
    double y = (hit.a + s->hand.dy) / 100.0, x = (hit.b + s->hand.dx) / 100.0;
    s->run = RUN_DRAG + selected_arrow(s);
    if (s->hand.grip == GRIP_ARROW) {
        plane_drag(p, which, y, x);
    } else if (y != 0 || x != 0) {
        const PlaneArrow *a = plane_arrow(p, which);
        plane_turn(p, which, atan2(y, x) - atan2(a->y, a->x));
    }
}

static void press(State *s, Hit hit) {
    s->hand.grip = GRIP_NONE;
    if (is_head(hit)) {
        grip_arrow(s, hit);
    } else if (hit.kind == HIT_PICK && hit.a >= 0 && hit.a <= s->scene.plane.count) {
        s->hand.arrow = hit.a;
    } else if (hit.kind == HIT_DIVISOR && hit.a >= 0 && hit.a < PLANE_DIVISORS) {
        set_divisor(s, PLANE_DIVISOR[hit.a]);
    } else if (hit.kind == HIT_LENGTH) {
        s->hand.grip = GRIP_LENGTH;
        set_length(s, hit.a);
    }
}

static void mouse(State *s, const World *w, Event e) {
    (void)w;
    Grip grip = s->hand.grip;
    bool plane = e.hit.kind == HIT_PLANE || is_head(e.hit);
    if (e.mouse == MOUSE_PRESS) press(s, e.hit);
    else if (e.mouse == MOUSE_RELEASE) s->hand.grip = GRIP_NONE;
    else if (e.mouse == MOUSE_WHEEL_UP) step_length(s, 1);
    else if (e.mouse == MOUSE_WHEEL_DOWN) step_length(s, -1);
    else if (e.mouse == MOUSE_DRAG && grip == GRIP_LENGTH && e.hit.kind == HIT_LENGTH) set_length(s, e.hit.a);
    else if (e.mouse == MOUSE_DRAG && (grip == GRIP_ARROW || grip == GRIP_TURN) && plane) drag_arrow(s, e.hit);
}

// ---- drawing

static void look_at(Play *out, const State *s) {
    *out = (Play){.state = s, .plane = &s->scene.plane, .has_before = s->has_before, .arrow = selected_arrow(s)};
    plane_run(&out->now, out->plane);
    if (!s->has_before) return;
    Plane then = *out->plane;
    then.divisor = s->before.divisor;
    then.tenths = s->before.tenths;
    plane_run(&out->before, &then);
}

enum { PANEL_ROWS = 10, PLANE_LEAST = 4, SIDES = 4 }; // SIDES: columns beside plane and panel

// For a pane of h × w, whose first and last rows are the title and the status line.
static PlayLayout lay_out(int h, int w) {
    PlayLayout at = {0};
    int room = h - 2, panel = w >= 70 ? PLAY_PANEL_FULL : PLAY_PANEL_MIN, sides = w >= 70 ? SIDES : 2;
    int beside = (w - panel - sides) / 2 < room ? (w - panel - sides) / 2 : room;
    int above = w / 2 < room - PANEL_ROWS ? w / 2 : room - PANEL_ROWS;
    int left = sides / 2;
    if (room < 1) return at;
    if (beside >= above && beside >= PLANE_LEAST) {
        at.plane = (Rect){1 + (room - beside) / 2, left - 1, beside, 2 * beside};
        int x = at.plane.x + at.plane.w + left;
        at.panel = (Rect){1 + (room > 12 ? 1 : 0), x, room - (room > 12 ? 1 : 0), w - x - left + 1};
    } else if (above >= PLANE_LEAST) {
        at.plane = (Rect){1, (w - 2 * above) / 2, above, 2 * above};
        at.panel = (Rect){1 + above, w > 20, room - above, w > 20 ? w - 2 : w};
    } else {
        at.panel = (Rect){1, 0, room, w};
    }
    return at;
}

static void draw_title(Canvas *c, const Play *in) {
    Toggle t = {.on = in->plane->divisor != 1, .action = ACTION_PLAY_DIVISOR};
    play_divisor_name(in->plane->divisor, c->ascii, t.name, sizeof t.name);
    t.columns = c->ascii ? 7 : 4;
    frame_title(c, &(TitlePart){"Playground", ACTION_NONE}, 1, &t, 1);
}

static void draw(Canvas *c, const State *s, const World *w) {
    (void)w;
    Play in;
    look_at(&in, s);
    int rows = canvas_height(c), cols = canvas_width(c);
    PlayLayout at = lay_out(rows, cols);
    canvas_push(c, at.plane);
    play_plane(c, &in);
    canvas_pop(c);
    canvas_push(c, at.panel);
    play_panel(c, &in);
    canvas_pop(c);
    if (rows > 1) {
        canvas_push(c, (Rect){rows - 1, 0, 1, cols});
        play_status(c, &in);
        canvas_pop(c);
    }
    draw_title(c, &in);
    play_mark_grip(c, &in, at);
}

static void write_json(const Scene *s, const World *w, Str *out) {
    (void)w;
    PlaneResult r;
    plane_run(&r, &s->plane);
    out_geometry_playground(out, &s->plane, &r);
}

const Screen SCREEN_OF_PLAY = {
    .title = "Playground",
    .summary = "drag q and k: geometry becomes probability",
    .draw = draw,
    .act = act,
    .mouse = mouse,
    .mouse_help = {"drag an arrow's head: move it", "drag the slider: the query's length", "wheel: the query's length", "click a divisor: take it",
                   "click a key: select it", "Shift+click: the terminal's own selection"},
    .table = {{"json", write_json}},
};
