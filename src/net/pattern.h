// Attention patterns of a run, made from q and k when they are looked at, with the levers of the run or with others
// ("this head only": what is changed here changes nothing upstream).
#ifndef LOOKBACK_NET_PATTERN_H
#define LOOKBACK_NET_PATTERN_H

#include "net/forward.h"

// Rows of a pattern that are made at once.
enum { NET_PATTERN_ROWS = 128 };

// All of these want layer < run->done; levers NULL: the run's own. [n] and [n, n] floats.

// q_i·k_j for every key, before divisor, mask and cuts.
void net_scores_row(const NetRun *run, int layer, int head, int query, float *out);

// One row: sums to 1, exactly 0 where masked or cut (all 0 if nothing is left).
void net_weights_row(const NetRun *run, const NetLevers *levers, int layer, int head, int query, float *out);

// The whole pattern, with the very bits that the run used.
void net_pattern(const NetRun *run, const NetLevers *levers, int layer, int head, float *out);
void net_scores(const NetRun *run, int layer, int head, float *out);

// Rows [from, to) of it, at most NET_PATTERN_ROWS and from a multiple of that; row distance n. Only keys below the
// number returned are set: the mask hides the others from all of these rows.
int net_pattern_rows(const NetRun *run, const NetLevers *levers, int layer, int head, int from, int to, float *out);

// How far a pattern moved: mean over the queries of ½ Σ_j |a[i][j] − b[i][j]|, 0 … 1. Two runs over the same text.
double net_pattern_distance(const NetRun *a, const NetRun *b, int layer, int head);

// Borrowed q and k vectors of a token, [D].
const float *net_query(const NetRun *run, int layer, int head, int i);
const float *net_key(const NetRun *run, int layer, int head, int j);

#endif
