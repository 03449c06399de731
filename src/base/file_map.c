#include "base/file_map.h"

#include "base/mem.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(mode_t mode) {
    if (S_ISDIR(mode)) return "a directory";
    if (S_ISFIFO(mode)) return "a pipe";
    if (S_ISSOCK(mode)) return "a socket";
    return "a device";
}

bool file_map_open(const char *path, FileMap *out, Error *err) {
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // a pipe without a writer would wait
    if (fd < 0) return error_set(err, "%s: cannot open: %s", path, strerror(errno));
    struct stat st;
    bool ok = fstat(fd, &st) == 0 || error_set(err, "%s: cannot open: %s", path, strerror(errno));
    if (ok && !S_ISREG(st.st_mode)) ok = error_set(err, "%s: is %s; a file is wanted", path, kind_of(st.st_mode));
    if (!ok) {
        close(fd);
        return false;
    }
    *out = (FileMap){mem_text(path, strlen(path)), fd, (uint64_t)st.st_size, NULL};
    return true;
}

void file_map_close(FileMap *map) {
    if (map->mapped) munmap(map->mapped, (size_t)map->size);
    if (map->path) close(map->fd);
    free(map->path);
    *map = (FileMap){0};
}

static bool too_short(const FileMap *map, uint64_t offset, size_t len, Error *err) {
    struct stat st;
    bool shrunk = fstat(map->fd, &st) == 0 && (uint64_t)st.st_size < map->size;
    if (shrunk) {
        return error_set(err, "%s: became shorter while it was open (%" PRIu64 " bytes, now %lld)", map->path,
                         map->size, (long long)st.st_size);
    }
    return error_set(err, "%s: ends before byte %" PRIu64 " + %zu", map->path, offset, len);
}

bool file_map_read(const FileMap *map, uint64_t offset, void *out, size_t len, Error *err) {
    if (offset > map->size || len > map->size - offset) return too_short(map, offset, len, err);
    for (size_t done = 0; done < len;) {
        ssize_t n = pread(map->fd, (char *)out + done, len - done, (off_t)(offset + done));
        if (n < 0 && errno == EINTR) continue;
        if (n < 0) return error_set(err, "%s: cannot read: %s", map->path, strerror(errno));
        if (n == 0) return too_short(map, offset, len, err);
        done += (size_t)n;
    }
    return true;
}

bool file_map_bytes(FileMap *map, const unsigned char **bytes, Error *err) {
    struct stat st;
    if (fstat(map->fd, &st) != 0) return error_set(err, "%s: cannot read: %s", map->path, strerror(errno));
    if ((uint64_t)st.st_size < map->size) return too_short(map, 0, 0, err);
    if (!map->mapped && map->size > 0) {
        if (map->size > SIZE_MAX / 2) return error_set(err, "%s: too large to be mapped", map->path);
        void *at = mmap(NULL, (size_t)map->size, PROT_READ, MAP_PRIVATE, map->fd, 0);
        if (at == MAP_FAILED) return error_set(err, "%s: cannot map: %s", map->path, strerror(errno));
        map->mapped = at;
    }
    *bytes = map->mapped;
    return true;
}
