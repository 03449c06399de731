#include "draw/dots.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

enum { BRAILLE = 0x2800 };

void dots_init(Dots *d, int h, int w) {
    *d = (Dots){h, w, MEM_NEW(DotsCell, (size_t)h * (size_t)w + 1)};
}

void dots_free(Dots *d) {
    free(d->cell);
    *d = (Dots){0};
}

static void put_dot(Dots *d, double fy, double fx, const DotsPen *pen) {
    static const uint8_t BIT[DOTS_Y][DOTS_X] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (!(fy >= 0 && fy < d->h * DOTS_Y && fx >= 0 && fx < d->w * DOTS_X)) return;
    int y = (int)fy, x = (int)fx;
    DotsCell *cell = &d->cell[y / DOTS_Y * d->w + x / DOTS_X];
    if (cell->dots && pen->under && pen->rank < cell->rank) return;
    if (!cell->dots || pen->rank >= cell->rank) {
        if (cell->under && pen->rank > cell->rank) cell->dots = 0;
        *cell = (DotsCell){cell->dots, pen->rank, pen->ascii, pen->under, pen->style};
    }
    cell->dots |= BIT[y % DOTS_Y][x % DOTS_X];
}

static void thin_line(Dots *d, double y0, double x0, double y1, double x1, const DotsPen *pen) {
    double dy = y1 - y0, dx = x1 - x0, length = hypot(dy, dx);
    int steps = (int)ceil(2 * fmin(length, 1e5));
    for (int k = 0; k <= steps; k++) {
        double t = steps ? (double)k / steps : 0;
        bool gap = pen->off > 0 && fmod(t * length, pen->on + pen->off) >= pen->on;
        if (!gap) put_dot(d, y0 + t * dy, x0 + t * dx, pen);
    }
}

void dots_line(Dots *d, double y0, double x0, double y1, double x1, const DotsPen *pen) {
    double length = hypot(y1 - y0, x1 - x0);
    if (!pen->heavy || length == 0) {
        thin_line(d, y0, x0, y1, x1, pen);
        return;
    }
    double across_y = (x1 - x0) / length / 2, across_x = -(y1 - y0) / length / 2; // half a dot to either side
    thin_line(d, y0 + across_y, x0 + across_x, y1 + across_y, x1 + across_x, pen);
    thin_line(d, y0 - across_y, x0 - across_x, y1 - across_y, x1 - across_x, pen);
}

void dots_put(const Dots *d, Canvas *c) {
    for (int y = 0; y < d->h; y++) {
        for (int x = 0; x < d->w; x++) {
            const DotsCell *cell = &d->cell[y * d->w + x];
            if (cell->dots) canvas_rune(c, y, x, cell->style, c->ascii ? cell->ascii : (uint32_t)BRAILLE + cell->dots);
        }
    }
}
