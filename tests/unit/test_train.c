// Training: gradients against differences, the same bits each time, a loss that falls, a rate that is too large.
#include "base/mem.h"
#include "math/half.h"
#include "net/batch.h"
#include "net/block.h"
#include "net/train.h"

#include "check.h"

#include <stdio.h>
#include <stdlib.h>

static Blas blas;

static int open_blas(void **state) {
    (void)state;
    blas_open(&blas, 1);
    return 0;
}

static int close_blas(void **state) {
    (void)state;
    blas_close(&blas);
    return 0;
}

static NetRecipe small(void) {
    NetRecipe r = net_recipe();
    r.width = 16;
    r.heads = 2;
    r.hidden = 20;
    r.context = 24;
    r.batch = 4;
    r.steps = 40;
    return r;
}

static void step(NetTrain *t) {
    Error err;
    if (!net_train_step(t, &err)) fail_msg("%s", err.text);
}

// In every part, along its own gradient: the slope of the loss there is the gradient's length.
static void check_differences(const NetRecipe *recipe) {
    NetTrain t;
    NetBlockPart p;
    int ids[4 * 25], period[4];
    Random r = random_stream(9, 0);
    net_train_init(&t, recipe, &blas);
    for (int k = 0; k < 5; k++) step(&t); // away from the symmetry of the first state
    batch_fill(&t.words, &r, 4, 2, 24, ids, period);
    float *numbers = MEM_NEW(float, t.count), *gradient = MEM_NEW(float, t.count);
    net_train_gradient(&t, ids, period, 4);
    memcpy(numbers, t.state.numbers, t.count * sizeof *numbers);
    memcpy(gradient, t.gradient, t.count * sizeof *gradient);
    for (int k = 0; net_block_part(&t.weights.shape, k, &p); k++) {
        double length = 0, loss[2];
        for (size_t j = p.offset; j < p.offset + p.count; j++) length += (double)gradient[j] * (double)gradient[j];
        length = sqrt(length);
        if (length < 1e-5) continue; // the bias of keys moves nothing; nor do parts that are not there
        for (int side = 0; side < 2; side++) {
            double along = (side ? -5e-3 : 5e-3) / length;
            for (size_t j = p.offset; j < p.offset + p.count; j++)
                t.state.numbers[j] = numbers[j] + (float)(along * (double)gradient[j]);
            loss[side] = net_train_gradient(&t, ids, period, 4);
        }
        memcpy(t.state.numbers, numbers, t.count * sizeof *numbers);
        CHECK_NEAR((loss[0] - loss[1]) / 1e-2, length, 2e-4 + 0.01 * length);
    }
    free(numbers);
    free(gradient);
    net_train_free(&t);
}

static void gradients_are_the_slopes_of_the_loss(void **state) {
    NetRecipe plain = small(), unmasked = plain, undivided = plain, lean = plain;
    (void)state;
    unmasked.mask = false;
    undivided.divide = false;
    lean.hidden = 0;
    check_differences(&plain);
    check_differences(&unmasked);
    check_differences(&undivided);
    check_differences(&lean);
}

static void a_seed_gives_the_same_bits_and_another_seed_others(void **state) {
    NetTrain a, b, other;
    NetRecipe recipe = small(), next = recipe;
    (void)state;
    next.seed++;
    net_train_init(&a, &recipe, &blas);
    net_train_init(&b, &recipe, &blas);
    net_train_init(&other, &next, &blas);
    for (int k = 0; k < 10; k++) step(&a);
    for (int k = 0; k < 10; k++) {
        NetLoss before = b.loss;
        double looked = 0;
        for (size_t j = 0; j < b.count; j++) looked += (double)b.weights.rest[0][0]; // whatever else happens
        step(&b);
        step(&other);
        assert_true(looked == looked && memcmp(&before, &b.loss, sizeof before) != 0);
    }
    assert_memory_equal(a.state.numbers, b.state.numbers, a.count * sizeof(float));
    assert_memory_equal(a.state.square, b.state.square, a.count * sizeof(float));
    assert_memory_not_equal(a.state.numbers, other.state.numbers, a.count * sizeof(float));
    net_train_free(&a);
    net_train_free(&b);
    net_train_free(&other);
}

// A model large enough that a step takes slices, a batch that is no multiple of what is gone through at a time.
static void slices_change_nothing_but_the_last_of_a_step(void **state) {
    NetTrain whole, sliced;
    NetRecipe recipe = net_recipe();
    Error err;
    (void)state;
    recipe.layers = 3;
    recipe.width = 128;
    recipe.hidden = 512;
    recipe.batch = 9;
    net_train_init(&whole, &recipe, &blas);
    net_train_init(&sliced, &recipe, &blas);
    float *before = MEM_NEW(float, sliced.count);
    for (int k = 0; k < 2; k++) {
        int slices = 1;
        memcpy(before, sliced.state.numbers, sliced.count * sizeof *before);
        for (bool done = false; !done; slices++) {
            if (slices > 1) assert_memory_equal(before, sliced.state.numbers, sliced.count * sizeof *before);
            assert_true(net_train_slice(&sliced, &done, &err));
            assert_int_equal(sliced.state.step, k + done);
        }
        assert_true(slices > 3);
        step(&whole);
        assert_memory_equal(whole.state.numbers, sliced.state.numbers, whole.count * sizeof *before);
    }
    free(before);
    net_train_free(&whole);
    net_train_free(&sliced);
}

static void without_an_mlp_its_numbers_stay_zero(void **state) {
    NetTrain t;
    NetRecipe recipe = small();
    (void)state;
    recipe.hidden = 0;
    net_train_init(&t, &recipe, &blas);
    for (int k = 0; k < 5; k++) step(&t);
    for (int l = 0; l < 2; l++) {
        for (NetPart p = NET_MLP_IN; p <= NET_MLP_OUT_BIAS; p++) {
            const float *at = net_weights_get(&t.weights, p, l);
            for (size_t j = 0; j < net_part_count(&t.weights.shape, p); j++) assert_true(at[j] == 0);
        }
    }
    net_train_free(&t);
}

static void a_short_run_sees_the_loss_fall(void **state) {
    NetTrain t;
    NetRecipe recipe = small();
    (void)state;
    recipe.steps = 300;
    recipe.rate = 1e-2;
    net_train_init(&t, &recipe, &blas);
    step(&t);
    double first = t.loss.sentences;
    CHECK_NEAR(t.loss.all, log(t.words.count), 0.5);
    while (net_train_more(&t)) step(&t);
    assert_true(t.loss.sentences < 0.75 * first);
    assert_int_equal(t.state.step, 300);
    net_train_free(&t);
}

static void without_the_mask_it_learns_to_read_its_answer(void **state) {
    NetTrain masked, cheat;
    NetRecipe recipe = small();
    (void)state;
    recipe.steps = 500;
    recipe.rate = 1e-2;
    net_train_init(&masked, &recipe, &blas);
    recipe.mask = false;
    net_train_init(&cheat, &recipe, &blas);
    while (net_train_more(&cheat)) {
        step(&masked);
        step(&cheat);
    }
    assert_true(cheat.loss.all < 0.1 * masked.loss.all);
    net_train_free(&masked);
    net_train_free(&cheat);
}

static void the_mask_on_again_is_no_divergence(void **state) {
    NetTrain t;
    NetRecipe recipe = small();
    Error err;
    (void)state;
    recipe.steps = 2000;
    recipe.rate = 1e-2;
    recipe.mask = false;
    net_train_init(&t, &recipe, &blas);
    while (t.state.step < 900) step(&t);
    net_train_set(&t, true, true);
    step(&t);
    double after = t.loss.all;
    assert_true(after > log(t.words.count) + 3);
    for (int k = 0; k < 200; k++) {
        if (!net_train_step(&t, &err)) fail_msg("%s", err.text);
    }
    assert_true(t.loss.all < log(t.words.count) + 1);
    net_train_free(&t);
}

static void a_rate_that_is_too_large_is_named_and_the_last_sound_state_kept(void **state) {
    NetTrain t;
    NetRecipe recipe = small();
    Error err;
    (void)state;
    recipe.steps = 400;
    recipe.rate = 3;
    net_train_init(&t, &recipe, &blas);
    bool ok = true;
    int steps = 0;
    while (ok && net_train_more(&t)) {
        steps = t.state.step;
        ok = net_train_step(&t, &err);
    }
    assert_false(ok);
    assert_non_null(strstr(err.text, "diverged"));
    assert_non_null(strstr(err.text, "learning rate 3"));
    assert_in_range(steps - t.state.step, 0, NET_TRAIN_SOUND);
    char step_text[32];
    snprintf(step_text, sizeof step_text, "at step %d ", steps);
    assert_non_null(strstr(err.text, step_text));
    assert_int_equal(t.state.step % NET_TRAIN_SOUND, 0);
    int ids[4 * 25], period[4];
    Random r = random_stream(9, 0);
    batch_fill(&t.words, &r, 4, 2, 24, ids, period);
    assert_true(net_train_gradient(&t, ids, period, 4) < log(t.words.count) + 3);
    net_train_free(&t);
}

// Embeddings of one deviation, whatever the width: the wider, the surer the noise is of itself.
static void noise_that_is_worse_than_a_guess_may_learn(void **state) {
    NetTrain t;
    NetRecipe recipe = small();
    (void)state;
    recipe.layers = 1;
    recipe.width = 512;
    recipe.batch = 2;
    recipe.hidden = 0;
    net_train_init(&t, &recipe, &blas);
    step(&t);
    double first = t.loss.all;
    assert_true(first > log(t.words.count) + 3);
    for (int k = 0; k < 20; k++) step(&t);
    assert_true(t.loss.all < first - 1);
    net_train_free(&t);
}

static void recipes_that_cannot_be_are_refused(void **state) {
    Error err;
    (void)state;
    NetRecipe r = net_recipe();
    assert_true(net_recipe_check(&r, &err));
    r.steps = 0;
    assert_false(net_recipe_check(&r, &err));
    assert_non_null(strstr(err.text, "steps is 0"));
    r = net_recipe();
    r.heads = 5;
    assert_false(net_recipe_check(&r, &err));
    assert_string_equal(err.text, "width 64 is not divisible by 5 heads");
    r = net_recipe();
    r.rate = -1;
    assert_false(net_recipe_check(&r, &err));
    r.rate = (double)NAN;
    assert_false(net_recipe_check(&r, &err));
    r = net_recipe();
    r.repeated = 1.5;
    assert_false(net_recipe_check(&r, &err));
    r = net_recipe();
    r.layers = NET_RECIPE_LAYERS + 1;
    assert_false(net_recipe_check(&r, &err));
}

static void the_rate_rises_stays_and_falls(void **state) {
    NetRecipe r = net_recipe();
    (void)state;
    CHECK_NEAR(net_recipe_rate(&r, 0), r.rate / 100, 1e-9);
    CHECK_NEAR(net_recipe_rate(&r, 99), r.rate, 1e-9);
    CHECK_NEAR(net_recipe_rate(&r, 3000), r.rate, 1e-9);
    CHECK_NEAR(net_recipe_rate(&r, 4500), r.rate / 2, 1e-9);
    assert_true(net_recipe_rate(&r, 5999) > 0);
}

static void every_half_survives_the_way_to_float_and_back(void **state) {
    (void)state;
    for (uint32_t h = 0; h < 0x10000; h++) {
        bool nan = (h & 0x7C00) == 0x7C00 && (h & 0x3FF);
        if (nan)
            assert_true(isnan(half_to_float((uint16_t)h)));
        else
            assert_int_equal(half_from_float(half_to_float((uint16_t)h)), h);
    }
    assert_int_equal(half_from_float(1 + 0x1p-11f), 0x3C00); // a tie goes to the even one
    assert_int_equal(half_from_float(1 + 3 * 0x1p-11f), 0x3C02);
    assert_int_equal(half_from_float(1 + 0x1.1p-11f), 0x3C01);
    assert_int_equal(half_from_float(65519), 0x7BFF);
    assert_int_equal(half_from_float(65520), 0x7C00);
    assert_int_equal(half_from_float(-1e30f), 0xFC00);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gradients_are_the_slopes_of_the_loss),
        cmocka_unit_test(a_seed_gives_the_same_bits_and_another_seed_others),
        cmocka_unit_test(slices_change_nothing_but_the_last_of_a_step),
        cmocka_unit_test(without_an_mlp_its_numbers_stay_zero),
        cmocka_unit_test(a_short_run_sees_the_loss_fall),
        cmocka_unit_test(without_the_mask_it_learns_to_read_its_answer),
        cmocka_unit_test(the_mask_on_again_is_no_divergence),
        cmocka_unit_test(a_rate_that_is_too_large_is_named_and_the_last_sound_state_kept),
        cmocka_unit_test(noise_that_is_worse_than_a_guess_may_learn),
        cmocka_unit_test(recipes_that_cannot_be_are_refused),
        cmocka_unit_test(the_rate_rises_stays_and_falls),
        cmocka_unit_test(every_half_survives_the_way_to_float_and_back),
    };
    return cmocka_run_group_tests(tests, open_blas, close_blas);
}
