#include "loading.h"

#include "app/frame.h"
#include "model/net_source.h"

Effect loading_event(Loading *l, Event e) {
    enum { CTRL_C = 0x03 };
    bool ends = e.key == 'q' || e.key == KEY_CODE_ESCAPE || e.key == CTRL_C;
    if (e.kind == EVENT_KEY && !e.pasted && ends) return EFFECT_QUIT;
    if (e.kind == EVENT_RESIZE) l->rows = e.y, l->cols = e.x;
    else if (l->events < LOADING_EVENTS) l->event[l->events++] = e;
    return EFFECT_NONE;
}

const Canvas *loading_frame(Loading *l) {
    Canvas *c = &l->frame;
    Str name = {0};
    canvas_reset(c, l->rows, l->cols, l->ascii);
    frame_add_file(&name, l->source->path, l->ascii);
    canvas_push(c, (Rect){0, 0, 1, l->cols});
    frame_title(c, &(TitlePart){str_text(&name), ACTION_NONE}, 1, NULL, 0);
    canvas_pop(c);
    canvas_textf(c, l->rows / 2, 2, style_plain(ROLE_TEXT), "the model is being read: %.0f %%",
                 100 * net_source_loaded(l->source));
    if (l->rows > 2) canvas_text(c, l->rows - 1, 2, style_plain(ROLE_DIM), "Esc calls it off");
    str_free(&name);
    return c;
}

void loading_free(Loading *l) {
    net_source_free(l->source);
    canvas_free(&l->frame);
    *l = (Loading){0};
}
