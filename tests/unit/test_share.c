#include "math/share.h"

#include "check.h"

#include <stdatomic.h>

static atomic_int calls[SHARE_MOST];

static void count(void *context, int part) {
    atomic_int *call = context;
    atomic_fetch_add(&call[part], 1);
}

static void each_part_is_done_once(void **state) {
    (void)state;
    for (int parts = 0; parts <= SHARE_MOST; parts++) {
        for (int k = 0; k < SHARE_MOST; k++) atomic_store(&calls[k], 0);
        share_work(parts, count, calls);
        for (int k = 0; k < SHARE_MOST; k++) assert_int_equal(atomic_load(&calls[k]), k < parts);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_part_is_done_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
