// resume.safetensors, a line of "--", timeline.safetensors: gone on with or refused.
#include "base/text.h"
#include "fuzz.h"
#include "model/train_run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(char path[96], const char *folder, const char *name, const uint8_t *bytes, size_t len) {
    snprintf(path, 96, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f || fwrite(bytes, 1, len, f) != len || fclose(f) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    char folder[] = "/tmp/lookback-fuzz-XX"
                    "XX"
                    "XX";
    char resume[96], timeline[96];
    size_t cut = 0;
    Blas none = {0};
    TrainRun run;
    Error err;
    text_init();
    while (cut + 4 <= len && memcmp(data + cut, "\n--\n", 4) != 0) cut++;
    if (cut + 4 > len || !mkdtemp(folder)) return 0;
    put(resume, folder, "resume.safetensors", data, cut);
    put(timeline, folder, "timeline.safetensors", data + cut + 4, len - cut - 4);
    if (train_run_resume(&run, folder, &none, &err)) {
        const Timeline *t = &run.timeline;
        if (run.train.state.step > run.train.recipe.steps) abort();
        if (t->states && t->step[t->states - 1] > run.train.state.step) abort();
        if (net_train_more(&run.train) && train_run_step(&run, &err) && !isfinite(run.train.loss.all)) abort();
    }
    train_run_free(&run);
    unlink(resume);
    unlink(timeline);
    rmdir(folder);
    return 0;
}
