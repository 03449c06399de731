// Any bytes as a safetensors file.
#include "fuzz.h"
#include "fuzz_dump.h"
#include "model/safetensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    fuzz_dump(data, len, safetensors_read);
    return 0;
}
