// Every number of oracle/worked.json: the worked example and the exercise at four settings, the playground at twelve.
#include "attn/plane.h"
#include "attn/worked_parse.h"
#include "base/file.h"

#include "oracle/json.h"

static const double WITHIN = 1e-8; // the file has nine decimals

static void check_numbers(const double *got, const json_t *want, int n) {
    assert_int_equal(json_array_size(want), n);
    for (int k = 0; k < n; k++) CHECK_NEAR(got[k], json_number_value(json_array_get(want, (size_t)k)), WITHIN);
}

static void check_matrix(const Matrix *m, const json_t *want) {
    assert_int_equal(json_array_size(want), m->rows);
    for (int y = 0; y < m->rows; y++) check_numbers(m->at[y], json_array_get(want, (size_t)y), m->cols);
}

static Worked example(const char *name) {
    Str path = {0}, text = {0};
    Worked w = {0};
    Error err;
    str_printf(&path, "%s/worked/%s.txt", PROJECT_DATA, name);
    for (char *c = path.s + path.len - strlen(name) - 4; *c; c++) *c = *c == ' ' ? '-' : *c;
    if (!file_read(path.s, 1 << 20, &text, &err) || !worked_parse(text.s, text.len, name, &w, &err))
        fail_msg("%s", err.text);
    str_free(&path);
    str_free(&text);
    return w;
}

static void check_setting(const Worked *w, const json_t *want, AttentionParams p) {
    WorkedResult r;
    worked_run(&r, w, p, false);
    check_matrix(worked_matrix(w, &r, WORKED_A), member(want, "A"));
    check_matrix(worked_matrix(w, &r, WORKED_OUT), member(want, "out"));
    check_numbers(r.entropy, member(want, "entropy_bits"), w->n);
}

static void worked_examples(void **state) {
    static const WorkedPart PARTS[] = {WORKED_X, WORKED_WQ, WORKED_WK, WORKED_WV,
                                       WORKED_Q, WORKED_K,  WORKED_V,  WORKED_S};
    const char *name;
    json_t *want;
    json_object_foreach(member(*state, "worked"), name, want) {
        Worked w = example(name);
        WorkedResult r;
        worked_run(&r, &w, (AttentionParams){true, 1}, false);
        for (int k = 0; k < 8; k++) check_matrix(worked_matrix(&w, &r, PARTS[k]), member(want, WORKED_NAMES[PARTS[k]]));
        check_setting(&w, member(want, "one"), (AttentionParams){true, 1});
        check_setting(&w, member(want, "root2"), (AttentionParams){true, worked_divisor(&w)});
        check_setting(&w, member(want, "eight"), (AttentionParams){true, 8});
        check_setting(&w, member(want, "root2_unmasked"), (AttentionParams){false, worked_divisor(&w)});
    }
    assert_int_equal(json_object_size(member(*state, "worked")), 2);
}

static void playground(void **state) {
    size_t k;
    json_t *want;
    json_array_foreach(member(*state, "playground"), k, want) {
        Plane p;
        plane_init(&p);
        p.divisor = json_number_value(member(want, "divisor"));
        p.tenths = (int)lround(10 * json_number_value(member(want, "length")));
        PlaneResult r;
        plane_run(&r, &p);
        check_numbers(r.dot, member(want, "dots"), 4);
        check_numbers(r.weight, member(want, "weights"), 4);
        CHECK_NEAR(r.entropy, json_number_value(member(want, "entropy_bits")), WITHIN);
    }
    assert_int_equal(k, 12);
}

static int load(void **state) {
    json_error_t error;
    *state = json_load_file(ORACLE_DATA "/worked.json", 0, &error);
    return *state ? 0 : -1;
}

static int unload(void **state) {
    json_decref(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(worked_examples), cmocka_unit_test(playground)};
    return cmocka_run_group_tests(tests, load, unload);
}
