#include "out/shape.h"

#include "draw/cell.h"
#include "draw/glyph.h"

enum { W = SHAPE_CELL_W, H = SHAPE_CELL_H };

static const double THICK[3] = {0, 1.5, 3.5}; // of no, a light and a heavy stroke

void shape_flush(ShapePen *pen) {
    if (!pen->pending) return;
    str_printf(pen->out, "<rect x=\"%g\" y=\"%g\" width=\"%g\" height=\"%g\"", pen->x, pen->y, pen->w, pen->h);
    str_printf(pen->out, " fill=\"#%06x\"", (unsigned)pen->rgb);
    if (pen->percent < 100) str_printf(pen->out, " fill-opacity=\"%g\"", pen->percent / 100.0);
    str_puts(pen->out, "/>\n");
    pen->pending = false;
}

void shape_rect(ShapePen *pen, double y, double x, double h, double w, uint32_t rgb, int percent) {
    bool like = pen->pending && pen->y == y && pen->h == h && pen->rgb == rgb && pen->percent == percent;
    if (like && pen->x + pen->w == x) {
        pen->w += w;
        return;
    }
    shape_flush(pen);
    *pen = (ShapePen){pen->out, true, y, x, h, w, rgb, percent};
}

// ---- box drawing

// The strokes that a box-drawing rune stands for; 0 if none does.
static int strokes_of(uint32_t rune) {
    if (rune < 0x2500 || rune > 0x257F) return 0;
    for (int s = 1; s < 256; s++) {
        bool valid = (s & s >> 1 & 0x55) == 0; // no direction has weight 3
        if (valid && glyph_of_strokes((uint8_t)s) == rune) return s;
    }
    return 0;
}

static bool is_corner(uint32_t rune) {
    return rune >= 0x256D && rune <= 0x2570;
}

static void draw_corner(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    bool south = rune <= 0x256E, east = rune == 0x256D || rune == 0x2570;
    double cy = y + H / 2.0, cx = x + W / 2.0, radius = W / 2.0;
    double end_y = south ? y + H : y, end_x = east ? x + W : x;
    shape_flush(pen);
    double from_y = south ? cy + radius : cy - radius, to_x = east ? cx + radius : cx - radius;
    str_printf(pen->out, "<path d=\"M%g %gV%gQ%g %g %g %gH%g\" fill=\"none\"",
               cx, end_y, from_y, cx, cy, to_x, cy, end_x);
    str_printf(pen->out, " stroke=\"#%06x\" stroke-width=\"%g\"/>\n", (unsigned)rgb, THICK[1]);
}

static void draw_strokes(ShapePen *pen, double y, double x, int s, uint32_t rgb) {
    double n = THICK[s >> STROKE_N & 3], e = THICK[s >> STROKE_E & 3];
    double so = THICK[s >> STROKE_S & 3], w = THICK[s >> STROKE_W & 3];
    double cy = y + H / 2.0, cx = x + W / 2.0;
    // Each arm reaches over the centre by half of the thickest one across it, so that corners close.
    double across = (n > so ? n : so) / 2, along = (e > w ? e : w) / 2;
    if (e && e == w) {
        shape_rect(pen, cy - e / 2, x, e, W, rgb, 100);
    } else {
        if (w) shape_rect(pen, cy - w / 2, x, w, W / 2.0 + across, rgb, 100);
        if (e) shape_rect(pen, cy - e / 2, cx - across, e, W / 2.0 + across, rgb, 100);
    }
    if (n && n == so) {
        shape_rect(pen, y, cx - n / 2, H, n, rgb, 100);
    } else {
        if (n) shape_rect(pen, y, cx - n / 2, H / 2.0 + along, n, rgb, 100);
        if (so) shape_rect(pen, cy - along, cx - so / 2, H / 2.0 + along, so, rgb, 100);
    }
}

// ---- blocks

static bool is_block(uint32_t rune) {
    return rune >= 0x2580 && rune <= 0x259F;
}

static void draw_block(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    // Quadrants U+2596 … U+259F: 1 upper left, 2 upper right, 4 lower left, 8 lower right.
    static const uint8_t QUADRANTS[10] = {4, 8, 1, 13, 9, 7, 11, 2, 6, 14};
    double eighths = H / 8.0 * (rune - 0x2580); // ▁ … █: height
    if (rune == 0x2580) shape_rect(pen, y, x, H / 2.0, W, rgb, 100);
    else if (rune <= 0x2588) shape_rect(pen, y + H - eighths, x, eighths, W, rgb, 100);
    else if (rune <= 0x258F) shape_rect(pen, y, x, H, W / 8.0 * (0x2590 - rune), rgb, 100);
    else if (rune == 0x2590) shape_rect(pen, y, x + W / 2.0, H, W / 2.0, rgb, 100);
    else if (rune <= 0x2593) shape_rect(pen, y, x, H, W, rgb, 25 * (int)(rune - 0x2590));
    else if (rune == 0x2594) shape_rect(pen, y, x, H / 8.0, W, rgb, 100);
    else if (rune == 0x2595) shape_rect(pen, y, x + W * 7 / 8.0, H, W / 8.0, rgb, 100);
    for (int q = 0; rune >= 0x2596 && q < 4; q++) {
        if (QUADRANTS[rune - 0x2596] & 1 << q) {
            shape_rect(pen, y + (q >> 1) * H / 2.0, x + (q & 1) * W / 2.0, H / 2.0, W / 2.0, rgb, 100);
        }
    }
}

// ---- marks

// Arrowheads: corners in tenths of the cell's width around its centre.
static const struct {
    uint32_t rune;
    const char *points;
} HEADS[] = {
    {0x25BC, "-5,-4 5,-4 0,5"}, {0x25B2, "-5,4 5,4 0,-5"}, {0x25B6, "-4,-5 5,0 -4,5"}, {0x25C0, "4,-5 -5,0 4,5"},
    {0x25B8, "-3,-4 4,0 -3,4"}, {0x25C2, "3,-4 -4,0 3,4"},
};

static const char *head_points(uint32_t rune) {
    for (unsigned k = 0; k < sizeof HEADS / sizeof HEADS[0]; k++) {
        if (HEADS[k].rune == rune) return HEADS[k].points;
    }
    return NULL;
}

enum { DISC = 0x25CF, RING = 0x25CB, DOT = 0xB7 };

static bool is_round(uint32_t rune) {
    return rune == DISC || rune == RING || rune == DOT;
}

static void draw_head(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    shape_flush(pen);
    str_printf(pen->out, "<polygon points=\"%s\" transform=\"translate(%g %g)\" fill=\"#%06x\"/>\n", head_points(rune),
               x + W / 2.0, y + H / 2.0, (unsigned)rgb);
}

static void draw_round(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    shape_flush(pen);
    str_printf(pen->out, "<circle cx=\"%g\" cy=\"%g\"", x + W / 2.0, y + H / 2.0);
    unsigned color = (unsigned)rgb;
    if (rune == RING) str_printf(pen->out, " r=\"3.8\" fill=\"none\" stroke-width=\"1.4\" stroke=\"#%06x\"/>\n", color);
    else str_printf(pen->out, " r=\"%g\" fill=\"#%06x\"/>\n", rune == DISC ? 4.5 : 1.2, color);
}

// ---- dots

static bool is_braille(uint32_t rune) {
    return rune > 0x2800 && rune <= 0x28FF;
}

// Dots all but touch, so that a row of them reads as a line.
static void draw_braille(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    static const uint8_t BIT[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    shape_flush(pen);
    for (int k = 0; k < 8; k++) {
        if (!(rune & BIT[k / 2][k % 2])) continue;
        str_printf(pen->out, "<circle cx=\"%g\" cy=\"%g\" r=\"2.3\" fill=\"#%06x\"/>\n", x + W / 4.0 + k % 2 * W / 2.0,
                   y + H / 8.0 + k / 2 * H / 4.0, (unsigned)rgb);
    }
}

// ---- brackets of matrices

static bool is_bracket(uint32_t rune) {
    return rune >= 0x23A1 && rune <= 0x23A6; // ⎡ ⎢ ⎣ ⎤ ⎥ ⎦
}

static void draw_bracket(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    bool left = rune <= 0x23A3;
    int piece = (int)(rune - 0x23A1) % 3; // upper, middle, lower
    double t = THICK[1], from = piece == 0 ? 2 : 0, to = piece == 2 ? H - 2 : H;
    double arm_x = left ? x + 3 : x + W - 3 - 4;
    shape_rect(pen, y + from, left ? x + 3 : x + W - 3 - t, to - from, t, rgb, 100);
    if (piece == 0) shape_rect(pen, y + from, arm_x, t, 4, rgb, 100);
    if (piece == 2) shape_rect(pen, y + to - t, arm_x, t, 4, rgb, 100);
}

bool shape_knows(uint32_t rune) {
    return is_bracket(rune) || is_braille(rune) || is_block(rune) || strokes_of(rune) || head_points(rune) ||
           is_round(rune);
}

void shape_draw(ShapePen *pen, double y, double x, uint32_t rune, uint32_t rgb) {
    if (is_bracket(rune)) draw_bracket(pen, y, x, rune, rgb);
    else if (is_braille(rune)) draw_braille(pen, y, x, rune, rgb);
    else if (is_block(rune)) draw_block(pen, y, x, rune, rgb);
    else if (is_corner(rune)) draw_corner(pen, y, x, rune, rgb);
    else if (strokes_of(rune)) draw_strokes(pen, y, x, strokes_of(rune), rgb);
    else if (head_points(rune)) draw_head(pen, y, x, rune, rgb);
    else if (is_round(rune)) draw_round(pen, y, x, rune, rgb);
}
