// Any bytes as a JSON dump.
#include "fuzz.h"
#include "fuzz_dump.h"
#include "model/json_dump.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    fuzz_dump(data, len, json_dump_read);
    return 0;
}
