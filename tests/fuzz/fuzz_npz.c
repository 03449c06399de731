// Any bytes as an .npz archive.
#include "fuzz.h"
#include "fuzz_dump.h"
#include "model/npz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    fuzz_dump(data, len, npz_read);
    return 0;
}
