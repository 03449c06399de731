// `lookback check` and `lookback export` of a checkpoint.
#include "headless.h"

#include "base/text.h"
#include "model/export.h"
#include "model/language.h"
#include "net/checks.h"
#include "out/check.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool headless_is_model(const char *path) {
    return checkpoint_is(path);
}

// ---- the text, with ⟨BOS⟩ in front where the model is meant to have it

static bool read_text(const Options *o, const Language *m, Ids *out, Error *err) {
    const char *text = o->words;
    if (o->ids) return language_read_ids(o->ids, out, err) || error_prefix(err, "--ids: ");
    if (!text) language_usual(m, out, &text);
    if (!text) return true; // ids
    out->count = 0;
    return language_encode(m, text, strlen(text), m->bos_first, out, err);
}

// Says on a terminal how far a long run is, and takes it away again.
static void finish_run(NetRun *run) {
    enum { QUIET = 8 }; // steps, each some ten milliseconds
    bool tells = isatty(STDERR_FILENO), told = false;
    for (int step = 0; net_run_step(run); step++) {
        if (!tells || step < QUIET) continue;
        fprintf(stderr, "\rthe model runs: %.0f %%", 100 * net_run_progress(run));
        told = true;
    }
    if (told) fputs("\r                         \r", stderr);
}

static bool start_text(const Options *o, const Language *m, NetRun *run, Error *err) {
    Ids ids = {0};
    NetLevers levers = net_levers();
    bool ok = read_text(o, m, &ids, err) &&
              net_run_start(run, &m->checkpoint.weights, &m->blas, ids.at, ids.count, &levers, err);
    ids_free(&ids);
    if (!ok) return false;
    finish_run(run);
    return true;
}

// Runs the text; a layer that is not finite is an error that names the weight, if one is to blame.
static bool run_text(const Options *o, const Language *m, NetRun *run, Error *err) {
    if (!start_text(o, m, run, err)) return false;
    if (run->bad_layer < 0) return true;
    if (!checkpoint_check_finite(&m->checkpoint, run->bad_layer, err) ||
        !checkpoint_check_finite(&m->checkpoint, -1, err))
        return false;
    return error_set(err, "%s: layer %d gives numbers that are not finite", m->checkpoint.folder, run->bad_layer);
}

// ---- check

static void find(Findings *list, const char *code, const char *where, const char *message, const char *fix) {
    Finding *f = findings_add(list, code);
    str_puts(&f->where, where);
    str_puts(&f->message, message);
    str_puts(&f->fix, fix);
}

// What does not hold. Sums and rebuilding differ by rounding alone where all is well.
static void judge(const NetChecks *c, Findings *list) {
    static const char BUG[] =
        "this is no fault of the checkpoint; please report it with the checkpoint's shape and the text";
    Str where = {0};
    str_printf(&where, "token %d", c->changed);
    if (!(c->sum_off < 1e-4)) find(list, "rows-not-one", "all patterns", "a row of weights does not sum to 1", BUG);
    if (c->above > 0) find(list, "future-leak", "all patterns", "weights above the diagonal are not exactly 0", BUG);
    if (c->earlier_moved > 0)
        find(list, "earlier-rows-moved", str_text(&where), "changing it changed rows before it", BUG);
    if (c->changed >= 0 && c->later_moved == 0) {
        find(list, "nothing-moved", str_text(&where),
             "changing it changed no weight behind it: attention does not depend on the text",
             "look whether q and k weights are all zero");
    }
    if (!(c->rebuilt < 1e-3)) {
        find(list, "rebuild-differs", "layer 0 head 0", "the pattern made anew from LN₁ and c_attn is not the model's",
             "scores this large lose their digits in float32; else please report it");
    }
    str_free(&where);
}

static void find_bad_weights(const Checkpoint *c, Findings *list) {
    Error err;
    for (int layer = -1; layer < c->config.shape.layers; layer++) {
        Str where = {0};
        if (layer < 0) str_puts(&where, "embeddings and final norm");
        else str_printf(&where, "layer %d", layer);
        if (!checkpoint_check_finite(c, layer, &err))
            find(list, "not-finite", str_text(&where), err.text, "download or convert the checkpoint again");
        str_free(&where);
    }
}

// Finite weights that are too large.
static void find_overflow(const NetRun *run, Findings *list) {
    Str where = {0};
    str_printf(&where, "layer %d", run->bad_layer);
    find(list, "overflow", str_text(&where),
         "it gives numbers that are not finite on this text, though its weights are finite: they are too large",
         "download or convert the checkpoint again");
    str_free(&where);
}

static void summarise(const Language *m, const NetRun *run, Str *out) {
    const NetShape *s = &m->checkpoint.config.shape;
    str_printf(out, "GPT-2 with %d layers of %d heads, width %d, %d tokens; ", s->layers, s->heads, s->width,
               s->vocabulary);
    str_printf(out, "%d read", run->n);
    if (!m->has_tokenizer) return;
    Str text = {0};
    tokenizer_decode(&m->tokenizer, run->ids, run->n < 24 ? run->n : 24, &text);
    str_puts(out, ": ");
    str_add(out, str_text(&text), text.len);
    str_puts(out, run->n > 24 ? " …" : "");
    str_free(&text);
}

static void write_report(const Options *o, bool ascii, const char *summary, const Findings *found, const NetChecks *c,
                         Str *out) {
    bool some = c->changed >= 0;
    CheckFigure figures[] = {
        {"patterns", "patterns", c->patterns},
        {"row_sum_off", "every row sums to 1; the worst is off by", c->sum_off},
        {"weights_above_diagonal", "weights above the diagonal that are not exactly 0", (double)c->above},
        {"changed_token", "a token was changed: at", some ? c->changed : NAN},
        {"earlier_rows_moved", "  rows before it that are not the same bit for bit",
         some ? (double)c->earlier_moved : NAN},
        {"later_weights_moved", "  weights behind it moved by up to", some ? c->later_moved : NAN},
        {"divisor", "layer 0 head 0 made anew from LN₁ and c_attn: divisor", c->divisor},
        {"rebuilt_off", "  with it, off by", c->rebuilt},
        {"undivided_off", "  without it, off by", c->undivided},
        {"entropy_bits", "  mean entropy with it, bits", c->entropy},
        {"entropy_bits_undivided", "  mean entropy without it: too sharp", c->entropy_undivided},
        {"raw_row_off", "two mistakes: the row before LN₁ misses by", c->raw_row},
        {"no_bias_off", "  the matrix without its bias misses by", c->no_bias},
    };
    Check check = {.file = o->file,
                   .summary = summary,
                   .findings = found,
                   .figure = figures,
                   .figures = c->patterns > 0 ? (int)(sizeof figures / sizeof figures[0]) : 0};
    if (o->format == FORMAT_JSON) out_check_json(&check, out);
    else out_check_text(&check, ascii, out);
}

int headless_check_model(const Options *o, bool ascii, Str *out, Error *err) {
    Language m = {0};
    NetRun run = {0};
    NetChecks checks = {0};
    Findings found = {0};
    Str summary = {0};
    int count = -1;
    bool ok = language_load(&m, o->file, 0, err);
    if (ok) find_bad_weights(&m.checkpoint, &found);
    bool sound = ok && found.count == 0;
    if (sound) ok = start_text(o, &m, &run, err);
    if (ok && sound) summarise(&m, &run, &summary);
    if (ok && sound && run.bad_layer >= 0) find_overflow(&run, &found);
    else if (ok && sound) {
        ok = net_checks(&run, &checks, err);
        judge(&checks, &found);
    }
    if (ok) {
        write_report(o, ascii, str_text(&summary), &found, &checks, out);
        count = found.count;
    }
    str_free(&summary);
    findings_free(&found);
    net_run_free(&run);
    language_free(&m);
    return count;
}

// ---- export

bool headless_export(const Options *o, Error *err) {
    Language m = {0};
    NetRun run = {0};
    bool ok = language_load(&m, o->file, 0, err) && run_text(o, &m, &run, err) &&
              export_write(&run, m.has_tokenizer ? &m.tokenizer : NULL, o->output, err);
    net_run_free(&run);
    language_free(&m);
    return ok;
}
