// Any bytes as a worked example or as several heads: read or refused; what was read can be computed.
#include "attn/heads.h"
#include "attn/worked.h"
#include "attn/worked_parse.h"
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    Error err;
    Worked *worked = calloc(1, sizeof *worked);
    Heads *heads = calloc(1, sizeof *heads);
    WorkedResult *result = calloc(1, sizeof *result);
    if (worked_parse((const char *)data, len, "fuzz", worked, &err)) {
        if (worked->n < 1 || worked->n > WORKED_TOKENS_MAX || worked->d < 1 || worked->d > WORKED_HEAD_MAX) abort();
        worked_run(result, worked, (AttentionParams){true, worked_divisor(worked)}, false);
        for (int i = 0; i < worked->n; i++) {
            if (!(result->row_sum[i] > 0.999 && result->row_sum[i] < 1.001)) abort();
        }
    }
    heads_parse((const char *)data, len, "fuzz", heads, &err);
    free(worked);
    free(heads);
    free(result);
    return 0;
}
