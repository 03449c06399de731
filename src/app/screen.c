#include "app/screen.h"

#include "app/trainer.h"

static const Screen *const SCREENS[SCREEN_COUNT] = {
    [SCREEN_EXPLORER] = &SCREEN_OF_EXPLORER, [SCREEN_PLAY] = &SCREEN_OF_PLAY, [SCREEN_WORKED] = &SCREEN_OF_WORKED,
    [SCREEN_LAB] = &SCREEN_OF_LAB,           [SCREEN_ROW] = &SCREEN_OF_ROW,   [SCREEN_SUM] = &SCREEN_OF_SUM,
    [SCREEN_TRAIN] = &SCREEN_OF_TRAIN,
    [SCREEN_OPEN] = &SCREEN_OF_OPEN,         [SCREEN_MAP] = &SCREEN_OF_MAP,
    [SCREEN_PREDICT] = &SCREEN_OF_PREDICT,   [SCREEN_TRACE] = &SCREEN_OF_TRACE,
    [SCREEN_DIFF] = &SCREEN_OF_DIFF,
};

int screen_places(const World *w) {
    const Source *src = w->library.source;
    const ScreenId model = SCREEN_TRACE + 1; // behind what it says next, and a row of it
    if (!src) return w->library.training && w->trainer->begun ? model : SCREEN_OPEN;
    return w->library.difference ? SCREEN_PREDICT + 1 : src->follow ? model : SCREEN_PREDICT;
}

ScreenId screen_at(const World *w, int place) {
    return place == SCREEN_PREDICT && w->library.difference ? SCREEN_DIFF : (ScreenId)place;
}

const Screen *screen_of(ScreenId id) {
    return SCREENS[id];
}
