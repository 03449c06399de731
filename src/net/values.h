// What a head carries: its values, and what it adds to the stream.
#ifndef LOOKBACK_NET_VALUES_H
#define LOOKBACK_NET_VALUES_H

#include "net/forward.h"

// v of every token, [n, D].
void net_values(const NetRun *run, int layer, int head, float *out);

// ‖v_j W_O‖ of every token, [n]: how much a full weight on key j would add to the stream. The rows of W_O are the
// head's.
void net_value_norms(const NetRun *run, int layer, int head, float *out);

// What the heads of a layer pass on at position i, [heads · D] = [C], as the run's levers have it: zero for a head that
// is cut out, the mean over the text for one that is set to its mean. Before W_O.
void net_mixed(const NetRun *run, int layer, int i, float *out);

// out[C] = the head's part of that through its own rows of W_O. mixed: of net_mixed.
void net_head_output(const NetRun *run, int layer, int head, const float *mixed, float *out);

#endif
