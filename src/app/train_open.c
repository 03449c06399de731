#include "app/train_open.h"

#include "app/open_input.h"
#include "app/shelf.h"
#include "app/train_look.h"

#include <stdio.h>

bool train_shows(State *s, const World *w) {
    if (!w->library.training || !trainer_fits(w->trainer, s)) return false;
    trainer_show(w->trainer, w->library.training);
    return true;
}

void train_open(State *s, const World *w, ScreenId screen) {
    const Trainer *t = shelf_trainer(&s->scene, w);
    OpenView *o = &s->scene.open;
    TrainText text;
    Str sentence = {0};
    Error err;
    if (!t->stored && !train_shows(s, w)) {
        snprintf(s->note, sizeof s->note, "noise is being drawn");
        return;
    }
    Source *src = t->stored ? shelf_model(&s->scene, &w->library)->source : w->library.training;
    int moment = trainer_moment(t, s), step = trainer_step_of(t, moment);
    train_text(&t->run.train.words, &s->scene.train, &text);
    words_write(&t->run.train.words, text.ids + 1, text.n - 1, &sentence);
    int batch = src->add_text(src, str_text(&sentence), sentence.len, &err);
    str_free(&sentence);
    if (batch < 0) {
        snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
        return;
    }
    s->training.running = s->training.film = false;
    s->training.goal = 0;
    scene_open_view(&s->scene, &w->library, !t->stored);
    o->shelf = s->scene.train.shelf;
    bool mask = timeline_levers(&t->run.timeline, step).mask;
    o->batch = batch;
    o->layer = s->scene.train.layer, o->head = s->scene.train.head;
    o->bos = true;
    if (text.right >= 0) o->choice[o->chosen++] = text.right;
    if (text.wrong >= 0) o->choice[o->chosen++] = text.wrong;
    o->past = moment != TRAINER_NOW && step < t->run.timeline.done;
    o->step = o->past ? step : 0;
    o->mask = mask;
    o->whole = !mask; // as it was trained
    s->scene.screen = screen;
    s->has_before = s->idle = false;
    open_follow(s, w);
    open_prepare(s, w);
}

void train_return(State *s) {
    s->scene.screen = SCREEN_TRAIN;
    s->has_before = false;
}
