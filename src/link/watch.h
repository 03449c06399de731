// A file that is being edited: says when it was saved. Its folder is watched, since many editors write a new file and
// rename it; and, where the name is a link, the folder of what it leads to.
#ifndef LOOKBACK_LINK_WATCH_H
#define LOOKBACK_LINK_WATCH_H

#include "base/error.h"

enum { WATCH_FOLDERS = 2 };

typedef struct Watch {
    int fd; // to poll; −1: closed
    struct {
        int id;
        char *name; // of the file in this folder; NULL: not used
    } folder[WATCH_FOLDERS];
} Watch;

#define WATCH_CLOSED ((Watch){.fd = -1})

bool watch_open(Watch *w, const char *path, Error *err);
void watch_close(Watch *w);

// Whether the file was saved since the last call. Never waits.
bool watch_take(Watch *w);

#endif
