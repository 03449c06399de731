// Any bytes as an .npy file.
#include "fuzz.h"
#include "fuzz_dump.h"
#include "model/npy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    fuzz_dump(data, len, npy_read);
    return 0;
}
