// The side that tells: a program that plays a lesson, and those who listen to it. A packet is the whole of what there
// is to know, so only the last one matters. Nothing here waits: a listener that does not keep up is dropped, and may
// come again.
#ifndef LOOKBACK_LINK_TELLER_H
#define LOOKBACK_LINK_TELLER_H

#include "base/error.h"
#include "base/str.h"

#include <stddef.h>

enum { TELLER_LISTENERS_MAX = 16 };

typedef struct Teller {
    int fd;    // to poll: readable when someone wants to listen; −1: closed
    char *path;
    int listener[TELLER_LISTENERS_MAX];
    int listeners;
    Str last;  // the packet told last
} Teller;

#define TELLER_CLOSED ((Teller){.fd = -1})

// Makes the socket folder/PID, visible to others only once it listens, and removes those that dead programs left
// behind. folder is place_open's. False with a message; t is then closed.
bool teller_open(Teller *t, const char *folder, Error *err);
void teller_close(Teller *t);

// Takes in who wants to listen, as far as there is room. They hear the next packet, even if it is the one told last.
void teller_accept(Teller *t);

// Tells all listeners, unless it is what they were told last.
void teller_tell(Teller *t, const char *packet, size_t len);

#endif
