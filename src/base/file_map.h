// A large file of which little is looked at.
//
// A mapped page of a file that somebody else shortens kills the program when touched (SIGBUS), and no check before
// the touch can rule that out. So whatever is read on demand goes through file_map_read, which answers with an error;
// file_map_bytes is for files that are trusted to stay whole while they are open.
#ifndef LOOKBACK_BASE_FILE_MAP_H
#define LOOKBACK_BASE_FILE_MAP_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

// {0} is valid and closed.
typedef struct FileMap {
    char *path; // NULL: closed
    int fd;
    uint64_t size; // when it was opened: what headers are checked against
    void *mapped;  // NULL until file_map_bytes
} FileMap;

// Opens a regular file. A directory, a pipe, a device, a missing permission: an error that says so, without waiting.
bool file_map_open(const char *path, FileMap *out, Error *err);
void file_map_close(FileMap *map);

// Copies bytes [offset, offset + len) to out. Fails where the file does not reach, or no longer does.
bool file_map_read(const FileMap *map, uint64_t offset, void *out, size_t len, Error *err);

// The whole file as memory, mapped at the first call, after a look whether it still has its size. Borrowed; dies with
// the FileMap. An empty file has no bytes: *bytes is then NULL.
bool file_map_bytes(FileMap *map, const unsigned char **bytes, Error *err);

#endif
