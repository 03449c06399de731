#include "app/pane_stream.h"

#include "app/example.h"
#include "app/hit.h"
#include "app/strip.h"
#include "attn/worked_words.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/palette.h"
#include "draw/plot.h"
#include "math/nn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// GPT-2 small: the widths that stand in a model where the example has a handful of numbers.
enum { GPT2_MODEL = 768, GPT2_HEAD = 64 };
enum { LABEL_W = 22, FULL_W = 76, FIXED_ROWS = 10, COMPACT_ROWS = 7, STAGES = 5, WORDS_FEW = 4, BESIDE_LEAST = 40 };

// ---- what is shown

// The key whose asking differs most from being asked.
static int most_one_sided(const Stream *s) {
    int best = s->position;
    double found = -1;
    for (int j = 0; j < s->n; j++) {
        double differs = fabs(s->score[j] - s->back[j]);
        if (j != s->position && differs > found) best = j, found = differs;
    }
    return best;
}

void stream_scope_init(StreamScope *in, const State *s) {
    const Scene *scene = &s->scene;
    const Worked *w = &scene->worked;
    int position = scene_position(scene);
    *in = (StreamScope){.state = s, .worked = w, .params = scene_params_of(scene, w->d)};
    stream_run(&in->now, w, position, in->params, scene->normalise);
    in->before = in->now;
    in->has_before = s->has_before;
    if (in->has_before) {
        Levers b = s->before;
        AttentionParams was = {b.mask, !b.divide ? 1 : b.divisor > 0 ? b.divisor : worked_divisor(w)};
        stream_run(&in->before, w, position, was, b.normalise);
    }
    bool hovers = s->hover.kind == HIT_CELL && s->hover.b >= 0 && s->hover.b < w->n;
    in->other = hovers ? s->hover.b : most_one_sided(&in->now);
    in->most = strip_most(in->now.row, w->model, 1);
    in->most = strip_most(in->now.normal, w->model, in->most);
    in->most = strip_most(in->now.q, w->d, in->most);
    in->most = strip_most(in->now.k, w->d, in->most);
    in->most = strip_most(in->now.v, w->d, in->most);
    in->most = strip_most(in->now.added, w->model, in->most);
}

// Where each column ends; 0: it is not there. bar: where the bar starts, and its width.
typedef struct Columns {
    int label, score, back, scaled, mask, bar, bar_w, weight, term, cell, end;
} Columns;

static Columns columns_for(int w, const StreamScope *in, bool compact) {
    enum { NUMBER = 9, PERCENT = 8, BAR_LEAST = 8, BAR_MOST = 40, HEADING = 10 };
    Columns col = {.label = compact ? 8 : 10};
    col.score = col.label + (compact ? 7 : NUMBER);
    if (!compact) col.back = col.score + NUMBER - 2;
    col.scaled = (compact ? col.score : col.back) + (compact ? 8 : NUMBER);
    if (!compact) col.mask = col.scaled + 8;
    col.bar = (compact ? col.scaled : col.mask) + 2;
    int room = w - 1 - col.bar - PERCENT, d = in->worked->d, terms = 0;
    if (!compact) {
        col.cell = strip_cell(d, room - BAR_LEAST - 2);
        terms = d * col.cell > HEADING ? d * col.cell : HEADING;
        room -= terms + 2;
    }
    col.bar_w = int_clamp(room, 0, BAR_MOST);
    col.weight = col.bar + col.bar_w + PERCENT;
    col.term = col.weight + 2;
    col.end = col.term + terms;
    return col;
}

StreamLayout pane_stream_layout(const StreamScope *in, int h, int w) {
    int body = h - 2, n = in->worked->n, y = 1;
    StreamLayout at = {.compact = w < FULL_W || body < FIXED_ROWS + int_least(n, 3), .pitch = 1};
    int fixed = at.compact ? COMPACT_ROWS : FIXED_ROWS;
    bool tokens = !at.compact || body >= fixed + n; // else the keys themselves are to be clicked
    fixed -= !tokens;
    at.keys = int_clamp(body - fixed, 1, n);
    at.first = int_clamp(in->now.position - at.keys + 1, 0, n - at.keys);
    int lines = STAGES + at.keys + 3;
    if (!at.compact && body >= fixed + at.keys + lines + 4 + WORDS_FEW) at.pitch = 2, fixed += lines;
    int spare = body - fixed - at.keys, blanks = int_clamp(spare, 0, 4);
    if (tokens) at.tokens = y++;
    y += blanks > 2;
    at.stages = y;
    y += (at.compact ? 2 : STAGES * at.pitch) + (blanks > 0);
    at.table = y;
    y += 1 + at.keys * at.pitch + (blanks > 1);
    at.end = y;
    y += 3 * at.pitch + (blanks > 3);
    at.words = y;
    at.words_rows = int_clamp(spare - blanks, 0, 2 + 2 * n);
    at.beside = at.pitch > 1 ? columns_for(w, in, false).end + 3 : w;
    if (w - at.beside < BESIDE_LEAST) at.beside = 0;
    if (at.beside) at.words_rows = int_least(at.words_rows, 2);
    else if (at.words_rows < 2 + 2 * n) at.words_rows = int_least(at.words_rows, WORDS_FEW);
    return at;
}

// ---- lines of a label, a strip and a remark

typedef struct StreamLine {
    int number; // of the step; 0: the one above goes on
    const char *label;
    const double *value;
    int n;
    StripLook look;
    const char *remark;
} StreamLine;

static void draw_line(Canvas *c, const StreamScope *in, int y, StreamLine line) {
    int w = canvas_width(c), label = w < FULL_W ? 10 : LABEL_W;
    if (line.number && w >= FULL_W) canvas_textf(c, y, 1, style_plain(ROLE_ACCENT), "%d", line.number);
    int x = w < FULL_W ? 1 : 4;
    canvas_text_within(c, y, x, label - x, style_plain(ROLE_TEXT), line.label);
    int room = w - label - 1,
        cell = strip_cell(in->worked->model > in->worked->d ? in->worked->model : in->worked->d, room);
    strip_draw(c, y, label, room, cell, line.value, line.n, in->most, line.look);
    int columns = cell > 1 ? in->worked->model * cell : int_least(in->worked->model, room);
    x = label + columns + 2;
    canvas_text_within(c, y, x, w - x - 1, style_plain(ROLE_DIM), line.remark);
}

void pane_stream_stages(Canvas *c, const StreamScope *in, StreamLayout at) {
    const Stream *s = &in->now;
    char row[64], q[64];
    snprintf(row, sizeof row, "%d numbers; %d in GPT-2", s->model, GPT2_MODEL);
    snprintf(q, sizeof q, "%d numbers; %d in GPT-2", s->d, GPT2_HEAD);
    draw_line(c, in, at.stages,
              (StreamLine){1, at.compact ? "row" : "row of the stream", s->row, s->model, STRIP_COLOURED, row});
    if (at.compact) {
        double all[3 * WORKED_HEAD_MAX];
        for (int k = 0; k < s->d; k++) all[k] = s->q[k], all[s->d + k] = s->k[k], all[2 * s->d + k] = s->v[k];
        int y = at.stages + 1, x = 1, room = (canvas_width(c) - 2) / 3 - 2, cell = strip_cell(s->d, room);
        for (int part = 0; part < 3; part++) {
            canvas_textf(c, y, x, style_plain(ROLE_TEXT), "%c", "qkv"[part]);
            strip_draw(c, y, x + 2, room, cell, all + part * s->d, s->d, in->most, STRIP_COLOURED);
            x += room + 3;
        }
        return;
    }
    const char *normal = s->normalised ? "mean 0, variance 1" : "left out; z puts it in";
    draw_line(c, in, at.stages + 1 * at.pitch,
              (StreamLine){2, "normalised", s->normal, s->model, s->normalised ? STRIP_COLOURED : STRIP_OFF, normal});
    draw_line(c, in, at.stages + 2 * at.pitch, (StreamLine){3, "q: what it asks", s->q, s->d, STRIP_COLOURED, q});
    draw_line(c, in, at.stages + 3 * at.pitch, (StreamLine){0, "k: what it offers", s->k, s->d, STRIP_COLOURED, ""});
    draw_line(c, in, at.stages + 4 * at.pitch, (StreamLine){0, "v: what it gives", s->v, s->d, STRIP_COLOURED, ""});
}

void pane_stream_end(Canvas *c, const StreamScope *in, StreamLayout at) {
    const Stream *s = &in->now;
    char widened[64];
    snprintf(widened, sizeof widened, "W_O: %d → %d in GPT-2", GPT2_HEAD, GPT2_MODEL);
    const char *blend = at.compact ? "" : "last column, added up";
    draw_line(c, in, at.end, (StreamLine){9, "blend", s->blend, s->d, STRIP_COLOURED, blend});
    draw_line(c, in, at.end + at.pitch, (StreamLine){10, "widened", s->widened, s->model, STRIP_COLOURED, widened});
    draw_line(c, in, at.end + 2 * at.pitch,
              (StreamLine){11, at.compact ? "added" : "added to the row", s->added, s->model, STRIP_COLOURED,
                           "the row plus widened"});
}

// ---- the table of keys

static void right(Canvas *c, int y, int end, Style s, const char *text) {
    canvas_text(c, y, end - text_columns(text), s, text);
}

static void draw_step(Canvas *c, int y, int end, int number, const char *text) {
    int x = end - text_columns(text);
    canvas_text(c, y, x, style_plain(ROLE_DIM), text);
    if (number) canvas_textf(c, y, x - 2, style_plain(ROLE_ACCENT), "%d", number);
}

static void draw_heading(Canvas *c, const StreamScope *in, StreamLayout at, Columns col) {
    Str divisor = {0};
    str_puts(&divisor, "÷");
    worked_words_divisor(&divisor, in->params.divisor, c->ascii);
    canvas_text(c, at.table, 1, style_plain(ROLE_DIM), "j  key");
    draw_step(c, at.table, col.score, at.compact ? 0 : 4, at.compact ? "score" : "i→j");
    if (col.back) right(c, at.table, col.back, style_plain(ROLE_DIM), "j→i");
    draw_step(c, at.table, col.scaled, at.compact || c->ascii ? 0 : 5, str_text(&divisor));
    if (col.mask) draw_step(c, at.table, col.mask, 6, "mask");
    if (!at.compact) canvas_text(c, at.table, col.bar, style_plain(ROLE_ACCENT), "7");
    canvas_text(c, at.table, col.bar + (at.compact ? 0 : 2), style_plain(ROLE_DIM), "softmax");
    if (col.cell) {
        canvas_text(c, at.table, col.term, style_plain(ROLE_ACCENT), "8");
        canvas_text(c, at.table, col.term + 2, style_plain(ROLE_DIM), "weight·v");
    }
    str_free(&divisor);
}

static void draw_key(Canvas *c, const StreamScope *in, Columns col, int y, int j) {
    const Stream *s = &in->now;
    bool own = j == s->position, hidden = s->masked[j] == -INFINITY;
    Style text = style_plain(own      ? ROLE_ACCENT
                       : hidden ? ROLE_DIM
                                : ROLE_TEXT),
          number = style_plain(hidden ? ROLE_DIM : ROLE_TEXT);
    if (own) text.attr |= ATTR_BOLD;
    canvas_mean(c, (Hit){HIT_CELL, s->position, j});
    canvas_fill(c, (Rect){y, 0, 1, canvas_width(c)}, style_plain(ROLE_TEXT), ' ');
    canvas_textf(c, y, 1, style_plain(ROLE_DIM), "%-2d", j);
    Str token = {0};
    example_token(&token, in->worked, j, c->ascii);
    canvas_text_within(c, y, 4, col.label - 4, text, str_text(&token));
    str_free(&token);
    int before = col.back ? col.back : col.score;
    example_number(c, y, col.score, col.score - col.label - 1, number, s->score[j]);
    if (col.back) example_number(c, y, col.back, col.back - col.score - 1, style_plain(ROLE_DIM), s->back[j]);
    example_number(c, y, col.scaled, col.scaled - before - 1, number, col.mask ? s->scaled[j] : s->masked[j]);
    if (col.mask) right(c, y, col.mask, number, hidden ? (c->ascii ? "-inf" : "−∞") : c->ascii ? "seen" : "✓");
    Style bar = style_plain(ROLE_TEXT);
    bar.fg = (Ink){INK_HEAT, heat_level(s->weight[j])};
    plot_bar(c, y, col.bar, col.bar_w, hidden ? NAN : s->weight[j], in->has_before ? in->before.weight[j] : NAN, bar);
    if (hidden) right(c, y, col.weight, number, "masked");
    else canvas_textf(c, y, col.weight - 7, number, "%5.1f %%", 100 * s->weight[j]);
    int room = canvas_width(c) - 1 - col.term;
    if (col.cell)
        strip_draw(c, y, col.term, room, col.cell, s->term[j], s->d, in->most, hidden ? STRIP_OFF : STRIP_COLOURED);
    canvas_mean(c, (Hit){0});
}

// ---- one key in words

static void draw_entropy(Canvas *c, const StreamScope *in, int y) {
    const Stream *s = &in->now;
    int x = 3 + canvas_text(c, y, 3, style_plain(ROLE_DIM), "entropy ");
    x += canvas_textf(c, y, x, style_bold(style_plain(ROLE_TEXT)), "%.2f", s->entropy);
    x += canvas_textf(c, y, x, style_plain(ROLE_DIM), " of %.2f bits   %s ", s->ceiling, "ΔH");
    double delta = s->entropy - in->before.entropy;
    if (!in->has_before) canvas_text(c, y, x, style_plain(ROLE_DIM), "—");
    else canvas_textf(c, y, x, style_bold(style_plain(ROLE_ACCENT)), "%+.2f", fabs(delta) < 0.005 ? 0 : delta);
}

static void put_direction(Str *out, const StreamScope *in, int from, int to, double score, bool ascii) {
    str_puts(out, "score(");
    example_token_short(out, in->worked, from, ascii);
    str_puts(out, "→");
    example_token_short(out, in->worked, to, ascii);
    str_puts(out, ") = ");
    worked_words_number(out, score, ascii);
}

static void put_one_sided(Str *out, const StreamScope *in, bool ascii) {
    const Stream *s = &in->now;
    str_puts(out, "one-sided: ");
    put_direction(out, in, s->position, in->other, s->score[in->other], ascii);
    str_puts(out, " but ");
    put_direction(out, in, in->other, s->position, s->back[in->other], ascii);
    if (s->score[in->other] == s->back[in->other]) {
        str_clear(out);
        put_direction(out, in, s->position, in->other, s->score[in->other], ascii);
        str_puts(out, in->other == s->position ? ": a token may look at itself"
                                               : ", and by chance the same the other way round");
    }
}

// The example as the head reads it.
typedef struct Reading {
    Worked worked;
    WorkedResult result;
} Reading;

static void read_as_head(Reading *r, const StreamScope *in) {
    r->worked = *in->worked;
    for (int i = 0; in->now.normalised && i < r->worked.n; i++) {
        double *x = r->worked.given[WORKED_X].at[i];
        nn_layernorm(x, x, r->worked.model, STREAM_EPSILON);
    }
    worked_run(&r->result, &r->worked, in->params, false);
}

static void put_sum(Str *out, const StreamScope *in, const Reading *r, WorkedPart part, int j, bool ascii) {
    worked_words_cell(out, &r->worked, &r->result, part, in->now.position, j, ascii);
}

void pane_stream_words(Canvas *c, const StreamScope *in, StreamLayout at) {
    Reading reading;
    read_as_head(&reading, in);
    int w = canvas_width(c) - 4;
    for (int k = 0; k < at.words_rows; k++) {
        Str text = {0};
        if (k == 0) draw_entropy(c, in, at.words);
        else if (k == 1) put_one_sided(&text, in, c->ascii);
        else {
            int j = at.words_rows > WORDS_FEW ? k / 2 - 1 : in->other;
            put_sum(&text, in, &reading, k % 2 == 0 ? WORKED_S : WORKED_A, j, c->ascii);
        }
        canvas_text_within(c, at.words + k, 3, w, style_plain(k == 1 ? ROLE_TEXT : ROLE_DIM), str_text(&text));
        str_free(&text);
    }
}

// Both sums of a key behind its row, where a wide screen has room for them.
static void draw_beside(Canvas *c, const StreamScope *in, StreamLayout at) {
    Reading reading;
    read_as_head(&reading, in);
    for (int k = 0; k < 2 * at.keys; k++) {
        int j = at.first + k / 2, y = at.table + 1 + k / 2 * at.pitch + k % 2;
        Str text = {0};
        put_sum(&text, in, &reading, k % 2 == 0 ? WORKED_S : WORKED_A, j, c->ascii);
        bool lit = j == in->other && in->now.masked[j] != -INFINITY;
        canvas_mean(c, (Hit){HIT_CELL, in->now.position, j});
        int room = canvas_width(c) - at.beside - 1;
        canvas_text_within(c, y, at.beside, room, style_plain(lit ? ROLE_TEXT : ROLE_DIM), str_text(&text));
        str_free(&text);
    }
    canvas_mean(c, (Hit){0});
}

void pane_stream_table(Canvas *c, const StreamScope *in, StreamLayout at) {
    Columns col = columns_for(canvas_width(c), in, at.compact);
    draw_heading(c, in, at, col);
    for (int k = 0; k < at.keys; k++) draw_key(c, in, col, at.table + 1 + k * at.pitch, at.first + k);
    if (at.beside) draw_beside(c, in, at);
}
