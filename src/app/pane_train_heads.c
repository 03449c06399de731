// The loss curves, the settings before the start, and all heads.
#include "app/action.h"
#include "app/hit.h"
#include "app/pane_train.h"
#include "app/train_input.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static Style plain(Role role) {
    return style_of(role, ROLE_PAPER);
}

static int least(int a, int b) {
    return a < b ? a : b;
}

// ---- before the start

static void setting_text(const NetRecipe *r, TrainSetting what, char *out, size_t room) {
    switch (what) {
    case SETTING_LAYERS: snprintf(out, room, "%d", r->layers); break;
    case SETTING_HEADS: snprintf(out, room, "%d in each layer", r->heads); break;
    case SETTING_WIDTH: snprintf(out, room, "%d, of each head %d", r->width, r->width / r->heads); break;
    case SETTING_MLP: snprintf(out, room, r->hidden ? "%d" : "none", r->hidden); break;
    case SETTING_SEED: snprintf(out, room, "%" PRIu64, r->seed); break;
    case SETTING_REPEATED: snprintf(out, room, "%.0f %% of the texts", 100 * r->repeated); break;
    default: snprintf(out, room, "%d", r->steps); break;
    }
}

void pane_train_settings(Canvas *c, const TrainLook *look) {
    static const char *const NAMES[TRAIN_SETTINGS] = {"layers", "heads", "width", "MLP", "seed", "repeated", "steps"};
    int h = canvas_height(c), w = canvas_width(c), y = 0, chosen = look->state->training.setting;
    canvas_text_within(c, y++, 0, w, style_bold(plain(ROLE_TEXT)), "A model of noise. Space starts it.");
    int from = h < 1 + TRAIN_SETTINGS && chosen > h - 2 ? chosen - (h - 2) : 0;
    for (int k = from; k < TRAIN_SETTINGS && y < h; k++, y++) {
        char text[48];
        setting_text(&look->state->scene.train.recipe, (TrainSetting)k, text, sizeof text);
        bool here = k == chosen;
        canvas_mean(c, (Hit){HIT_TRAIN_SET, k, 0});
        canvas_fill(c, (Rect){y, 0, 1, w}, plain(ROLE_TEXT), ' ');
        canvas_rune(c, y, 0, plain(ROLE_ACCENT), here ? 0x25B8 : ' ');
        canvas_text(c, y, 2, plain(here ? ROLE_ACCENT : ROLE_DIM), NAMES[k]);
        canvas_text_within(c, y, 12, w - 12, here ? style_bold(plain(ROLE_ACCENT)) : plain(ROLE_TEXT), text);
        canvas_mean(c, (Hit){0});
    }
    if (y < h) canvas_text_within(c, y + (y + 1 < h), 0, w, plain(ROLE_DIM), "Tab chooses, + and - change");
}

// ---- loss

// Nats: what stands at the top and at the bottom of the scale.
static const double LOSS_TOP = 8, LOSS_BOTTOM = 0.02;
enum { AXIS = 5, SMOOTH = 8 };

static double height(double loss) {
    return log(fmax(loss, LOSS_BOTTOM) / LOSS_BOTTOM) / log(LOSS_TOP / LOSS_BOTTOM);
}

// The steps the curves have room for: 100, 200, 500, 1,000 … as many as there are, at most all.
static int span(int done, int all) {
    int span = 100;
    for (int k = 0; span < done; k++) span = k % 3 == 1 ? span / 2 * 5 : 2 * span;
    return least(span, all);
}

// The mean of a loss over steps [from, to); NaN if there is none.
static double mean_loss(const Trainer *t, int which, int from, int to) {
    double sum = 0;
    int count = 0;
    for (int k = from; k < to; k++) {
        float loss = t->loss[k][which];
        if (!isnan(loss)) sum += (double)loss, count++;
    }
    return count ? sum / count : NAN;
}

static double column_loss(const Trainer *t, int which, int x, int w, int steps, int done) {
    int to = (int)ceil((double)(x + 1) * steps / w), from = (int)((double)x * steps / w);
    if (to > done) to = done;
    if (from > to - SMOOTH) from = to - SMOOTH;
    return mean_loss(t, which, from < 0 ? 0 : from, to);
}

static const struct {
    Role role;
    uint32_t plain;
    const char *name, *brief;
} CURVE[TRAINER_LOSSES] = {{ROLE_DIM, '.', "new words", "new"},
                           {ROLE_ACCENT, '#', "said before", "again"},
                           {ROLE_GOOD, '+', "sentences", "text"}};

static void draw_legend(Canvas *c, const TrainLook *look, int steps) {
    int x = 0, w = canvas_width(c);
    const Trainer *t = look->trainer;
    if (w >= 46) x += canvas_text(c, 0, 0, style_bold(plain(ROLE_TEXT)), "Loss") + 1;
    for (int k = 0; k < TRAINER_LOSSES; k++) {
        Style s = plain(CURVE[k].role);
        canvas_rune(c, 0, x, s, c->ascii ? CURVE[k].plain : 0x25A0);
        x += 2 + canvas_text(c, 0, x + 2, s, w >= 58 ? CURVE[k].name : CURVE[k].brief);
        double loss = mean_loss(t, k, steps > SMOOTH ? steps - SMOOTH : 0, steps);
        if (!isnan(loss)) x += 1 + canvas_textf(c, 0, x + 1, style_bold(s), "%.2f", loss);
        x += 2;
    }
}

static void draw_scale(Canvas *c, Rect r, const TrainLook *look, int steps) {
    static const double TICKS[] = {5, 1, 0.2, 0.05};
    int guess = plot_line_row(r, height(log(look->shape.vocabulary)));
    for (int k = 0; k < 4; k++) {
        int y = r.y + plot_line_row(r, height(TICKS[k]));
        canvas_textf(c, y, 0, plain(ROLE_DIM), "%4.4g", TICKS[k]);
        for (int x = 0; x < r.w; x += 4) canvas_rune(c, y, r.x + x, plain(ROLE_FAINT), 0xB7);
    }
    if (r.w >= 50) canvas_text(c, r.y + guess - 1, r.x + r.w - 7, plain(ROLE_DIM), "a guess");
    canvas_text(c, r.y + r.h, r.x, plain(ROLE_DIM), "0");
    char text[24];
    int used = snprintf(text, sizeof text, "%d steps", steps);
    canvas_text(c, r.y + r.h, r.x + r.w - used, plain(ROLE_DIM), text);
}

// What the same weights do with the mask on, when they were trained without: the exam of the pulses.
static void add_masked(const TrainLook *look, double *y, int w, int done) {
    for (int x = 0; x < w; x++) {
        const Pulse *p = timeline_pulse_at(&look->trainer->run.timeline, (int)((double)(x + 1) * done / w));
        y[x] = p ? height(p->grades.sentences) : 0;
    }
}

// "mask off", "mask on, ÷ off": what turn k changed.
static void name_turn(const Turn *now, bool ascii, char *out, size_t room) {
    const Turn *before = now - 1;
    bool mask = now->mask != before->mask, divisor = now->divide != before->divide;
    snprintf(out, room, "%s%s%s%s", mask ? now->mask ? "mask on" : "mask off" : "", mask && divisor ? ", " : "",
             !divisor ? "" : ascii ? "/" : "÷", !divisor ? "" : now->divide ? " on" : " off");
}

// Where a lever was pulled: a line down the plot, and in the row above it a sign, with what was done as far as there is
// room up to the next one.
static void draw_turns(Canvas *c, const Trainer *t, Rect r, int steps) {
    const Timeline *line = &t->run.timeline;
    int taken = 0; // columns
    for (int k = 1; k < line->turns; k++) {
        int x = (int)((double)line->turn[k].step / steps * r.w), end = r.w;
        if (x >= r.w) break;
        if (k + 1 < line->turns) end = least(end, (int)((double)line->turn[k + 1].step / steps * r.w) - 1);
        for (int y = 0; y < r.h; y++) canvas_rune(c, r.y + y, r.x + x, plain(ROLE_BAD), c->ascii ? '|' : 0x2506);
        canvas_rune(c, r.y - 1, r.x + x, style_bold(plain(ROLE_BAD)), c->ascii ? 'v' : 0x25BC);
        char text[32];
        name_turn(&line->turn[k], c->ascii, text, sizeof text);
        int columns = text_columns(text) + 1, at = x + 1 + columns <= end ? x + 2 : x - columns;
        if (at > taken) canvas_text(c, r.y - 1, r.x + at, plain(ROLE_BAD), text);
        taken = at > x ? at + columns : x + 1;
    }
}

void pane_train_loss(Canvas *c, const TrainLook *look) {
    const Trainer *t = look->trainer;
    int done = t->run.train.state.step, steps = span(done, t->run.train.recipe.steps);
    bool turned = t->run.timeline.turns > 1;
    Rect r = {1 + turned, AXIS, canvas_height(c) - 2 - turned, canvas_width(c) - AXIS};
    if (r.h < 2 || r.w < 8) return;
    int w = (int)ceil((double)done / steps * r.w);
    double *y = MEM_NEW(double, (size_t)(TRAINER_LOSSES + 1) * (size_t)w);
    PlotLine line[TRAINER_LOSSES + 1];
    int lines = 0;
    draw_legend(c, look, look->step);
    draw_scale(c, r, look, steps);
    if (t->unmasked) {
        add_masked(look, y, w, done);
        line[lines++] = (PlotLine){y, w, plain(ROLE_BAD), 'x'};
        canvas_text(c, r.y + r.h, r.x + 3, plain(ROLE_BAD),
                    r.w >= 46 ? "red: sentences, with the mask" : "red: with the mask");
    }
    for (int k = 0; k < TRAINER_LOSSES; k++) {
        double *curve = y + (size_t)lines * (size_t)w;
        for (int x = 0; x < w; x++) curve[x] = height(column_loss(t, k, x, w, done, done));
        if (!isnan(mean_loss(t, k, 0, done)))
            line[lines++] = (PlotLine){curve, w, plain(CURVE[k].role), CURVE[k].plain};
    }
    if (turned) draw_turns(c, t, r, steps);
    if (w > 0) plot_lines(c, (Rect){r.y, r.x, r.h, w}, line, lines);
    int at = (int)((double)look->step / steps * (r.w - 1));
    if (look->moment != TRAINER_NOW && at < r.w) {
        for (int k = 0; k < r.h; k++) canvas_tint(c, (Rect){r.y + k, r.x + at, 1, 1}, ink_role(ROLE_SELECT));
    }
    free(y);
}

// ---- heads

static const char *const LONG[SCORE_CLASSES] = {"previous", "duplicate", "induction", "first", "name"};
static const char *const BRIEF[SCORE_CLASSES] = {"prv", "dup", "ind", "1st", "nam"};

// The largest weight of the pattern in part (y, x) of h × w.
static double part(const double *pattern, int n, int y, int x, int h, int w) {
    double most = 0;
    int y0 = y * n / h, y1 = (y + 1) * n / h, x0 = x * n / w, x1 = (x + 1) * n / w;
    for (int i = y0; i < y1 || i == y0; i++) {
        for (int j = x0; j < x1 || j == x0; j++) most = fmax(most, pattern[i * n + j]);
    }
    return most;
}

static void draw_small(Canvas *c, const double *pattern, int n, Rect r) {
    for (int y = 0; y < r.h; y++) {
        for (int x = 0; x < r.w; x++) {
            Style s = plain(ROLE_TEXT);
            int rows = c->ascii ? r.h : 2 * r.h;
            s.bg = (Ink){INK_HEAT, heat_level(part(pattern, n, c->ascii ? y : 2 * y + 1, x, rows, r.w))};
            if (!c->ascii) s.fg = (Ink){INK_HEAT, heat_level(part(pattern, n, 2 * y, x, rows, r.w))};
            canvas_rune(c, r.y + y, r.x + x, s, c->ascii ? ' ' : 0x2580);
        }
    }
}

// The head's score of the class it is best in now, from the start up to now.
static void draw_score(Canvas *c, const TrainLook *look, ScoreClass class, int layer, int head, Rect r, Style s) {
    const Timeline *line = &look->trainer->run.timeline;
    double *value = MEM_NEW(double, (size_t)r.w);
    for (int x = 0; x < r.w; x++) {
        const Pulse *p = timeline_pulse_at(line, (int)((double)(x + 1) / r.w * look->step));
        value[x] = p ? (double)p->scores.at[class][layer][head] : NAN;
    }
    plot_columns(c, r, value, r.w, 1, 0, s);
    free(value);
}

static void draw_head(Canvas *c, const TrainLook *look, int layer, int head, Rect box) {
    const TrainView *v = &look->state->scene.train;
    bool chosen = v->layer == layer && v->head == head;
    canvas_mean(c, (Hit){HIT_AT_HEAD, layer, head});
    bool told = !look->state->tutor.hides; // else what each is, is asked for
    int curve = told ? box.h >= 10 ? 2 : box.h >= 4 : 0, label = told && box.h >= 2, small = box.h - curve - label;
    if (look->n > 0) draw_small(c, train_look_pattern(look, layer, head), look->n, (Rect){box.y, box.x, small, box.w});
    if (look->pulse && label) {
        ScoreClass class = train_look_class(look->pulse, layer, head);
        double score = (double)look->pulse->scores.at[class][layer][head];
        double ahead = look->masked ? 0 : train_look_ahead(look, layer, head);
        bool cheats = ahead > score;
        if (cheats) score = ahead;
        Style s = plain(chosen ? ROLE_ACCENT : cheats ? ROLE_BAD : score >= 0.5 ? ROLE_TEXT : ROLE_DIM);
        canvas_fill(c, (Rect){box.y + small, box.x, curve, box.w}, plain(ROLE_TEXT), ' ');
        draw_score(c, look, class, layer, head, (Rect){box.y + small, box.x, curve, box.w},
                   plain(chosen ? ROLE_ACCENT : ROLE_DIM));
        if (chosen || score >= 0.5) s = style_bold(s);
        s.bg = box.w >= 6 && score >= 0.5 ? ink_role(ROLE_SELECT) : s.bg;
        canvas_fill(c, (Rect){box.y + box.h - 1, box.x, 1, box.w}, s, ' ');
        const char *name = cheats ? (box.w >= 12 ? "its answer" : "ans") : box.w >= 12 ? LONG[class] : BRIEF[class];
        if (box.w >= 6) canvas_text(c, box.y + box.h - 1, box.x, s, name);
        char text[8];
        int used = snprintf(text, sizeof text, "%.0f", 100 * score);
        canvas_text(c, box.y + box.h - 1, box.x + box.w - used, s, text);
    }
    for (int k = 0; chosen && k < box.h; k++)
        canvas_rune(c, box.y + k, box.x + box.w, style_bold(plain(ROLE_ACCENT)), 0x258C);
    canvas_mean(c, (Hit){0});
}

void pane_train_heads(Canvas *c, const TrainLook *look) {
    enum { LABEL = 2, WIDEST = 25 };
    int layers = look->shape.layers, heads = look->shape.heads, h = canvas_height(c), w = canvas_width(c) - LABEL;
    int cw = least(w / heads, WIDEST), ch = (h - (h > 2 * layers)) / layers, top = h > 2 * layers;
    if (cw < 3 || ch < 1) return;
    ch = least(ch, cw / 2 + 4);
    for (int x = 0; x < heads && top; x++) {
        bool here = x == look->state->scene.train.head;
        canvas_textf(c, 0, LABEL + x * cw, plain(here ? ROLE_ACCENT : ROLE_DIM), cw >= 8 ? "head %d" : "%d", x);
    }
    for (int y = 0; y < layers; y++) {
        canvas_textf(c, top + y * ch, 0, plain(y == look->state->scene.train.layer ? ROLE_ACCENT : ROLE_DIM), "%d", y);
        for (int x = 0; x < heads; x++) {
            int gap = ch >= 5;
            draw_head(c, look, y, x, (Rect){top + y * ch, LABEL + x * cw, ch - gap, cw - 1});
        }
    }
}
