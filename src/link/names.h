// Names of sockets in the folder of place.h: process ids.
#ifndef LOOKBACK_LINK_NAMES_H
#define LOOKBACK_LINK_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/un.h>

// The process id that a file's name is; 0: it is none.
long link_pid_of(const char *name);

// Whether the process lives, as far as can be told.
bool link_is_alive(long pid);

// The address of folder/name; false where that is too long for a socket.
bool link_address(const char *folder, const char *name, struct sockaddr_un *out);

#endif
