// The panels of the √d lab, each drawn into the current pane.
#ifndef LOOKBACK_APP_PANE_LAB_H
#define LOOKBACK_APP_PANE_LAB_H

#include "app/state.h"
#include "draw/canvas.h"

// What they show: the scene and its sample, run once a frame.
typedef struct LabScope {
    const State *state;
    const Lab *lab;
    LabResult result;
} LabScope;

typedef struct LabLayout {
    Rect spread, softmax, curve, gap, moral; // h is 0 where there is no room
} LabLayout;

LabLayout pane_lab_layout(int h, int w);

void pane_lab_spread(Canvas *c, const LabScope *in);  // histogram of q·k, its variance beside d
void pane_lab_softmax(Canvas *c, const LabScope *in); // one row without and with the divisor, and the means of many
void pane_lab_curve(Canvas *c, const LabScope *in);   // entropy against d
void pane_lab_gap(Canvas *c, const LabScope *in);     // two keys and their odds
void pane_lab_moral(Canvas *c, const LabScope *in);

// Steps of the gap when it is dragged or moved by key.
#define PANE_LAB_GAP_STEP 0.5

#endif
