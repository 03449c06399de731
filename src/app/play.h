// What the parts of the playground share: the numbers behind a frame, and where things stand.
#ifndef LOOKBACK_APP_PLAY_H
#define LOOKBACK_APP_PLAY_H

#include "app/state.h"
#include "draw/canvas.h"

typedef struct Play {
    const State *state;
    const Plane *plane;
    PlaneResult now, before; // before: these arrows with the levers before the last change of divisor or length
    bool has_before;
    int arrow; // selected: 0 the query, k + 1 key k
} Play;

// The name of a divisor: ÷1, ÷√2, ÷√64, else its number.
void play_divisor_name(double divisor, bool ascii, char *out, size_t size);

typedef struct PlayLayout {
    Rect plane, panel; // of height 0 where there is no room
} PlayLayout;

enum { PLAY_PANEL_MIN = 18, PLAY_PANEL_FULL = 36 }; // columns of the numbers: at least, and with all their columns

void play_plane(Canvas *c, const Play *in);  // fills the pane
void play_panel(Canvas *c, const Play *in);  // the numbers
void play_status(Canvas *c, const Play *in); // one line

// While something is dragged every cell of the pane means a place for it, so that the pointer may leave the plane or
// the slider.
void play_mark_grip(Canvas *c, const Play *in, PlayLayout at);

// The columns of the length's slider within a panel of w columns.
void play_slider(int w, int *x, int *columns);
int play_slider_tenths(int columns, int at);

#endif
