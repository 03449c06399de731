// What can be changed in a model while it runs. A value without pointers: copying one is assignment.
#ifndef LOOKBACK_NET_LEVERS_H
#define LOOKBACK_NET_LEVERS_H

#include <stdbool.h>

typedef enum NetCutKind {
    NET_CUT_ZERO, // the head's output is 0 at every position
    NET_CUT_MEAN, // the head's output is its mean over the text at every position
    NET_CUT_EDGE  // query may not look at key: the score is −∞, the rest of the row shares what it had
} NetCutKind;

typedef struct NetCut {
    NetCutKind kind;
    int layer, head;
    int query, key; // NET_CUT_EDGE
} NetCut;

enum { NET_CUTS_MAX = 64 };

typedef struct NetLevers {
    bool mask;      // causal: a query sees only keys j ≤ i
    bool apart;     // key 0 is seen by no query but its own: ⟨BOS⟩ that is taken away, or not there for most heads
    double divisor; // in every layer; 0: the model's own (net_divisor)
    int cuts;
    NetCut cut[NET_CUTS_MAX];
} NetLevers;

// Nothing changed: masked, the model's divisor, nothing cut.
NetLevers net_levers(void);

// Adds or takes away a cut; false when the list is full. One head has at most one of ZERO and MEAN: the later replaces.
bool net_levers_toggle(NetLevers *levers, NetCut cut);

// The cut of this head (ZERO or MEAN), or NULL.
const NetCut *net_levers_head(const NetLevers *levers, int layer, int head);

// The first layer whose arithmetic differs between a and b; `layers` if none does.
int net_levers_first_change(const NetLevers *a, const NetLevers *b, int layers);

#endif
