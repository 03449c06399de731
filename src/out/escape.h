// Runes on their way out: never a control character, never a broken document.
#ifndef LOOKBACK_OUT_ESCAPE_H
#define LOOKBACK_OUT_ESCAPE_H

#include "base/str.h"
#include "draw/palette.h"

// Appends rune as UTF-8; what must not be shown (controls, bidi overrides, noncharacters) becomes U+FFFD.
void escape_rune(Str *out, uint32_t rune);

// Any bytes as text or an attribute of XML and HTML: & < > " ' are written as entities, bad UTF-8 becomes U+FFFD.
void escape_xml_text(Str *out, const char *text);

// The rune of g and its marks; a mark that is none is dropped.
void escape_glyph(Str *out, const Glyph *g);
void escape_xml_glyph(Str *out, const Glyph *g);

// Cuts the run of `blank` that out gained at its end since length start.
void escape_trim(Str *out, size_t start, char blank);

#endif
