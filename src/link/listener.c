#include "link/listener.h"

#include "base/mem.h"
#include "link/names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOUND_MAX = 64 };

// A socket in the folder.
typedef struct Found {
    long pid; // its name
    struct timespec made;
} Found;

bool listener_open(Listener *l, const char *folder, Error *err) {
    *l = LISTENER_CLOSED;
    l->watch = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (l->watch < 0 || inotify_add_watch(l->watch, folder, IN_MOVED_TO | IN_DELETE) < 0) {
        error_set(err, "%s: cannot watch it: %s", folder, strerror(errno));
        listener_close(l);
        return false;
    }
    l->folder = mem_text(folder, strlen(folder));
    listener_seek(l);
    return true;
}

void listener_close(Listener *l) {
    if (l->fd >= 0) close(l->fd);
    if (l->watch >= 0) close(l->watch);
    free(l->folder);
    *l = LISTENER_CLOSED;
}

// ---- who is there

static bool read_entry(DIR *dir, const char *name, Found *out) {
    struct stat st;
    out->pid = link_pid_of(name);
    if (!out->pid || !link_is_alive(out->pid) || fstatat(dirfd(dir), name, &st, AT_SYMLINK_NOFOLLOW) != 0) return false;
    if (!S_ISSOCK(st.st_mode) || st.st_uid != geteuid()) return false;
    out->made = st.st_mtim;
    return true;
}

// Newest first.
static int compare_found(const void *a, const void *b) {
    const Found *x = a, *y = b;
    if (x->made.tv_sec != y->made.tv_sec) return x->made.tv_sec < y->made.tv_sec ? 1 : -1;
    if (x->made.tv_nsec != y->made.tv_nsec) return x->made.tv_nsec < y->made.tv_nsec ? 1 : -1;
    return (x->pid < y->pid) - (x->pid > y->pid);
}

static int find_tellers(const char *folder, Found found[FOUND_MAX]) {
    DIR *dir = opendir(folder);
    int count = 0;
    if (!dir) return 0;
    for (struct dirent *d; count < FOUND_MAX && (d = readdir(dir)) != NULL;)
        count += read_entry(dir, d->d_name, &found[count]);
    closedir(dir);
    qsort(found, (size_t)count, sizeof *found, compare_found);
    return count;
}

static int connect_to(const char *folder, long pid) {
    struct sockaddr_un address;
    char name[24];
    snprintf(name, sizeof name, "%ld", pid);
    if (!link_address(folder, name, &address)) return -1;
    int fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect(fd, (struct sockaddr *)&address, sizeof address) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

void listener_seek(Listener *l) {
    char events[4096];
    while (read(l->watch, events, sizeof events) > 0) {} // what came does not matter, only what is there
    Found found[FOUND_MAX];
    l->tellers = find_tellers(l->folder, found);
    for (int k = 0; k < l->tellers; k++) {
        if (l->fd >= 0 && found[k].pid == l->pid) return;
        int fd = connect_to(l->folder, found[k].pid);
        if (fd < 0) continue;
        if (l->fd >= 0) close(l->fd);
        l->fd = fd;
        l->pid = found[k].pid;
        l->heard = false;
        return;
    }
}

// ---- what is told

void listener_drop(Listener *l) {
    if (l->fd >= 0) close(l->fd);
    l->fd = -1;
}

bool listener_read(Listener *l, size_t most, Str *out) {
    if (l->fd < 0) return false;
    char *packet = MEM_NEW(char, most + 1);
    ssize_t len;
    do len = recv(l->fd, packet, most + 1, MSG_DONTWAIT);
    while (len < 0 && errno == EINTR);
    bool none = len < 0 && (errno == EAGAIN || errno == EWOULDBLOCK), ok = len > 0 && (size_t)len <= most;
    str_clear(out);
    if (ok) str_add(out, packet, (size_t)len);
    free(packet);
    if (ok) l->heard = true;
    if (ok || none) return ok;
    bool again = l->heard; // one that never said anything is not asked again at once
    listener_drop(l);
    if (again) listener_seek(l);
    return false;
}
