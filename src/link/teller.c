#include "link/teller.h"

#include "base/mem.h"
#include "link/names.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 8 };

static void remove_dead(const char *folder) {
    DIR *dir = opendir(folder);
    if (!dir) return;
    for (struct dirent *d; (d = readdir(dir)) != NULL;) {
        long pid = link_pid_of(d->d_name[0] == '.' ? d->d_name + 1 : d->d_name);
        if (pid && !link_is_alive(pid)) unlinkat(dirfd(dir), d->d_name, 0);
    }
    closedir(dir);
}

// Listens under a hidden name first: whoever sees the real one can connect.
static bool listen_at(Teller *t, const char *folder, Error *err) {
    char hidden[32], name[24];
    struct sockaddr_un from, to;
    snprintf(name, sizeof name, "%ld", (long)getpid());
    snprintf(hidden, sizeof hidden, ".%s", name);
    if (!link_address(folder, hidden, &from) || !link_address(folder, name, &to)) {
        return error_set(err, "%s: the path is too long for a socket", folder);
    }
    unlink(from.sun_path);
    bool ok = bind(t->fd, (struct sockaddr *)&from, sizeof from) == 0 && listen(t->fd, BACKLOG) == 0 &&
              rename(from.sun_path, to.sun_path) == 0;
    if (!ok) return error_set(err, "%s: cannot listen there: %s", folder, strerror(errno));
    t->path = mem_text(to.sun_path, strlen(to.sun_path));
    return true;
}

bool teller_open(Teller *t, const char *folder, Error *err) {
    *t = TELLER_CLOSED;
    remove_dead(folder);
    t->fd = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (t->fd < 0) return error_set(err, "no socket to be had: %s", strerror(errno));
    if (listen_at(t, folder, err)) return true;
    close(t->fd);
    t->fd = -1;
    return false;
}

void teller_close(Teller *t) {
    for (int k = 0; k < t->listeners; k++) close(t->listener[k]);
    if (t->path) unlink(t->path);
    if (t->fd >= 0) close(t->fd);
    free(t->path);
    str_free(&t->last);
    *t = TELLER_CLOSED;
}

void teller_accept(Teller *t) {
    for (int fd; (fd = accept(t->fd, NULL, NULL)) >= 0;) {
        bool room = t->listeners < TELLER_LISTENERS_MAX;
        if (!room || fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) close(fd);
        else t->listener[t->listeners++] = fd;
        str_clear(&t->last);
    }
}

static bool send_packet(int fd, const char *packet, size_t len) {
    ssize_t sent;
    do sent = send(fd, packet, len, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == (ssize_t)len;
}

void teller_tell(Teller *t, const char *packet, size_t len) {
    if (t->last.len == len && len && memcmp(t->last.s, packet, len) == 0) return;
    int kept = 0;
    for (int k = 0; k < t->listeners; k++) {
        int fd = t->listener[k];
        if (send_packet(fd, packet, len)) t->listener[kept++] = fd;
        else close(fd);
    }
    t->listeners = kept;
    str_clear(&t->last);
    str_add(&t->last, packet, len);
}
