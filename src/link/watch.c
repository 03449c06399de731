#include "link/watch.h"

#include "base/mem.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

// Watches the folder of path; false with errno set.
static bool add_folder(Watch *w, int k, const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t len = slash ? (size_t)(name - path) : 1;
    char *folder = mem_text(slash ? path : ".", len);
    w->folder[k].id = inotify_add_watch(w->fd, folder, IN_CLOSE_WRITE | IN_MOVED_TO);
    free(folder);
    if (w->folder[k].id < 0) return false;
    w->folder[k].name = mem_text(name, strlen(name));
    return true;
}

bool watch_open(Watch *w, const char *path, Error *err) {
    *w = (Watch){.fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC)};
    if (w->fd >= 0 && add_folder(w, 0, path)) {
        char *real = realpath(path, NULL);
        if (real) add_folder(w, 1, real);
        free(real);
        return true;
    }
    error_set(err, "%s: cannot watch its folder: %s", path, strerror(errno));
    watch_close(w);
    return false;
}

void watch_close(Watch *w) {
    for (int k = 0; k < WATCH_FOLDERS; k++) free(w->folder[k].name);
    if (w->fd >= 0) close(w->fd);
    *w = WATCH_CLOSED;
}

static bool is_ours(const Watch *w, const struct inotify_event *e, const char *name) {
    for (int k = 0; k < WATCH_FOLDERS; k++) {
        const char *ours = w->folder[k].name;
        if (ours && w->folder[k].id == e->wd && e->len > 0 && strcmp(name, ours) == 0) return true;
    }
    return false;
}

bool watch_take(Watch *w) {
    char bytes[8192];
    bool saved = false;
    for (ssize_t len; (len = read(w->fd, bytes, sizeof bytes)) > 0;) {
        for (size_t at = 0; at + sizeof(struct inotify_event) <= (size_t)len;) {
            struct inotify_event e;
            memcpy(&e, bytes + at, sizeof e);
            saved = saved || e.mask & IN_Q_OVERFLOW || is_ours(w, &e, bytes + at + sizeof e);
            at += sizeof e + e.len;
        }
    }
    return saved;
}
