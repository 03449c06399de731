// What every screen's frame is made of: the title line with its toggles, the status line, boxes over it.
#ifndef LOOKBACK_APP_FRAME_H
#define LOOKBACK_APP_FRAME_H

#include "app/action.h"
#include "app/state.h"
#include "draw/canvas.h"

// A toggle in the title line: `mask ●`. A click does its action.
typedef struct Toggle {
    char name[32];
    bool on;
    ActionId action;
    int columns; // the name takes at least as many, so that nothing moves when it changes; 0: just its own
} Toggle;

// Part of where I am: `Mary & John`, `duplicate-token`. The last part is the one that matters when room is short.
typedef struct TitlePart {
    const char *text;
    ActionId action; // of a click; ACTION_NONE: none
} TitlePart;

// Columns below which the title has room for its last part alone.
enum { FRAME_NARROW = 60 };

// The title line, across the pane: the name of the program, the parts, and the toggles at the right.
void frame_title(Canvas *c, const TitlePart *part, int parts, const Toggle *toggle, int toggles);

// The same for a class: one part, and the toggles.
void frame_title_projected(Canvas *c, TitlePart part, const Toggle *toggle, int toggles);

// The name of a divisor's toggle: ÷√64, ÷5; ASCII /sqrt64, /5. own: a number of one's own, 0: √width.
void frame_name_divisor(Toggle *t, double own, int width, bool ascii);

// The status line, across the pane: a note if there is one, else the sentence (display form); what the keys do at the
// right, the longest of three forms that leaves room (each may be NULL).
void frame_status(Canvas *c, const State *s, const char *sentence, const char *long_keys, const char *keys,
                  const char *short_keys);

// Lets a part of the frame draw itself in r; not where r has no cell.
typedef void (*FramePart)(Canvas *c, const State *s, const World *w);
void frame_part(Canvas *c, Rect r, const State *s, const World *w, FramePart draw);

// Draws text in lines of whole words into the current pane from row y on; returns the rows used.
int frame_words(Canvas *c, int y, Style s, const char *text);

// Appends the name of a file without its folders, fit for the screen.
void frame_add_file(Str *out, const char *path, bool ascii);

#endif
