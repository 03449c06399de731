#include "base/file.h"

#include "base/file_sink.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool read_open(int fd, size_t size, size_t limit, Str *got, Error *err, const char *path) {
    char block[65536];
    for (;;) {
        ssize_t n = read(fd, block, sizeof block);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return error_set(err, "%s: cannot read: %s", path, strerror(errno));
        if (n == 0) return true;
        if (got->len + (size_t)n > limit)
            return error_set(err, "%s: larger than %zu bytes, the most that is read", path, limit);
        str_add(got, block, (size_t)n);
        if (got->len == size) return true; // as long as it said: no need to ask for more
    }
}

bool file_read(const char *path, size_t limit, Str *out, Error *err) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return error_set(err, "%s: cannot open: %s", path, strerror(errno));
    struct stat st;
    Str got = {0};
    bool ok = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
    if (!ok) error_set(err, "%s: not a regular file", path);
    else ok = read_open(fd, (size_t)st.st_size, limit, &got, err, path);
    close(fd);
    if (!ok) {
        str_free(&got);
        return false;
    }
    str_free(out);
    *out = got;
    return true;
}

bool file_write(const char *path, const char *bytes, size_t len, Error *err) {
    FileSink sink;
    if (!file_sink_open(&sink, path, err)) return false;
    bool ok = file_sink_add(&sink, bytes, len, err) && file_sink_finish(&sink, err);
    file_sink_close(&sink);
    return ok;
}

bool file_in_folder(const char *folder, const char *name) {
    Str path = {0};
    str_printf(&path, "%s/%s", folder, name);
    bool there = access(path.s, F_OK) == 0;
    str_free(&path);
    return there;
}
