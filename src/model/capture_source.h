// A dump as a source of patterns (attn/source.h).
#ifndef LOOKBACK_MODEL_CAPTURE_SOURCE_H
#define LOOKBACK_MODEL_CAPTURE_SOURCE_H

#include "attn/source.h"
#include "model/capture.h"

// Opens the dump at path, which is borrowed for as long as the source lives. NULL with a message.
Source *capture_source_open(const char *path, const CaptureOptions *options, Error *err);
void capture_source_free(Source *s);

// Where s has no tokens, it shows those of other, a dump of the same shape that must outlive it or be taken back: NULL.
void capture_source_borrow_tokens(Source *s, Source *other);

#endif
