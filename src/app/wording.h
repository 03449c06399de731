// A scene's text as the views want it: its tokens and what they look like. Worked out when the text changes, not for
// each frame.
//
// World keeps the last one with and the last one without ⟨BOS⟩. This is a memo: what comes out depends on the arguments
// alone.
#ifndef LOOKBACK_APP_WORDING_H
#define LOOKBACK_APP_WORDING_H

#include "app/state.h"
#include "draw/arcs.h"

typedef struct WordingForm {
    int start, columns; // of the display form in Wording.forms
    bool special;       // a sign of the model's own: <s>, [CLS]
} WordingForm;

typedef struct Wording {
    Tokens tokens;
    WordingForm *form; // one a token
    Str forms;         // the display forms, each with a NUL behind it; ⟨BOS⟩ has one of its own
    int widest;        // columns of the widest
    ArcToken *arc;     // them all for arcs.h, and in front of them one as wide as ⟨BOS⟩
    bool signs;        // some are special
    // what it was made from
    bool ascii;
    int sentence;
    Str text; // own text
    const Source *source; // NULL: the scene's text
    int batch;            // of it
    long version;
} Wording;

// Without and with ⟨BOS⟩, and the keys and queries of the source.
enum { WORDING_KEYS = 2, WORDING_QUERIES, WORDINGS };

// The wording of s's text; bos and ascii outrank the scene's. Borrowed until the next call with another text. NULL with
// a message when the text has no tokens, which update never lets happen.
const Wording *wording_of(const World *w, const Scene *s, bool bos, bool ascii, Error *err);
// The same for what a source has: its keys, or the queries of cross attention. tokens is empty: they are the source's.
const Wording *wording_of_source(const World *w, const Source *src, bool queries, bool ascii);
void wording_free(Wording *wording);

enum { WORDING_BOS = 5 }; // columns of ⟨BOS⟩

const char *wording_form(const Wording *wording, int i); // borrowed

// The legend of that mark behind y, x, where there are signs and room. Returns the columns used.
int wording_legend(Canvas *c, bool signs, int y, int x);

// How its label is marked: ATTR_UNDERLINE for a sign of the model's own, else none.
uint8_t wording_mark(const Wording *wording, int i);

#endif
