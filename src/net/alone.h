// What a run would say if some heads had given something else and nobody behind them had noticed: their outputs are
// exchanged at the end of the stream, all between stays as it was. This is the direct effect of a lever on one head;
// a run under levers (net_run_fork) has the indirect ones too.
#ifndef LOOKBACK_NET_ALONE_H
#define LOOKBACK_NET_ALONE_H

#include "net/forward.h"

// A head whose output is exchanged.
typedef struct NetExchange {
    int layer, head;
    float *mixed; // [n, D]: what it passes on instead; NULL: not yet
} NetExchange;

// {0} is valid and empty. Not to be copied.
typedef struct NetAlone {
    NetRun run;       // the same but for the stream's end; run.w NULL: empty. Borrows from `of`
    const NetRun *of; // finished
    NetLevers levers; // cuts bear on the heads they name, mask, divisor and ⟨BOS⟩ on layer, head
    int layer, head;
    int exchanges, done;
    NetExchange exchange[NET_CUTS_MAX + 1];
} NetAlone;

// Whether these levers change what a head gives of a run that has the model's own mask and divisor.
bool net_alone_changes(const NetLevers *levers, const NetRun *of);

// Starts over on a finished run, which must live longer and stay as it is.
void net_alone_start(NetAlone *a, const NetRun *of, const NetLevers *levers, int layer, int head);

// Exchanges one head. Returns whether there is more to do.
bool net_alone_step(NetAlone *a);
void net_alone_free(NetAlone *a);

// What the head passes on instead at position i, [D]; NULL: it is not exchanged.
const float *net_alone_mixed(const NetAlone *a, int layer, int head, int i);

#endif
