// A model as a source of patterns (attn/source.h): its texts, its run on the one that is open, and a second run where
// the view's levers change it.
//
// Runs go in slices (Source.advance). Rows come from q and k of the layers that have been run; those behind them say
// how far the run is.
#ifndef LOOKBACK_MODEL_NET_SOURCE_H
#define LOOKBACK_MODEL_NET_SOURCE_H

#include "attn/source.h"
#include "model/language.h"
#include "model/net_reading.h"
#include "model/timeline.h"
#include "net/trace.h"

// What to begin with: a text, or ids; both NULL: a usual text.
typedef struct NetSourceText {
    const char *text, *ids;
} NetSourceText;

// Opens the checkpoint in folder; folder and the word lists are borrowed for as long as the source lives. NULL with a
// message.
Source *net_source_open(const char *folder, NetSourceText begin, const WordSet *names, const WordSet *asking,
                        Error *err);
void net_source_free(Source *s);

// The same in slices: begin only looks whether the folder holds a model (all that begin names is borrowed until it is
// read); load does a slice until *more is false. Before that nothing may be asked of the source but how much is read, 0
// … 1.
Source *net_source_begin(const char *folder, NetSourceText begin, const WordSet *names, const WordSet *asking,
                         Error *err);
bool net_source_load(Source *s, bool *more, Error *err);
double net_source_loaded(const Source *s);

// A training as it stands; all of it is borrowed until the next one is taken.
typedef struct NetTraining {
    const Words *words;
    const NetWeights *weights; // after line->done steps
    const Timeline *line;
    int moments; // kept states, and as net/block.h has them
    const int *step;
    const uint16_t *numbers;
} NetTraining;

// A model in training as a source, of no layers until net_source_take shows it how far the training is: then all of it
// is as of a checkpoint that has a timeline. Texts stay. names and asking are borrowed, path is what it is called.
Source *net_source_of_training(const char *path, const WordSet *names, const WordSet *asking);
void net_source_take(Source *s, const NetTraining *t);

// What is to blame for logits that are not finite: a weight behind the layers, or the numbers themselves.
void net_source_blame(const Source *s, Error *err);

// Whether the source is one of these.
bool net_source_is(const Source *s);

// Of such a source: the model, its run without levers, and with those of the view (the same where they change nothing).
const Language *net_source_language(const Source *s);
const NetRun *net_source_base(const Source *s);
const NetRun *net_source_run(const Source *s);

// Row `query` of the head looked at, all the way, under the view's levers; borrowed until the next call. NULL with a
// message while the model has not run that far.
const NetTrace *net_source_trace(Source *s, const SourceView *v, int query, Error *err);

// The view's text run to its end under the view's levers, whatever the source shows; that stays as it is. head (may be
// NULL): the levers of the rows of the head looked at. The runs asked for last are kept, a few; NULL with a message.
const NetRun *net_source_apart(Source *s, const SourceView *v, NetLevers *head, Error *err);

// What is read off the two runs, and with what the view changes in heads alone; starts over when they do.
NetReading *net_source_reading(Source *s, const SourceView *v);

#endif
