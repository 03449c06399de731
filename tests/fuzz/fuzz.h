// What libFuzzer and replay.c call: once for each input.
#ifndef LOOKBACK_TESTS_FUZZ_H
#define LOOKBACK_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len);

#endif
