// cmocka with the headers it wants in front of it, and what most tests need.
#ifndef LOOKBACK_TESTS_CHECK_H
#define LOOKBACK_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

// Numbers that must agree to `within`; NaN agrees with nothing.
#define CHECK_NEAR(got, want, within)                                                                                  \
    do {                                                                                                               \
        double got_ = (got), want_ = (want);                                                                           \
        if (!(fabs(got_ - want_) <= (within))) fail_msg("%s is %.12g, wanted %.12g", #got, got_, want_);               \
    } while (0)

#endif
