#include "app/screen.h"

static const Screen *const SCREENS[SCREEN_COUNT] = {
    [SCREEN_EXPLORER] = &SCREEN_OF_EXPLORER, [SCREEN_PLAY] = &SCREEN_OF_PLAY, [SCREEN_WORKED] = &SCREEN_OF_WORKED,
    [SCREEN_LAB] = &SCREEN_OF_LAB,           [SCREEN_ROW] = &SCREEN_OF_ROW,   [SCREEN_SUM] = &SCREEN_OF_SUM,
    [SCREEN_OPEN] = &SCREEN_OF_OPEN,         [SCREEN_MAP] = &SCREEN_OF_MAP,   [SCREEN_DIFF] = &SCREEN_OF_DIFF,
};

int screen_places(const World *w) {
    return w->library.difference ? SCREEN_COUNT : w->library.source ? SCREEN_DIFF : SCREEN_OPEN;
}

const Screen *screen_of(ScreenId id) {
    return SCREENS[id];
}
