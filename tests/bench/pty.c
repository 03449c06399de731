#include "bench/pty.h"

#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_MS = 10000, TAIL = 64 };

double pty_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

Pty pty_start(char *const *argv, const char *term, const char *env, int rows, int cols) {
    struct winsize size = {.ws_row = (unsigned short)rows, .ws_col = (unsigned short)cols};
    Pty p;
    p.pid = forkpty(&p.fd, NULL, NULL, &size);
    if (p.pid == 0) {
        const char *path = getenv("PATH"), *home = getenv("HOME");
        char kept_path[4096], kept_home[4096];
        snprintf(kept_path, sizeof kept_path, "%s", path ? path : "/usr/bin:/bin");
        snprintf(kept_home, sizeof kept_home, "%s", home ? home : "/");
        clearenv();
        setenv("PATH", kept_path, 1);
        setenv("HOME", kept_home, 1);
        setenv("TERM", term, 1);
        setenv("LC_ALL", "C.UTF-8", 1);
        setenv("LOOKBACK_TEST", "1", 1);
        setenv("XDG_STATE_HOME", "/dev/null", 1); // no progress: everyone starts at the first lesson
        if (env) putenv((char *)env);
        execvp(argv[0], argv);
        _exit(127);
    }
    return p;
}

Burst pty_read(Pty *p, double since, const char *marker, double quiet) {
    static char bytes[1 << 16];
    char tail[TAIL + 1] = "";
    size_t kept = 0, want = marker ? strlen(marker) : 0;
    Burst b = {0};
    for (;;) {
        struct pollfd ready = {.fd = p->fd, .events = POLLIN};
        if (poll(&ready, 1, marker || !b.bytes ? LIMIT_MS : (int)quiet) <= 0) return b;
        ssize_t len = read(p->fd, bytes, sizeof bytes);
        if (len <= 0) return b;
        b.last = pty_now() - since;
        if (!b.bytes) b.first = b.last;
        b.bytes += len;
        size_t take = (size_t)len < TAIL / 2 ? (size_t)len : TAIL / 2;
        if (kept + take > TAIL) {
            memmove(tail, tail + take, kept - take);
            kept -= take;
        }
        memcpy(tail + kept, bytes + (size_t)len - take, take);
        kept += take;
        if (marker && kept >= want && memcmp(tail + kept - want, marker, want) == 0) return b;
    }
}

void pty_send(Pty *p, const char *bytes) {
    size_t len = strlen(bytes);
    if (write(p->fd, bytes, len) != (ssize_t)len) perror("write");
}

void pty_stop(Pty *p, const char *quit) {
    pty_send(p, quit);
    char bytes[4096];
    struct pollfd ready = {.fd = p->fd, .events = POLLIN};
    for (double end = pty_now() + 3000; pty_now() < end;) {
        if (waitpid(p->pid, NULL, WNOHANG) == p->pid) {
            close(p->fd);
            return;
        }
        if (poll(&ready, 1, 2) > 0 && read(p->fd, bytes, sizeof bytes) < 0) {}
    }
    kill(p->pid, SIGKILL);
    waitpid(p->pid, NULL, 0);
    close(p->fd);
}
