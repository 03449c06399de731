// Loading what the program knows: sentences, word lists and worked examples from a data folder.
#ifndef LOOKBACK_APP_WORLD_H
#define LOOKBACK_APP_WORLD_H

#include "app/state.h"
#include "model/capture_source.h"
#include "model/net_source.h"

// Reads folder/sentences.txt, names.txt, asking.txt and worked/*.txt (the-cat-sat, a-dog-barks, heads), and the lessons
// in folder/lessons or folder/../lessons. On an error, which names the file, out is unchanged.
bool world_load(const char *folder, World *out, Error *err);

// The same, but the lessons are only listed (lesson/course.h); whoever opens it parses them, between events.
bool world_open(const char *folder, World *out, Error *err);

// Reads a worked example of one's own and puts it behind the others. file is borrowed, for as long as the world lives.
bool world_add_example(World *w, const char *file, Error *err);

// Opens a dump as the world's source. path and what options point at are borrowed, for as long as the world lives.
bool world_open_dump(World *w, const char *path, const CaptureOptions *options, Error *err);

// Opens two dumps of one shape, to be compared; the first is the world's source too.
bool world_open_two(World *w, const char *a, const char *b, const CaptureOptions *options, Error *err);

// Opens a GPT-2 checkpoint as the world's source. folder is borrowed, for as long as the world lives.
bool world_open_model(World *w, const char *folder, NetSourceText begin, Error *err);

// The same in slices: net_source_load does them, and then the world takes the source.
Source *world_begin_model(const World *w, const char *folder, NetSourceText begin, Error *err);
void world_take_source(World *w, Source *source);

// Closes dump or model; there may be none.
void world_close_source(World *w);

// Makes the training in a folder the one that is gone on with; its recipe is the scene's to be. folder is borrowed, for
// as long as the world lives.
bool world_resume(World *w, const char *folder, NetRecipe *recipe, Error *err);

// Names the folder that a training is written to; borrowed, for as long as the world lives.
void world_train_into(World *w, const char *folder);

void world_free(World *w);

#endif
