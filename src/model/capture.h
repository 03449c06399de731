// What the program sees of a dump: patterns [layer][head][query][key] with their tokens, whatever the file looks like.
// Opening reads the header and a few sample rows; everything else is read when a row is asked for.
#ifndef LOOKBACK_MODEL_CAPTURE_H
#define LOOKBACK_MODEL_CAPTURE_H

#include "attn/tokens.h"
#include "base/error.h"
#include "model/capture_blocks.h"

#include <stdbool.h>

typedef enum Causal { CAUSAL_UNKNOWN, CAUSAL_NO, CAUSAL_YES } Causal;

typedef struct CaptureOptions {
    const char *axes;   // as typed; NULL: guess
    const char *tensor; // which tensor or family ("cross_attentions"); NULL: the first that sounds like patterns
    Causal causal;      // CAUSAL_UNKNOWN: by metadata, or measured
} CaptureOptions;

// What of the file is kept in memory. {0} is valid and empty.
typedef struct CaptureKept {
    PartReader weights, scores, q, k;
    Blocks blocks;
} CaptureKept;

// Not to be copied: its parts point into it.
typedef struct Capture {
    // The shape. Query row i stands at position offset + i of the keys, if they are positions of one text (related).
    int layers, batches, heads, queries, keys;
    int offset;
    int offset_misfit;       // what metadata says instead, which cannot be: queries would end behind the keys; 0: none
    bool related;
    Causal causal;           // said by metadata, name or user; or seen
    bool causal_said, masked; // masked: in sample rows nothing lay above the diagonal
    // What the file has. Weights are always to be had: from the file, or made from scores, or from q and k.
    Part weights, scores, q, k, v_norms;
    double divisor;    // of what capture_scores gives; 1 where the file's scores are already divided
    bool divisor_grows; // layer l divides by l + 1 as well
    bool scores_raw;   // those are before divisor and mask: q·k, or the file says so; then both are real levers
    bool vectors_differ; // q and k are in the file but do not give its weights, and are not used
    int width;         // d of q and k; 0: unknown
    int kv_heads;      // 0: unknown
    int batch;         // the one looked at: 0 … batches − 1
    Tokens tokens;     // [keys]
    Tokens query_tokens; // [queries] in cross attention; else empty: query i is token offset + i
    int tokens_given;  // how many the file gives; 0: none, tokens are numbers
    bool bos;          // position 0 begins every text (⟨BOS⟩, <|endoftext|>, <s>, [CLS])
    bool padded;       // a [PAD] stands among the tokens
    Str tokens_from;   // "the file", a path, or empty
    Str name;          // of what is shown, as in the file: "attentions", "layer_*"
    Str guess;         // one sentence: what was taken for what
    Str others;        // names of other patterns in the file, separated by ", "
    Table table;       // below this, for part.c
    Families families;
    bool axes_said; // by the user, not guessed
    bool file_raw; // the file says that its scores are raw
    CaptureKept looks, pass; // for rows that are looked at, and for a pass, so that neither drops what the other wants
    bool passing;
} Capture;

// Opens a dump. {0} before; capture_free after, also when it failed.
bool capture_open(Capture *c, const char *path, const CaptureOptions *options, Error *err);
void capture_free(Capture *c);

// Looks at another sample of the batch; tokens follow.
bool capture_set_batch(Capture *c, int batch, Error *err);

// One row of keys numbers. Weights: the file's, or softmax(scores / divisor) with the causal mask if scores are raw.
// Scores: raw if the file has them so or has q and k, else as it has them (divided, −∞ where masked); false with a
// message where it has weights alone.
bool capture_weights(Capture *c, int layer, int head, int query, double *row, Error *err);
bool capture_scores(Capture *c, int layer, int head, int query, double *row, Error *err);

// Norms of the value vectors of a head, keys of them; false with a message when the file has none.
bool capture_v_norms(Capture *c, int layer, int head, double *row, Error *err);

// A pass over all rows of the batch, capture_rows of them, in the order in which the file holds them.
//
//     CaptureWalk w = capture_walk(c, first);
//     for (long r = first; r < stop; r++, capture_walk_on(&w)) … w.at[CAPTURE_LAYER] …
typedef enum CaptureAxis { CAPTURE_LAYER, CAPTURE_HEAD, CAPTURE_QUERY, CAPTURE_AXES } CaptureAxis;
typedef struct CaptureWalk {
    int at[CAPTURE_AXES]; // the row
    int side[CAPTURE_AXES];
    CaptureAxis order[CAPTURE_AXES]; // from the slowest axis to the fastest
} CaptureWalk;
long capture_rows(const Capture *c);
CaptureWalk capture_walk(const Capture *c, long r);
void capture_walk_on(CaptureWalk *w); // behind the last row comes the first

// A pass has its own readers, which take larger bites; call before (on) and after (off).
void capture_pass(Capture *c, bool on);

#endif
