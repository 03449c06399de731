// The matrices of a step, arranged so that they fit.
#ifndef LOOKBACK_APP_WORKED_BOXES_H
#define LOOKBACK_APP_WORKED_BOXES_H

#include "app/worked_look.h"
#include "draw/matrixbox.h"

enum { BOXES_MAX = 7 };

typedef struct WorkedBoxes {
    int count, h, w; // h × w: what they take
    WorkedPart part[BOXES_MAX];
    Rect at[BOXES_MAX];
    MatrixBox box[BOXES_MAX];
} WorkedBoxes;

// Arranges the step's matrices in at most h × w: all of them where there is room, else those of the cell that is stood
// on, and what does not fit even then scrolls. Depends on sizes and on where one stands, not on the levers.
void worked_boxes_arrange(WorkedBoxes *out, const WorkedLook *look, int h, int w);

void worked_boxes_draw(Canvas *c, const WorkedBoxes *b);

// The box of part; NULL if it is not among them.
const MatrixBox *worked_boxes_find(const WorkedBoxes *b, WorkedPart part, Rect *at);

#endif
