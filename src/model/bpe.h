// Byte pair encoding: a piece of text starts as its bytes; of all neighbours that have a merge the earliest in the list
// is joined, the leftmost first, until none is left.
#ifndef LOOKBACK_MODEL_BPE_H
#define LOOKBACK_MODEL_BPE_H

#include "model/vocabulary.h"

// A growing list of ids; {0} is valid and empty.
typedef struct Ids {
    int count, room;
    int *at;
} Ids;

void ids_add(Ids *ids, int id);
void ids_free(Ids *ids);

typedef struct BpeMerge {
    int left, right, whole, rank; // ids; rank −1: an empty slot
} BpeMerge;

// {0} is valid and empty.
typedef struct Bpe {
    int count;      // merges
    uint32_t slots; // of the hash table: 0 or a power of two
    BpeMerge *slot;
    int byte_id[256]; // the token of a single byte; −1: there is none
} Bpe;

// Looks up the single bytes. Call when the vocabulary is complete, before anything is added.
void bpe_start(Bpe *bpe, const Vocabulary *v);

// Adds the next merge, of two tokens given in bytes. Fails when one of them or what they make is no token.
bool bpe_add(Bpe *bpe, const Vocabulary *v, const char *left, size_t left_len, const char *right, size_t right_len,
             Error *err);

// Appends the ids of a piece. Fails on a byte that has no token. O(len · log len).
bool bpe_encode(const Bpe *bpe, const char *piece, size_t len, Ids *out, Error *err);

void bpe_free(Bpe *bpe);

#endif
