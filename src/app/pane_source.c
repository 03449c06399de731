// A head of a source: its title line, what must be known before its numbers are believed, and the heads beside it.
#include "app/frame.h"
#include "app/hit.h"
#include "app/mini.h"
#include "app/pane.h"
#include "app/predict.h"
#include "base/text.h"
#include "model/reported.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static Style plain(Role role) {
    return style_of(role, ROLE_PAPER);
}

// ---- the title

static const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

enum { TOGGLES_MOST = 5 };

void pane_name_divisor(Toggle *t, const Source *src, const OpenView *o, bool ascii) {
    double usual = source_divisor(src, o->past, o->step, o->layer);
    bool root = src->width > 0 && fabs(usual - sqrt(src->width)) < 1e-9;
    frame_name_divisor(t, o->divisor > 0 ? o->divisor : root ? 0 : usual, src->width, ascii);
}

// The toggles of a source; returns how many. Those that cannot be pulled say what is known.
static int make_toggles(const Scope *in, Toggle t[TOGGLES_MOST], bool ascii) {
    const Source *src = in->look->source;
    const OpenView *o = &in->state->scene.open;
    t[0] = (Toggle){"mask", src->raw ? o->mask && src->related : src->causal, ACTION_MASK, 0};
    t[1] = (Toggle){"", src->raw && o->divide, ACTION_DIVISOR, 0};
    if (src->raw) pane_name_divisor(&t[1], src, o, ascii);
    else snprintf(t[1].name, sizeof t[1].name, "%s n/a", ascii ? "/" : "÷");
    t[2] = (Toggle){"key 0", !o->hide_first, ACTION_OPEN_HIDE, 0};
    int count = 3;
    if (src->follow && !o->hide_first)
        t[2] = (Toggle){"", o->bos, ACTION_BOS, 0},
        snprintf(t[2].name, sizeof t[2].name, "%s", ascii ? "<BOS>" : "⟨BOS⟩");
    if (src->follow) t[count++] = (Toggle){"whole", o->whole, ACTION_MODEL_SCOPE, 0};
    if (o->follow) t[count++] = (Toggle){"diagonal", true, ACTION_OPEN_DIAGONAL, 0}; // told only while it is followed
    return count;
}

void pane_say_step(const State *s, const Source *src, Str *out) {
    char step[48];
    if (s->cols < FRAME_NARROW && pane_step(src, step, sizeof step)) str_printf(out, "%s   ", step);
}

bool pane_step(const Source *src, char *out, size_t room) {
    if (src->moments == 0) return false;
    int k = src->at < 0 ? src->moments - 1 : src->at;
    snprintf(out, room, "step %d of %d", src->moment[k].step, src->steps);
    return true;
}

void pane_source_title(Canvas *c, const Scope *in) {
    const Source *src = in->look->source;
    const OpenView *o = &in->state->scene.open;
    Toggle toggle[TOGGLES_MOST];
    int toggles = make_toggles(in, toggle, c->ascii);
    Str file = {0};
    char head[64], sample[32], step[48];
    const char *name = file_name(src->path);
    text_display(&file, name, strlen(name), c->ascii);
    if (o->average) snprintf(head, sizeof head, "mean of %d heads", o->marks);
    else snprintf(head, sizeof head, "layer %d head %d", o->layer, o->head);
    snprintf(sample, sizeof sample, "sample %d of %d", o->batch, src->batches);
    TitlePart part[4] = {{str_text(&file), ACTION_OPEN_MAP}};
    int parts = 1;
    if (pane_step(src, step, sizeof step)) part[parts++] = (TitlePart){step, ACTION_MOMENT_BACK};
    if (src->batches > 1 && !src->follow) part[parts++] = (TitlePart){sample, ACTION_OPEN_BATCH};
    part[parts++] = (TitlePart){head, ACTION_HEAD_NEXT};
    if (in->state->scene.project) frame_title_projected(c, part[parts - 1], toggle, toggles);
    else frame_title(c, part, parts, toggle, toggles);
    str_free(&file);
}

// ---- what must be known

// How much key 0 held: of the whole head once it is measured, until then of this row.
static void tell_hidden(const Scope *in, Str *out) {
    const Source *src = in->look->source;
    const OpenView *o = &in->state->scene.open;
    str_printf(out, "%s%s", src->named ? "" : "token ", pane_token(in, 0));
    const Mini *m = mini_of(in->state, in->world);
    bool head = m && m->next == src->queries && m->rows > 0, nothing = in->look->row.hidden >= 1 - 1e-9;
    double share = head ? m->hidden / m->rows : in->look->row.hidden;
    if (isnan(share)) {
        str_puts(out, " is left out: what it holds is n/a");
        return;
    }
    str_printf(out, " holds %.0f %% of this %s", 100 * share, head ? o->average ? "mean of heads" : "head" : "row");
    if (head && !nothing) str_printf(out, "; rows show the other %.0f %%", 100 - 100 * share);
    else if (head) str_puts(out, " and all of this row");
    else if (nothing) str_puts(out, ": nothing is left to show");
    else str_printf(out, "; it shows the other %.0f %%", 100 - 100 * share);
    if (head) str_printf(out, " (uniform %.0f %%)", 100 * m->uniform / m->rows);
}

static void tell_doctor(const Source *src, Str *out) {
    const Findings *f = src->findings;
    str_printf(out, "%s: %s", f->at[0].code, str_text(&f->at[0].message));
    if (f->count > 1) str_printf(out, " (and %d more)", f->count - 1);
    str_puts(out, ", see lookback check");
}

void pane_model_tell(const Scope *in, Str *out) {
    const OpenView *o = &in->state->scene.open;
    const Source *src = scene_opened(&in->state->scene, &in->world->library);
    const NetShape *shape = &net_source_language(src)->checkpoint.config.shape;
    const char *role = o->average ? NULL : reported_role(shape, o->layer, o->head);
    Str levers = {0};
    pane_say_step(in->state, src, out);
    predict_all_levers(&in->state->scene, src, &levers);
    if (role) str_printf(out, "reported: %s   ", role);
    if (src->at >= 0 && !src->moment[src->at].mask) str_puts(out, "trained without the mask   ");
    if (src->at >= 0 && src->divisor == 1 && src->width > 1) str_puts(out, "trained without the divisor   ");
    text_display(out, str_text(&levers), levers.len, in->state->ascii);
    if (o->weigh)
        str_printf(out, "; weights times %s",
                   in->state->ascii ? "|v W_O|, as shares" : "‖v W_O‖, as shares of the row");
    str_free(&levers);
}

void pane_info(Canvas *c, const Scope *in) {
    const Look *look = in->look;
    const Source *src = scene_opened(&in->state->scene, &in->world->library); // words have no doctor of their own
    Str text = {0};
    Role role = ROLE_DIM;
    if (src->follow && !src->ready && !look->failed) {
        str_printf(&text, "the model runs: %.0f %%", 100 * src->ran);
        role = ROLE_ACCENT;
    } else if (look->failed) {
        str_puts(&text, look->error.text);
        role = src->follow && !in->state->idle ? ROLE_ACCENT : ROLE_BAD; // a model may be still at it
    } else if (look->row.hides) {
        tell_hidden(in, &text);
        role = ROLE_ACCENT;
    } else if (src->findings && src->findings->count > 0) {
        tell_doctor(src, &text);
        role = ROLE_BAD;
    } else {
        if (in->state->scene.open.weigh && !src->follow)
            str_printf(&text, "weights times %s, as shares of the row  ", in->state->ascii ? "|v|" : src->norms);
        if (src->examine && !src->findings && src->examined > 0)
            str_printf(&text, "examining %.0f %%  ", 100 * src->examined);
        else if (src->findings) str_puts(&text, "nothing is ill  ");
        if (src->follow) pane_model_tell(in, &text);
        else str_puts(&text, src->about);
    }
    Style s = plain(role);
    canvas_bytes_within(c, 0, 1, canvas_width(c) - 2, s, str_text(&text), text.len);
    str_free(&text);
}

// ---- the heads of the layer

static bool is_marked(const OpenView *o, int layer, int head) {
    for (int k = 0; k < o->marks; k++) {
        if (o->mark[k].layer == layer && o->mark[k].head == head) return true;
    }
    return false;
}

void pane_source_heads(Canvas *c, const Scope *in) {
    const Source *src = in->look->source;
    const OpenView *o = &in->state->scene.open;
    int w = canvas_width(c) - 1, x = 1, each = src->heads > 100 ? 5 : 4;
    x += canvas_textf(c, 0, x, plain(ROLE_DIM), "layer %d of %d   head", o->layer, src->layers) + 1;
    int fit = (w - x) / each, first = o->head - fit / 2;
    if (first > src->heads - fit) first = src->heads - fit;
    if (first < 0) first = 0;
    for (int h = first; h < src->heads && x + each <= w; h++, x += each) {
        bool chosen = h == o->head && !o->average;
        Style s = plain(chosen ? ROLE_ACCENT : ROLE_DIM);
        if (chosen) s.attr |= ATTR_BOLD | ATTR_UNDERLINE;
        canvas_mean(c, (Hit){HIT_AT_HEAD, o->layer, h});
        canvas_textf(c, 0, x + 1, s, "%d", h);
        if (is_marked(o, o->layer, h)) canvas_rune(c, 0, x, plain(ROLE_ACCENT), '*');
    }
    canvas_mean(c, (Hit){0});
}
