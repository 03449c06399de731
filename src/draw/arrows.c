#include "draw/arrows.h"

#include "base/str.h"
#include "base/text.h"
#include "draw/dots.h"

#include <math.h>
#include <string.h>

enum { RANK_AXIS = 1, RANK_LINE, RANK_FOOT, RANK_KEY, RANK_QUERY };
// rows from which the axes have numbers; a label's columns at most;
enum { NUMBERED = 16, LABEL_COLUMNS = 12, BEYOND = 10 };
// how many edges away a place may be

// The picture being drawn: cells already taken by heads and labels.
typedef struct Sketch {
    const Arrows *a;
    Canvas *c;
    Dots dots;
    int h, w;
    Rect taken[2 * (ARROWS_MAX + 1)];
    int takes;
} Sketch;

double arrows_seen(double edge, double y, double x) {
    double reach = fmax(fabs(y), fabs(x));
    return reach > edge ? edge / reach : 1;
}

static double limited(double v, double most) {
    return fmin(fmax(v, -most), most);
}

Hit arrows_place(const Arrows *a, uint16_t kind, int h, int w, int y, int x) {
    double py = (1 - (y + 0.5) / h * 2) * a->edge, px = ((x + 0.5) / w * 2 - 1) * a->edge;
    double most = BEYOND * a->edge;
    return (Hit){kind, (int)lround(100 * limited(py, most)), (int)lround(100 * limited(px, most))};
}

// ---- lines

// From the plane to dots. The last dot belongs to the edge itself.
static double dot_y(const Sketch *s, double y) {
    return fmin((1 - y / s->a->edge) / 2 * s->h * DOTS_Y, s->h * DOTS_Y - 0.01);
}

static double dot_x(const Sketch *s, double x) {
    return fmin((1 + x / s->a->edge) / 2 * s->w * DOTS_X, s->w * DOTS_X - 0.01);
}

static void line(Sketch *s, double y0, double x0, double y1, double x1, const DotsPen *pen) {
    dots_line(&s->dots, dot_y(s, y0), dot_x(s, x0), dot_y(s, y1), dot_x(s, x1), pen);
}

static void draw_axes(Sketch *s) {
    double e = s->a->edge, tick = e / 40;
    DotsPen pen = {style_plain(ROLE_FAINT), RANK_AXIS, true, false, '-', 1, 1};
    line(s, 0, -e, 0, e, &pen);
    pen.ascii = '|';
    line(s, -e, 0, e, 0, &pen);
    pen.off = 0;
    pen.ascii = '+';
    for (int k = (int)-e; k <= (int)e; k++) {
        line(s, -tick, k, tick, k, &pen);
        line(s, k, -tick, k, tick, &pen);
    }
}

// A number of an axis, unless a line runs there.
static void put_number(Sketch *s, int y, int x, int number) {
    int w = number < 0 ? 2 : 1;
    if (y < 0 || y >= s->h || x < 0 || x + w > s->w) return;
    for (int k = 0; k < w; k++) {
        if (s->dots.cell[y * s->w + x + k].dots) return;
    }
    canvas_textf(s->c, y, x, style_plain(ROLE_FAINT), "%d", number);
}

static void draw_numbers(Sketch *s) {
    int middle_y = (int)dot_y(s, 0) / DOTS_Y, middle_x = (int)dot_x(s, 0) / DOTS_X, most = (int)s->a->edge;
    for (int k = -most; k <= most && s->h >= NUMBERED; k++) {
        if (k == 0) continue;
        put_number(s, middle_y + 1, (int)dot_x(s, k) / DOTS_X - (k < 0), k);
        put_number(s, (int)dot_y(s, k) / DOTS_Y, middle_x + 2 - (k < 0), k);
    }
}

// The line through the origin on which the keys are measured.
static void draw_direction(Sketch *s) {
    const Arrow *q = &s->a->query;
    double length = hypot(q->y, q->x);
    if (length == 0) return;
    double to = arrows_seen(s->a->edge, q->y * 1e3 / length, q->x * 1e3 / length) * 1e3 / length;
    DotsPen pen = {q->style, RANK_LINE, true, false, ':', 1, 2};
    line(s, 0, 0, q->y * to, q->x * to, &pen);
    line(s, 0, 0, -q->y * to, -q->x * to, &pen);
}

static void draw_foot(Sketch *s, const Arrow *key) {
    DotsPen pen = {key->style, RANK_FOOT, false, false, '.', 2, 3};
    line(s, key->y, key->x, key->foot_y, key->foot_x, &pen);
    double half = s->a->edge / 4 / s->h; // half a dot
    DotsPen mark = {key->style, RANK_FOOT, false, true, 'x', 0, 0};
    line(s, key->foot_y, key->foot_x - half, key->foot_y, key->foot_x + half, &mark);
}

static void draw_shaft(Sketch *s, const Arrow *arrow, uint8_t rank, uint8_t ascii) {
    double seen = arrows_seen(s->a->edge, arrow->y, arrow->x);
    DotsPen pen = {arrow->style, rank, false, arrow->heavy, ascii, 0, 0};
    line(s, 0, 0, arrow->y * seen, arrow->x * seen, &pen);
}

// ---- heads and labels

static bool meets(Rect a, Rect b) {
    return a.y < b.y + b.h && b.y < a.y + a.h && a.x < b.x + b.w && b.x < a.x + a.w;
}

static bool is_free(const Sketch *s, Rect r) {
    if (r.y < 0 || r.y >= s->h || r.x < 0 || r.x + r.w > s->w) return false;
    for (int k = 0; k < s->takes; k++) {
        if (meets(r, s->taken[k])) return false;
    }
    return true;
}

static Rect head_cell(const Sketch *s, const Arrow *arrow) {
    double seen = arrows_seen(s->a->edge, arrow->y, arrow->x);
    double y = fmax(dot_y(s, arrow->y * seen), 0), x = fmax(dot_x(s, arrow->x * seen), 0);
    return (Rect){(int)y / DOTS_Y, (int)x / DOTS_X, 1, 1};
}

// The triangle that points where the arrow does, in quarter turns.
static uint32_t head_rune(const Sketch *s, const Arrow *arrow) {
    double y = arrow->y * s->h * DOTS_Y, x = arrow->x * s->w * DOTS_X;
    if (y == 0 && x == 0) return 0x25CF;
    if (fabs(y) > fabs(x)) return y > 0 ? 0x25B2 : 0x25BC;
    return x > 0 ? 0x25B6 : 0x25C0;
}

// Where a label of w columns stands: on the far side of the head if there is room, else above, below or before it. Of
// no width where it is too crowded, unless the arrow is chosen.
static Rect label_cells(const Sketch *s, const Arrow *arrow, Rect head, int w) {
    int right = head.x + 2, left = head.x - 1 - w, centred = head.x - w / 2;
    centred = centred + w > s->w ? s->w - w : centred;
    centred = centred < 0 ? 0 : centred;
    int out = arrow->y >= 0 ? -1 : 1;
    Rect tries[] = {{head.y, arrow->x >= 0 ? right : left, 1, w},
                    {head.y + out, centred, 1, w},
                    {head.y - out, centred, 1, w},
                    {head.y, arrow->x >= 0 ? left : right, 1, w}};
    for (int k = 0; k < 4; k++) {
        if (is_free(s, tries[k])) return tries[k];
    }
    if (!arrow->chosen) return (Rect){0};
    bool inside = tries[1].y >= 0 && tries[1].y < s->h;
    return inside ? tries[1] : tries[2];
}

static void mean_places(Sketch *s, uint16_t kind, Rect r) {
    for (int y = r.y; y < r.y + r.h; y++) {
        for (int x = r.x; x < r.x + r.w; x++)
            canvas_mark_hit(s->c, (Rect){y, x, 1, 1}, arrows_place(s->a, kind, s->h, s->w, y, x));
    }
}

static void draw_label(Sketch *s, const Arrow *arrow) {
    Str label = {0};
    text_display(&label, arrow->label, strlen(arrow->label), s->c->ascii);
    int w = text_columns(str_text(&label)), most = s->w < LABEL_COLUMNS ? s->w : LABEL_COLUMNS;
    Rect at = label_cells(s, arrow, head_cell(s, arrow), w < most ? w : most);
    Style named = style_bold(arrow->style);
    if (arrow->chosen) named.bg = ink_role(ROLE_SELECT);
    canvas_text_within(s->c, at.y, at.x, at.w, named, str_text(&label));
    s->taken[s->takes++] = at;
    str_free(&label);
    mean_places(s, arrow->hit, at);
}

static void draw_head(Sketch *s, const Arrow *arrow) {
    Rect at = head_cell(s, arrow);
    canvas_rune(s->c, at.y, at.x, style_bold(arrow->style), head_rune(s, arrow));
    mean_places(s, arrow->hit, (Rect){at.y, at.x - 1, 1, 3}); // a pointer is not exact
}

// Arrows in the order in which they are drawn: the query over the keys, what is chosen over all.
static int order_arrows(const Arrows *a, const Arrow *order[]) {
    int count = 0;
    for (int k = 0; k < a->count; k++) {
        if (!a->key[k].chosen) order[count++] = &a->key[k];
    }
    if (!a->query.chosen) order[count++] = &a->query;
    for (int k = 0; k < a->count; k++) {
        if (a->key[k].chosen) order[count++] = &a->key[k];
    }
    if (a->query.chosen) order[count++] = &a->query;
    return count;
}

void arrows_draw(Canvas *c, const Arrows *a) {
    Sketch s = {.a = a, .c = c, .h = canvas_height(c), .w = canvas_width(c)};
    if (s.h < 1 || s.w < 1) return;
    const Arrow *order[ARROWS_MAX + 1];
    int count = order_arrows(a, order);
    dots_init(&s.dots, s.h, s.w);
    draw_axes(&s);
    draw_direction(&s);
    for (int k = 0; k < a->count; k++) draw_foot(&s, &a->key[k]);
    for (int k = 0; k < a->count; k++) draw_shaft(&s, &a->key[k], RANK_KEY, '*');
    draw_shaft(&s, &a->query, RANK_QUERY, '#');
    draw_numbers(&s);
    dots_put(&s.dots, c);
    dots_free(&s.dots);
    mean_places(&s, a->hit, (Rect){0, 0, s.h, s.w});
    for (int k = 0; k < count; k++) s.taken[s.takes++] = head_cell(&s, order[k]);
    for (int k = count - 1; k >= 0; k--) draw_label(&s, order[k]);
    for (int k = 0; k < count; k++) draw_head(&s, order[k]);
}
