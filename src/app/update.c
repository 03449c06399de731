#include "app/update.h"

#include "app/autoplay.h"
#include "app/hit.h"
#include "app/input.h"
#include "app/overlay.h"
#include "app/lessons.h"
#include "app/open_input.h"
#include "app/screen.h"
#include "app/train_input.h"
#include "app/train_open.h"
#include "app/tutor.h"

#include <string.h>

void state_init(State *s, const Scene *scene, int rows, int cols, bool ascii, ColorMode mode) {
    scene_copy(&s->scene, scene);
    s->rows = rows;
    s->cols = cols;
    s->ascii = ascii;
    s->mode = mode;
}

static int clamp(int value, int least, int most) {
    return value < least ? least : value > most ? most : value;
}

// To a screen of the model in training: from the training itself it is opened anew, else it stays as it was.
static void go_to_training(State *s, const World *w, ScreenId to) {
    s->hover = (Hit){0};
    if (s->scene.screen < SCREEN_OPEN) {
        train_open(s, w, to);
        return;
    }
    s->scene.screen = to;
    if (to != SCREEN_OPEN) open_leave_words(s, w);
    open_follow(s, w);
}

// Goes to a screen of the list of views; the line behind the last is the list of lessons.
static void go_to(State *s, const World *w, int place) {
    int places = screen_places(w);
    bool opens = place >= SCREEN_OPEN && place < places;
    ScreenId to = opens || (place >= 0 && place < places) ? screen_at(w, place) : s->scene.screen;
    if (opens && !w->library.source) {
        s->overlay = OVERLAY_NONE;
        go_to_training(s, w, to);
        return;
    }
    if (opens && (s->scene.open.training || s->scene.open.shelf)) scene_open_view(&s->scene, &w->library, false);
    s->scene.screen = to;
    s->overlay = OVERLAY_NONE;
    s->typing = false;
    s->hover = (Hit){0};
    s->hand = (Hand){0};
    s->has_before = false; // the levers before are another screen's
    if (opens) {
        open_follow(s, w);
        if (s->scene.open.query < 0) open_prepare(s, w);
        if (place != SCREEN_OPEN) open_leave_words(s, w);
    }
    if (place == places) lessons_open(s, w);
}

// ---- overlays

static void close_overlay(State *s) {
    s->overlay = OVERLAY_NONE;
    s->scroll = 0;
}

static void scroll_overlay(State *s, const World *w, int by) {
    int most = s->overlay == OVERLAY_HELP     ? overlay_help_scroll(s)
               : s->overlay == OVERLAY_PLACES ? screen_places(w)
                                              : SCROLL_MAX;
    s->scroll = clamp(s->scroll + by, 0, most);
}

// The keys of the help and the command box: scroll, or close it; a key that means something then does it.
static bool overlay_key(State *s, const World *w, ActionId action, Event e) {
    switch (e.key) { // the same on every screen, whatever they do there
    case 'k':
    case KEY_CODE_UP: scroll_overlay(s, w, -1); return true;
    case 'j':
    case KEY_CODE_DOWN: scroll_overlay(s, w, 1); return true;
    case KEY_CODE_PAGE_UP: scroll_overlay(s, w, -10); return true;
    case KEY_CODE_PAGE_DOWN: scroll_overlay(s, w, 10); return true;
    default: break;
    }
    if (action == ACTION_SUSPEND || action == ACTION_REDRAW) return false;
    bool same = (s->overlay == OVERLAY_HELP && action == ACTION_HELP) ||
                (s->overlay == OVERLAY_COMMAND && action == ACTION_COMMAND);
    bool quit = action == ACTION_QUIT && e.key != 0x03;
    close_overlay(s);
    return same || quit || action == ACTION_NONE;
}

static void choose_place(State *s, const World *w, int place) {
    s->scroll = 0;
    go_to(s, w, place);
}

// The list of views: a digit goes there, up and down choose, Enter goes.
static bool places_key(State *s, const World *w, ActionId action, Event e) {
    int digit = (int)e.key - '1';
    if (e.key >= '1' && digit <= screen_places(w)) go_to(s, w, digit);
    else if (e.key == KEY_CODE_UP || e.key == 'k') scroll_overlay(s, w, -1);
    else if (e.key == KEY_CODE_DOWN || e.key == 'j') scroll_overlay(s, w, 1);
    else if (e.key == KEY_CODE_ENTER) choose_place(s, w, s->scroll);
    else if (action == ACTION_SUSPEND || action == ACTION_REDRAW || action == ACTION_GO || e.key == 0x03) return false;
    else close_overlay(s);
    return true;
}

static bool overlay_takes(State *s, const World *w, ActionId action, Event e) {
    if (s->overlay == OVERLAY_NONE || s->overlay >= OVERLAY_LESSONS || action == ACTION_BLANK) return false;
    return s->overlay == OVERLAY_PLACES ? places_key(s, w, action, e) : overlay_key(s, w, action, e);
}

// ---- actions

static Effect do_action(State *s, const World *w, ActionId action, Event e) {
    Scene *c = &s->scene;
    switch (action) {
    case ACTION_NONE: break;
    case ACTION_THEME: c->theme = (Theme)((c->theme + 1) % THEME_COUNT), c->theme_chosen = true; break;
    case ACTION_PROJECT: scene_project(c, !c->project); break;
    case ACTION_BLANK: s->blank = true; break;
    case ACTION_MAP: c->map = (ColorMap)((c->map + 1) % MAP_COUNT); break;
    case ACTION_COMMAND: s->overlay = OVERLAY_COMMAND; break;
    case ACTION_HELP: s->overlay = OVERLAY_HELP; break;
    case ACTION_PLACES: s->overlay = OVERLAY_PLACES, s->scroll = clamp((int)c->screen, 0, screen_places(w) - 1); break;
    case ACTION_GO: go_to(s, w, (int)e.key - KEY_CODE_F1 - 1); break;
    case ACTION_REDRAW: return EFFECT_REDRAW;
    case ACTION_SUSPEND: return EFFECT_SUSPEND;
    case ACTION_QUIT: return EFFECT_QUIT;
    case ACTION_UNDO: return EFFECT_UNDO;
    case ACTION_LESSON_OPEN: return tutor_reopen(s, w);
    case ACTION_LESSON_LIST: lessons_open(s, w); break;
    case ACTION_SEARCH: lessons_search(s); break;
    default: screen_of(c->screen)->act(s, w, action, e); break;
    }
    return EFFECT_NONE;
}

static void mouse(State *s, const World *w, Event e) {
    int wheel = e.mouse == MOUSE_WHEEL_UP ? -1 : e.mouse == MOUSE_WHEEL_DOWN ? 1 : 0;
    void (*own)(State *, const World *, Event) = screen_of(s->scene.screen)->mouse;
    bool open = s->overlay != OVERLAY_NONE;
    s->hover = e.mouse == MOUSE_MOVE ? e.hit : (Hit){0};
    if (e.mouse == MOUSE_MOVE) return;
    if (open && wheel) scroll_overlay(s, w, wheel);
    else if (e.mouse == MOUSE_PRESS && e.hit.kind == HIT_PLACE) choose_place(s, w, e.hit.a);
    else if (open && e.mouse == MOUSE_PRESS && e.hit.kind == HIT_CLOSE) close_overlay(s);
    else if (!open && own) own(s, w, e);
}

ActionId update_action(const State *s, Event e) {
    if (e.kind == EVENT_MOUSE && e.mouse == MOUSE_PRESS && e.hit.kind == HIT_ACTION) return (ActionId)e.hit.a;
    bool typing = s->overlay == OVERLAY_INPUT || s->overlay == OVERLAY_SEARCH || s->typing;
    unsigned where = ON(s->scene.screen) | (s->tutor.open ? ON_LESSON : 0);
    return e.kind == EVENT_KEY && !e.pasted && !typing ? action_of_key(where, e.key, e.mods) : ACTION_NONE;
}

// What happens to a blank screen: a key or a click brings it back and means nothing else; those that quit, suspend or
// redraw do that.
static bool blank_takes(State *s, Event e) {
    ActionId action = e.kind == EVENT_KEY ? update_action(s, e) : ACTION_NONE;
    if (action == ACTION_SUSPEND || action == ACTION_REDRAW || (action == ACTION_QUIT && e.key == 0x03)) return false;
    s->blank = e.kind == EVENT_MOUSE && e.mouse != MOUSE_PRESS;
    return true;
}

Effect update(State *s, const World *w, Event e) {
    if (e.kind == EVENT_RESIZE) {
        s->rows = e.y;
        s->cols = e.x;
        s->hover = (Hit){0};
        return EFFECT_NONE;
    }
    if (e.kind == EVENT_NONE) return EFFECT_NONE;
    if (s->scene.screen >= SCREEN_OPEN) open_follow(s, w);
    if (train_tick(s, w, e)) return EFFECT_NONE;
    if (autoplay_takes(s, w, e)) return EFFECT_NONE;
    if (e.kind == EVENT_KEY || e.mouse != MOUSE_MOVE) s->ran = s->run, s->run = 0;
    if (s->blank && blank_takes(s, e)) return EFFECT_NONE;
    if (e.kind == EVENT_KEY || (e.mouse != MOUSE_MOVE && e.mouse != MOUSE_RELEASE)) s->note[0] = '\0';
    if (e.kind == EVENT_KEY && s->overlay == OVERLAY_INPUT) return input_key(s, w, e);
    bool (*type)(State *, const World *, Event) = screen_of(s->scene.screen)->type;
    if (e.kind == EVENT_KEY && s->overlay == OVERLAY_NONE && type && type(s, w, e)) return EFFECT_NONE;
    ActionId action = update_action(s, e);
    Effect effect;
    if (lessons_take(s, w, action, e, &effect)) return effect;
    if (e.kind == EVENT_KEY && overlay_takes(s, w, action, e)) return EFFECT_NONE;
    if (s->tutor.open && s->overlay == OVERLAY_NONE && tutor_takes(s, w, action, e, &effect)) return effect;
    if (e.kind == EVENT_MOUSE && action == ACTION_NONE) mouse(s, w, e);
    return do_action(s, w, action, e);
}
