#include "app/train_input.h"

#include "app/hit.h"
#include "app/input.h"
#include "app/shelf.h"
#include "app/train_open.h"

#include <math.h>
#include <stdio.h>

enum { FILM_TICKS = 240, HELD_MOST = 10 };

static void say(State *s, const char *text) {
    snprintf(s->note, sizeof s->note, "%s", text);
}

static Trainer *trainer_of(const State *s, const World *w) {
    return shelf_trainer(&s->scene, w);
}

static bool is_stored(const State *s) {
    return s->scene.train.shelf > 0;
}

// ---- going on

static void leave_past(State *s) {
    s->training.past = s->training.film = false;
    if (is_stored(s)) s->scene.train.step = s->scene.train.recipe.steps;
}

static void run_or_pause(State *s, const World *w) {
    Training *t = &s->training;
    const Trainer *trainer = w->trainer;
    bool done = trainer_fits(trainer, s) && (trainer->diverged || !net_train_more(&trainer->run.train));
    if (t->film) {
        t->film = false;
    } else if (!t->running && done) {
        say(s, trainer->diverged ? "training diverged; 0 begins again"
                                 : "all steps are done; f plays them, r begins with other noise");
    } else {
        t->running = !t->running;
        t->goal = trainer_step(trainer, s);
        leave_past(s);
    }
}

static void one_step(State *s, const World *w) {
    leave_past(s);
    s->training.running = false;
    s->training.goal = trainer_step(w->trainer, s) + 1;
}

static void change_speed(State *s, int by) {
    int speed = s->training.speed + by;
    if (speed < -TRAIN_SPEEDS / 2 || speed >= TRAIN_SPEEDS / 2) return;
    s->training.speed = speed;
}

// It begins again: at step 0, running if it ran.
static void begin_again(State *s) {
    s->training.anew++;
    s->training.goal = 0;
    leave_past(s);
}

// ---- going back

static void go_to_moment(State *s, const World *w, int k) {
    const Trainer *t = trainer_of(s, w);
    if (!trainer_fits(t, s) || t->moments == 0) return;
    if (is_stored(s)) {
        int last = t->moments - 1;
        s->scene.train.step = t->moment[k < 0 ? 0 : k > last ? last : k];
        s->training.film = s->training.film && k < last;
        return;
    }
    s->training.running = false;
    s->training.goal = 0;
    s->training.past = k < t->moments;
    if (s->training.past) s->training.at = t->moment[k < 0 ? 0 : k];
    else s->training.film = false;
}

static void move(State *s, const World *w, int by) {
    const Trainer *t = trainer_of(s, w);
    int now = trainer_moment(t, s), last = t->moments;
    s->training.film = false;
    if (now == TRAINER_NOW && by > 0) return;
    // the last moment may be the present state itself: the one before is meant then
    bool same = now == TRAINER_NOW && last > 1 && t->moment[last - 1] == trainer_step(t, s);
    go_to_moment(s, w, (now == TRAINER_NOW ? last - same : now) + by);
}

static void play_film(State *s, const World *w) {
    if (s->training.film) {
        s->training.film = false;
        return;
    }
    bool stored = is_stored(s), end = stored && s->scene.train.step == s->scene.train.recipe.steps;
    if (end || (!stored && !s->training.past)) go_to_moment(s, w, 0);
    s->training.film = stored || s->training.past;
    s->training.held = 0;
}

// Whether ticks are for it: in a lesson only a film that was asked for, unless ticks turn the pages.
static bool ticks(const State *s) {
    bool film = s->training.film && is_stored(s) && s->autoplay == AUTOPLAY_OFF;
    return s->scene.screen == SCREEN_TRAIN && (s->tutor.open ? film : s->training.running || s->training.film);
}

int train_pace(const State *s) {
    return ticks(s) ? TRAIN_TICK_MS : 0;
}

// All moments together take some ten seconds: few of them stand longer. Faster and slower bear on it too.
static int ticks_held(const State *s, const World *w) {
    int all = trainer_of(s, w)->moments, held = FILM_TICKS / (all > 0 ? all : 1), speed = s->training.speed;
    if (held > HELD_MOST) held = HELD_MOST;
    held = speed > 0 ? held >> speed : held << -speed;
    return held > 1 ? held : 1;
}

bool train_tick(State *s, const World *w, Event e) {
    Training *t = &s->training;
    if (e.kind != EVENT_TICK || !ticks(s)) return false;
    if (t->film) {
        if (++t->held < ticks_held(s, w)) return true;
        go_to_moment(s, w, trainer_moment(trainer_of(s, w), s) + 1);
        t->held = 0;
        return true;
    }
    int step = trainer_step(w->trainer, s), speed = TRAINER_SPEED[TRAIN_SPEEDS / 2 + t->speed];
    if (t->goal - step >= speed) return true; // it does not keep up
    t->goal = (t->goal > step ? t->goal : step) + speed;
    return true;
}

// ---- before the start

static void choose_width(NetRecipe *r, int by) {
    r->width = by > 0 ? 2 * r->width : r->width / 2;
}

static void change_recipe(NetRecipe *r, TrainSetting what, int by) {
    switch (what) {
    case SETTING_LAYERS: r->layers += by; break;
    case SETTING_HEADS: r->heads = by > 0 ? 2 * r->heads : r->heads / 2; break;
    case SETTING_WIDTH: choose_width(r, by); break;
    case SETTING_MLP: r->hidden = by > 0 ? (r->hidden ? 2 * r->hidden : 32) : r->hidden > 32 ? r->hidden / 2 : 0; break;
    case SETTING_SEED: r->seed += by > 0 ? r->seed < UINT64_MAX : -(uint64_t)(r->seed > 0); break;
    case SETTING_REPEATED: r->repeated = fmin(fmax(round(10 * r->repeated + by) / 10, 0), 1); break;
    case SETTING_STEPS: r->steps = by > 0 ? 2 * r->steps : r->steps / 2; break;
    default: break;
    }
}

static void change_setting(State *s, const World *w, int by) {
    TrainView *v = &s->scene.train;
    NetRecipe to = v->recipe;
    Error err;
    if (s->training.running || trainer_step(w->trainer, s) > 0) {
        say(s, "only before the start: 0 goes back there");
        return;
    }
    change_recipe(&to, (TrainSetting)s->training.setting, by);
    if (!net_recipe_check(&to, &err)) {
        snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
        return;
    }
    NetRecipe *r = &v->recipe; // not as a whole: scenes are compared as bytes
    r->layers = to.layers, r->heads = to.heads, r->width = to.width, r->hidden = to.hidden;
    r->seed = to.seed, r->repeated = to.repeated, r->steps = to.steps;
    if (v->layer >= r->layers) v->layer = r->layers - 1;
    if (v->head >= r->heads) v->head = r->heads - 1;
}

// ---- looking

static void step_head(State *s, int by) {
    TrainView *v = &s->scene.train;
    int all = v->recipe.layers * v->recipe.heads, at = (v->layer * v->recipe.heads + v->head + by + all) % all;
    v->layer = at / v->recipe.heads;
    v->head = at % v->recipe.heads;
}

// The best of the head's class on all heads, first-token left out: that is no skill.
static void strongest(State *s, const World *w) {
    const Trainer *t = trainer_of(s, w);
    if (!trainer_fits(t, s)) return;
    const Pulse *p = timeline_pulse_at(&t->run.timeline, trainer_step_of(t, trainer_moment(t, s)));
    float best = -1;
    for (int c = 0; p && c < SCORE_CLASSES; c++) {
        int layer = 0, head = 0;
        float score = c == SCORE_FIRST
                          ? -1
                          : head_scores_best(&p->scores, (ScoreClass)c, &t->run.timeline.shape, -1, &layer, &head);
        if (!(score > best)) continue;
        best = score;
        s->scene.train.layer = layer, s->scene.train.head = head;
    }
}

// What a stored training cannot do; it is looked at, and Space plays it.
static bool stored_takes(State *s, const World *w, ActionId action) {
    switch (action) {
    case ACTION_TRAIN_RUN: play_film(s, w); return true;
    case ACTION_TRAIN_STEP:
    case ACTION_TRAIN_FASTER:
    case ACTION_TRAIN_SLOWER:
    case ACTION_TRAIN_SEED:
    case ACTION_TRAIN_RESET:
    case ACTION_TRAIN_SAVE:
    case ACTION_TRAIN_SETTING:
    case ACTION_TRAIN_MORE:
    case ACTION_TRAIN_LESS: say(s, "this training is stored, to be looked at; lookback train trains one"); return true;
    default: return false;
    }
}

// A lever of the training, from its last step on. In the past nothing of that is seen: it is said.
static void pull(State *s, const World *w, bool *lever, const char *name) {
    *lever = !*lever;
    if (s->training.past)
        snprintf(s->note, sizeof s->note, "%s %s when it goes on, from step %d", name, *lever ? "on" : "off",
                 trainer_step(w->trainer, s));
}

void train_act(State *s, const World *w, ActionId action, Event e) {
    (void)e;
    TrainView *v = &s->scene.train;
    int texts = TRAIN_TEXTS + (v->owns > 0);
    if (is_stored(s) && stored_takes(s, w, action)) return;
    switch (action) {
    case ACTION_TRAIN_RUN: run_or_pause(s, w); break;
    case ACTION_TRAIN_STEP: one_step(s, w); break;
    case ACTION_TRAIN_FASTER: change_speed(s, 1); break;
    case ACTION_TRAIN_SLOWER: change_speed(s, -1); break;
    case ACTION_TRAIN_SEED: v->recipe.seed++, begin_again(s); break;
    case ACTION_TRAIN_RESET: s->training.running = false, begin_again(s); break;
    case ACTION_TRAIN_SAVE: s->training.save = true; break;
    case ACTION_TRAIN_BACK: move(s, w, -1); break;
    case ACTION_TRAIN_ON: move(s, w, 1); break;
    case ACTION_TRAIN_START: s->training.film = false, go_to_moment(s, w, 0); break;
    case ACTION_TRAIN_NOW: leave_past(s); break;
    case ACTION_TRAIN_FILM: play_film(s, w); break;
    case ACTION_TRAIN_SETTING: s->training.setting = (s->training.setting + 1) % TRAIN_SETTINGS; break;
    case ACTION_TRAIN_MORE: change_setting(s, w, 1); break;
    case ACTION_TRAIN_LESS: change_setting(s, w, -1); break;
    case ACTION_TRAIN_OPEN: train_open(s, w, SCREEN_OPEN); break;
    case ACTION_TRAIN_MAP: train_open(s, w, SCREEN_MAP); break;
    case ACTION_TRAIN_PREDICT: train_open(s, w, SCREEN_PREDICT); break;
    case ACTION_HEAD_PREVIOUS: step_head(s, -1); break;
    case ACTION_HEAD_NEXT: step_head(s, 1); break;
    case ACTION_STRONGEST: strongest(s, w); break;
    case ACTION_SENTENCE_NEXT: v->text = (v->text + 1) % texts; break;
    case ACTION_SENTENCE_PREVIOUS: v->text = (v->text + texts - 1) % texts; break;
    case ACTION_EDIT: input_open(s, w); break;
    case ACTION_MASK: pull(s, w, &v->recipe.mask, "mask"); break;
    case ACTION_DIVISOR: pull(s, w, &v->recipe.divide, "divisor"); break;
    default: break;
    }
}

void train_mouse(State *s, const World *w, Event e) {
    bool held = e.mouse == MOUSE_PRESS || e.mouse == MOUSE_DRAG;
    if (e.mouse == MOUSE_WHEEL_UP) move(s, w, -1);
    else if (e.mouse == MOUSE_WHEEL_DOWN) move(s, w, 1);
    else if (held && e.hit.kind == HIT_AT_HEAD && e.hit.a < s->scene.train.recipe.layers &&
             e.hit.b < s->scene.train.recipe.heads) {
        s->scene.train.layer = e.hit.a, s->scene.train.head = e.hit.b;
    } else if (held && e.hit.kind == HIT_TRAIN_SET) {
        s->training.setting = e.hit.a;
    } else if (held && e.hit.kind == HIT_TRAIN_TIME && trainer_fits(trainer_of(s, w), s)) {
        const Trainer *t = trainer_of(s, w);
        int step = (int)lround(e.hit.a / 1000.0 * s->scene.train.recipe.steps);
        s->training.film = false;
        go_to_moment(s, w, step >= trainer_step(t, s) ? t->moments : trainer_moment_at(t, step));
    }
}
