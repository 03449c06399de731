// A model being trained: from noise to heads that nobody wrote.
#include "app/frame.h"
#include "app/pane_train.h"
#include "app/screen.h"
#include "app/shelf.h"
#include "app/train_input.h"
#include "out/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { WIDE = 70, LANES = 2, LEAST_ABOVE = 11 };

static void draw_title(Canvas *c, const State *s, const TrainLook *look) {
    static const char *const STATES[] = {"paused", "running"};
    const NetRecipe *r = &s->scene.train.recipe;
    char seed[32], state[48];
    snprintf(seed, sizeof seed, "seed %" PRIu64, r->seed);
    int speed = TRAINER_SPEED[TRAIN_SPEEDS / 2 + s->training.speed];
    if (s->scene.train.shelf) snprintf(seed, sizeof seed, "%s", SHELF_NAMES[s->scene.train.shelf - 1]);
    if (s->training.film) snprintf(state, sizeof state, "film");
    else if (look->trainer->stored) snprintf(state, sizeof state, "stored");
    else if (look->moment != TRAINER_NOW) snprintf(state, sizeof state, "then");
    else snprintf(state, sizeof state, "%s x%d", STATES[s->training.running], speed);
    const TitlePart part[] = {{"training", ACTION_NONE},
                              {seed, ACTION_TRAIN_SEED},
                              {SCENE_TRAIN_TEXTS[s->scene.train.text], ACTION_SENTENCE_NEXT},
                              {state, ACTION_TRAIN_RUN}};
    bool divides = look->ready ? look->shape.divide : r->divide; // as it was then, in the past
    Toggle toggle[] = {{"mask", look->masked, ACTION_MASK, 0}, {"", divides, ACTION_DIVISOR, 0}};
    frame_name_divisor(&toggle[1], 0, r->width / r->heads, c->ascii);
    if (s->scene.project) frame_title_projected(c, part[3], toggle, 2);
    else frame_title(c, part, 4, toggle, 2);
}

static void draw_status(Canvas *c, const State *s, const TrainLook *look) {
    Str sentence = {0};
    pane_train_say(look, &sentence);
    if (look->trainer->stored)
        frame_status(c, s, str_text(&sentence),
                     "← → back, on  f film  m mask  d divisor  ↑↓ head  x best head  s text  ? help",
                     "←→ time  f film  m mask  ? help", "← → ?");
    else frame_status(
        c, s, str_text(&sentence),
        "Space run  n step  < > speed  ← → back, on  f film  m mask  d divisor  ↑↓ head  Enter open  e text  r seed  ? help",
        "Space run  ←→ time  x head  ? help", "Space m ?");
    str_free(&sentence);
}

typedef void (*Draw)(Canvas *c, const TrainLook *look);

static void in_rect(Canvas *c, Rect r, const TrainLook *look, Draw draw) {
    if (r.h <= 0 || r.w <= 0) return;
    canvas_push(c, r);
    draw(c, look);
    canvas_pop(c);
}

static void draw_above(Canvas *c, const TrainLook *look, Rect r, int left) {
    bool started = look->trainer->run.train.state.step > 0;
    in_rect(c, (Rect){r.y, r.x, r.h - (r.h > 9), left}, look, started ? pane_train_loss : pane_train_settings);
    in_rect(c, (Rect){r.y, r.x + left + 2, r.h, r.w - left - 2}, look, pane_train_heads);
    if (r.h > 9) in_rect(c, (Rect){r.y + r.h - 1, r.x, 1, left}, look, pane_train_firsts);
}

// For a class: curves and heads, below them what comes next in big letters, and the chosen head where it has room.
static void draw_big(Canvas *c, const TrainLook *look, Rect r, int big) {
    int columns = pane_train_big_columns(look, look->state->cols, c->ascii);
    if (columns > r.w) columns = r.w;
    draw_above(c, look, (Rect){r.y, r.x, r.h - big, r.w}, r.w / 2 - 1);
    in_rect(c, (Rect){r.y + r.h - big, r.x, big, columns}, look, pane_train_big);
    in_rect(c, (Rect){r.y + r.h - big, r.x + columns + 3, big, r.w - columns - 3}, look, pane_train_pattern);
}

// Curves and heads above, the sentence below them, pattern and next words at the bottom; what has no room is left out.
static void draw_body(Canvas *c, const TrainLook *look, Rect r) {
    bool started = look->trainer->run.train.state.step > 0;
    Draw first = started ? pane_train_loss : pane_train_settings;
    if (r.w < WIDE) {
        int half = r.h / 2;
        in_rect(c, (Rect){r.y, r.x, half, r.w}, look, r.h >= 8 ? first : pane_train_heads);
        in_rect(c, (Rect){r.y + half, r.x, r.h - half, r.w}, look, r.h >= 8 ? pane_train_heads : pane_train_next);
        return;
    }
    int big = look->state->scene.project ? pane_train_big_rows(r.h, look->state->cols, c->ascii) : 0;
    if (big > 0) {
        draw_big(c, look, r, big);
        return;
    }
    int sentence = r.h >= 18 ? pane_train_sentence_rows(look, r.w, r.h >= 30 ? LANES + 2 : LANES) : 0;
    int rest = r.h - sentence, below = rest >= 14 ? rest / 2 : 0, above = rest - below;
    int halves = 1 + (look->n + 1) / 2; // with half a row for each
    if (below && below < halves && rest - halves >= 7) above = rest - halves, below = halves;
    int whole = look->n + 2; // with a row for each token
    if (below && (below > whole || rest - whole >= LEAST_ABOVE)) above = rest - whole, below = whole;
    int right = r.w / 2 - 1, left = r.w - right - 2;
    draw_above(c, look, (Rect){r.y, r.x, above, r.w}, left);
    in_rect(c, (Rect){r.y + above, r.x, sentence, r.w}, look, pane_train_sentence);
    in_rect(c, (Rect){r.y + above + sentence, r.x, below, left}, look, pane_train_pattern);
    in_rect(c, (Rect){r.y + above + sentence, r.x + left + 2, below - (below > 7), right}, look, pane_train_next);
}

static void draw(Canvas *c, const State *s, const World *w) {
    TrainLook look;
    train_look(&look, s, w);
    int h = canvas_height(c), cols = canvas_width(c);
    canvas_push(c, (Rect){0, 0, h > 1, cols});
    draw_title(c, s, &look);
    canvas_pop(c);
    if (look.ready) {
        draw_body(c, &look, (Rect){1, 1, h - 3, cols - 2});
        in_rect(c, (Rect){h - 2, 1, h > 3, cols - 2}, &look, pane_train_time);
    }
    canvas_push(c, (Rect){h - 1, 0, 1, cols});
    draw_status(c, s, &look);
    canvas_pop(c);
    train_look_free(&look);
}

// ---- numbers

static void write_recipe(Json *j, const NetRecipe *r) {
    out_json_object(j, "recipe");
    out_json_integer(j, "layers", r->layers);
    out_json_integer(j, "heads", r->heads);
    out_json_integer(j, "width", r->width);
    out_json_integer(j, "mlp", r->hidden);
    out_json_integer(j, "steps", r->steps);
    out_json_unsigned(j, "seed", r->seed);
    out_json_number(j, "rate", r->rate);
    out_json_number(j, "repeated", r->repeated);
    out_json_bool(j, "mask", r->mask);
    out_json_bool(j, "divisor", r->divide);
    out_json_end(j);
}

static void write_scores(Json *j, const TrainLook *look) {
    out_json_object(j, "scores");
    for (int k = 0; k < SCORE_CLASSES; k++) {
        double value[NET_RECIPE_LAYERS * NET_RECIPE_HEADS];
        int heads = look->shape.heads;
        for (int i = 0; i < look->shape.layers * heads; i++)
            value[i] = (double)look->pulse->scores.at[k][i / heads][i % heads];
        out_json_matrix(j, SCORE_NAMES[k], value, look->shape.layers, heads, heads);
    }
    out_json_end(j);
}

static void write_next(Json *j, const TrainLook *look) {
    out_json_array(j, "next");
    for (int k = 0; k < look->top_count; k++) {
        out_json_object(j, NULL);
        out_json_text(j, "word", train_look_word(look, look->top[k].id));
        out_json_number(j, "probability", look->top[k].probability);
        out_json_end(j);
    }
    out_json_end(j);
}

static void write_losses(Json *j, const TrainLook *look) {
    static const char *const NAMES[TRAINER_LOSSES] = {"new", "again", "sentences"};
    const Trainer *t = look->trainer;
    out_json_object(j, "loss_nats");
    for (int k = 0; k < TRAINER_LOSSES; k++) {
        out_json_array(j, NAMES[k]);
        for (int step = 0; step < t->run.train.state.step; step++) out_json_number(j, NULL, (double)t->loss[step][k]);
        out_json_end(j);
    }
    out_json_end(j);
}

static void write_json(const Scene *scene, const World *w, Str *out) {
    State s = {.training = {.anew = w->trainer->anew}};
    scene_copy(&s.scene, scene);
    TrainLook look;
    train_look(&look, &s, w);
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.training/1");
    out_json_integer(&j, "step", look.step);
    write_recipe(&j, &scene->train.recipe);
    if (look.ready) {
        write_losses(&j, &look);
        out_json_number(&j, "accuracy", look.pulse->grades.accuracy);
        write_scores(&j, &look);
        out_json_array(&j, "tokens");
        for (int k = 0; k < look.n; k++) out_json_text(&j, NULL, train_look_word(&look, look.text.ids[k]));
        out_json_end(&j);
        out_json_integer(&j, "layer", scene->train.layer);
        out_json_integer(&j, "head", scene->train.head);
        out_json_matrix(&j, "weight", train_look_chosen(&look), look.n, look.n, look.n);
        write_next(&j, &look);
    }
    out_json_end(&j);
    train_look_free(&look);
}

const Screen SCREEN_OF_TRAIN = {
    .title = "Training",
    .summary = "a model learns before your eyes: heads that nobody wrote",
    .draw = draw,
    .act = train_act,
    .mouse = train_mouse,
    .mouse_help = {"click a head: look at it", "drag on the timeline: go back to any moment", "wheel: a state back, on",
                   "Shift+click: the terminal's own selection"},
    .table = {{"json", write_json}},
};
