// Names from a paper stand at the heads of one model only.
#include "model/reported.h"

#include "check.h"

#include <math.h>

static const NetShape SMALL = {12, 12, 768, 3072, 1024, 50257, 1e-5f, true, false};

static void the_real_shape_has_names(void **state) {
    assert_string_equal(reported_role(&SMALL, 9, 9), "name mover");
    assert_string_equal(reported_role(&SMALL, 5, 5), "induction");
    assert_null(reported_role(&SMALL, 9, 8));
    (void)state;
}

// Each number of the shape counts: another in any of them is another model.
static void any_other_shape_has_none(void **state) {
    for (int k = 0; k < 9; k++) {
        NetShape s = SMALL;
        if (k == 0) s.layers = 13;
        if (k == 1) s.heads = 16;
        if (k == 2) s.width = 1536;
        if (k == 3) s.hidden = 3071;
        if (k == 4) s.positions = 512;
        if (k == 5) s.vocabulary = 50258;
        if (k == 6) s.divide = false;
        if (k == 7) s.divide_by_layer = true;
        if (k == 8) s.eps = 1e-6f;
        assert_null(reported_role(&s, 9, 9));
    }
    (void)state;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_real_shape_has_names),
        cmocka_unit_test(any_other_shape_has_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
