// Where the panes of the explorer stand. Depends on sizes only, never on weights: nothing jumps when a toggle flips.
#ifndef LOOKBACK_APP_LAYOUT_H
#define LOOKBACK_APP_LAYOUT_H

#include "draw/canvas.h"
#include "lesson/scene.h"

typedef struct Needs {
    SceneView view;
    int lines;  // of text the sentence takes
    int tokens; // with ⟨BOS⟩, whether or not it is on
    int label;  // columns of the heatmap's row labels
} Needs;

// A pane with h or w 0 is not shown.
typedef struct Layout {
    Rect title, tabs, sentence, heatmap, bars, entropy, blurb, legend, status;
    int lanes; // of the arcs
} Layout;

Layout layout_for(int h, int w, Needs needs);

#endif
