// The playground's plane: its arrows as draw/arrows wants them, and what its cells mean.
#include "app/play.h"

#include "app/hit.h"
#include "draw/arrows.h"
#include "draw/palette.h"

#include <stdio.h>

static const double HEAVY = 0.1; // weight from which a key's shaft is thick

static Arrow key_arrow(const Play *in, int k) {
    const PlaneArrow *key = &in->plane->key[k];
    double w = in->now.weight[k];
    Style s = style_plain(ROLE_TEXT);
    s.fg = (Ink){INK_HEAT, heat_level(w)};
    return (Arrow){.y = key->y,
                   .x = key->x,
                   .foot_y = in->now.foot_y[k],
                   .foot_x = in->now.foot_x[k],
                   .label = key->label,
                   .style = s,
                   .heavy = w >= HEAVY,
                   .chosen = in->arrow == k + 1,
                   .hit = (uint16_t)(HIT_ARROW + 1 + k)};
}

// label: room for the query's name with its length.
static Arrows arrows_of(const Play *in, char label[32], bool ascii) {
    if (in->plane->tenths == 10) snprintf(label, 32, "query");
    else snprintf(label, 32, "query %s%g", ascii ? "x" : "×", in->plane->tenths / 10.0);
    Arrows a = {.edge = PLANE_EDGE, .count = in->plane->count, .hit = HIT_PLANE};
    a.query = (Arrow){.y = in->now.query_y,
                      .x = in->now.query_x,
                      .label = label,
                      .style = style_plain(ROLE_ACCENT),
                      .heavy = true,
                      .chosen = in->arrow == 0,
                      .hit = HIT_ARROW};
    for (int k = 0; k < a.count; k++) a.key[k] = key_arrow(in, k);
    return a;
}

void play_plane(Canvas *c, const Play *in) {
    char label[32];
    Arrows a = arrows_of(in, label, c->ascii);
    arrows_draw(c, &a);
}

static Hit grip_hit(const Play *in, PlayLayout at, int y, int x) {
    if (in->state->hand.grip == GRIP_LENGTH) {
        int from, columns;
        play_slider(at.panel.w, &from, &columns);
        return (Hit){HIT_LENGTH, play_slider_tenths(columns, x - at.panel.x - from), 0};
    }
    Arrows a = {.edge = PLANE_EDGE};
    return arrows_place(&a, HIT_PLANE, at.plane.h, at.plane.w, y - at.plane.y, x - at.plane.x);
}

void play_mark_grip(Canvas *c, const Play *in, PlayLayout at) {
    Rect need = in->state->hand.grip == GRIP_LENGTH ? at.panel : at.plane;
    if (in->state->hand.grip == GRIP_NONE || need.h < 1) return;
    for (int y = 0; y < canvas_height(c); y++) {
        for (int x = 0; x < canvas_width(c); x++) canvas_mark_hit(c, (Rect){y, x, 1, 1}, grip_hit(in, at, y, x));
    }
}
