// The worked example and the exercise: every number that maths.md states, every sum written out, the text format,
// answers judged, and the ways out (JSON, LaTeX, tables).
#include "attn/answer.h"
#include "attn/worked_parse.h"
#include "attn/worked_words.h"
#include "base/file.h"
#include "base/text.h"
#include "out/worked.h"

#include "check.h"

#include <jansson.h>

static const double ROOT2 = 1.4142135623730951;

static Worked example(const char *name) {
    Str path = {0}, text = {0};
    Worked w = {0};
    Error err;
    str_printf(&path, "%s/worked/%s.txt", PROJECT_DATA, name);
    if (!file_read(path.s, 1 << 20, &text, &err) || !worked_parse(text.s, text.len, name, &w, &err))
        fail_msg("%s", err.text);
    str_free(&path);
    str_free(&text);
    return w;
}

// Compares a matrix with its numbers, row by row.
static void check_matrix(const Matrix *m, int rows, int cols, const double *want, double within) {
    assert_int_equal(m->rows, rows);
    assert_int_equal(m->cols, cols);
    for (int k = 0; k < rows * cols; k++) CHECK_NEAR(m->at[k / cols][k % cols], want[k], within);
}

#define CHECK_PART(part, rows, cols, within, ...) \
    check_matrix(worked_matrix(&w, &r, part), rows, cols, (double[]){__VA_ARGS__}, within)

static void the_cat_sat(void **state) {
    (void)state;
    Worked w = example("the-cat-sat");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, worked_divisor(&w)}, false);
    assert_int_equal(w.n, 3);
    assert_int_equal(w.model, 4);
    assert_int_equal(w.d, 2);
    assert_memory_equal(w.token[2].bytes, "sat", 3);
    CHECK_PART(WORKED_X, 3, 4, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 1);
    CHECK_PART(WORKED_WQ, 4, 2, 0, 1, 0, 0, 1, 0, 1, 1, 0);
    CHECK_PART(WORKED_WK, 4, 2, 0, 1, 0, 1, 1, 0, 1, 0, 0);
    CHECK_PART(WORKED_WV, 4, 2, 0, 0, 1, 1, 0, 1, 1, 0, -1);
    CHECK_PART(WORKED_Q, 3, 2, 0, 1, 1, 0, 2, 2, 1);
    CHECK_PART(WORKED_K, 3, 2, 0, 1, 1, 1, 2, 2, 1);
    CHECK_PART(WORKED_V, 3, 2, 0, 1, 2, 2, 1, 1, 0);
    CHECK_PART(WORKED_S, 3, 3, 0, 2, 3, 3, 2, 4, 2, 3, 4, 5);
    CHECK_PART(WORKED_A, 3, 3, 5e-4, 1, 0, 0, .196, .804, 0, .140, .284, .576);
    CHECK_PART(WORKED_OUT, 3, 2, 5e-4, 1, 2, 1.804, 1.196, 1.284, .564);
    const Matrix *masked = worked_matrix(&w, &r, WORKED_MASKED), *a = worked_matrix(&w, &r, WORKED_A);
    assert_true(masked->at[0][1] == -INFINITY && a->at[0][1] == 0);
    CHECK_NEAR(masked->at[2][2], 5 / ROOT2, 1e-12);
    for (int i = 0; i < 3; i++) CHECK_NEAR(r.row_sum[i], 1, 1e-12);
    CHECK_NEAR(r.ceiling[2], log2(3), 1e-12);
}

static void third_row_at_other_divisors(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double divisor, row[3];
    } CASES[] = {{"the-cat-sat", 1, {.090, .245, .665}}, {"the-cat-sat", 8, {.293, .332, .376}}, {"a-dog-barks", 1, {.705, .035, .259}}};
    for (int k = 0; k < 3; k++) {
        Worked w = example(CASES[k].name);
        WorkedResult r;
        worked_run(&r, &w, (AttentionParams){true, CASES[k].divisor}, false);
        for (int j = 0; j < 3; j++) CHECK_NEAR(worked_matrix(&w, &r, WORKED_A)->at[2][j], CASES[k].row[j], 5e-4);
    }
}

static void a_dog_barks(void **state) {
    (void)state;
    Worked w = example("a-dog-barks");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, false);
    CHECK_PART(WORKED_Q, 3, 2, 0, 1, 1, 2, 1, 1, 3);
    CHECK_PART(WORKED_K, 3, 2, 0, 1, 2, 1, 1, 3, 1);
    CHECK_PART(WORKED_V, 3, 2, 0, 2, 1, 1, 0, 3, 1);
    CHECK_PART(WORKED_S, 3, 3, 0, 3, 2, 4, 4, 3, 7, 7, 4, 6);
    CHECK_PART(WORKED_A, 3, 3, 5e-4, 1, 0, 0, .670, .330, 0, .620, .074, .306);
    CHECK_PART(WORKED_OUT, 3, 2, 5e-4, 2, 1, 1.670, .670, 2.231, .926);
}

static void zeroing_after_the_softmax_leaves_rows_short(void **state) {
    (void)state;
    Worked w = example("the-cat-sat");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, true);
    CHECK_PART(WORKED_A, 3, 3, 1e-8, .197775815, 0, 0, .163579101, .672841798, 0, .140029245, .28399541, .575975345);
    CHECK_NEAR(r.row_sum[0], .197775815, 1e-8);
    CHECK_NEAR(r.row_sum[1], .836420899, 1e-8);
    CHECK_NEAR(r.row_sum[2], 1, 1e-12);
    assert_true(isnan(r.entropy[0]) && isnan(r.entropy[1]));
    CHECK_NEAR(r.entropy[2], 1.37133467, 1e-8);
    worked_run(&r, &w, (AttentionParams){false, ROOT2}, true); // nothing to zero without a mask
    assert_false(r.zero_after);
    CHECK_NEAR(r.row_sum[0], 1, 1e-12);
}

static void check_words(const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x, const char *utf8,
                        const char *ascii) {
    Str s = {0};
    worked_words_cell(&s, w, r, part, y, x, false);
    assert_string_equal(s.s, utf8);
    str_clear(&s);
    worked_words_cell(&s, w, r, part, y, x, true);
    assert_string_equal(s.s, ascii);
    str_free(&s);
}

static void sums_are_written_out(void **state) {
    (void)state;
    Worked w = example("the-cat-sat");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, worked_divisor(&w)}, false);
    check_words(&w, &r, WORKED_S, 2, 1, "q₃·k₂ = 2·1 + 1·2 = 4", "q[3].k[2] = 2*1 + 1*2 = 4");
    check_words(&w, &r, WORKED_A, 2, 0, "e^(−1.41) / 1.736 = 0.140", "e^(-1.41) / 1.736 = 0.140");
    check_words(&w, &r, WORKED_A, 2, 2, "e^0 / 1.736 = 0.576", "e^0 / 1.736 = 0.576");
    check_words(&w, &r, WORKED_A, 0, 2, "e^(−∞) / 1 = 0", "e^(-inf) / 1 = 0");
    check_words(&w, &r, WORKED_X, 0, 0, "X₁,₁ = 1", "X[1,1] = 1");
    check_words(&w, &r, WORKED_Q, 2, 0, "Q₃,₁ = 1·1 + 1·0 + 0·0 + 1·1 = 2", "Q[3,1] = 1*1 + 1*0 + 0*0 + 1*1 = 2");
    check_words(&w, &r, WORKED_V, 2, 1, "V₃,₂ = 1·1 + 1·0 + 0·1 + 1·(−1) = 0", "V[3,2] = 1*1 + 1*0 + 0*1 + 1*(-1) = 0");
    check_words(&w, &r, WORKED_SCALED, 2, 1, "4 / √2 = 2.828", "4 / sqrt(2) = 2.828");
    check_words(&w, &r, WORKED_MASKED, 2, 1, "2.828 (key 2 is not after query 3: seen)",
                "2.828 (key 2 is not after query 3: seen)");
    check_words(&w, &r, WORKED_MASKED, 0, 1, "−∞ (key 2 lies after query 1: masked)",
                "-inf (key 2 lies after query 1: masked)");
    check_words(&w, &r, WORKED_OUT, 2, 0, "out₃,₁ = 0.140·1 + 0.284·2 + 0.576·1 = 1.284",
                "out[3,1] = 0.140*1 + 0.284*2 + 0.576*1 = 1.284");
    Str s = {0};
    worked_words_below(&s, &w, &r, WORKED_A, 2, 0, false);
    assert_string_equal(s.s, "1.736 = e^(−1.41) + e^(−0.71) + e^0");
    str_clear(&s);
    worked_words_below(&s, &w, &r, WORKED_A, 1, 0, true);
    assert_string_equal(s.s, "1.243 = e^(-1.41) + e^0"); // the masked key is no term
    str_clear(&s);
    worked_words_below(&s, &w, &r, WORKED_S, 2, 0, false);
    assert_string_equal(str_text(&s), "");
    str_free(&s);
    worked_run(&r, &w, (AttentionParams){true, 8}, true);
    check_words(&w, &r, WORKED_SCALED, 2, 1, "4 / 8 = 0.500", "4 / 8 = 0.500");
    check_words(&w, &r, WORKED_A, 0, 1, "0.347 set to 0 after the softmax", "0.347 set to 0 after the softmax");
    check_words(&w, &r, WORKED_MASKED, 0, 1, "0.375 (no mask: key 2 is seen by query 1)",
                "0.375 (no mask: key 2 is seen by query 1)");
}

// The terms of every cell, added up as the form says, are the cell; their sources hold them.
static void terms_add_up_everywhere(void **state) {
    (void)state;
    Worked w = example("a-dog-barks");
    w.given[WORKED_X].at[1][2] = -0.75;
    for (int k = 0; k < 8; k++) {
        WorkedResult r;
        worked_run(&r, &w, (AttentionParams){k & 1, k & 2 ? 8 : ROOT2}, k & 4);
        for (WorkedPart part = 0; part < WORKED_PARTS; part++) {
            const Matrix *m = worked_matrix(&w, &r, part);
            for (int c = 0; c < m->rows * m->cols; c++) {
                WorkedSum s = worked_sum(&w, &r, part, c / m->cols, c % m->cols);
                double total = 0;
                for (int t = 0; t < s.count; t++) total += s.left[t] * s.right[t];
                if (s.form == WORKED_ENTERED) total = s.value;
                if (s.form == WORKED_DIVIDED) total = s.left[0] / s.right[0];
                if (s.form == WORKED_KEPT) total = s.left[0];
                if (s.form == WORKED_SOFTMAX) total = s.right[s.own] / s.below;
                if (s.form == WORKED_ZEROED) total = 0;
                if (s.form == WORKED_HIDDEN) assert_true(s.value == -INFINITY);
                else CHECK_NEAR(total, s.value, 1e-12);
                assert_true(s.value == m->at[c / m->cols][c % m->cols]);
            }
        }
    }
}

static void score_comes_from_two_rows(void **state) {
    (void)state;
    Worked w = example("the-cat-sat");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, false);
    WorkedSum s = worked_sum(&w, &r, WORKED_S, 2, 1);
    assert_true(s.from[0].part == WORKED_Q && s.from[0].index == 2 && !s.from[0].column);
    assert_true(s.from[1].part == WORKED_K && s.from[1].index == 1 && !s.from[1].column);
    s = worked_sum(&w, &r, WORKED_K, 1, 0);
    assert_true(s.from[0].part == WORKED_X && s.from[0].index == 1 && !s.from[0].column);
    assert_true(s.from[1].part == WORKED_WK && s.from[1].index == 0 && s.from[1].column);
}

static void answers_are_judged_as_precisely_as_typed(void **state) {
    (void)state;
    static const double R = 0.669761549;
    static const struct {
        const char *typed;
        double right;
        Verdict verdict;
        bool unfinished;
    } CASES[] = {
        {"0.670", R, ANSWER_RIGHT, 0},      {"0.67", R, ANSWER_RIGHT, 0},         {".67", R, ANSWER_RIGHT, 0},
        {"0.7", R, ANSWER_RIGHT, 0},        {"0.6698", R, ANSWER_RIGHT, 0},       {"0.6700", R, ANSWER_RIGHT, 0},
        {"0,67", R, ANSWER_RIGHT, 0},       {" 0.67\t", R, ANSWER_RIGHT, 0},      {"2/3", R, ANSWER_WRONG, 0},
        {"0.669", R, ANSWER_WRONG, 0},      {"0.66", R, ANSWER_WRONG, 0},         {"0.6", R, ANSWER_WRONG, 0},
        {"1", R, ANSWER_WRONG, 1},          {"0", R, ANSWER_WRONG, 0},            {"1/3", 1.0 / 3, ANSWER_RIGHT, 0},
        {"-1", -1, ANSWER_RIGHT, 0},        {"−1", -1, ANSWER_RIGHT, 0},          {"1", -1, ANSWER_WRONG, 0},
        {"4", 4, ANSWER_RIGHT, 0},          {"4.0", 4, ANSWER_RIGHT, 0},          {"4.000", 4, ANSWER_RIGHT, 0},
        {"1e1", 12, ANSWER_WRONG, 0},       {"0.4e1", 4, ANSWER_RIGHT, 0},      {"5", 4, ANSWER_WRONG, 0},            {"4.1", 4, ANSWER_WRONG, 0},
        {"-inf", -INFINITY, ANSWER_RIGHT, 0}, {"−∞", -INFINITY, ANSWER_RIGHT, 0}, {"0", -INFINITY, ANSWER_WRONG, 0},
        {"-inf", 2, ANSWER_WRONG, 0},       {"4", NAN, ANSWER_WRONG, 0},          {"", 4, ANSWER_UNREADABLE, 0},
        {"four", 4, ANSWER_UNREADABLE, 0},  {"1/0", 4, ANSWER_UNREADABLE, 0},     {"1/", 4, ANSWER_UNREADABLE, 0},
        {"0x4", 4, ANSWER_UNREADABLE, 0},   {"nan", 4, ANSWER_UNREADABLE, 0},     {"4 4", 4, ANSWER_UNREADABLE, 0},
        {".", 4, ANSWER_UNREADABLE, 0},     {"1e999", 4, ANSWER_UNREADABLE, 0},   {"1/2/3", 4, ANSWER_UNREADABLE, 0},
        {"4444444444444444444444444444444444444444444444444444444444444", 4, ANSWER_UNREADABLE, 0},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof CASES[0]; k++) {
        Answer a = answer_judge(CASES[k].typed, strlen(CASES[k].typed), CASES[k].right);
        if (a.verdict != CASES[k].verdict || a.unfinished != CASES[k].unfinished) {
            fail_msg("\"%s\" for %g: verdict %d, unfinished %d", CASES[k].typed, CASES[k].right, a.verdict,
                     a.unfinished);
        }
    }
}

static void json_holds_everything(void **state) {
    (void)state;
    static const char *const NAMES[] = {"schema", "tokens", "X", "W_Q", "W_K", "W_V", "Q", "K", "V", "S", "scaled", "masked",
                                        "A", "out", "entropy_bits", "mask", "divisor"};
    Worked w = example("the-cat-sat");
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, false);
    w.token[0].bytes[0] = '\xFF';
    Str s = {0};
    out_worked_json(&s, &w, &r);
    json_t *root = json_loads(s.s, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(root);
    assert_int_equal(json_object_size(root), 17);
    size_t at = 0;
    const char *name;
    json_t *value;
    json_object_foreach(root, name, value) assert_string_equal(name, NAMES[at++]);
    assert_string_equal(json_string_value(json_object_get(root, "schema")), "lookback.worked/1");
    assert_string_equal(json_string_value(json_array_get(json_object_get(root, "tokens"), 0)), "\xEF\xBF\xBDhe");
    assert_true(json_is_null(json_array_get(json_array_get(json_object_get(root, "masked"), 0), 1)));
    CHECK_NEAR(json_number_value(json_array_get(json_array_get(json_object_get(root, "A"), 2), 0)), .140029245, 1e-9);
    CHECK_NEAR(json_number_value(json_array_get(json_object_get(root, "entropy_bits"), 2)), 1.37133467, 1e-8);
    assert_true(json_is_true(json_object_get(root, "mask")));
    CHECK_NEAR(json_number_value(json_object_get(root, "divisor")), ROOT2, 1e-8);
    json_decref(root);
    str_clear(&s);
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, true);
    out_worked_json(&s, &w, &r);
    assert_non_null(root = json_loads(s.s, 0, NULL));
    assert_true(json_is_true(json_object_get(root, "zeroed_after_softmax")));
    CHECK_NEAR(json_number_value(json_array_get(json_object_get(root, "row_sums"), 1)), .836420899, 1e-8);
    assert_true(json_is_null(json_array_get(json_object_get(root, "entropy_bits"), 0)));
    json_decref(root);
    str_free(&s);
}

static void latex_names_every_step(void **state) {
    (void)state;
    Worked w = example("the-cat-sat");
    memcpy(w.token[1].bytes, "a_&\\", 4);
    w.token[1].len = 4;
    WorkedResult r;
    worked_run(&r, &w, (AttentionParams){true, ROOT2}, false);
    Str s = {0};
    out_worked_latex(&s, &w, &r);
    assert_string_equal(s.s,
        "% needs \\usepackage{amsmath}\n\\begin{align*}\n& \\text{the},\\ \\text{a\\_\\&\\textbackslash{}},\\ \\text{sat} \\\\\n"
        "X &= \\begin{bmatrix} 1 & 0 & 1 & 0 \\\\ 0 & 1 & 1 & 0 \\\\ 1 & 1 & 0 & 1 \\end{bmatrix} \\\\\n"
        "W_Q &= \\begin{bmatrix} 1 & 0 \\\\ 0 & 1 \\\\ 0 & 1 \\\\ 1 & 0 \\end{bmatrix} \\\\\n"
        "W_K &= \\begin{bmatrix} 1 & 0 \\\\ 1 & 1 \\\\ 0 & 1 \\\\ 0 & 0 \\end{bmatrix} \\\\\n"
        "W_V &= \\begin{bmatrix} 0 & 1 \\\\ 1 & 0 \\\\ 1 & 1 \\\\ 0 & -1 \\end{bmatrix} \\\\\n"
        "Q = X W_Q &= \\begin{bmatrix} 1 & 1 \\\\ 0 & 2 \\\\ 2 & 1 \\end{bmatrix} \\\\\n"
        "K = X W_K &= \\begin{bmatrix} 1 & 1 \\\\ 1 & 2 \\\\ 2 & 1 \\end{bmatrix} \\\\\n"
        "V = X W_V &= \\begin{bmatrix} 1 & 2 \\\\ 2 & 1 \\\\ 1 & 0 \\end{bmatrix} \\\\\n"
        "S = Q K^\\top &= \\begin{bmatrix} 2 & 3 & 3 \\\\ 2 & 4 & 2 \\\\ 3 & 4 & 5 \\end{bmatrix} \\\\\n"
        "S / \\sqrt{2} &= \\begin{bmatrix} 1.414 & 2.121 & 2.121 \\\\ 1.414 & 2.828 & 1.414 \\\\ 2.121 & 2.828 & 3.536 \\end{bmatrix} \\\\\n"
        "\\text{masked} &= \\begin{bmatrix} 1.414 & -\\infty & -\\infty \\\\ 1.414 & 2.828 & -\\infty \\\\ 2.121 & 2.828 & 3.536 \\end{bmatrix} \\\\\n"
        "A = \\text{softmax} &= \\begin{bmatrix} 1 & 0 & 0 \\\\ 0.196 & 0.804 & 0 \\\\ 0.140 & 0.284 & 0.576 \\end{bmatrix} \\\\\n"
        "\\text{out} = A V &= \\begin{bmatrix} 1 & 2 \\\\ 1.804 & 1.196 \\\\ 1.284 & 0.564 \\end{bmatrix}\n\\end{align*}\n");
    str_free(&s);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cat_sat),
        cmocka_unit_test(third_row_at_other_divisors),
        cmocka_unit_test(a_dog_barks),
        cmocka_unit_test(zeroing_after_the_softmax_leaves_rows_short),
        cmocka_unit_test(sums_are_written_out),
        cmocka_unit_test(terms_add_up_everywhere),
        cmocka_unit_test(score_comes_from_two_rows),
        cmocka_unit_test(answers_are_judged_as_precisely_as_typed),
        cmocka_unit_test(json_holds_everything),
        cmocka_unit_test(latex_names_every_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
