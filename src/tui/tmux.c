#include "tui/tmux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { PATIENCE_MS = 1000 };

static long now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000L + t.tv_nsec / 1000000L;
}

// Starts `tmux display-message` with its output in a pipe; returns the pipe's reading end, −1 on failure.
static int start(pid_t *pid) {
    int ends[2];
    if (pipe(ends) < 0) return -1;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    if (ends[1] != STDOUT_FILENO) posix_spawn_file_actions_addclose(&actions, ends[1]);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    char name[] = "tmux", verb[] = "display-message", print[] = "-p", format[] = "#{client_termfeatures}";
    char *argv[] = {name, verb, print, format, NULL};
    int failed = posix_spawnp(pid, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    if (!failed) return ends[0];
    close(ends[0]);
    return -1;
}

// Reads to the end of the pipe. False when that does not come in time.
static bool read_all(int fd, char *out, size_t room) {
    size_t len = 0;
    for (long until = now_ms() + PATIENCE_MS;;) {
        long left = until - now_ms();
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        int found = left > 0 ? poll(&ready, 1, (int)left) : 0;
        if (found < 0 && errno == EINTR) continue;
        if (found <= 0) return false;
        ssize_t got = read(fd, out + len, room - 1 - len);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        len += (size_t)got;
        if (got > 0 && len < room - 1) continue;
        out[len] = '\0';
        return true;
    }
}

bool tmux_ask_features(char *out, size_t room) {
    pid_t pid;
    int fd = start(&pid);
    if (fd < 0) return false;
    bool answered = read_all(fd, out, room);
    close(fd);
    if (!answered) kill(pid, SIGKILL);
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) {}
    if (!answered || !WIFEXITED(status) || WEXITSTATUS(status) != 0) return false;
    out[strcspn(out, "\n")] = '\0';
    return true;
}
