// What a cell can mean to a click (Cell.hit.kind), and what a and b then are.
#ifndef LOOKBACK_APP_HIT_H
#define LOOKBACK_APP_HIT_H

typedef enum HitKind {
    HIT_NONE,
    HIT_TOKEN,  // a: token, to stand on as query
    HIT_CELL,   // a: query, b: key
    HIT_HEAD,   // a: index into RULES
    HIT_ACTION, // a: ActionId, done as if its key were pressed
    HIT_CLOSE,  // closes the overlay
    HIT_PLACE,  // a: ScreenId to go to
    HIT_CHOICE, // of a quiz on the page: a the quiz, b the choice
} HitKind;

#endif
