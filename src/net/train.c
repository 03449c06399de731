#include "net/train.h"

#include "base/pages.h"
#include "math/f32.h"
#include "math/f32_back.h"
#include "net/batch.h"
#include "net/block.h"
#include "net/train_kept.h"

#include <math.h>
#include <string.h>

static const double BETA1 = 0.9, BETA2 = 0.98, EPSILON = 1e-8, CLIP = 1;
// Far above the loss of a guess: nats beyond log V.
static const double DIVERGED_ABOVE = 3;

const float *net_train_part(const NetTrain *t, NetPart part, int layer) {
    return net_weights_get(&t->weights, part, layer);
}

float *net_train_slope(const NetTrain *t, NetPart part, int layer) {
    return t->gradient + net_block_offset(&t->weights.shape, part, layer);
}

// ---- the first state

static void draw_part(Random *r, float *at, size_t count, double deviation) {
    double scale = deviation / sqrt(RANDOM_BELL_VARIANCE);
    for (size_t k = 0; k < count; k += 2) {
        int a, b;
        random_bells(r, &a, &b);
        at[k] = (float)(a * scale);
        if (k + 1 < count) at[k + 1] = (float)(b * scale);
    }
}

// Sinusoids of falling frequency, sine and cosine side by side, × 0.6: neighbours are alike from the start. (With
// positions of noise the induction heads came late or not at all; × 0.3 and down to a ten-thousandth of the frequency,
// as is usual, two or three heads shared the work of one that looks at the token before.)
static void fill_positions(float *at, int positions, int width) {
    for (int i = 0; i < positions; i++) {
        for (int k = 0; k < width; k++) {
            double angle = i / pow(100, (double)(k - k % 2) / width);
            at[(size_t)i * (size_t)width + (size_t)k] = (float)(0.6 * (k % 2 ? cos(angle) : sin(angle)));
        }
    }
}

// Gains 1, biases 0, matrices N(0, 1/(3·rows)), embeddings N(0, 0.1²).
static void fill_state(NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    Random r = random_stream(t->recipe.seed, 0);
    NetBlockPart p;
    for (int k = 0; net_block_part(s, k, &p); k++) {
        float *at = t->state.numbers + p.offset;
        bool mlp = p.part >= NET_LN2_GAIN && p.part <= NET_MLP_OUT_BIAS;
        if (p.part == NET_LN1_GAIN || p.part == NET_LN2_GAIN || p.part == NET_LNF_GAIN) {
            for (size_t j = 0; j < p.count; j++) at[j] = 1;
        } else if (p.part == NET_POSITIONS) {
            fill_positions(at, s->positions, s->width);
        } else if (p.part == NET_TOKENS) {
            draw_part(&r, at, p.count, 0.1);
        } else if (net_part_info(s, p.part).rows && (t->recipe.hidden || !mlp)) {
            draw_part(&r, at, p.count, sqrt(1.0 / (3 * net_part_info(s, p.part).rows)));
        }
    }
}

static NetState new_state(size_t count) {
    NetState s = {.numbers = pages_new(3 * count, sizeof *s.numbers)};
    s.mean = s.numbers + count;
    s.square = s.mean + count;
    return s;
}

static void copy_state(NetState *to, const NetState *from, size_t count) {
    memcpy(to->numbers, from->numbers, 3 * count * sizeof *to->numbers);
    to->step = from->step;
}

void net_train_init(NetTrain *t, const NetRecipe *recipe, const Blas *blas) {
    *t = (NetTrain){.recipe = *recipe, .blas = blas, .loss = {NAN, NAN, NAN, NAN}};
    words_init(&t->words);
    NetShape shape = net_recipe_shape(recipe, t->words.count);
    net_weights_init(&t->weights, &shape);
    t->count = net_block_count(&shape);
    t->state = new_state(t->count);
    t->good = new_state(t->count);
    t->gradient = pages_new(t->count, sizeof *t->gradient);
    net_block_view(t->state.numbers, &t->weights);
    fill_state(t);
    copy_state(&t->good, &t->state, t->count);
    t->changed = true;
    t->kept = net_kept_new(t);
}

void net_train_free(NetTrain *t) {
    words_free(&t->words);
    net_weights_free(&t->weights);
    pages_free(t->state.numbers, 3 * t->count, sizeof(float));
    pages_free(t->good.numbers, 3 * t->count, sizeof(float));
    pages_free(t->gradient, t->count, sizeof(float));
    net_kept_free(t->kept);
    *t = (NetTrain){0};
}

void net_train_go_on(NetTrain *t, int step) {
    t->state.step = step;
    t->changed = true;
    copy_state(&t->good, &t->state, t->count);
}

void net_train_set(NetTrain *t, bool mask, bool divide) {
    if (t->recipe.mask != mask || t->recipe.divide != divide) t->changed = true;
    t->recipe.mask = mask;
    t->recipe.divide = t->weights.shape.divide = divide;
}

// ---- a step

// A batch is in kept: begins with it.
static void begin(NetTrain *t) {
    NetKept *k = t->kept;
    k->mask = t->recipe.mask;
    k->from = k->piece = 0;
    k->sums = (NetSums){0};
    memset(t->gradient, 0, t->count * sizeof *t->gradient);
}

static bool within(const NetTrain *t) {
    return t->kept->piece > 0 || t->kept->from > 0;
}

static void take_loss(NetTrain *t) {
    const NetSums *s = &t->kept->sums;
    t->loss = (NetLoss){.all = (s->first + s->again + s->sentences) / (s->firsts + s->agains + s->words),
                        .first = s->firsts ? s->first / s->firsts : NAN,
                        .again = s->agains ? s->again / s->agains : NAN,
                        .sentences = s->words ? s->sentences / s->words : NAN};
}

// One layer of some sequences, one way. True when the batch is through: gradient and loss are there.
static bool do_piece(NetTrain *t) {
    NetKept *k = t->kept;
    int turn = t->weights.shape.layers; // from there it goes back
    k->count = k->rows - k->from < k->most ? k->rows - k->from : k->most;
    if (k->piece <= turn) net_train_forward(t, k->piece);
    if (k->piece >= turn) net_train_backward(t, 2 * turn - k->piece);
    if (++k->piece <= 2 * turn) return false;
    k->piece = 0;
    k->from += k->count;
    if (k->from < k->rows) return false;
    k->from = 0;
    take_loss(t);
    return true;
}

double net_train_gradient(NetTrain *t, const int *ids, const int *period, int rows) {
    NetKept *k = t->kept;
    k->rows = rows;
    memcpy(k->ids, ids, (size_t)rows * (size_t)t->weights.shape.positions * sizeof *ids);
    memcpy(k->period, period, (size_t)rows * sizeof *period);
    begin(t);
    while (!do_piece(t)) {
    }
    return t->loss.all;
}

static void descend(NetTrain *t) {
    double time = t->state.step + 1;
    F32Adam a = {.rate = (float)net_recipe_rate(&t->recipe, t->state.step),
                 .beta1 = (float)BETA1,
                 .beta2 = (float)BETA2,
                 .epsilon = (float)EPSILON,
                 .clip = (float)(t->size > CLIP ? CLIP / t->size : 1),
                 .fade1 = (float)(1 / (1 - pow(BETA1, time))),
                 .fade2 = (float)(1 / (1 - pow(BETA2, time)))};
    f32_adam(t->state.numbers, t->gradient, t->state.mean, t->state.square, t->count, &a);
    t->state.step++;
}

// Wide noise is far worse than a guess, so is a model that was trained without the mask and has it again; both learn.
static bool is_sound(NetTrain *t) {
    double guess = log(t->weights.shape.vocabulary);
    if (t->changed || t->loss.all < guess) t->excused = t->changed ? t->loss.all : 0;
    t->changed = false;
    return isfinite(t->size) && isfinite(t->loss.all) && t->loss.all < fmax(guess, t->excused) + DIVERGED_ABOVE;
}

static bool refuse(NetTrain *t, Error *err) {
    int at = t->state.step;
    copy_state(&t->state, &t->good, t->count);
    return error_set(err,
                     "training diverged: at step %d the loss is %.3g (a guess has %.3g). The learning rate %g is too "
                     "large; the state of step %d is kept",
                     at, t->loss.all, log(t->weights.shape.vocabulary), t->recipe.rate, t->state.step);
}

bool net_train_more(const NetTrain *t) {
    return t->state.step < t->recipe.steps;
}

static void draw_batch(NetTrain *t) {
    const NetRecipe *recipe = &t->recipe;
    NetKept *k = t->kept;
    Random r = random_stream(recipe->seed, 1 + (uint64_t)t->state.step);
    k->rows = recipe->batch;
    batch_fill(&t->words, &r, recipe->batch, (int)lround(recipe->repeated * recipe->batch), recipe->context, k->ids,
               k->period);
}

static bool finish_step(NetTrain *t, Error *err) {
    t->size = sqrt(f32_sum_squares(t->gradient, t->count));
    if (!is_sound(t)) return refuse(t, err);
    if (t->state.step % NET_TRAIN_SOUND == 0) copy_state(&t->good, &t->state, t->count);
    descend(t);
    return true;
}

// Multiplications of a piece, more or less: each number of a layer, times each position, there and back.
static double piece_work(const NetTrain *t) {
    const NetShape *s = &t->weights.shape;
    return 1.5 * (double)t->count / s->layers * t->kept->most * s->positions;
}

bool net_train_slice(NetTrain *t, bool *done, Error *err) {
    *done = false;
    if (!within(t)) {
        draw_batch(t);
        begin(t);
    }
    for (double work = 0; work < NET_TRAIN_SLICE; work += piece_work(t)) {
        if (!do_piece(t)) continue;
        *done = true;
        return finish_step(t, err);
    }
    return true;
}

bool net_train_step(NetTrain *t, Error *err) {
    bool done = false, ok = true;
    while (ok && !done) ok = net_train_slice(t, &done, err);
    return ok;
}
