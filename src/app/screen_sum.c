// Many heads are a sum: each adds its own part to the residual row, and one large product with W_O is the same thing.
#include "app/example.h"
#include "app/frame.h"
#include "app/hit.h"
#include "app/pane_heads.h"
#include "app/screen.h"
#include "app/update.h"
#include "base/int.h"

#include <stdio.h>
#include <string.h>

enum { RUN_WALK = 1 }; // a walk is one change to undo

// ---- acting

static void stand(State *s, const World *w, int token) {
    int last = w->library.heads.head[0].n - 1;
    s->run = RUN_WALK;
    s->scene.token = int_clamp(token, 0, last);
}

static void switch_head(State *s, const World *w, int head) {
    int count = w->library.heads.count;
    if (head < 0 || head >= count) {
        snprintf(s->note, sizeof s->note, "there are %d heads", count);
        return;
    }
    state_remember_levers(s);
    s->scene.heads_off ^= 1u << head;
}

static void act(State *s, const World *w, ActionId action, Event e) {
    Scene *c = &s->scene;
    int token = scene_token(c, &w->library);
    switch (action) {
    case ACTION_QUERY_UP: stand(s, w, token - 1); break;
    case ACTION_QUERY_DOWN: stand(s, w, token + 1); break;
    case ACTION_FIRST: stand(s, w, 0); break;
    case ACTION_LAST: stand(s, w, WORKED_TOKENS_MAX); break;
    case ACTION_HEAD_SWITCH: switch_head(s, w, (int)e.key - '1'); break;
    case ACTION_HEADS_ALL: state_remember_levers(s), c->heads_off = 0; break;
    case ACTION_MASK: state_remember_levers(s), c->mask = !c->mask; break;
    case ACTION_DIVISOR: state_remember_levers(s), c->divide = !c->divide; break;
    default: break;
    }
}

static void mouse(State *s, const World *w, Event e) {
    bool held = e.mouse == MOUSE_PRESS || e.mouse == MOUSE_DRAG;
    int token = scene_token(&s->scene, &w->library);
    if (e.mouse == MOUSE_WHEEL_UP) stand(s, w, token - 1);
    else if (e.mouse == MOUSE_WHEEL_DOWN) stand(s, w, token + 1);
    else if (held && e.hit.kind == HIT_TOKEN) stand(s, w, e.hit.a);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_SUM_HEAD) switch_head(s, w, e.hit.a);
}

// ---- drawing

static void draw_title(Canvas *c, const HeadsScope *in) {
    const Scene *s = &in->state->scene;
    const Worked *w = &in->heads->head[0];
    Toggle toggle[] = {{"mask", s->mask, ACTION_MASK, 0}, {"", s->divide, ACTION_DIVISOR, 0}};
    frame_name_divisor(&toggle[1], s->divisor, w->d, c->ascii);
    Str text = {0};
    example_text(&text, w, c->ascii);
    const TitlePart part[] = {{str_text(&text), ACTION_NONE}, {"Many heads are a sum", ACTION_NONE}};
    frame_title(c, part, 2, toggle, 2);
    str_free(&text);
}

static void put_sentence(const HeadsScope *in, bool ascii, Str *out) {
    int on = 0, count = in->heads->count;
    Hit hover = in->state->hover;
    for (int h = 0; h < count; h++) on += heads_scope_on(in, h);
    if (hover.kind == HIT_SUM_HEAD && hover.a >= 0 && hover.a < count) {
        str_printf(out, "a click or %d switches this head %s", hover.a + 1, heads_scope_on(in, hover.a) ? "off" : "on");
        return;
    }
    str_printf(out, "%d of %d heads add to the row of “", on, count);
    example_token(out, &in->heads->head[0], in->token, ascii);
    str_printf(out, "” at %d", in->token);
}

static void draw_status(Canvas *c, const HeadsScope *in) {
    Str text = {0};
    put_sentence(in, c->ascii, &text);
    frame_status(c, in->state, str_text(&text),
                 "1 … 4 a head on or off   a all   ↑ ↓ stand   m mask   d divisor   u undo   o more   ? help   q quit",
                 "1-4 heads  ↑ ↓  o more  ? help", "? help");
    str_free(&text);
}

static void draw(Canvas *c, const State *s, const World *world) {
    int h = canvas_height(c), w = canvas_width(c);
    HeadsScope in;
    heads_scope_init(&in, s, &world->library);
    HeadsLayout at = pane_heads_layout(&in, h, w);
    canvas_text(c, at.tokens, 1, style_plain(ROLE_DIM), at.wide ? "i   stand on" : "i");
    example_tokens(c, at.tokens, at.wide ? 23 : 14, &in.heads->head[0], in.token);
    pane_heads_addition(c, &in, at);
    pane_heads_terms(c, &in, at);
    pane_heads_check(c, &in, at);
    canvas_push(c, (Rect){0, 0, 1, w});
    draw_title(c, &in);
    canvas_pop(c);
    canvas_push(c, (Rect){h - 1, 0, h > 1, w});
    draw_status(c, &in);
    canvas_pop(c);
}

const Screen SCREEN_OF_SUM = {
    .title = "Many heads",
    .summary = "their outputs are a sum, added to one stream",
    .draw = draw,
    .act = act,
    .mouse = mouse,
    .mouse_help = {"click a head: on or off", "click a token: stand on it", "wheel: the token before, after", "click a toggle: as its key",
                   "Shift+click: the terminal's own selection"},
};
