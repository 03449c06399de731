// The explorer: one hand-written head on one sentence, with every lever.
#include "app/hit.h"
#include "app/input.h"
#include "app/look.h"
#include "app/pane.h"
#include "app/screen.h"
#include "app/update.h"
#include "base/int.h"
#include "out/pattern.h"

#include <stdio.h>
#include <string.h>

// ---- moving

static int token_count(const State *s, const World *w) {
    Error ignored;
    const Wording *words = wording_of(w, &s->scene, s->scene.bos, s->ascii, &ignored);
    return words ? words->tokens.n : 1;
}

static void move_query(State *s, const World *w, int by) {
    s->scene.query = int_clamp(s->scene.query + by, 0, token_count(s, w) - 1);
}

static void move_key(State *s, const World *w, int by) {
    s->scene.key = int_clamp(s->scene.key + by, 0, token_count(s, w) - 1);
}

// Puts the key where the query looks most.
static void find_strongest(State *s, const World *w) {
    Error ignored;
    s->scene.key = -1;
    scene_finish(&s->scene, &w->library, &ignored);
}

// ---- levers

static void toggle_bos(State *s, const World *w) {
    Scene *c = &s->scene;
    bool gone = c->bos && c->query == 0;
    c->bos = !c->bos;
    c->query = int_clamp(c->query + (c->bos ? 1 : -1), 0, TOKENS_MAX); // stay on the same token
    c->key = int_clamp(c->key + (c->bos ? 1 : -1), 0, TOKENS_MAX);
    if (gone) find_strongest(s, w);
}

static void pull_lever(State *s, const World *w, ActionId action) {
    Scene *c = &s->scene;
    if ((action == ACTION_WIDTH_UP && c->width * 2 > SCENE_WIDTH_MAX) ||
        (action == ACTION_WIDTH_DOWN && c->width / 2 < 1)) {
        snprintf(s->note, sizeof s->note, "the head width goes from 1 to %d", SCENE_WIDTH_MAX);
        return;
    }
    state_remember_levers(s);
    switch (action) {
    case ACTION_MASK: c->mask = !c->mask; break;
    case ACTION_DIVISOR: c->divide = !c->divide; break;
    case ACTION_WIDTH_UP: c->width *= 2, c->divisor = 0, c->divide = true; break;
    case ACTION_WIDTH_DOWN: c->width /= 2, c->divisor = 0, c->divide = true; break;
    default: toggle_bos(s, w); break;
    }
}

static void choose_head(State *s, const World *w, int head) {
    if (head < 0 || head >= RULES_COUNT) {
        snprintf(s->note, sizeof s->note, "there are %d heads", RULES_COUNT);
        return;
    }
    s->scene.head = head;
    s->has_before = false;
    find_strongest(s, w);
}

static void choose_sentence(State *s, const World *w, int by) {
    int count = w->library.corpus.count;
    int now = s->scene.sentence < 0 ? (by > 0 ? -1 : 0) : s->scene.sentence;
    s->scene.sentence = (now + by + count) % count;
    s->scene.query = s->scene.key = -1;
    s->has_before = false;
    Error ignored;
    scene_finish(&s->scene, &w->library, &ignored);
}

static void act(State *s, const World *w, ActionId action, Event e) {
    switch (action) {
    case ACTION_QUERY_UP: move_query(s, w, -1); break;
    case ACTION_QUERY_DOWN: move_query(s, w, 1); break;
    case ACTION_PAGE_UP: move_query(s, w, -10); break;
    case ACTION_PAGE_DOWN: move_query(s, w, 10); break;
    case ACTION_FIRST: move_query(s, w, -2 * TOKENS_MAX); break;
    case ACTION_LAST: move_query(s, w, 2 * TOKENS_MAX); break;
    case ACTION_KEY_LEFT: move_key(s, w, -1); break;
    case ACTION_KEY_RIGHT: move_key(s, w, 1); break;
    case ACTION_STRONGEST: find_strongest(s, w); break;
    case ACTION_HEAD_NUMBER: choose_head(s, w, (int)e.key - '1'); break;
    case ACTION_HEAD_PREVIOUS: choose_head(s, w, (s->scene.head + RULES_COUNT - 1) % RULES_COUNT); break;
    case ACTION_HEAD_NEXT: choose_head(s, w, (s->scene.head + 1) % RULES_COUNT); break;
    case ACTION_MASK:
    case ACTION_DIVISOR:
    case ACTION_WIDTH_UP:
    case ACTION_WIDTH_DOWN:
    case ACTION_BOS: pull_lever(s, w, action); break;
    case ACTION_SENTENCE_NEXT: choose_sentence(s, w, 1); break;
    case ACTION_SENTENCE_PREVIOUS: choose_sentence(s, w, -1); break;
    case ACTION_EDIT: input_open(s, w); break;
    case ACTION_VIEW: s->scene.view = (SceneView)((s->scene.view + 1) % VIEW_COUNT); break;
    default: break;
    }
}


// ---- mouse

static void click(State *s, const World *w, Hit hit) {
    if (hit.kind == HIT_TOKEN) {
        s->scene.query = hit.a;
        find_strongest(s, w);
    } else if (hit.kind == HIT_CELL) {
        s->scene.query = hit.a;
        s->scene.key = hit.b;
    } else if (hit.kind == HIT_HEAD) {
        choose_head(s, w, hit.a);
    }
}

static void mouse(State *s, const World *w, Event e) {
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    if (wheel && (e.mods & MOD_SHIFT)) move_key(s, w, wheel);
    else if (wheel) move_query(s, w, wheel);
    else if (e.mouse == MOUSE_PRESS) click(s, w, e.hit);
    else if (e.mouse == MOUSE_DRAG && (e.hit.kind == HIT_TOKEN || e.hit.kind == HIT_CELL)) click(s, w, e.hit);
}

// ---- drawing

static void draw(Canvas *c, const State *s, const World *w) {
    Look look;
    Error err;
    if (!look_init(&look, s, w, &err)) return;
    pane_all(c, &(Scope){s, w, &look});
    look_free(&look);
}

// ---- numbers

static void write_pattern(const Scene *s, const World *w, Str *out, void (*write)(const Pattern *p, Str *out)) {
    Tokens tokens = {0};
    Attention attention = {0};
    Error ignored; // a finished scene has tokens
    if (!scene_tokens(s, &w->library, &tokens, &ignored)) return;
    attention_run(&attention, &RULES[s->head], &tokens, scene_params(s));
    bool own = s->sentence < 0;
    const char *source = own ? s->text : w->library.corpus.sentence[s->sentence].name;
    Pattern p = {
        .kind = own ? "text" : "sentence",
        .source = source,
        .source_len = own ? (size_t)s->text_len : strlen(source),
        .head = RULES[s->head].name,
        .tokens = &tokens,
        .attention = &attention,
        .params = scene_params(s),
        .bos = s->bos,
    };
    write(&p, out);
    attention_free(&attention);
    tokens_free(&tokens);
}

static void write_json(const Scene *s, const World *w, Str *out) {
    write_pattern(s, w, out, out_pattern_json);
}

static void write_csv(const Scene *s, const World *w, Str *out) {
    write_pattern(s, w, out, out_pattern_csv);
}

const Screen SCREEN_OF_EXPLORER = {
    .title = "Explorer",
    .summary = "hand-written heads on a sentence, every lever",
    .draw = draw,
    .act = act,
    .mouse = mouse,
    .table = {{"json", write_json}, {"csv", write_csv}},
};
