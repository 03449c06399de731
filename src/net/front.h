// A token set in front of a finished or running run, for heads alone: at position 0 of a causal model it sees only
// itself, so what it is in every layer is what a run over the one token makes of it. The text's rows, and their
// positions, stay as they are.
#ifndef LOOKBACK_NET_FRONT_H
#define LOOKBACK_NET_FRONT_H

#include "net/forward.h"

// {0} is valid and empty. Not to be copied.
typedef struct NetFront {
    NetRun lone;      // over the one token
    const NetRun *of; // borrowed; NULL: empty
    NetRun run;       // [1 + n] rows in the memory of `of`; no head sees the first unless its levers let it (apart off)
    int filled;       // layers whose first row is there
} NetFront;

// Starts on a run, which must live longer and not be started anew. Fails where the id is outside the vocabulary.
bool net_front_start(NetFront *f, const NetRun *of, int id, Error *err);

// Takes up how far `lone` and `of` have come.
void net_front_meet(NetFront *f);
void net_front_free(NetFront *f);

#endif
