// A program on a pseudo terminal, timed from outside: how long until its output has come and is over, and how many
// bytes.
#ifndef LOOKBACK_BENCH_PTY_H
#define LOOKBACK_BENCH_PTY_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct Pty {
    int fd;
    pid_t pid;
} Pty;

typedef struct Burst {
    double first, last; // ms until the first and the last byte
    long bytes;
} Burst;

double pty_now(void); // ms

// Starts argv on rows × cols with TERM term and pins nothing; env is one more NAME=VALUE or NULL.
Pty pty_start(char *const *argv, const char *term, const char *env, int rows, int cols);

// Reads until `bytes` seen ends in marker, or, without one, nothing came for quiet ms. since: when the clock started.
Burst pty_read(Pty *p, double since, const char *marker, double quiet);

void pty_send(Pty *p, const char *bytes);

// Sends quit and waits for the end.
void pty_stop(Pty *p, const char *quit);

#endif
