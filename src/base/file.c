#include "base/file.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
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
        if (got->len + (size_t)n > limit) return error_set(err, "%s: larger than %zu bytes, the most that is read", path, limit);
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

static bool write_all(int fd, const char *bytes, size_t len) {
    while (len > 0) {
        ssize_t n = write(fd, bytes, len);
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return false;
        bytes += n;
        len -= (size_t)n;
    }
    return true;
}

static bool write_direct(const char *path, const char *bytes, size_t len, Error *err) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    bool ok = fd >= 0 && write_all(fd, bytes, len);
    int saved = errno;
    if (fd >= 0) close(fd);
    return ok || error_set(err, "%s: cannot write: %s", path, strerror(saved));
}

bool file_write(const char *path, const char *bytes, size_t len, Error *err) {
    struct stat st;
    bool exists = stat(path, &st) == 0;
    if (exists && S_ISDIR(st.st_mode)) return error_set(err, "%s: cannot write: is a directory", path);
    if (exists && !S_ISREG(st.st_mode)) return write_direct(path, bytes, len, err);
    Str beside = {0};
    str_printf(&beside, "%s.XX" "XX" "XX", path);
    int fd = mkstemp(beside.s);
    bool ok = fd >= 0;
    if (ok) {
        mode_t mask = umask(0);
        umask(mask);
        ok = fchmod(fd, exists ? st.st_mode & 07777 : 0666 & ~mask) == 0 && write_all(fd, bytes, len) && fsync(fd) == 0;
        int saved = errno;
        ok = close(fd) == 0 && ok;
        if (ok) ok = rename(beside.s, path) == 0;
        else errno = saved;
    }
    if (!ok) {
        error_set(err, "%s: cannot write: %s", path, strerror(errno));
        if (fd >= 0) unlink(beside.s);
    }
    str_free(&beside);
    return ok;
}
