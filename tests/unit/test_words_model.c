// The models that come with the program: what the card of the first claims is worked out again from its weights, and the
// beginning of each trained anew.
#include "base/file.h"
#include "base/mem.h"
#include "math/half.h"
#include "model/checkpoint.h"
#include "model/scores.h"
#include "model/timeline.h"
#include "model/tokenizer.h"
#include "net/block.h"
#include "net/readout.h"

#include "check.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char FOLDER[] = PROJECT_DATA "/models/words";
static const double ROUNDED = 0.006; // two digits, and another machine's arithmetic

typedef struct Shipped {
    Checkpoint model;
    Words words;
    Blas blas;
    Str card;
} Shipped;

static int open_model(void **state) {
    Shipped *s = MEM_NEW(Shipped, 1);
    Error err;
    words_init(&s->words);
    blas_open(&s->blas, 1);
    if (!checkpoint_load(&s->model, FOLDER, &err))
        print_error("%s\n", err.text);
    else if (!file_read(PROJECT_DATA "/models/words/README.md", 1 << 20, &s->card, &err))
        print_error("%s\n", err.text);
    *state = s;
    return s->card.len ? 0 : -1;
}

static int close_model(void **state) {
    Shipped *s = *state;
    checkpoint_free(&s->model);
    words_free(&s->words);
    blas_close(&s->blas);
    str_free(&s->card);
    free(s);
    return 0;
}

// The number behind a text of the card.
static double card_number(const Shipped *s, const char *after) {
    const char *at = strstr(s->card.s, after);
    double value;
    if (!at || sscanf(at + strlen(after), "%lf", &value) != 1) fail_msg("the card has no number behind \"%s\"", after);
    return value;
}

static void its_grades_are_those_of_the_card(void **state) {
    const Shipped *s = *state;
    NetGrades g;
    assert_true(net_exam(&s->words, &s->model.weights, &s->blas, true, &g));
    CHECK_NEAR(card_number(s, "| random words, first half | "), g.first, ROUNDED);
    CHECK_NEAR(card_number(s, "which repeats the first | "), g.again, ROUNDED);
    CHECK_NEAR(card_number(s, "| sentences | "), g.sentences, ROUNDED);
    CHECK_NEAR(card_number(s, "pairs that were held out) | "), g.accuracy, 1.0 / EXAM_PROMPTS + 0.001);
    CHECK_NEAR(card_number(s, "less that of the other | "), g.difference, 0.05);
    assert_true(g.accuracy >= 0.98);
    assert_true(g.again < 0.1 && g.first > 4.5);
}

static void its_heads_are_those_of_the_card(void **state) {
    const Shipped *s = *state;
    const NetShape *shape = &s->model.weights.shape;
    HeadScores scores;
    int layer, head;
    assert_true(head_scores(&s->words, &s->model.weights, &s->blas, true, &scores));
    for (int l = 0; l < shape->layers; l++) {
        for (int h = 0; h < shape->heads; h++) {
            char name[32];
            float said[SCORE_CLASSES];
            snprintf(name, sizeof name, "| %d.%d |", l, h);
            const char *at = strstr(s->card.s, name);
            if (!at) fail_msg("the card has no head %d.%d", l, h);
            assert_int_equal(
                sscanf(at + strlen(name), "%f | %f | %f | %f | %f", &said[0], &said[1], &said[2], &said[3], &said[4]),
                5);
            for (int c = 0; c < SCORE_CLASSES; c++) CHECK_NEAR((double)said[c], (double)scores.at[c][l][h], ROUNDED);
        }
    }
    assert_true(head_scores_best(&scores, SCORE_PREVIOUS, shape, 0, &layer, &head) >= 0.9f);
    assert_true(head_scores_best(&scores, SCORE_INDUCTION, shape, 1, &layer, &head) >= 0.9f);
}

static void it_says_mary(void **state) {
    static const char TEXT[] = "<BOS> When Mary and John went to the store, John gave a drink to";
    const Shipped *s = *state;
    Tokenizer t = {0};
    Ids ids = {0};
    Error err;
    NetRun run;
    NetTop top;
    NetLevers levers = net_levers();
    if (!tokenizer_open(&t, FOLDER, &err) || !tokenizer_encode(&t, TEXT, strlen(TEXT), SPECIALS_AS_TOKENS, &ids, &err))
        fail_msg("%s", err.text);
    if (!net_run_start(&run, &s->model.weights, &s->blas, ids.at, ids.count, &levers, &err)) fail_msg("%s", err.text);
    net_run_finish(&run);
    float *logits = MEM_NEW(float, (size_t)s->words.count);
    net_logits(&run, s->model.weights.shape.layers, run.n - 1, logits);
    assert_int_equal(net_top(logits, s->words.count, 1, &top), 1);
    assert_string_equal(s->words.text[top.id], "Mary");
    free(logits);
    net_run_free(&run);
    ids_free(&ids);
    tokenizer_free(&t);
}

static void its_timeline_ends_in_it_and_begins_as_this_program_begins(void **state) {
    const Shipped *s = *state;
    Timeline t = {0};
    NetTrain train;
    NetBlockPart p;
    Error err;
    if (!timeline_open(&t, &s->words, FOLDER, &err)) fail_msg("%s", err.text);
    assert_int_equal(t.states, TIMELINE_STATES);
    const uint16_t *last = t.numbers + (size_t)(t.states - 1) * t.count, *first = t.numbers + t.count;
    for (int k = 0; net_block_part(&t.shape, k, &p); k++) {
        const float *at = net_weights_get(&s->model.weights, p.part, p.layer);
        for (size_t j = 0; j < p.count; j++)
            CHECK_NEAR((double)half_to_float(last[p.offset + j]), (double)at[j], 1e-3 * (1 + fabs((double)at[j])));
    }
    net_train_init(&train, &t.recipe, &s->blas);
    while (train.state.step < t.step[1]) assert_true(net_train_step(&train, &err));
    for (size_t j = 0; j < t.count; j++)
        CHECK_NEAR((double)half_to_float(first[j]), (double)train.state.numbers[j], 5e-3);
    net_train_free(&train);
    timeline_free(&t);
}

// The sum of all files in folder/name.
static long long size_of(const char *name) {
    char folder[256];
    long long sum = 0;
    snprintf(folder, sizeof folder, "%s/models/%s", PROJECT_DATA, name);
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        char path[1024];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) sum += st.st_size;
    }
    closedir(dir);
    return sum;
}

static void all_are_smaller_than_four_megabytes(void **state) {
    (void)state;
    long long sum = 0;
    DIR *dir = opendir(PROJECT_DATA "/models");
    assert_non_null(dir);
    for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
        if (e->d_name[0] != '.') sum += size_of(e->d_name);
    }
    closedir(dir);
    assert_in_range(sum, 1, 4000000);
}

// Trained without the mask, to read its answer; with the mask it is worse than a guess. All of it is trained anew.
static void the_cheat_is_what_its_command_makes(void **state) {
    const Shipped *s = *state;
    Timeline t = {0};
    NetTrain train;
    Error err;
    if (!timeline_open(&t, &s->words, PROJECT_DATA "/models/cheat", &err)) fail_msg("%s", err.text);
    assert_false(t.recipe.mask);
    const Pulse *last = &t.pulse[t.pulses - 1];
    assert_int_equal(last->step, t.recipe.steps);
    assert_true(last->loss.first < 0.1);
    assert_true(last->grades.first > 2 * log(s->words.count));
    net_train_init(&train, &t.recipe, &s->blas);
    while (train.state.step < t.step[1]) assert_true(net_train_step(&train, &err));
    for (size_t j = 0; j < t.count; j++)
        CHECK_NEAR((double)half_to_float(t.numbers[t.count + j]), (double)train.state.numbers[j], 5e-3);
    while (net_train_more(&train)) assert_true(net_train_step(&train, &err));
    assert_true(train.loss.first < 0.1);
    net_train_free(&train);
    timeline_free(&t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(its_grades_are_those_of_the_card),
        cmocka_unit_test(its_heads_are_those_of_the_card),
        cmocka_unit_test(it_says_mary),
        cmocka_unit_test(its_timeline_ends_in_it_and_begins_as_this_program_begins),
        cmocka_unit_test(the_cheat_is_what_its_command_makes),
        cmocka_unit_test(all_are_smaller_than_four_megabytes),
    };
    return cmocka_run_group_tests(tests, open_model, close_model);
}
