// One row all the way, and many heads as a sum.
#include "attn/heads.h"
#include "attn/stream.h"
#include "attn/worked_parse.h"
#include "base/file.h"
#include "math/nn.h"

#include "check.h"

static const AttentionParams MASKED = {true, 1.4142135623730951};

static Heads read_heads(const char *name) {
    Str path = {0}, text = {0};
    Heads h = {0};
    Error err;
    str_printf(&path, "%s/worked/%s.txt", PROJECT_DATA, name);
    if (!file_read(path.s, 1 << 20, &text, &err) || !heads_parse(text.s, text.len, name, &h, &err))
        fail_msg("%s", err.text);
    str_free(&path);
    str_free(&text);
    return h;
}

static void check_row(const double *got, int n, const double *want, double within) {
    for (int k = 0; k < n; k++) CHECK_NEAR(got[k], want[k], within);
}

#define CHECK_ROW(got, n, within, ...) check_row(got, n, (double[]){__VA_ARGS__}, within)

static void last_row_of_the_worked_example(void **state) {
    (void)state;
    Heads h = read_heads("the-cat-sat");
    Stream s;
    stream_run(&s, &h.head[0], 2, MASKED, false);
    CHECK_ROW(s.row, 4, 0, 1, 1, 0, 1);
    CHECK_ROW(s.normal, 4, 0, 1, 1, 0, 1);
    CHECK_ROW(s.q, 2, 0, 2, 1);
    CHECK_ROW(s.k, 2, 0, 2, 1);
    CHECK_ROW(s.v, 2, 0, 1, 0);
    CHECK_ROW(s.score, 3, 0, 3, 4, 5);
    CHECK_ROW(s.back, 3, 0, 3, 2, 5); // S[j][2]: cat asks sat 2, sat asks cat 4
    CHECK_ROW(s.scaled, 3, 5e-4, 2.121, 2.828, 3.536);
    CHECK_ROW(s.weight, 3, 5e-4, .140, .284, .576);
    CHECK_ROW(s.blend, 2, 5e-4, 1.284, .564);
    CHECK_ROW(s.widened, 4, 5e-4, 1.284, .564, -.564, 1.284);
    CHECK_ROW(s.added, 4, 5e-4, 2.284, 1.564, -.564, 2.284);
    for (int k = 0; k < 2; k++) CHECK_NEAR(s.term[0][k] + s.term[1][k] + s.term[2][k], s.blend[k], 1e-12);
    CHECK_NEAR(s.entropy, 1.37133467, 1e-8);
    CHECK_NEAR(s.ceiling, log2(3), 1e-12);
}

static void first_row_sees_itself_alone(void **state) {
    (void)state;
    Heads h = read_heads("the-cat-sat");
    Stream s;
    stream_run(&s, &h.head[0], 0, MASKED, false);
    assert_true(s.masked[1] == -INFINITY && s.masked[2] == -INFINITY);
    CHECK_ROW(s.weight, 3, 0, 1, 0, 0);
    CHECK_ROW(s.added, 4, 0, 2, 2, -1, 1); // 1 0 1 0 and 1 2 -2 1
}

static void normalised_rows_are_projected_but_the_raw_one_is_added_to(void **state) {
    (void)state;
    Heads h = read_heads("the-cat-sat");
    Stream s;
    stream_run(&s, &h.head[0], 2, MASKED, true);
    // Mean ¾, variance 3/16: (1 − ¾)/√(3/16) = 1/√3 and −√3, but for ε.
    CHECK_ROW(s.normal, 4, 1e-4, .57735, .57735, -1.73205, .57735);
    CHECK_ROW(s.row, 4, 0, 1, 1, 0, 1);
    CHECK_ROW(s.q, 2, 1e-4, 1.1547, -1.1547); // x₁ + x₄, x₂ + x₃
    for (int m = 0; m < 4; m++) CHECK_NEAR(s.added[m] - s.widened[m], s.row[m], 1e-12);
    CHECK_NEAR(s.weight[0] + s.weight[1] + s.weight[2], 1, 1e-12);
}

static void layernorm_centres_and_scales(void **state) {
    (void)state;
    double x[4] = {1, 2, 3, 4}, flat[3] = {5, 5, 5};
    nn_layernorm(x, x, 4, 0);
    CHECK_ROW(x, 4, 1e-12, -1.3416407864998738, -0.4472135954999579, 0.4472135954999579, 1.3416407864998738);
    nn_layernorm(flat, flat, 3, 1e-5);
    CHECK_ROW(flat, 3, 0, 0, 0, 0);
}

static void without_w_o_the_output_fills_the_first_columns(void **state) {
    (void)state;
    // d 2 > d_model 1: both go to the one column
    static const char TEXT[] = "tokens a\nX\n1\nW_Q\n1 2\nW_K\n1 2\nW_V\n3 4\n";
    Worked w;
    Error err;
    assert_true(worked_parse(TEXT, sizeof TEXT - 1, "f", &w, &err));
    Stream s;
    stream_run(&s, &w, 0, MASKED, false);
    CHECK_ROW(s.widened, 1, 0, 7);
}

static void concat_times_w_o_is_the_sum_of_the_heads(void **state) {
    (void)state;
    Heads h = read_heads("heads");
    HeadsResult all;
    heads_run(&all, &h, ~0u, MASKED);
    assert_int_equal(h.count, 3);
    assert_string_equal(h.label[1], "back");
    assert_true(all.concat.cols == 6 && all.concat.rows == 3 && all.w_o.rows == 6 && all.w_o.cols == 4);
    assert_true(all.difference < 1e-12);
    assert_true(all.sum.at[2][0] != 0);
    CHECK_ROW(all.part[0].at[2], 4, 5e-4, 1.284, .564, -.564, 1.284);
    CHECK_ROW(all.concat.at[2], 2, 5e-4, 1.284, .564);
    for (int i = 0; i < 3; i++) {
        for (int m = 0; m < 4; m++) {
            double sum = all.part[0].at[i][m] + all.part[1].at[i][m] + all.part[2].at[i][m];
            CHECK_NEAR(all.sum.at[i][m], sum, 1e-12);
            CHECK_NEAR(all.product.at[i][m], sum, 1e-12);
            CHECK_NEAR(all.stream.at[i][m], h.head[0].given[WORKED_X].at[i][m] + sum, 1e-12);
        }
    }
}

static void switching_a_head_off_removes_its_own_addition(void **state) {
    (void)state;
    Heads h = read_heads("heads");
    HeadsResult all, some;
    heads_run(&all, &h, 7, MASKED);
    for (unsigned on = 0; on < 8; on++) {
        heads_run(&some, &h, on, MASKED);
        assert_true(some.difference < 1e-12);
        for (int c = 0; c < 12; c++) {
            double off = 0;
            for (int k = 0; k < 3; k++) off += on >> k & 1 ? 0 : all.part[k].at[c / 4][c % 4];
            CHECK_NEAR(all.stream.at[c / 4][c % 4] - some.stream.at[c / 4][c % 4], off, 1e-12);
        }
    }
    heads_run(&some, &h, 0, MASKED);
    assert_memory_equal(&some.stream, &h.head[0].given[WORKED_X], sizeof some.stream);
}

static void the_three_heads_do_what_their_names_say(void **state) {
    (void)state;
    Heads h = read_heads("heads");
    HeadsResult r;
    heads_run(&r, &h, 7, MASKED);
    const Matrix *back = worked_matrix(&h.head[1], &r.head[1], WORKED_A),
                 *mean = worked_matrix(&h.head[2], &r.head[2], WORKED_A);
    assert_true(back->at[1][0] > 0.5 && back->at[2][1] > 0.5);
    CHECK_ROW(mean->at[2], 3, 1e-12, 1.0 / 3, 1.0 / 3, 1.0 / 3);
    CHECK_ROW(mean->at[1], 3, 1e-12, 0.5, 0.5, 0);
}

static void difference_is_seen(void **state) {
    (void)state;
    Matrix a = {.rows = 2, .cols = 2}, b = a;
    b.at[1][0] = -0.25;
    CHECK_NEAR(matrix_distance(&a, &b), 0.25, 0);
    b.at[0][0] = NAN;
    assert_true(isnan(matrix_distance(&a, &b)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(last_row_of_the_worked_example),
        cmocka_unit_test(first_row_sees_itself_alone),
        cmocka_unit_test(normalised_rows_are_projected_but_the_raw_one_is_added_to),
        cmocka_unit_test(layernorm_centres_and_scales),
        cmocka_unit_test(without_w_o_the_output_fills_the_first_columns),
        cmocka_unit_test(concat_times_w_o_is_the_sum_of_the_heads),
        cmocka_unit_test(switching_a_head_off_removes_its_own_addition),
        cmocka_unit_test(the_three_heads_do_what_their_names_say),
        cmocka_unit_test(difference_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
