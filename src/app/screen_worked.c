#include "app/frame.h"
#include "app/screen.h"

static void draw(Canvas *c, const State *s, const World *w) {
    (void)s, (void)w;
    frame_title(c, &(TitlePart){"Worked example", ACTION_NONE}, 1, NULL, 0);
}

static void act(State *s, const World *w, ActionId action, Event e) {
    (void)s, (void)w, (void)action, (void)e;
}

const Screen SCREEN_OF_WORKED = {.title = "Worked example", .summary = "three tokens, every number with a pen", .draw = draw, .act = act};
