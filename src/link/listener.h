// The side that listens: to the newest of the programs that tell (teller.h), and to another one when that ends or a
// newer one comes.
#ifndef LOOKBACK_LINK_LISTENER_H
#define LOOKBACK_LINK_LISTENER_H

#include "base/error.h"
#include "base/str.h"

typedef struct Listener {
    int fd;      // to poll: a packet, or the end; −1: nobody tells
    int watch;   // to poll: something came into the folder or left it
    char *folder;
    long pid;    // of the program listened to; 0: none so far. Stays when it ends.
    int tellers; // programs alive that tell, as last seen
    bool heard;  // a packet came from it
} Listener;

#define LISTENER_CLOSED ((Listener){.fd = -1, .watch = -1})

// folder is place_open's. Seeks at once.
bool listener_open(Listener *l, const char *folder, Error *err);
void listener_close(Listener *l);

// Goes to the newest program that answers, or stays with it. Call it when watch is readable, and now and then.
void listener_seek(Listener *l);

// The next packet, at most `most` bytes, into out (replacing it); false when there is none now. When the program has
// ended, or has sent something longer, seeks another: then fd has changed.
bool listener_read(Listener *l, size_t most, Str *out);

// Turns away from a program that tells what cannot be understood.
void listener_drop(Listener *l);

#endif
