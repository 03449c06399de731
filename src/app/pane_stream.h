// The panels of one row, all the way: each draws into the whole frame, in the rows that the layout gives it.
#ifndef LOOKBACK_APP_PANE_STREAM_H
#define LOOKBACK_APP_PANE_STREAM_H

#include "app/state.h"
#include "attn/stream.h"
#include "draw/canvas.h"

typedef struct StreamScope {
    const State *state;
    const Worked *worked;
    AttentionParams params;
    Stream now, before; // before the last toggle; as now when there was none
    bool has_before;
    int other;          // the key that the words are about
    double most;        // the size of a number that gets the strongest colour
} StreamScope;

void stream_scope_init(StreamScope *in, const State *s);

typedef struct StreamLayout {
    bool compact;
    int tokens, stages, table, end, words; // first rows; tokens 0: not shown
    int keys, first; // how many keys the table shows, from which on
    int words_rows;  // the first two for the row, then two for the key in words, or two for every key
    int pitch;       // rows from one line to the next: two on high screens
    int beside;      // the column from which every key's sums stand behind its row; 0: no room
} StreamLayout;

StreamLayout pane_stream_layout(const StreamScope *in, int h, int w);

void pane_stream_stages(Canvas *c, const StreamScope *in, StreamLayout at); // row → normalised → q, k, v
void pane_stream_table(Canvas *c, const StreamScope *in,
                       StreamLayout at); // every key, from score to its part of the blend
void pane_stream_end(Canvas *c, const StreamScope *in, StreamLayout at);    // blend → widened → added
void pane_stream_words(Canvas *c, const StreamScope *in, StreamLayout at);  // one key written out

#endif
