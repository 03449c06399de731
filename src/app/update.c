#include "app/update.h"

#include "app/hit.h"
#include "app/line.h"
#include "app/look.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void state_init(State *s, const Scene *scene, int rows, int cols, bool ascii, ColorMode mode) {
    memset(s, 0, sizeof *s);
    s->scene = *scene;
    s->rows = rows;
    s->cols = cols;
    s->ascii = ascii;
    s->mode = mode;
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

// ---- moving

static int token_count(const State *s, const World *w) {
    Tokens t = {0};
    Error ignored;
    int n = scene_tokens(&s->scene, &w->corpus, &t, &ignored) ? t.n : 1;
    tokens_free(&t);
    return n;
}

static void move_query(State *s, const World *w, int by) {
    s->scene.query = clamp(s->scene.query + by, 0, token_count(s, w) - 1);
}

static void move_key(State *s, const World *w, int by) {
    s->scene.key = clamp(s->scene.key + by, 0, token_count(s, w) - 1);
}

// Puts the key where the query looks most.
static void find_strongest(State *s, const World *w) {
    Error ignored;
    s->scene.key = -1;
    scene_finish(&s->scene, &w->corpus, &ignored);
}

// ---- levers

static void remember_levers(State *s) {
    const Scene *c = &s->scene;
    s->before = (Levers){.mask = c->mask, .bos = c->bos, .divide = c->divide, .divisor = c->divisor, .width = c->width};
    s->has_before = true;
}

static void toggle_bos(State *s, const World *w) {
    Scene old = s->scene;
    Scene *c = &s->scene;
    c->bos = !c->bos;
    c->query = clamp(c->query + (c->bos ? 1 : -1), 0, TOKENS_MAX); // stay on the same token
    c->key = clamp(c->key + (c->bos ? 1 : -1), 0, TOKENS_MAX);
    if (old.bos && old.query == 0) find_strongest(s, w);
}

static void pull_lever(State *s, const World *w, ActionId action) {
    Scene *c = &s->scene;
    if ((action == ACTION_WIDTH_UP && c->width * 2 > SCENE_WIDTH_MAX) || (action == ACTION_WIDTH_DOWN && c->width / 2 < 1)) {
        snprintf(s->note, sizeof s->note, "the head width goes from 1 to %d", SCENE_WIDTH_MAX);
        return;
    }
    remember_levers(s);
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
    int count = w->corpus.count;
    int now = s->scene.sentence < 0 ? (by > 0 ? -1 : 0) : s->scene.sentence;
    s->scene.sentence = (now + by + count) % count;
    s->scene.query = s->scene.key = -1;
    s->has_before = false;
    Error ignored;
    scene_finish(&s->scene, &w->corpus, &ignored);
}

// ---- the text of one's own

static void open_input(State *s, const World *w) {
    const Scene *c = &s->scene;
    const char *text = c->sentence < 0 ? c->text : w->corpus.sentence[c->sentence].text;
    line_set(&s->line, text, c->sentence < 0 ? c->text_len : (int)strlen(text));
    s->recalled = 0;
    s->overlay = OVERLAY_INPUT;
}

static void accept_input(State *s, const World *w) {
    Scene *next = mem_new(1, sizeof *next); // large: not for the stack
    *next = s->scene;
    memcpy(next->text, s->line.bytes, (size_t)s->line.len);
    next->text_len = s->line.len;
    next->sentence = next->query = next->key = -1;
    Error err;
    if (scene_finish(next, &w->corpus, &err)) {
        s->scene = *next;
        s->has_before = false;
        s->overlay = OVERLAY_NONE;
        line_remember(s, s->line.bytes, s->line.len);
    } else {
        snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
    }
    free(next);
}

static void recall(State *s, int by) {
    int len, n = s->recalled + by;
    const char *text = n > 0 ? line_recall(s, n - 1, &len) : NULL;
    if (n < 0 || (n > 0 && !text)) return;
    s->recalled = n;
    line_set(&s->line, text ? text : "", text ? len : 0);
}

static Effect input_key(State *s, const World *w, Event e) {
    bool command = !e.pasted;
    if (command && e.key == KEY_CODE_ENTER) accept_input(s, w);
    else if (command && e.key == KEY_CODE_ESCAPE) s->overlay = OVERLAY_NONE;
    else if (command && e.key == 0x03) return EFFECT_QUIT;
    else if (command && e.key == KEY_CODE_UP) recall(s, 1);
    else if (command && e.key == KEY_CODE_DOWN) recall(s, -1);
    else line_key(&s->line, e);
    return EFFECT_NONE;
}

// ---- overlays and actions

// Scrolls or closes the help or the command box; any other key closes it and then does what it does.
static bool overlay_key(State *s, ActionId action, Event e) {
    switch (action) {
    case ACTION_QUERY_UP: s->scroll = clamp(s->scroll - 1, 0, SCROLL_MAX); return true;
    case ACTION_QUERY_DOWN: s->scroll = clamp(s->scroll + 1, 0, SCROLL_MAX); return true;
    case ACTION_PAGE_UP: s->scroll = clamp(s->scroll - 10, 0, SCROLL_MAX); return true;
    case ACTION_PAGE_DOWN: s->scroll = clamp(s->scroll + 10, 0, SCROLL_MAX); return true;
    case ACTION_SUSPEND:
    case ACTION_REDRAW: return false;
    default: break;
    }
    bool same = (s->overlay == OVERLAY_HELP && action == ACTION_HELP) || (s->overlay == OVERLAY_COMMAND && action == ACTION_COMMAND);
    bool quit = action == ACTION_QUIT && e.key != 0x03;
    s->overlay = OVERLAY_NONE;
    s->scroll = 0;
    return same || quit || action == ACTION_NONE;
}

static Effect do_view_action(State *s, ActionId action) {
    Scene *c = &s->scene;
    switch (action) {
    case ACTION_VIEW: c->view = (SceneView)((c->view + 1) % VIEW_COUNT); break;
    case ACTION_THEME: c->theme = (Theme)((c->theme + 1) % THEME_COUNT); break;
    case ACTION_MAP: c->map = (ColorMap)((c->map + 1) % MAP_COUNT); break;
    case ACTION_COMMAND: s->overlay = OVERLAY_COMMAND; break;
    case ACTION_HELP: s->overlay = OVERLAY_HELP; break;
    case ACTION_REDRAW: return EFFECT_REDRAW;
    case ACTION_SUSPEND: return EFFECT_SUSPEND;
    case ACTION_QUIT: return EFFECT_QUIT;
    default: break;
    }
    return EFFECT_NONE;
}

static Effect do_action(State *s, const World *w, ActionId action, Event e) {
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
    case ACTION_EDIT: open_input(s, w); break;
    default: return do_view_action(s, action);
    }
    return EFFECT_NONE;
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
    } else if (hit.kind == HIT_CLOSE) {
        s->overlay = OVERLAY_NONE;
        s->scroll = 0;
    }
}

static void mouse(State *s, const World *w, Event e) {
    bool over_text = s->overlay == OVERLAY_HELP || s->overlay == OVERLAY_COMMAND;
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    if (wheel && over_text) s->scroll = clamp(s->scroll + wheel, 0, SCROLL_MAX);
    else if (wheel && s->overlay == OVERLAY_NONE && (e.mods & MOD_SHIFT)) move_key(s, w, wheel);
    else if (wheel && s->overlay == OVERLAY_NONE) move_query(s, w, wheel);
    else if (e.mouse == MOUSE_PRESS) click(s, w, e.hit);
    else if (e.mouse == MOUSE_DRAG && (e.hit.kind == HIT_TOKEN || e.hit.kind == HIT_CELL)) click(s, w, e.hit);
    s->hover = e.mouse == MOUSE_MOVE ? e.hit : (Hit){0};
}

ActionId update_action(const State *s, Event e) {
    if (e.kind == EVENT_MOUSE && e.mouse == MOUSE_PRESS && e.hit.kind == HIT_ACTION) return (ActionId)e.hit.a;
    bool typing = s->overlay == OVERLAY_INPUT;
    return e.kind == EVENT_KEY && !e.pasted && !typing ? action_of_key(e.key, e.mods) : ACTION_NONE;
}

Effect update(State *s, const World *w, Event e) {
    if (e.kind == EVENT_RESIZE) {
        s->rows = e.y;
        s->cols = e.x;
        s->hover = (Hit){0};
        return EFFECT_NONE;
    }
    if (e.kind == EVENT_KEY || e.mouse != MOUSE_MOVE) s->note[0] = '\0';
    if (e.kind == EVENT_KEY && s->overlay == OVERLAY_INPUT) return input_key(s, w, e);
    ActionId action = update_action(s, e);
    if (e.kind == EVENT_KEY && s->overlay != OVERLAY_NONE && overlay_key(s, action, e)) return EFFECT_NONE;
    if (e.kind == EVENT_MOUSE) mouse(s, w, e);
    return do_action(s, w, action, e);
}
