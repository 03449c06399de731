// The folder where running programs of one user meet: each that plays a lesson has a socket there, named by its process
// id.
#ifndef LOOKBACK_LINK_PLACE_H
#define LOOKBACK_LINK_PLACE_H

#include "base/error.h"
#include "base/str.h"

// $XDG_RUNTIME_DIR/lookback, where that is an absolute path to a folder; else /tmp/lookback-UID: a fixed name that two
// terminals agree on whatever else their environments say. Made (mode 0700) where missing. An error unless it is a
// folder, no link, the user's own and closed to others: anyone may make names in /tmp. xdg_runtime_dir may be NULL.
bool place_open(const char *xdg_runtime_dir, Str *out, Error *err);

// The same for a folder that the caller names.
bool place_make(const char *folder, Error *err);

#endif
