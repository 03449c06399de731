// The properties every head has, whatever the text; and the right values of the hand-written ones, by hand.
#include "attn/attention.h"
#include "attn/corpus.h"
#include "base/names.h"
#include "base/text.h"
#include "math/nn.h"

#include "check.h"

static const char *const TEXTS[] = {
    "The cat sat on the mat because the cat was tired .",
    "When Mary and John went to the store , John gave a drink to Mary",
    "A quick brown fox jumps over the lazy dog .",
    "a", "a a", "to Mary to Mary to Mary", "x y z x y z x y z", "\xFF \xFF \x1b é É 世 世",
};
enum { TEXTS_COUNT = sizeof TEXTS / sizeof TEXTS[0] };
static const double DIVISORS[] = {1e-3, 1, 8, 32, 1e6};
enum { DIVISORS_COUNT = sizeof DIVISORS / sizeof DIVISORS[0] };

static Tokens split(const char *text, bool bos) {
    WordSet names = {0}, asking = {0};
    wordset_parse(&names, "Mary John", 9);
    wordset_parse(&asking, "to for with and by from told asked gave", 39);
    Tokens t = {0};
    Error err;
    assert_true(tokens_split(&t, text, strlen(text), bos, &names, &asking, &err));
    wordset_free(&names);
    wordset_free(&asking);
    return t;
}

static const Rule *rule_named(const char *name) {
    return &RULES[names_find(name, rule_name_at, NULL, RULES_COUNT)];
}

// Calls check for every row of every text, rule, mask, BOS and divisor.
static void for_every_row(void (*check)(const AttentionRow *row, AttentionParams p)) {
    for (int k = 0; k < TEXTS_COUNT * RULES_COUNT * DIVISORS_COUNT * 4; k++) {
        AttentionParams p = {k & 1, DIVISORS[k / 4 % DIVISORS_COUNT]};
        Tokens t = split(TEXTS[k / 4 / DIVISORS_COUNT / RULES_COUNT], k & 2);
        Attention a = {0};
        attention_run(&a, &RULES[k / 4 / DIVISORS_COUNT % RULES_COUNT], &t, p);
        assert_int_equal(a.n, t.n);
        for (int i = 0; i < a.n; i++) {
            assert_int_equal(a.row[i].n, t.n);
            assert_int_equal(a.row[i].query, i);
            check(&a.row[i], p);
        }
        attention_free(&a);
        tokens_free(&t);
    }
}

static void check_sum(const AttentionRow *row, AttentionParams p) {
    double sum = 0;
    for (int j = 0; j < row->n; j++) {
        assert_true(row->weight[j] >= 0 && row->weight[j] <= 1);
        sum += row->weight[j];
    }
    (void)p;
    CHECK_NEAR(sum, 1, 1e-12);
}

static void check_mask(const AttentionRow *row, AttentionParams p) {
    double future = 0;
    for (int j = 0; j < row->n; j++) {
        bool hidden = p.mask && j > row->query;
        assert_true(row->scaled[j] == row->score[j] / p.divisor);
        assert_true(hidden ? row->masked[j] == -INFINITY && row->weight[j] == 0 : row->masked[j] == row->scaled[j]);
        future += j > row->query ? row->weight[j] : 0;
    }
    assert_int_equal(row->visible, p.mask ? row->query + 1 : row->n);
    CHECK_NEAR(row->future, future, 1e-12);
    assert_true(!p.mask || row->future == 0);
}

static void check_entropy(const AttentionRow *row, AttentionParams p) {
    (void)p;
    CHECK_NEAR(row->ceiling, log(row->visible) / log(2), 1e-12);
    assert_true(row->entropy >= 0 && !signbit(row->entropy));
    assert_true(row->entropy <= row->ceiling + 1e-12);
    double nats = 0;
    for (int j = 0; j < row->n; j++) nats -= row->weight[j] > 0 ? row->weight[j] * log(row->weight[j]) : 0;
    CHECK_NEAR(row->entropy, nats / log(2), 1e-9);
}

static void check_order(const AttentionRow *row, AttentionParams p) {
    (void)p;
    for (int j = 0; j < row->visible; j++) {
        for (int k = 0; k < row->visible; k++) {
            if (row->score[j] > row->score[k]) assert_true(row->weight[j] >= row->weight[k]);
            if (row->score[j] == row->score[k]) assert_true(row->weight[j] == row->weight[k]);
        }
    }
}

static void rows_sum_to_one(void **state) {
    (void)state;
    for_every_row(check_sum);
}

static void masked_is_exactly_zero(void **state) {
    (void)state;
    for_every_row(check_mask);
}

static void entropy_stays_below_its_ceiling(void **state) {
    (void)state;
    for_every_row(check_entropy);
}

static void the_divisor_never_reorders(void **state) {
    (void)state;
    for_every_row(check_order);
}

static void softmax_is_shift_invariant(void **state) {
    (void)state;
    static const double IN[] = {1.5, -2, 0, 3.25, 3};
    static const double SHIFT[] = {0, 1, -700, 700, 1e5, -1e5};
    double base[5], moved[5], out[5];
    nn_softmax(IN, base, 5);
    for (int s = 0; s < 6; s++) {
        for (int j = 0; j < 5; j++) moved[j] = IN[j] + SHIFT[s];
        nn_softmax(moved, out, 5);
        for (int j = 0; j < 5; j++) CHECK_NEAR(out[j], base[j], 1e-9);
    }
    memcpy(out, IN, sizeof out);
    nn_softmax(out, out, 5);
    assert_memory_equal(out, base, sizeof out);
}

static void softmax_at_its_limits(void **state) {
    (void)state;
    double out[3];
    nn_softmax((double[]){-INFINITY, -INFINITY, -INFINITY}, out, 3);
    for (int j = 0; j < 3; j++) assert_true(out[j] == 0);
    nn_softmax((double[]){-INFINITY, 5, -INFINITY}, out, 3);
    assert_true(out[0] == 0 && out[1] == 1 && out[2] == 0);
    nn_softmax((double[]){1, NAN, 2}, out, 3);
    for (int j = 0; j < 3; j++) assert_true(isnan(out[j]));
    nn_softmax((double[]){-1e308, 1e308, 0}, out, 3);
    assert_true(out[0] == 0 && out[1] == 1 && out[2] == 0);
    nn_softmax(out, out, 0);
}

static void entropy_by_hand(void **state) {
    (void)state;
    CHECK_NEAR(nn_entropy_bits((double[]){.25, .25, .25, .25}, 4), 2, 0);
    CHECK_NEAR(nn_entropy_bits((double[]){.5, 0, .5}, 3), 1, 0);
    CHECK_NEAR(nn_entropy_bits((double[]){0, 1, 0}, 3), 0, 0);
    CHECK_NEAR(nn_entropy_bits((double[]){.5, .25, .25}, 3), 1.5, 1e-15);
}

enum { LONG = 700 };

// The sums that are made of few values counted are those of one power, one logarithm after the other.
static void sums_of_few_and_of_many_values(void **state) {
    (void)state;
    double in[LONG], p[LONG];
    for (int values = 1; values <= 12; values++) {
        for (int n = 1; n <= LONG; n += 1 + n / 3) {
            double max, most = -INFINITY, sum = 0, bits = 0;
            for (int j = 0; j < n; j++) {
                in[j] = (j * j + j / 200) % values * 7.3 - 20;
                most = fmax(most, in[j]);
            }
            for (int j = 0; j < n; j++) sum += exp((in[j] - most) / 0.7);
            CHECK_NEAR(nn_power_sum(in, n, 0.7, &max) / sum, 1, 1e-14);
            assert_true(max == most);
            for (int j = 0; j < n; j++) {
                p[j] = exp((in[j] - most) / 0.7) / sum;
                bits -= p[j] > 0 ? p[j] * log2(p[j]) : 0;
            }
            CHECK_NEAR(nn_entropy_bits(p, n), bits, 1e-12);
        }
    }
    p[0] = p[LONG - 1] = NAN;
    assert_true(isnan(nn_entropy_bits(p, LONG)));
    assert_true(isnan(nn_entropy_bits(p, 1)));
}

// One row of a sentence of TEXTS without BOS. Freed by the caller.
static AttentionRow row_of(int text, const char *head, int query, bool mask, double divisor) {
    Tokens t = split(TEXTS[text], false);
    AttentionRow row = {0};
    attention_row(&row, rule_named(head), &t, query, (AttentionParams){mask, divisor});
    tokens_free(&t);
    return row;
}

enum { CAT, IOI };

// A view's part of a row has the weights of the whole row, for every head, mask and divisor.
static void part_of_a_row_agrees_with_the_row(void **state) {
    (void)state;
    Tokens t = split(TEXTS[IOI], false);
    AttentionRow whole = {0}, part = {0};
    for (int k = 0; k < RULES_COUNT; k++) {
        for (int query = 0; query < t.n; query++) {
            for (int mask = 0; mask < 2; mask++) {
                AttentionParams p = {mask, query % 2 ? 8 : 0.001};
                attention_row(&whole, &RULES[k], &t, query, p);
                attention_row_weights(&part, &RULES[k], &t, query, p, 3, 7);
                assert_int_equal(part.visible, whole.visible);
                for (int j = 3; j < 10; j++) CHECK_NEAR(part.weight[j], whole.weight[j], 1e-14);
            }
        }
    }
    attention_row_free(&whole);
    attention_row_free(&part);
    tokens_free(&t);
}

static void duplicate_token_finds_the_first_john(void **state) {
    (void)state;
    AttentionRow row = row_of(IOI, "duplicate-token", 9, true, 8);
    CHECK_NEAR(row.weight[3], .956, .0005);
    CHECK_NEAR(row.weight[9], .013, .0005);
    CHECK_NEAR(row.entropy, .394, .0005);
    CHECK_NEAR(row.ceiling, 3.322, .0005);
    attention_row_free(&row);
}

static void name_mover_moves_mary(void **state) {
    (void)state;
    AttentionRow row = row_of(IOI, "name-mover", 13, true, 8);
    CHECK_NEAR(row.weight[1], .852, .0005);
    CHECK_NEAR(row.weight[3], .042, .0005);
    CHECK_NEAR(row.weight[9], .042, .0005);
    attention_row_free(&row);
    row = row_of(IOI, "name-mover", 13, false, 8);
    CHECK_NEAR(row.weight[1], .460, .0005);
    CHECK_NEAR(row.weight[14], .460, .0005);
    attention_row_free(&row);
}

static void a_name_heard_twice_counts_less(void **state) {
    (void)state;
    WordSet to = {0};
    wordset_parse(&to, "to", 2);
    Tokens t = {0};
    Error err;
    assert_true(tokens_split(&t, "to to to", 8, false, &to, &to, &err));
    AttentionRow row = {0};
    attention_row(&row, rule_named("name-mover"), &t, 1, (AttentionParams){true, 8});
    CHECK_NEAR(row.score[0], 24 + 48, 0); // heard once before 1
    attention_row(&row, rule_named("name-mover"), &t, 2, (AttentionParams){true, 8});
    CHECK_NEAR(row.score[0], 24 + 24, 0); // twice before 2
    attention_row_free(&row);
    tokens_free(&t);
    wordset_free(&to);
}

static void induction_finds_what_followed(void **state) {
    (void)state;
    AttentionRow row = row_of(CAT, "induction", 7, true, 8);
    CHECK_NEAR(row.weight[1], .485, .0005);
    CHECK_NEAR(row.weight[5], .485, .0005);
    attention_row_free(&row);
}

static void without_the_mask_sat_looks_ahead(void **state) {
    (void)state;
    AttentionRow on = row_of(CAT, "duplicate-token", 2, true, 8), off = row_of(CAT, "duplicate-token", 2, false, 8);
    CHECK_NEAR(on.entropy, 1.33, .005);
    CHECK_NEAR(off.entropy, 3.44, .005);
    CHECK_NEAR(on.future, 0, 0);
    CHECK_NEAR(off.future, .63, .005);
    attention_row_free(&on);
    attention_row_free(&off);
}

static void without_the_divisor_rows_are_sharp(void **state) {
    (void)state;
    static const char *const HEADS[] = {"previous-token", "duplicate-token", "induction", "name-mover"};
    for (int k = 0; k < 3 * 4; k++) {
        Tokens t = split(TEXTS[k / 4], false);
        Attention a = {0};
        attention_run(&a, rule_named(HEADS[k % 4]), &t, (AttentionParams){true, 1});
        double sum = 0;
        for (int i = 0; i < a.n; i++) sum += a.row[i].entropy;
        assert_true(sum / a.n < .1);
        attention_free(&a);
        tokens_free(&t);
    }
}

static void rows_can_come_from_elsewhere(void **state) {
    (void)state;
    AttentionRow row = {0};
    attention_row_resize(&row, 3);
    row.query = 1;
    memcpy(row.score, (double[]){2, 4, 2}, 3 * sizeof(double));
    attention_row_finish(&row, (AttentionParams){true, sqrt(2)});
    CHECK_NEAR(row.weight[0], .196, .0005); // the worked example's second row
    CHECK_NEAR(row.weight[1], .804, .0005);
    assert_true(row.weight[2] == 0);
    attention_row_free(&row);
    assert_null(row.score);
}

static void every_rule_is_described_once(void **state) {
    (void)state;
    for (int k = 0; k < RULES_COUNT; k++) {
        assert_int_equal(names_find(RULES[k].name, rule_name_at, NULL, RULES_COUNT), k);
        assert_true(strlen(RULES[k].summary) > 10);
        assert_true(strlen(RULES[k].formula) > 0);
    }
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_sum_to_one),
        cmocka_unit_test(masked_is_exactly_zero),
        cmocka_unit_test(entropy_stays_below_its_ceiling),
        cmocka_unit_test(the_divisor_never_reorders),
        cmocka_unit_test(softmax_is_shift_invariant),
        cmocka_unit_test(softmax_at_its_limits),
        cmocka_unit_test(entropy_by_hand),
        cmocka_unit_test(sums_of_few_and_of_many_values),
        cmocka_unit_test(part_of_a_row_agrees_with_the_row),
        cmocka_unit_test(duplicate_token_finds_the_first_john),
        cmocka_unit_test(name_mover_moves_mary),
        cmocka_unit_test(a_name_heard_twice_counts_less),
        cmocka_unit_test(induction_finds_what_followed),
        cmocka_unit_test(without_the_mask_sat_looks_ahead),
        cmocka_unit_test(without_the_divisor_rows_are_sharp),
        cmocka_unit_test(rows_can_come_from_elsewhere),
        cmocka_unit_test(every_rule_is_described_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
