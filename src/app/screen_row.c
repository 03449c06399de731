// One row, all the way: what becomes of one position on its way through a head, and back into the stream.
#include "app/example.h"
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane_stream.h"
#include "app/screen.h"
#include "app/update.h"
#include "base/int.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RUN_WALK = 1 }; // a walk is one change to undo

// ---- acting

static void stand(State *s, int position) {
    int last = s->scene.worked.n - 1;
    s->run = RUN_WALK;
    s->scene.position = int_clamp(position, 0, last);
}

static void pull_lever(State *s, ActionId action) {
    Scene *c = &s->scene;
    state_remember_levers(s);
    if (action == ACTION_MASK) c->mask = !c->mask;
    else if (action == ACTION_DIVISOR) c->divide = !c->divide;
    else c->normalise = !c->normalise;
}

static void next_example(State *s, const Library *lib) {
    if (lib->examples == 0) return;
    scene_open_example(&s->scene, lib, (s->scene.work.example + 1) % lib->examples);
    s->scene.position = -1;
    s->has_before = false;
}

static void act(State *s, const World *w, ActionId action, Event e) {
    (void)e;
    int position = scene_position(&s->scene);
    switch (action) {
    case ACTION_QUERY_UP: stand(s, position - 1); break;
    case ACTION_QUERY_DOWN: stand(s, position + 1); break;
    case ACTION_FIRST: stand(s, 0); break;
    case ACTION_LAST: stand(s, WORKED_TOKENS_MAX); break;
    case ACTION_MASK:
    case ACTION_DIVISOR:
    case ACTION_NORMALISE: pull_lever(s, action); break;
    case ACTION_EXAMPLE_NEXT: next_example(s, &w->library); break;
    default: break;
    }
}

static void mouse(State *s, const World *w, Event e) {
    (void)w;
    bool held = e.mouse == MOUSE_PRESS || e.mouse == MOUSE_DRAG;
    if (e.mouse == MOUSE_WHEEL_UP) stand(s, scene_position(&s->scene) - 1);
    else if (e.mouse == MOUSE_WHEEL_DOWN) stand(s, scene_position(&s->scene) + 1);
    else if (held && e.hit.kind == HIT_TOKEN) stand(s, e.hit.a);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_CELL) stand(s, e.hit.b);
}

// ---- drawing

static void put_token(Str *out, const StreamScope *in, int i, bool ascii) {
    str_puts(out, "“");
    example_token_short(out, in->worked, i, ascii);
    str_printf(out, "” at %d", i);
}

static void draw_title(Canvas *c, const StreamScope *in) {
    const Scene *s = &in->state->scene;
    Toggle toggle[] = {{"norm", s->normalise, ACTION_NORMALISE, 0}, {"mask", s->mask, ACTION_MASK, 0}, {"", s->divide, ACTION_DIVISOR, 0}};
    frame_name_divisor(&toggle[2], s->divisor, in->worked->d, c->ascii);
    Str text = {0}, token = {0};
    example_text(&text, in->worked, c->ascii);
    put_token(&token, in, in->now.position, c->ascii);
    const TitlePart part[] = {{"One row", ACTION_NONE}, {str_text(&text), ACTION_EXAMPLE_NEXT}, {str_text(&token), ACTION_NONE}};
    frame_title(c, part, 3, toggle, 3);
    str_free(&text);
    str_free(&token);
}

static int strongest(const Stream *s) {
    int best = 0;
    for (int j = 1; j < s->n; j++) {
        if (s->weight[j] > s->weight[best]) best = j;
    }
    return best;
}

static void draw_status(Canvas *c, const StreamScope *in) {
    const Stream *s = &in->now;
    bool hovers = in->state->hover.kind == HIT_CELL;
    int j = hovers ? in->other : strongest(s);
    Str text = {0};
    put_token(&text, in, s->position, c->ascii);
    if (s->masked[j] == -INFINITY) str_puts(&text, " may not see ");
    else str_printf(&text, " gives %.0f %% to ", 100 * s->weight[j]);
    put_token(&text, in, j, c->ascii);
    frame_status(c, in->state, str_text(&text),
                 "↑ ↓ stand   m mask   d divisor   z normalise   s example   u undo   o more   ? help   q quit",
                 "↑ ↓  m d z  s text  o more  ? help", "? help");
    str_free(&text);
}

static void draw(Canvas *c, const State *s, const World *world) {
    (void)world;
    int h = canvas_height(c), w = canvas_width(c);
    StreamScope in;
    stream_scope_init(&in, s);
    StreamLayout at = pane_stream_layout(&in, h, w);
    if (at.tokens) {
        int x = 1 + canvas_text(c, at.tokens, 1, style_plain(ROLE_DIM),
                                at.compact ? "i  " : "i   stand on          ");
        example_tokens(c, at.tokens, x, in.worked, in.now.position);
    }
    pane_stream_stages(c, &in, at);
    pane_stream_table(c, &in, at);
    pane_stream_end(c, &in, at);
    pane_stream_words(c, &in, at);
    canvas_push(c, (Rect){0, 0, 1, w});
    draw_title(c, &in);
    canvas_pop(c);
    canvas_push(c, (Rect){h - 1, 0, h > 1, w});
    draw_status(c, &in);
    canvas_pop(c);
}

const Screen SCREEN_OF_ROW = {
    .title = "One row",
    .summary = "one position, all the way through a head",
    .draw = draw,
    .act = act,
    .mouse = mouse,
    .mouse_help = {"click a token or a key: stand on it", "hover over a key: its sums", "wheel: the token before, after",
                   "click a toggle: as its key", "Shift+click: the terminal's own selection"},
};
