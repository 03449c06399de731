#include "base/file_sink.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool cannot(const char *path, int number, Error *err) {
    return error_set(err, "%s: cannot write: %s", path, strerror(number));
}

bool file_sink_open(FileSink *sink, const char *path, Error *err) {
    struct stat st;
    bool exists = stat(path, &st) == 0, direct = exists && !S_ISREG(st.st_mode);
    if (exists && S_ISDIR(st.st_mode)) return error_set(err, "%s: cannot write: is a directory", path);
    mode_t mask = umask(0);
    umask(mask);
    *sink = (FileSink){.mode = (int)(exists ? st.st_mode & 07777 : 0666 & ~mask)};
    if (direct) {
        sink->fd = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        str_printf(&sink->beside,
                   "%s.XX"
                   "XX"
                   "XX",
                   path);
        sink->fd = mkstemp(sink->beside.s);
    }
    if (sink->fd < 0) {
        int saved = errno;
        str_free(&sink->beside);
        return cannot(path, saved, err);
    }
    sink->path = mem_text(path, strlen(path));
    return true;
}

bool file_sink_add(FileSink *sink, const void *bytes, size_t len, Error *err) {
    for (const char *at = bytes; len > 0;) {
        ssize_t n = write(sink->fd, at, len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return cannot(sink->path, errno, err);
        at += n;
        len -= (size_t)n;
    }
    return true;
}

static void forget(FileSink *sink) {
    str_free(&sink->beside);
    free(sink->path);
    *sink = (FileSink){0};
}

bool file_sink_finish(FileSink *sink, Error *err) {
    bool beside = sink->beside.len > 0,
         ok = !beside || (fchmod(sink->fd, (mode_t)sink->mode) == 0 && fsync(sink->fd) == 0);
    int saved = errno;
    if (close(sink->fd) != 0 && ok) {
        ok = false;
        saved = errno;
    }
    if (ok && beside && rename(sink->beside.s, sink->path) != 0) {
        ok = false;
        saved = errno;
    }
    if (!ok) cannot(sink->path, saved, err);
    if (!ok && beside) unlink(sink->beside.s);
    forget(sink);
    return ok;
}

void file_sink_close(FileSink *sink) {
    if (!sink->path) return;
    close(sink->fd);
    if (sink->beside.len) unlink(sink->beside.s);
    forget(sink);
}
