// PyTorch in processes of its own (forward.py), asked for one forward pass at a time.
#ifndef LOOKBACK_BENCH_TORCH_H
#define LOOKBACK_BENCH_TORCH_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct Torch {
    pid_t pid; // 0: not installed
    FILE *to, *from;
} Torch;

// Starts it on the checkpoint in folder; false when Python, numpy or PyTorch is missing. kernels NULL: as it comes; else
// tuned, and OpenBLAS is told to take these of its kernels ("": its own choice).
bool torch_start(Torch *t, const char *script, const char *folder, int threads, const char *kernels);

// One pass over n ids: milliseconds on the clock and of the processors, and the greatest logit of the last position.
bool torch_run(Torch *t, int n, double *wall, double *cpu, double *logit);

void torch_stop(Torch *t);

#endif
