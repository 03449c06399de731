// Where the panes of the explorer stand. Depends on sizes only, never on weights: nothing jumps when a toggle flips.
#ifndef LOOKBACK_APP_LAYOUT_H
#define LOOKBACK_APP_LAYOUT_H

#include "draw/canvas.h"
#include "lesson/scene.h"

enum { HEATMAP_BITS = 9 }; // columns of the entropies at the right of a wide heatmap

typedef struct Needs {
    SceneView view;
    int lines;  // of text the sentence takes
    int tokens; // with ⟨BOS⟩, whether or not it is on
    int label;  // columns of the heatmap's row labels
    int big_lines; // layout_project: lines in big letters, 0 if a token is wider than the screen
    bool ascii;    // layout_project: of the canvas
    bool guess;    // layout_project: a token is to be predicted, so the sentence is never left out
} Needs;

// A pane with h or w 0 is not shown.
typedef struct Layout {
    Rect title, tabs, sentence, heatmap, bars, entropy, blurb, legend, status;
    Rect gallery; // what the side column has left on a large screen
    Rect focus; // projected: the query and its keys in big letters
    int lanes; // of the arcs
    bool big;  // the sentence in big letters
} Layout;

Layout layout_for(int h, int w, Needs needs);

// For a class: one idea, no side panels.
Layout layout_project(int h, int w, Needs needs);

#endif
