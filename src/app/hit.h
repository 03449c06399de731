// What a cell can mean to a click (Cell.hit.kind), and what a and b then are.
#ifndef LOOKBACK_APP_HIT_H
#define LOOKBACK_APP_HIT_H

#include "attn/plane.h"

typedef enum HitKind {
    HIT_NONE,
    HIT_TOKEN,  // a: token, to stand on as query
    HIT_CELL,   // a: query, b: key
    HIT_HEAD,   // a: index into RULES
    HIT_ACTION, // a: ActionId, done as if its key were pressed
    HIT_CLOSE,  // closes the overlay
    HIT_PLACE,  // a: ScreenId to go to
    HIT_CHOICE, // of a quiz on the page: a the quiz, b the choice
    HIT_PLANE,  // playground: a place in the plane, a: y, b: x in hundredths
    HIT_ARROW,  // the same, on the head of the query; HIT_ARROW + 1 + k on that of key k
    HIT_ARROW_LAST = HIT_ARROW + PLANE_KEYS_MAX,
    HIT_PICK,    // a: an arrow to select, 0 the query, k + 1 key k
    HIT_DIVISOR, // a: index into PLANE_DIVISOR
    HIT_LENGTH,  // a: tenths, the query's length
    HIT_LAB_D,   // a: the d at that place of the curve
    HIT_LAB_GAP, // a: the gap at that place of the slider, in tenths
    HIT_SUM_HEAD, // a: a head of the sum
    HIT_WORKED_CELL,    // a: WorkedPart, b: row · MATRIX_SIDE + column
    HIT_WORKED_STAGE,   // a: WorkedStageId
    HIT_WORKED_DIVISOR, // a: 0 one, 1 √d, 2 √64
    HIT_LESSON,   // a: lesson, to be opened where it was left
    HIT_CONTENTS, // a: lesson, its contents to be listed
    HIT_STEP,     // a: lesson, b: step
    HIT_FOUND,    // a: a match of the search, to go to
    HIT_QUERY,    // a: a query of a source
    HIT_AT_HEAD,  // a: layer, b: head of a source, to stand on
    HIT_MINI,     // a: y, b: x in thousandths of a pattern, to go there
    HIT_TRAIN_TIME, // a: thousandths of the training, to go back to
    HIT_TRAIN_SET,  // a: a setting before the start
    HIT_TRACE,    // a: NetTracePart, b: one of its numbers
    HIT_MEASURE,  // a: Measure, to colour the map by
    HIT_WINDOW,   // a: query, b: key; as HIT_CELL, in a pattern that is larger than its pane: dragged, the window moves
    HIT_KEY,      // a: a key of a source
} HitKind;

#endif
