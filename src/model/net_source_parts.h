// What the parts of a model as a source share (model/net_source.h); private to them.
#ifndef LOOKBACK_MODEL_NET_SOURCE_PARTS_H
#define LOOKBACK_MODEL_NET_SOURCE_PARTS_H

#include "model/net_map.h"
#include "model/net_source.h"
#include "model/past.h"

// The states of its training.
typedef struct NetMoments {
    Timeline line;        // of a checkpoint's folder
    Past past;
    SourceMoment *moment; // what Source.moment shows
    Error trouble;        // Source.timeless
    float *now;           // of a training: a block, its state when it was taken
} NetMoments;

// Runs apart from what is shown.
enum { NET_APARTS = 4 };
typedef struct NetApart {
    NetRun run; // without weights: unused
    int batch, moment;
    bool bos;
} NetApart;

// Something to be read, as it was given.
typedef struct Passage {
    char *bytes;
    size_t len;
    bool of_ids;
    Ids ids; // without ⟨BOS⟩
} Passage;

// ‖v W_O‖ of every token for a head of a run.
typedef struct ValueNorms {
    const NetRun *run; // NULL: unused
    HeadAt at;
    float *norm; // [n]
} ValueNorms;

typedef struct NetSource {
    Source source; // first: a Source * is one of these
    Language model;
    NetMoments moments;
    Str about;
    const WordSet *names, *asking;
    NetSourceText begin; // while it is read
    Passage *passage;
    int passages;
    bool bos; // in front of the one that is open
    Tokens tokens;
    NetRun base, forked;
    bool forks; // forked is a run under `levers`; else it is empty, or one that is given up
    NetLevers levers;
    bool broken; // a layer is not finite, and trouble says why
    Error trouble;
    NetMap map;
    NetReading reading;
    NetTrace trace; // the row that was followed last
    float *row; // [n]
    ValueNorms norms[SOURCE_MARKS_MAX]; // of the heads looked at last
    int next_norms;
    NetApart apart[NET_APARTS];
    int next_apart;
    Past apart_past; // the states of those that look at one: the shown ones keep theirs
} NetSource;

// The weights of the moment; −1 or the last: the model as it stands.
const NetWeights *net_moments_weights(NetSource *ns, int moment);

// Looks for a timeline in the checkpoint's folder. That there is none, or a broken one, is no failure: Source.timeless.
void net_moments_open(NetSource *ns, const char *folder);
void net_moments_free(NetSource *ns);

// What belongs to a moment: Source.at, the divisor.
void net_moments_stand(NetSource *ns, int moment);

// Passage `batch` as ids, to be freed.
Ids net_source_ids(const NetSource *ns, int batch, bool bos);

// The view's levers on the whole model; with `head` also those that bear on the head looked at alone.
NetLevers net_source_levers(const SourceView *v, bool head);
bool net_source_is_changed(const NetSource *ns, const NetLevers *a, const NetLevers *b);

void net_apart_forget(NetSource *ns);

// For net_source_take: everything that follows from the weights starts over.
void net_source_forget(NetSource *ns);
void net_source_describe(NetSource *ns);

#endif
