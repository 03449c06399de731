// Numbers for colour pairs: the same for the same colours, never another, and an end.
#include "tui/pairs.h"

#include "check.h"

static void a_pair_keeps_its_number(void **unused) {
    (void)unused;
    enum { SIDE = 128 };
    Pairs p;
    pairs_init(&p, 65535);
    static int number[SIDE][SIDE];
    static bool taken[SIDE * SIDE + 1];
    for (int k = 0; k < 2 * SIDE * SIDE; k++) { // the second time round they are old
        int fg = k / SIDE % SIDE, bg = k % SIDE;
        bool fresh, first = k < SIDE * SIDE;
        int got = pairs_find(&p, fg * 0x020101 - 1, bg * 0x010203 - 1, &fresh);
        assert_int_equal(fresh, first);
        assert_in_range(got, 1, SIDE * SIDE);
        if (first) {
            assert_false(taken[got]);
            taken[got] = true;
            number[fg][bg] = got;
        }
        assert_int_equal(got, number[fg][bg]);
    }
    pairs_free(&p);
}

static void few_pairs_run_out(void **unused) {
    (void)unused;
    Pairs p;
    pairs_init(&p, 2);
    bool fresh;
    assert_int_equal(pairs_find(&p, 1, 2, &fresh), 1);
    assert_int_equal(pairs_find(&p, 3, 4, &fresh), 2);
    assert_int_equal(pairs_find(&p, 5, 4, &fresh), 0);
    assert_false(fresh);
    assert_int_equal(pairs_find(&p, 1, 2, &fresh), 1);
    assert_int_equal(pairs_find_background(&p, 4), 2);
    assert_int_equal(pairs_find_background(&p, 5), 0);
    pairs_clear(&p);
    assert_int_equal(pairs_find(&p, 5, 4, &fresh), 1);
    assert_true(fresh);
    pairs_free(&p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_pair_keeps_its_number), cmocka_unit_test(few_pairs_run_out)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
