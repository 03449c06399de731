// A file that is written piece by piece and is there whole or not at all: it is written beside its place and renamed at
// the end, so a full disk loses nothing. A device or a pipe is written to directly.
#ifndef LOOKBACK_BASE_FILE_SINK_H
#define LOOKBACK_BASE_FILE_SINK_H

#include "base/error.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

// {0} is valid and closed.
typedef struct FileSink {
    char *path; // NULL: closed
    Str beside; // empty: written directly
    int fd, mode;
} FileSink;

bool file_sink_open(FileSink *sink, const char *path, Error *err);

// Appends. After a failure only file_sink_close makes sense.
bool file_sink_add(FileSink *sink, const void *bytes, size_t len, Error *err);

// Puts the file in its place.
bool file_sink_finish(FileSink *sink, Error *err);

// Gives up what is not finished; does nothing after file_sink_finish.
void file_sink_close(FileSink *sink);

#endif
