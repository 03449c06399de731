// The panels of a row of a model, all the way through a head. Each draws into the canvas's current pane.
#ifndef LOOKBACK_APP_PANE_TRACE_H
#define LOOKBACK_APP_PANE_TRACE_H

#include "app/pane.h"
#include "net/trace.h"

typedef struct TraceScope {
    Scope scope; // its look holds tokens, and the row before the last toggle
    const NetTrace *trace;
    NetTracePart part; // that is looked into
    int cell;          // of its numbers
} TraceScope;

// Lines that all parts and every key take, the heading of the keys among them.
int pane_trace_rows(const TraceScope *in);

// All parts as strips, and between them the keys; as many as fit, those around what is looked into.
void pane_trace_parts(Canvas *c, const TraceScope *in);

// The numbers around the one looked into, on two lines.
void pane_trace_numbers(Canvas *c, const TraceScope *in);

// That number as a sum: its largest addends, the rest, the bias.
void pane_trace_sum(Canvas *c, const TraceScope *in);

#endif
