#define _GNU_SOURCE // pipe2
#include "bench/torch.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void become_python(const char *script, const char *folder, int threads, const char *kernels) {
    char count[16];
    const char *python = getenv("PYTHON");
    if (!python) python = "/usr/bin/python3";
    snprintf(count, sizeof count, "%d", threads);
    setenv("THREADS", count, 1);
    setenv("OPENBLAS_NUM_THREADS", count, 1);
    setenv("OMP_NUM_THREADS", count, 1);
    if (kernels) {
        if (*kernels) setenv("OPENBLAS_CORETYPE", kernels, 1);
        setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 1);
        setenv("OMP_WAIT_POLICY", "passive", 1);
    }
    execl(python, python, script, folder, (char *)NULL);
    _exit(127);
}

bool torch_start(Torch *t, const char *script, const char *folder, int threads, const char *kernels) {
    int to[2], from[2];
    char line[64];
    *t = (Torch){0};
    // closed in later children: this one is to read an end when its own is closed
    if (pipe2(to, O_CLOEXEC) != 0 || pipe2(from, O_CLOEXEC) != 0) return false;
    t->pid = fork();
    if (t->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        if (!freopen("/dev/null", "w", stderr)) _exit(127);
        become_python(script, folder, threads, kernels);
    }
    close(to[0]);
    close(from[1]);
    t->to = fdopen(to[1], "w");
    t->from = fdopen(from[0], "r");
    if (t->pid > 0 && fgets(line, sizeof line, t->from) && strcmp(line, "ready\n") == 0) return true;
    torch_stop(t);
    return false;
}

bool torch_run(Torch *t, int n, double *wall, double *cpu, double *logit) {
    char line[128], *at = line;
    if (!t->pid || fprintf(t->to, "%d\n", n) < 0 || fflush(t->to) != 0) return false;
    if (!fgets(line, sizeof line, t->from)) return false;
    *wall = strtod(at, &at);
    *cpu = strtod(at, &at);
    *logit = strtod(at, &at);
    return true;
}

void torch_stop(Torch *t) {
    if (t->to) fclose(t->to);
    if (t->from) fclose(t->from);
    if (t->pid > 0) waitpid(t->pid, NULL, 0);
    *t = (Torch){0};
}
