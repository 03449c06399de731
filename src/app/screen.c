#include "app/screen.h"

static const Screen *const SCREENS[SCREEN_COUNT] = {
    [SCREEN_EXPLORER] = &SCREEN_OF_EXPLORER,
};

const Screen *screen_of(ScreenId id) {
    return SCREENS[id];
}
