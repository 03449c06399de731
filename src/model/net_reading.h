// What is read off a model's run at one position: the next token, losses, what each head adds to a logit, the logit
// lens. Before and after the levers. In pieces, so that a screen can answer keys in between.
#ifndef LOOKBACK_MODEL_NET_READING_H
#define LOOKBACK_MODEL_NET_READING_H

#include "net/alone.h"
#include "net/readout.h"

enum { READING_TOP = 10, READING_CHOICES = 6 };

// What is wanted: bits.
enum { READ_NEXT = 1, READ_LOSSES = 2, READ_MOVED = 4, READ_DIRECT = 8, READ_LENS = 16 };

typedef struct ReadingAt {
    int position;
    int choices; // tokens whose logits are wanted; 0: the likeliest one is followed
    int choice[READING_CHOICES];
} ReadingAt;

// One depth of the lens, or the end: the likeliest tokens, and the chosen ones.
typedef struct ReadingLogits {
    bool known;
    int tops;
    NetTop top[READING_TOP];
    NetTop chosen[READING_CHOICES];
} ReadingLogits;

// Of one run.
typedef struct ReadingSide {
    const NetRun *run; // borrowed
    ReadingLogits next;
    int lens_known; // depths of it, from 0 on
    ReadingLogits *lens; // [layers + 1]
    int losses;     // known ones: of tokens 1 … losses
    double *loss;   // [n] nats; loss[0] means nothing; NaN: of the text's first token behind ⟨BOS⟩ that most heads do not see
    bool direct_known;
    NetDirect direct;
} ReadingSide;

// {0} is valid and empty.
typedef struct NetReading {
    ReadingAt at;
    bool bad;               // logits that are no finite numbers were found
    bool changed;           // the two runs are not the same
    const NetRun *after;    // borrowed
    NetAlone alone;         // over `after`, where heads alone are changed; then side[1] reads that
    ReadingSide side[2];    // before, after; where nothing changed only the first is filled
    int moved_known;        // heads, in the order of layers
    double *moved;          // [layers × heads]: net_pattern_distance
    float *logits;          // [V], scratch
} NetReading;

// Starts over on finished runs, which must live as long; after may be before.
void net_reading_start(NetReading *r, const NetRun *before, const NetRun *after);
void net_reading_free(NetReading *r);

// What is changed in heads alone, as in net_alone_start; nothing if the levers change nothing. Cheap when it is the
// same as before.
void net_reading_alone(NetReading *r, const NetLevers *levers, int layer, int head);

// Stands somewhere else; losses and movements stay.
void net_reading_stand(NetReading *r, const ReadingAt *at);

// Whether something of what is wanted is still to be read; a piece of it.
bool net_reading_wants(const NetReading *r, unsigned wants);
void net_reading_step(NetReading *r, unsigned wants);

// The side that shows the levers: after, or before where nothing changed.
const ReadingSide *net_reading_now(const NetReading *r);

// The tokens whose logits are followed: the chosen ones, or the likeliest before the levers. Returns how many: 0 while
// that is not known.
int net_reading_followed(const NetReading *r, int id[READING_CHOICES]);

#endif
