#include "attn/plane.h"

#include "base/text.h"
#include "math/nn.h"

#include <assert.h>
#include <math.h>
#include <string.h>

static_assert(sizeof(Plane) == (1 + PLANE_KEYS_MAX) * sizeof(PlaneArrow) + 2 * sizeof(int) + sizeof(double),
              "no padding");

static const double SHORTEST = 0.05, GRAIN = 100; // of an arrow; steps in 1

const double PLANE_DIVISOR[PLANE_DIVISORS] = {1, 1.4142135623730951, 8};

static const PlaneArrow QUERY = {0.8, 1.7, "query"};

// The four to begin with, and those that are added to them.
static const PlaneArrow KEYS[PLANE_KEYS_MAX] = {
    {0.5, 2.3, "store"}, {2.4, 0.5, "Mary"},  {1.1, -1.9, "went"},   {-1.8, -0.9, "the"},
    {-1.6, 1.2, "John"}, {-0.5, -2.2, "gave"}, {1.9, -0.7, "drink"}, {-2.3, 0.3, "to"},
};

void plane_init(Plane *p) {
    *p = (Plane){.query = QUERY, .count = 4, .divisor = PLANE_DIVISOR[1], .tenths = 10};
    memcpy(p->key, KEYS, 4 * sizeof *KEYS);
}

// Keys by weight. An insertion sort: eight at most, and equals keep their order.
static void rank(PlaneResult *r, int count) {
    for (int k = 0; k < count; k++) {
        int at = k;
        for (; at > 0 && r->weight[r->order[at - 1]] < r->weight[k]; at--) r->order[at] = r->order[at - 1];
        r->order[at] = k;
    }
}

void plane_run(PlaneResult *out, const Plane *p) {
    *out = (PlaneResult){.ceiling = log2(p->count)};
    double length = p->tenths / 10.0, y = p->query.y, x = p->query.x;
    out->query_y = y * length;
    out->query_x = x * length;
    for (int k = 0; k < p->count; k++) {
        const PlaneArrow *key = &p->key[k];
        double dot = y * key->y + x * key->x, along = y * y + x * x > 0 ? dot / (y * y + x * x) : 0;
        out->dot[k] = dot * length;
        out->score[k] = out->dot[k] / p->divisor;
        out->foot_y[k] = y * along;
        out->foot_x[k] = x * along;
    }
    nn_softmax(out->score, out->weight, p->count);
    out->entropy = nn_entropy_bits(out->weight, p->count);
    rank(out, p->count);
}

PlaneArrow *plane_arrow(Plane *p, int which) {
    assert(which >= PLANE_QUERY && which < p->count);
    return which == PLANE_QUERY ? &p->query : &p->key[which];
}

static double inside(double v) {
    v = round(v * GRAIN) / GRAIN;
    return fmin(fmax(v, -PLANE_EDGE), PLANE_EDGE) + 0.0; // + 0: never −0
}

void plane_drag(Plane *p, int which, double y, double x) {
    PlaneArrow *arrow = plane_arrow(p, which);
    double length = which == PLANE_QUERY ? p->tenths / 10.0 : 1;
    arrow->y = inside(y / length);
    arrow->x = inside(x / length);
}

void plane_move(Plane *p, int which, double dy, double dx) {
    PlaneArrow *arrow = plane_arrow(p, which);
    arrow->y = inside(arrow->y + dy);
    arrow->x = inside(arrow->x + dx);
}

// Sets the arrow to (y, x), shortened along its direction until it is inside.
static void point(PlaneArrow *arrow, double y, double x) {
    double reach = fmax(fabs(y), fabs(x));
    double shrink = reach > PLANE_EDGE ? PLANE_EDGE / reach : 1;
    arrow->y = fmin(fmax(y * shrink, -PLANE_EDGE), PLANE_EDGE);
    arrow->x = fmin(fmax(x * shrink, -PLANE_EDGE), PLANE_EDGE);
}

void plane_turn(Plane *p, int which, double radians) {
    PlaneArrow *arrow = plane_arrow(p, which);
    double c = cos(radians), s = sin(radians);
    point(arrow, arrow->y * c + arrow->x * s, arrow->x * c - arrow->y * s);
}

void plane_stretch(Plane *p, int which, double factor) {
    PlaneArrow *arrow = plane_arrow(p, which);
    double length = hypot(arrow->y, arrow->x);
    if (length == 0) return;
    if (factor < 1 && length * factor < SHORTEST) factor = fmin(1, SHORTEST / length);
    point(arrow, arrow->y * factor, arrow->x * factor);
}

void plane_next_divisor(Plane *p) {
    int k = 0;
    while (k < PLANE_DIVISORS && p->divisor != PLANE_DIVISOR[k]) k++;
    p->divisor = k < PLANE_DIVISORS ? PLANE_DIVISOR[(k + 1) % PLANE_DIVISORS] : PLANE_DIVISOR[0];
}

static bool is_taken(const Plane *p, const char *label) {
    for (int k = 0; k < p->count; k++) {
        if (strcmp(p->key[k].label, label) == 0) return true;
    }
    return false;
}

bool plane_add(Plane *p, int *which) {
    if (p->count == PLANE_KEYS_MAX) return false;
    int k = 0;
    while (k < PLANE_KEYS_MAX - 1 && is_taken(p, KEYS[k].label)) k++;
    *which = p->count;
    p->key[p->count++] = KEYS[k];
    return true;
}

bool plane_remove(Plane *p, int which) {
    assert(which >= 0 && which < p->count);
    if (p->count == 1) return false;
    p->count--;
    for (int k = which; k < p->count; k++) p->key[k] = p->key[k + 1];
    p->key[p->count] = (PlaneArrow){0}; // equal planes are equal bytes
    return true;
}

void plane_words_mixture(Str *out, const Plane *p, const PlaneResult *r, bool ascii) {
    int shown = 0;
    for (; shown < p->count && r->weight[r->order[shown]] >= 0.01; shown++) {
        const char *label = p->key[r->order[shown]].label;
        if (shown > 0) str_puts(out, " + ");
        str_printf(out, ascii ? "%.2f*v(" : "%.2f·v(", r->weight[r->order[shown]]);
        text_display(out, label, strlen(label), ascii);
        str_putc(out, ')');
    }
    if (shown < p->count) str_puts(out, ascii ? " + ..." : " + …");
}
