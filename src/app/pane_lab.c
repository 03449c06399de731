#include "app/pane_lab.h"

#include "app/frame.h"
#include "app/hit.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/plot.h"

#include <math.h>
#include <stdio.h>

// The histogram's axis: two standard deviations at the widest d, and the same at every d, so that growing is seen.
static const double REACH = 2 * 32;

enum { BINS_MOST = 65, TWO_COLUMNS = 76, SOFTMAX_W = 42, GUTTER = 4, GAP_ROWS = 5 };

// Without the divisor in the colour of text, with it in the accent: everywhere on this screen.
static Style series(int divided) {
    return style_plain(divided ? ROLE_ACCENT : ROLE_TEXT);
}

static const char *root(const Canvas *c) {
    return c->ascii ? "sqrt" : "√";
}

static const char *root_d(const Canvas *c) {
    return c->ascii ? "sqrt(d)" : "√d";
}

// Rows used: none in a pane of fewer than `from`.
static int heading(Canvas *c, int from, int number, const char *text) {
    if (canvas_height(c) < from) return 0;
    canvas_textf(c, 0, 0, style_plain(ROLE_ACCENT), "%d", number);
    canvas_text_within(c, 0, 2, canvas_width(c) - 2, style_bold(style_plain(ROLE_TEXT)), text);
    return 1;
}

// ---- layout

static LabLayout in_one_column(int h, int w) {
    enum { PARTS = 4 };
    static const int LEAST[PARTS] = {9, 7, 6, GAP_ROWS}, WANTED[PARTS] = {11, 10, 8, 6};
    int spare = h - 2, count = 0, y = 1;
    LabLayout at = {0};
    Rect *part[PARTS] = {&at.softmax, &at.spread, &at.curve, &at.gap};
    for (; count < PARTS && spare >= LEAST[count] + (count > 0); count++) spare -= LEAST[count] + (count > 0);
    if (count == 0 && spare > 0) at.softmax = (Rect){y, 1, spare, w - 2};
    for (int k = 0; k < count; k++) { // as many as fit at their least, then the first ones as high as wanted
        int more = int_least(WANTED[k] - LEAST[k], spare);
        *part[k] = (Rect){y, 1, LEAST[k] + more, w - 2};
        spare -= more;
        y += part[k]->h + 1;
    }
    return at;
}

LabLayout pane_lab_layout(int h, int w) {
    if (w < TWO_COLUMNS) return in_one_column(h, w);
    LabLayout at = {0};
    int right = int_most(SOFTMAX_W, (w - 2 - GUTTER) / 2), left = w - 2 - GUTTER - right, x = 1 + left + GUTTER;
    int body = h - 2, below = body >= 19 ? 7 + (body - 19) / 3 : 0, moral = body >= 22 ? 3 : 0;
    if (below) below += (body - 22) * (moral > 0) / 6;
    int above = below ? body - below - 1 - moral : body;
    at.spread = (Rect){1, 1, above, left};
    at.softmax = (Rect){1, x, above, right};
    if (!below && body >= GAP_ROWS + 5) { // the gap goes below the histogram
        int rows = body >= GAP_ROWS + 10 ? GAP_ROWS + 1 : GAP_ROWS, blank = body > GAP_ROWS + 5;
        at.spread.h = body - rows - blank;
        at.gap = (Rect){h - 1 - rows, 1, rows, left};
    }
    if (below) at.curve = (Rect){above + 2, 1, below, left}, at.gap = (Rect){above + 2, x, below, right};
    if (moral) at.moral = (Rect){h - 3, 1, 2, w - 2};
    return at;
}

// ---- 1: the spread of q·k

static int column_of(double value, int w) {
    return (int)floor((value + REACH) / (2 * REACH) * w); // as lab_histogram counts
}

static void draw_axis(Canvas *c, int y, int w, double width) {
    canvas_hline(c, y, 0, w - 1, style_plain(ROLE_FAINT), 1);
    int at[] = {column_of(-width, w), column_of(0, w), column_of(width, w)};
    char label[3][16];
    snprintf(label[0], sizeof label[0], "−%.4g", width);
    snprintf(label[1], sizeof label[1], "0");
    snprintf(label[2], sizeof label[2], "+%.4g", width);
    bool crowded = at[2] - at[1] < 2;
    if (crowded) canvas_textf(c, y + 1, at[1] - 1, style_plain(ROLE_ACCENT), c->ascii ? "+-%.4g" : "±%.4g", width);
    for (int k = 0; k < 3; k++) {
        canvas_stroke(c, y, at[k], style_plain(k == 1 ? ROLE_DIM : ROLE_ACCENT), CANVAS_N | CANVAS_S, 1);
        int x = at[k] - (k == 0 ? text_columns(label[k]) - 1 : 0);
        bool shown = k == 1 ? at[2] - at[1] > 2 : !crowded;
        if (shown) canvas_text(c, y + 1, x, style_plain(k == 1 ? ROLE_DIM : ROLE_ACCENT), label[k]);
    }
    canvas_textf(c, y + 1, 0, style_plain(ROLE_DIM), "−%g", REACH);
    canvas_textf(c, y + 1, w - 2, style_plain(ROLE_DIM), "%g", REACH);
}

// each: columns of a bin.
static void draw_histogram(Canvas *c, const LabScope *in, Rect r, int each) {
    int count[BINS_MOST], beyond[2], highest = 1, bins = int_least(r.w / each, BINS_MOST);
    double fraction[BINS_MOST];
    if (bins < 1 || r.h < 1) return;
    lab_histogram(&in->result, REACH, bins, count, beyond);
    for (int k = 0; k < bins; k++) highest = int_most(highest, count[k]);
    for (int k = 0; k < bins; k++) fraction[k] = (double)count[k] / highest;
    double width = sqrt(in->lab->d);
    canvas_vline(c, r.x + column_of(-width, r.w), r.y, r.y + r.h - 1, style_plain(ROLE_ACCENT), 1);
    canvas_vline(c, r.x + column_of(width, r.w), r.y, r.y + r.h - 1, style_plain(ROLE_ACCENT), 1);
    for (int k = 0; k < bins; k++) {
        bool usual = k >= column_of(-width, bins) && k <= column_of(width, bins);
        plot_columns(c, (Rect){r.y, r.x + k * each, r.h, each}, &fraction[k], 1, each, 0,
                     style_plain(usual ? ROLE_TEXT : ROLE_DIM));
    }
    if (beyond[0] + beyond[1] == 0) return;
    char text[48];
    int used = snprintf(text, sizeof text, "%d beyond", beyond[0] + beyond[1]);
    canvas_text(c, r.y, r.x + r.w - used, style_plain(ROLE_DIM), text);
}

void pane_lab_spread(Canvas *c, const LabScope *in) {
    int h = canvas_height(c), w = canvas_width(c), d = in->lab->d;
    int each = (w + BINS_MOST - 1) / BINS_MOST;
    int bins = w / each - (w / each % 2 == 0); // odd, so that 0 has a bin
    w = int_most(bins, 1) * each;
    char text[64];
    snprintf(text, sizeof text, "%d,%03d scores q·k", LAB_SAMPLES / 1000, LAB_SAMPLES % 1000);
    int y = heading(c, 8, 1, text);
    double width = sqrt(d);
    int words = h < 8 ? 1 : 2, chart = h - y - 2 - words;
    draw_histogram(c, in, (Rect){y, 0, chart, w}, each);
    y += chart;
    draw_axis(c, y, w, width);
    y += 2;
    int x = canvas_text(c, y, 0, style_plain(ROLE_DIM), "variance ");
    x += canvas_textf(c, y, x, style_bold(style_plain(ROLE_TEXT)), "%-7.4g", in->result.variance);
    x += canvas_text(c, y, x, style_plain(ROLE_DIM), "beside d = ");
    canvas_textf(c, y, x, style_bold(style_plain(ROLE_ACCENT)), "%d", d);
    if (words < 2) return;
    y++;
    x = canvas_text(c, y, 0, style_plain(ROLE_DIM), "typical size ");
    canvas_textf(c, y, x, style_plain(ROLE_ACCENT), "%s%d = %.4g", root(c), d, width);
}

// ---- 2: the softmax of one row

static void name_side(Canvas *c, const LabScope *in, int y, int x, int w, int divided) {
    char text[64];
    int d = in->lab->d;
    if (divided) snprintf(text, sizeof text, "÷ %s%d = ÷ %.4g", root(c), d, sqrt(d));
    else snprintf(text, sizeof text, "without");
    canvas_text_within(c, y, x, w, style_bold(series(divided)), text);
}

static void draw_number(Canvas *c, int y, int x, int w, const char *name, double value, const char *unit, int divided) {
    int at = w >= 30 ? 14 : 9;
    canvas_text_within(c, y, x, at, style_plain(ROLE_DIM), name);
    int used = canvas_textf(c, y, x + at, style_bold(series(divided)), "%4.2f", value);
    canvas_text_within(c, y, x + at + used + 1, w - at - used - 1, style_plain(ROLE_DIM), unit);
}

static void draw_side(Canvas *c, const LabScope *in, Rect r, int divided) {
    int keys = in->lab->keys, chart = r.h - 5;
    int each = int_least(4, r.w / keys), gap = each >= 3 ? 1 : 0;
    const LabResult *result = &in->result;
    name_side(c, in, r.y, r.x, r.w, divided);
    if (each < 1) each = 1;
    plot_columns(c, (Rect){r.y + 1, r.x, chart, r.w}, result->row[divided].weight, keys, each - gap, gap,
                 series(divided));
    int y = r.y + 1 + int_most(chart, 0);
    char ceiling[32];
    snprintf(ceiling, sizeof ceiling, r.w >= 26 ? "of %.3g bits" : "bits", result->ceiling);
    draw_number(c, y, r.x, r.w, r.w >= 30 ? "entropy" : "this row", result->row[divided].entropy, ceiling, divided);
    if (!divided) canvas_textf(c, y + 1, r.x, style_plain(ROLE_DIM), "mean of %d rows:", LAB_ROWS);
    draw_number(c, y + 2, r.x, r.w, "entropy", result->entropy[divided], ceiling, divided);
    draw_number(c, y + 3, r.x, r.w, "gradient", result->gradient[divided], "", divided);
}

void pane_lab_softmax(Canvas *c, const LabScope *in) {
    int h = canvas_height(c), w = canvas_width(c), half = (w - 2) / 2;
    char text[80];
    snprintf(text, sizeof text, "Softmax of %d keys: %.3g bits at most", in->lab->keys, in->result.ceiling);
    int y = heading(c, 10, 2, text);
    draw_side(c, in, (Rect){y, 0, h - y, half}, 0);
    draw_side(c, in, (Rect){y, half + 2, h - y, w - half - 2}, 1);
}

// ---- 3: entropy against d

static const int TICKS[] = {1, 4, 16, 64, 256, 1024};

static void draw_curve_axis(Canvas *c, const LabScope *in, Rect r) {
    canvas_textf(c, r.y, 0, style_plain(ROLE_DIM), "%2.0f", in->result.ceiling);
    canvas_text(c, r.y + r.h - 1, 1, style_plain(ROLE_DIM), "0");
    int chosen = r.x + (int)floor(log2(in->lab->d) / (LAB_CURVE - 1) * (r.w - 1) + 0.5);
    canvas_vline(c, chosen, r.y, r.y + r.h - 1, style_plain(ROLE_FAINT), 1);
    char now[8];
    int used = snprintf(now, sizeof now, "%d", in->lab->d), x = int_most(int_least(chosen - used / 2, r.x + r.w - used), 0);
    for (unsigned k = 0; k < sizeof TICKS / sizeof TICKS[0]; k++) {
        char label[8];
        int columns = snprintf(label, sizeof label, "%d", TICKS[k]);
        int at = r.x + (int)(k * (unsigned)(r.w - 1)) / 5 - columns / 2;
        at = int_least(at, r.x + r.w - columns);
        bool meets = at <= x + used && x <= at + columns;
        if (!meets) canvas_text(c, r.y + r.h, at, style_plain(ROLE_DIM), label);
    }
    canvas_text(c, r.y + r.h, x, style_bold(style_plain(ROLE_ACCENT)), now);
}

// Every column of the curve means a d, for clicks and drags.
static void mark_curve(Canvas *c, Rect r) {
    for (int x = 0; x < r.w; x++) {
        int d = (int)floor(exp2(r.w > 1 ? (double)x * (LAB_CURVE - 1) / (r.w - 1) : 0) + 0.5);
        canvas_mark_hit(c, (Rect){r.y, r.x + x, r.h + 1, 1}, (Hit){HIT_LAB_D, d, 0});
    }
}

void pane_lab_curve(Canvas *c, const LabScope *in) {
    int h = canvas_height(c), w = canvas_width(c);
    char text[64];
    snprintf(text, sizeof text, "Entropy in bits, d = 1 to %d", LAB_WIDTH_MAX);
    int y = heading(c, 1, 3, text);
    Rect r = {y, 3, h - y - 1, w - 3};
    if (r.h < 2 || r.w < 12) return;
    draw_curve_axis(c, in, r);
    double share[2][LAB_CURVE];
    PlotLine line[2];
    for (int divided = 0; divided < 2; divided++) {
        for (int k = 0; k < LAB_CURVE; k++) share[divided][k] = in->result.curve[divided][k] / in->result.ceiling;
        line[divided] = (PlotLine){share[divided], LAB_CURVE, series(divided), divided ? 'o' : '*'};
    }
    plot_lines(c, r, line, 2);
    snprintf(text, sizeof text, "with ÷%s", root_d(c));
    int at = LAB_CURVE - 1 - (int)ceil(9.0 * (LAB_CURVE - 1) / r.w); // the points under the words
    int below = int_most(plot_line_row(r, share[1][at]), plot_line_row(r, share[1][LAB_CURVE - 1])) + 1;
    canvas_text(c, r.y + below, r.x + r.w - text_columns(text), series(1), text);
    int above = int_most(plot_line_row(r, share[0][at]) - 1, below + 1);
    if (above < r.h - 1) canvas_text(c, r.y + above, r.x + r.w - 7, series(0), "without");
    mark_curve(c, r);
}

// ---- 4: a gap between two keys

static void draw_slider(Canvas *c, const LabScope *in, int y, int x, int w) {
    if (w < 4) return;
    int at = (int)floor(in->state->scene.gap / SCENE_GAP_MAX * (w - 1) + 0.5);
    canvas_hline(c, y, x, x + w - 1, style_plain(ROLE_FAINT), 1);
    if (at > 0) canvas_hline(c, y, x, x + at, style_plain(ROLE_ACCENT), 2);
    canvas_rune(c, y, x + at, style_bold(style_plain(ROLE_ACCENT)), 0x25CF);
    for (int k = 0; k < w; k++) {
        double step = PANE_LAB_GAP_STEP, gap = floor(SCENE_GAP_MAX * k / (w - 1) / step + 0.5) * step;
        canvas_mark_hit(c, (Rect){y, x + k, 2, 1}, (Hit){HIT_LAB_GAP, (int)(gap * 10 + 0.5), 0});
    }
}

static void put_odds(char *out, size_t size, double odds) {
    if (odds < 100) snprintf(out, size, "%.1f : 1", odds);
    else if (odds < 999.5) snprintf(out, size, "%.0f : 1", odds);
    else snprintf(out, size, "%ld,%03ld : 1", lround(odds) / 1000, lround(odds) % 1000);
}

static void draw_pair(Canvas *c, int y, int x, int w, double gap, int divided) {
    LabGap pair = lab_gap(gap);
    int bar = w - 9, pitch = int_most(int_least((canvas_height(c) - y - 1) / 2, 3), 1);
    char odds[32];
    for (int k = 0; k < 2; k++) {
        for (int i = 0; i < int_most(pitch - 1, 1); i++)
            plot_bar(c, y + k * pitch + i, x, bar, pair.weight[k], NAN, series(divided));
        canvas_textf(c, y + k * pitch, x + int_most(bar, 0), series(divided), "%7.2f%%", 100 * pair.weight[k]);
    }
    put_odds(odds, sizeof odds, pair.odds);
    y += 2 * pitch;
    int used = canvas_textf(c, y, x, style_plain(ROLE_DIM), "e^%.3g = ", gap);
    canvas_text_within(c, y, x + used, w - used, style_bold(series(divided)), odds);
}

void pane_lab_gap(Canvas *c, const LabScope *in) {
    int w = canvas_width(c), half = (w - 2) / 2;
    double gap = in->state->scene.gap, width = sqrt(in->lab->d);
    char text[64];
    snprintf(text, sizeof text, "Two keys with a gap of %.4g", gap);
    int y = heading(c, GAP_ROWS + 1, 4, text);
    canvas_text(c, y, 0, style_plain(ROLE_DIM), "0");
    draw_slider(c, in, y, 2, w - 5);
    canvas_textf(c, y, w - 2, style_plain(ROLE_DIM), "%.0f", SCENE_GAP_MAX);
    canvas_mean(c, (Hit){0});
    canvas_textf(c, y + 1, 0, style_bold(series(0)), "gap %.4g", gap);
    canvas_textf(c, y + 1, half + 2, style_bold(series(1)), "÷%.3g: gap %.3g", width, gap / width);
    draw_pair(c, y + 2, 0, half, gap, 0);
    draw_pair(c, y + 2, half + 2, w - half - 2, gap / width, 1);
}

void pane_lab_moral(Canvas *c, const LabScope *in) {
    (void)in;
    Str text = {0};
    str_printf(&text,
               "A wider head makes larger scores, about %s. Softmax then picks one key, and no gradient is left. "
               "Dividing by %s keeps the row open at every d.",
               root_d(c), root_d(c));
    frame_words(c, 0, style_plain(ROLE_TEXT), str_text(&text));
    str_free(&text);
}
