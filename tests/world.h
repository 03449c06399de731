// The program's own data, loaded once for a group of tests: `cmocka_run_group_tests(tests, world_of_tests,
// world_done)`.
#ifndef LOOKBACK_TESTS_WORLD_H
#define LOOKBACK_TESTS_WORLD_H

#include "app/world.h"
#include "base/text.h"

static World world;

static inline int world_of_tests(void **state) {
    (void)state;
    Error err;
    text_init();
    return world_load(PROJECT_DATA, &world, &err) ? 0 : -1;
}

static inline int world_done(void **state) {
    (void)state;
    world_free(&world);
    return 0;
}

#endif
