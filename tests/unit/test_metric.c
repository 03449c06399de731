// Metrics: their words, their numbers (design figures of the three sentences) and how they are shown.
#include "app/world.h"
#include "base/text.h"
#include "lesson/metric.h"

#include "check.h"
#include "world.h"

static Scene scene(const char *sentence, const char *head) {
    Scene s;
    Error err;
    scene_init(&s, &world.library, SCREEN_EXPLORER);
    assert_true(scene_set(&s, &world.library, "sentence", sentence, &err));
    assert_true(scene_set(&s, &world.library, "head", head, &err));
    assert_true(scene_finish(&s, &world.library, &err));
    return s;
}

static double value(const Scene *s, const char *words) {
    Metric m;
    Error err;
    double number = NAN;
    if (!metric_parse(&m, words, false, &err)) fail_msg("%s: %s", words, err.text);
    MetricPlace place = {.scene = s, .lib = &world.library};
    return metric_value(&m, place, &number, &err) ? number : NAN;
}

static void the_figures_of_the_design(void **state) {
    (void)state;
    Scene s = scene("ioi", "duplicate-token");
    CHECK_NEAR(value(&s, "weight 9 3"), 0.956, 0.0005);
    CHECK_NEAR(value(&s, "weight query 9"), 0.013, 0.0005);
    CHECK_NEAR(value(&s, "entropy 9"), 0.394, 0.0005);
    CHECK_NEAR(value(&s, "ceiling 9"), 3.322, 0.0005);
    CHECK_NEAR(value(&s, "of-ceiling 9"), 0.394 / 3.322, 0.0005);
    CHECK_NEAR(value(&s, "effective 9"), exp2(0.394), 0.001);
    CHECK_NEAR(value(&s, "score 9 3"), 44, 0);
    CHECK_NEAR(value(&s, "scaled 9 3"), 5.5, 1e-12);
    CHECK_NEAR(value(&s, "odds 9 3 9"), exp(34.4 / 8), 1e-6);
    CHECK_NEAR(value(&s, "top 9"), 3, 0);
    CHECK_NEAR(value(&s, "top-weight 9"), 0.956, 0.0005);
    CHECK_NEAR(value(&s, "visible 9"), 10, 0);
    CHECK_NEAR(value(&s, "tokens"), 15, 0);
    CHECK_NEAR(value(&s, "divisor"), 8, 0);
    CHECK_NEAR(value(&s, "width"), 64, 0);
    CHECK_NEAR(value(&s, "mean-future"), 0, 0);
    s = scene("cat", "duplicate-token");
    CHECK_NEAR(value(&s, "entropy 2"), 1.33, 0.005);
    CHECK_NEAR(value(&s, "entropy 2 with mask off"), 3.44, 0.005);
    CHECK_NEAR(value(&s, "future-mass 2 with mask off"), 0.63, 0.005);
    assert_true(value(&s, "mean-entropy with divisor off") < 0.1);
    assert_true(value(&s, "mean-entropy with divisor off, head induction") < 0.1);
}

static void what_does_not_exist_is_not_a_number(void **state) {
    (void)state;
    Scene s = scene("ioi", "duplicate-token");
    assert_true(isnan(value(&s, "of-ceiling 0")));
    assert_true(isnan(value(&s, "weight 16 0")));
    assert_true(isnan(value(&s, "weight 0 999999")));
    assert_true(isnan(value(&s, "odds 2 1 9"))); // 9 is masked: nothing to divide by
    Metric m;
    Error err;
    Str shown = {0};
    assert_true(metric_parse(&m, "of-ceiling 0", false, &err));
    metric_show(&m, (MetricPlace){.scene = &s, .lib = &world.library}, &shown);
    assert_string_equal(shown.s, "n/a");
    str_free(&shown);
}

static void positions_follow_the_text_they_were_written_for(void **state) {
    (void)state;
    Scene written = scene("ioi", "duplicate-token"), now = written;
    Metric m;
    Error err;
    double number;
    assert_true(metric_parse(&m, "weight 9 3", false, &err));
    now.bos = true;
    now.query++;
    MetricPlace place = {.scene = &now, .lib = &world.library, .written_for = &written};
    assert_true(metric_value(&m, place, &number, &err));
    CHECK_NEAR(number, value(&now, "weight 10 4"), 0);
    assert_true(metric_parse(&m, "entropy query", false, &err));
    assert_true(metric_value(&m, place, &number, &err));
    CHECK_NEAR(number, value(&now, "entropy 10"), 0);
    CHECK_NEAR(value(&written, "entropy query with bos on"), number, 0);
    now = scene("fox", "duplicate-token");
    assert_true(metric_parse(&m, "weight 3 1", false, &err));
    assert_false(metric_value(&m, place, &number, &err));
    assert_string_equal(err.text, "the text is another one");
}

static void other_screens_have_their_own(void **state) {
    (void)state;
    Scene s = scene("ioi", "duplicate-token");
    s.screen = SCREEN_PLAY;
    plane_init(&s.plane);
    CHECK_NEAR(value(&s, "weight store"), 0.740, 0.0005);
    CHECK_NEAR(value(&s, "entropy"), 0.903, 0.0005);
    CHECK_NEAR(value(&s, "ceiling"), 2, 0);
    CHECK_NEAR(value(&s, "dot Mary"), 1.7 * 0.5 + 0.8 * 2.4, 1e-12);
    CHECK_NEAR(value(&s, "length"), 1, 0);
    CHECK_NEAR(value(&s, "odds-of-gap 8"), 2980.958, 0.001);
    assert_true(isnan(value(&s, "weight nobody")));
    assert_true(isnan(value(&s, "weight 9 3")));
    s.screen = SCREEN_WORKED;
    s.worked = world.library.example[0].worked;
    CHECK_NEAR(value(&s, "cell Q 1 1"), 2, 0);
    CHECK_NEAR(value(&s, "score 2 2"), 5, 0);
    CHECK_NEAR(value(&s, "weight 1 1"), 0.804, 0.0005);
    CHECK_NEAR(value(&s, "cell out 2 0"), 1.284, 0.0005);
    CHECK_NEAR(value(&s, "divisor"), sqrt(2), 1e-12);
    CHECK_NEAR(value(&s, "cell scaled 2 2"), 5 / sqrt(2), 1e-12);
    assert_true(isnan(value(&s, "cell masked 0 1")));
    assert_true(isnan(value(&s, "cell Q 3 0")));
    assert_true(isnan(value(&s, "weight 3 0")));
    s.screen = SCREEN_LAB;
    lab_init(&s.lab);
    assert_true(value(&s, "variance") > 50 && value(&s, "variance") < 80);
    assert_true(value(&s, "entropy-divided") > value(&s, "entropy-raw") + 1);
    assert_true(isnan(value(&s, "entropy 1")));
}

static void mistakes_are_told(void **state) {
    (void)state;
    static const struct {
        const char *words, *told;
    } BAD[] = {
        {"", "a metric is wanted, such as `weight 9 3`"},
        {"wieght 9 3", "unknown metric \"wieght\" (did you mean \"weight\"?)"},
        {"weight 9", "weight takes other words: `weight i j` is wanted"},
        {"weight 9 -3", "unknown position \"-3\" (one of: query, key)"},
        {"weight 1 2 3 4", "too many words: `weight 1 2 3 4`"},
        {"weight i 3", "unknown position \"i\" (one of: query, key)"},
        {"weight 12345678 3", "position 12345678 is too large"},
        {"entropy 3 with", "`with` wants a setting and its value: `with mask off`"},
        {"entropy 3 with mask", "`with mask` wants a value: `with mask off`"},
        {"entropy 3 with mask off, bos on, d 4, d 5", "more than 3 settings behind `with`"},
        {"percent", "percent of what? `percent weight 9 3` is wanted"},
        {"cell B 1 1", "unknown matrix \"B\" (one of: X, W_Q, W_K, W_V, W_O, Q, K, V, S, scaled, masked, A, …)"},
        {"entropy stor", "unknown position \"stor\" (one of: query, key)"},
        {"percent entropy 3", "entropy is not a share: no percent of it"},
    };
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Metric m;
        Error err;
        assert_false(metric_parse(&m, BAD[k].words, false, &err));
        assert_string_equal(err.text, BAD[k].told);
    }
}

static void check_shown(const char *words, double number, const char *want) {
    Metric m;
    Error err;
    Str shown = {0};
    assert_true(metric_parse(&m, words, false, &err));
    metric_format(&m, number, &shown);
    assert_string_equal(shown.s, want);
    str_free(&shown);
}

static void numbers_are_short(void **state) {
    (void)state;
    check_shown("weight 1 0", 0.95612, "0.956");
    check_shown("percent 1 0", 0.95612, "96%");
    check_shown("percent weight 1 0", 0.01304, "1.3%");
    check_shown("percent query key", 0.0994, "9.9%");
    check_shown("percent 1 0", 0.0996, "10%");
    check_shown("percent 1 0", 0, "0%");
    check_shown("entropy 1", 0.3944, "0.39");
    check_shown("score 1 0", 44, "44");
    check_shown("score 1 0", 9.6, "9.6");
    check_shown("odds 1 0 0", 2980.96, "2981");
    check_shown("divisor", sqrt(2), "1.41");
    check_shown("cell A 1 1", 0.80389, "0.804");
    check_shown("cell S 1 1", 4, "4");
}

static void the_table_is_listed(void **state) {
    (void)state;
    int k = 0;
    for (; metric_usage(k); k++) {
        Str words = {0};
        Metric m;
        Error err;
        const char *usage = metric_usage(k), *name = strpbrk(usage, "CK"); // of CLASS or KIND
        str_add(&words, usage, name ? (size_t)(name - usage) : strlen(usage));
        if (name) str_puts(&words, *name == 'C' ? "induction" : "again");
        if (name) str_puts(&words, name + strcspn(name, " "));
        for (size_t c = 0; c < words.len; c++) {
            bool letter =
                words.s[c] >= 'a' && c > 0 && words.s[c - 1] == ' ' && (c + 1 == words.len || words.s[c + 1] == ' ');
            if (letter) words.s[c] = '1';
            if (words.s[c] == 'M') words.s[c] = 'A';
        }
        if (!metric_parse(&m, words.s, false, &err)) fail_msg("%s: %s", words.s, err.text);
        assert_true(strlen(metric_meaning(k)) > 0);
        str_free(&words);
    }
    assert_true(k >= 10);
    assert_null(metric_usage(-1));
    assert_null(metric_meaning(k));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_figures_of_the_design),
        cmocka_unit_test(what_does_not_exist_is_not_a_number),
        cmocka_unit_test(positions_follow_the_text_they_were_written_for),
        cmocka_unit_test(other_screens_have_their_own),
        cmocka_unit_test(mistakes_are_told),
        cmocka_unit_test(numbers_are_short),
        cmocka_unit_test(the_table_is_listed),
    };
    return cmocka_run_group_tests(tests, world_of_tests, world_done);
}
