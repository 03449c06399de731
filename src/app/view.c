#include "app/view.h"

#include "app/overlay.h"
#include "app/overlay_lessons.h"
#include "app/screen.h"
#include "app/tutor.h"
#include "base/int.h"
#include "draw/project.h"

static int side(int cells) {
    return int_clamp(cells, 1, CANVAS_MAX_SIDE);
}

void view(const State *s, const World *w, Canvas *c) {
    canvas_reset(c, side(s->rows), side(s->cols), s->ascii);
    if (s->blank) return;
    if (s->tutor.open) tutor_draw(c, s, w);
    else screen_of(s->scene.screen)->draw(c, s, w);
    switch (s->overlay) {
    case OVERLAY_HELP: overlay_help(c, s); break;
    case OVERLAY_COMMAND: overlay_command(c, s, w); break;
    case OVERLAY_PLACES: overlay_places(c, s, w); break;
    case OVERLAY_INPUT: overlay_input(c, s); break;
    case OVERLAY_LESSONS: overlay_lessons(c, s, w); break;
    case OVERLAY_CONTENTS: overlay_contents(c, s, w); break;
    case OVERLAY_SEARCH: overlay_search(c, s, w); break;
    case OVERLAY_NONE: break;
    }
    if (s->scene.project) project_frame(c);
}
