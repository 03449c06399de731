// Everything that needs no terminal: render, the lists, --help.
#ifndef LOOKBACK_HEADLESS_H
#define LOOKBACK_HEADLESS_H

#include "app/app.h"
#include "model/capture.h"
#include "base/str.h"
#include "options.h"

// Appends what `lookback render` prints: the app's frame or its numbers.
bool headless_render(const Options *o, App *app, const World *w, Str *out, Error *err);

// The lists, in UTF-8 or ASCII.
void headless_heads(Str *out, bool ascii);
void headless_keys(Str *out, bool ascii);
void headless_help(Str *out, bool ascii);
void headless_lessons(const World *w, Str *out, bool ascii);

// Checks the lesson o->file or all lessons of that folder; appends a line for each finding and one that sums up, or all
// of it as JSON (lookback.check/1). Returns how many findings there are, −1 with a message when there is no such
// format.
int headless_check(const Options *o, const World *w, Str *out, Error *err);

// Whether `check` takes the path for a dump: all but folders and .md files.
bool headless_is_dump(const char *path);

// Examines the dump o->file; appends the report as text or JSON. Returns how many findings there are, −1 with a message
// when it cannot be opened as what it is.
int headless_check_dump(const Options *o, bool ascii, Str *out, Error *err);

// How a dump is to be opened, as the options say.
CaptureOptions headless_capture_options(const Options *o);

// Whether the path is the folder of a checkpoint: it has a config.json.
bool headless_is_model(const char *path);

// Lets the checkpoint o->file prove what attention is, on o->words, o->ids or a text of its own; as
// headless_check_dump.
int headless_check_model(const Options *o, bool ascii, Str *out, Error *err);

// Runs o->words or o->ids through the checkpoint o->file and writes the dump o->output.
bool headless_export(const Options *o, Error *err);

// Trains a model as the settings say, into o->output or on in the folder of --resume; prints a line at a time. When
// training diverges, what was sound of it has been written.
bool headless_train(const Options *o, Error *err);

// If the file is a pickle, appends lines of Python that make a dump of it.
void headless_converter(const char *path, Str *out);

// Lets the events of the script in o->replay, if any, happen to the app.
bool headless_replay(const Options *o, App *app, Error *err);

#endif
