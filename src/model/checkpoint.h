// A checkpoint in Hugging Face's layout: a folder with config.json and model.safetensors, or several files listed in
// model.safetensors.index.json. float32 is used where it lies in the file; float16 and bfloat16 are converted.
#ifndef LOOKBACK_MODEL_CHECKPOINT_H
#define LOOKBACK_MODEL_CHECKPOINT_H

#include "model/config.h"
#include "model/table.h"

// {0} is valid and empty.
typedef struct Checkpoint {
    char *folder;
    Config config;
    NetWeights weights; // complete when checkpoint_step has returned false without an error
    bool tied;          // the unembedding is the token embedding
    uint64_t bytes;     // of all parts, as float32
    uint64_t ready;     // numbers that are
    // below this: for checkpoint.c
    int files;
    Table *file;
    int parts, loaded;
    struct CheckpointPart *part;
} Checkpoint;

// Whether the folder looks like one: it has a config.json.
bool checkpoint_is(const char *folder);

// Reads config.json and the headers, and finds every part. Fails on a part that is missing, or of a shape or type other
// than the config wants (both are named). No weight is read yet. {0} before; checkpoint_free after, also when it
// failed.
bool checkpoint_open(Checkpoint *c, const char *folder, Error *err);

// Makes the next part ready for use, or converts some of it. *more tells whether there is more to do.
bool checkpoint_step(Checkpoint *c, bool *more, Error *err);

// checkpoint_open and all steps.
bool checkpoint_load(Checkpoint *c, const char *folder, Error *err);

// Sets err to the first part of the layer (−1: the parts outside the layers) that holds NaN or infinity, and returns
// false; true if all of them are finite.
bool checkpoint_check_finite(const Checkpoint *c, int layer, Error *err);

void checkpoint_free(Checkpoint *c);

#endif
