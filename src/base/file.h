// Files in and out, whole.
#ifndef LOOKBACK_BASE_FILE_H
#define LOOKBACK_BASE_FILE_H

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

// Reads the whole file into out (replacing it). A directory, a file above limit bytes or one that cannot be read is an
// error that names the path; out is then unchanged.
bool file_read(const char *path, size_t limit, Str *out, Error *err);

// Writes the whole file: a regular file is replaced in one step (written beside, then renamed), so a full disk loses
// nothing; a device or a pipe is written to directly.
bool file_write(const char *path, const char *bytes, size_t len, Error *err);

// Whether the folder has something of that name.
bool file_in_folder(const char *folder, const char *name);

#endif
