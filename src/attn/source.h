// Where measured patterns come from: a dump, a model. A source is a few facts and two functions; screens, numbers and
// the command line ask nothing else of it. To add one: fill a Source in (model/capture_source.c is an example) and hand
// it to the world.
#ifndef LOOKBACK_ATTN_SOURCE_H
#define LOOKBACK_ATTN_SOURCE_H

#include "attn/attention.h"
#include "attn/detect.h"
#include "base/findings.h"

#include <stdint.h>

enum { SOURCE_MARKS_MAX = 64 };

typedef struct HeadAt {
    int layer, head;
} HeadAt;

// Something taken out of a model. query and key: of an edge; else 0.
enum { SOURCE_CUTS_MAX = 64 };
typedef enum CutKind { CUT_ZERO, CUT_MEAN, CUT_EDGE } CutKind;
typedef struct SourceCut {
    int kind, layer, head, query, key;
    int alone; // of a head: it is taken out at the stream's end, and nobody behind it notices; else the model runs again
               // without it
} SourceCut;

// What is looked at in a source.
typedef struct SourceView {
    int batch;
    bool bos;   // a model's ⟨BOS⟩ stands in front of the text
    bool whole; // mask, divisor, ⟨BOS⟩ and edges bear on the whole model, which runs again; else on the head looked at
    bool weigh;           // weights times the norms of what they fetch (Source.norms), as shares of the row
    int cuts;             // of a model
    SourceCut cut[SOURCE_CUTS_MAX];
    HeadAt at;
    bool mask;            // mask and divisor bear only where the source has raw scores
    double divisor;       // of raw scores
    bool own;             // that is the source's own, in every layer
    bool hide_first;      // key 0 is left out and the rest renormalised
    bool words;           // of the source's words
    bool past;            // of a model: the state of its training at `step` or the last before it, not as it stands
    int step;
    int marks;            // > 0: the mean of these heads instead of `at`
    HeadAt mark[SOURCE_MARKS_MAX];
} SourceView;

// All heads, measured in slices. Borrowed from the source; complete when done.
enum { SOURCE_THUMB = 16, SOURCE_MASKED = -1 };
typedef struct SourceMap {
    const DetectText *text;
    int period;             // for stripe scores; 0: the text has none
    const DetectHead *head; // [layers × heads]; NULL: not begun
    // [layers × heads][SOURCE_THUMB][SOURCE_THUMB]: the largest weight of each part, negative ones taken as 0; NaN where
    // nothing is a number, SOURCE_MASKED where nothing may be looked at (and is not)
    const float *thumb;
    double progress;        // 0 … 1
    bool done;
} SourceMap;

// A state of a training: a model can stand at each.
typedef struct SourceMoment {
    int step;
    bool mask;      // whether it was trained with the mask; its divisor as s->divisor
    double divisor;
} SourceMoment;

typedef struct Source Source;
struct Source {
    const char *command;  // that opens it: "open"
    const char *path;     // its argument
    const char *kind;     // in JSON: "dump"
    const char *about;    // one sentence: what was taken for what
    const char *fixed;    // why mask or divisor cannot be changed; NULL: they can (raw is set)
    int layers, heads, batches, queries, keys;
    int first;            // queries are first … first + queries − 1: positions among the keys if related
    bool related;         // false: cross attention, queries are tokens of another text
    bool raw;             // score is raw q·k: mask and divisor are levers
    bool causal;          // a query sees only keys up to its position
    bool causal_known;
    double divisor;       // usual one of raw scores
    bool divisor_grows;   // layer l divides by l + 1 as well (source_divisor)
    int width;            // head width d; 0: unknown
    bool named;           // tokens have texts; else they are numbers
    const Tokens *tokens;        // [keys]; those of the batch
    const Tokens *query_tokens;  // [queries] if not related; else NULL
    int batch;            // the one that is open
    const char *norms;    // of what a key gives, for SourceView.weigh: "‖v W_O‖"; NULL: they are not known
    int cost;             // what a weight of a dump takes, in weights that are read as floats; 0: a model
    void *of;
    // Opens another batch: tokens change. NULL where there is only one.
    bool (*open_batch)(Source *s, int batch, Error *err);
    // Row `query` of a head into out, which has room for keys numbers in each array: weight always; score (raw) and
    // scaled where known, else NaN. Under mask and divisor if raw. Visible, entropy and the like are the caller's
    // (source_row).
    bool (*row)(Source *s, const SourceView *v, HeadAt at, int query, AttentionRow *out, Error *err);
    // Measures about so many weights more for map, of the open batch; begins anew after open_batch. NULL: cannot.
    bool (*measure)(Source *s, long numbers, Error *err);
    SourceMap map;
    // Looks at about so many weights more to see whether the source can be believed. NULL: there is nothing to doubt.
    bool (*examine)(Source *s, long numbers, Error *err);
    double examined;          // 0 … 1
    const Findings *findings; // when examined; NULL before
    // Beside another source (difference.h): whether there is one, and how far apart their heads are, [layers × heads],
    // once that is known; else NULL. Borrowed.
    bool compared;
    const double *apart;
    double *active;     // [layers × heads], by source_ask_query; NULL: not asked. Freed by whoever frees the source.
    int active_query, active_batch;
    Source *words;      // its tokens merged into words (merge.h); NULL: not asked for. Freed likewise, with merge_free.
    // Of a model, whose patterns are the view's to change; all NULL and 0 for a dump.
    // Takes up the view's text and levers: what has to run again runs from then on in `advance`. Cheap when nothing
    // changed.
    bool (*follow)(Source *s, const SourceView *v, Error *err);
    bool (*advance)(Source *s, Error *err); // runs the model for a moment
    bool ready;                             // all rows are there
    double ran;                             // 0 … 1
    long version;                           // changes with the tokens
    // Another text to look at; its batch, or −1 with a message: it is empty, or longer than the model reads.
    int (*add_text)(Source *s, const char *bytes, size_t len, Error *err);
    // Whether ⟨BOS⟩ can stand in front of that text.
    bool bos_first; // a text is meant to begin with it (ids are taken as they are)
    bool (*allows_bos)(Source *s, int batch, Error *err);
    bool begins; // the model has run with it in front; else, if the view has it, only the head looked at sees it
    // The id of a token as a person types it; −1 with a message.
    int (*find_token)(Source *s, const char *bytes, size_t len, Error *err);
    int moments; // states of its training that are kept, the last the model as it stands; 0: none are
    const SourceMoment *moment; // [moments], steps rising
    int at, steps;              // the one that is open; how many steps the whole training has
    const char *timeless;       // why there are none, if there are none
    const char *text; // of the open batch, text_len bytes, without ⟨BOS⟩; ids written out if they were given
    size_t text_len;
    bool of_ids;
};

// Takes up what the view names: batch, text, levers. To be called before the source is asked for anything.
bool source_follow(Source *s, const SourceView *v, Error *err);

// The moment that a view names, and what the model of that moment itself divides the scores of a layer by. −1: the
// source has none.
int source_moment(const Source *s, bool past, int step);
double source_divisor(const Source *s, bool past, int step, int layer);

// Makes the batch that the view names the open one.
bool source_open_batch(Source *s, int batch, Error *err);

// Row `query` under the view, complete: the head, or the mean of the marked ones; key 0 hidden or not. When it cannot
// be read, every weight is NaN and *err says why.
bool source_row(Source *s, const SourceView *v, int query, AttentionRow *out, Error *err);

// Fills active: of this query, of a dump as it is and of a model under the view's levers, what each head does not give
// to key 0. Does nothing when it was the last one asked for.
bool source_ask_query(Source *s, const SourceView *view, int query, Error *err);

// The same as source_row without entropy, ceiling and future mass, which cost more than all else.
bool source_weights(Source *s, const SourceView *v, int query, AttentionRow *out, Error *err);

#endif
