// A frame as a web page.
#ifndef LOOKBACK_OUT_HTML_H
#define LOOKBACK_OUT_HTML_H

#include "base/str.h"
#include "draw/palette.h"

// Appends a page that needs no other file: the frame as coloured text, selectable and readable aloud. title may
// be any bytes.
void out_html(const Canvas *c, const Palette *p, Str *out, const char *title);

#endif
