#include "model/capture_open.h"

#include "base/mem.h"
#include "base/names.h"
#include "base/number.h"
#include "model/axes.h"
#include "model/dump.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ---- which tensors

static const char *family_name(int i, const void *families) {
    return ((const Families *)families)->at[i].name;
}

static bool no_tensor(const Families *f, const char *path, const char *name, Error *err) {
    bool nameless = f->count == 1 && !f->at[0].name[0];
    if (nameless) return error_set(err, "%s: no tensor \"%.200s\": it holds one array, without a name", path, name);
    names_require("tensor", name, family_name, f, f->count, err); // says which names there are
    return error_prefix(err, "%s: ", path);
}

static bool choose(Capture *c, const CaptureOptions *o, Error *err) {
    const Families *f = &c->families;
    const char *path = c->table.file.path;
    c->axes_said = o->axes != NULL;
    const Family *weights = families_first(f, FAMILY_WEIGHTS), *scores = families_first(f, FAMILY_SCORES);
    if (o->tensor) {
        const Family *named = families_named(f, &c->table, o->tensor);
        if (!named) return no_tensor(f, path, o->tensor, err);
        weights = named->part == FAMILY_SCORES ? NULL : named;
        scores = named->part == FAMILY_SCORES ? named : scores;
    }
    const Family *main = weights ? weights : scores;
    char axes[AXES_TEXT];
    if (main) {
        bool ok = axes_of(&c->table, main, o->axes, axes, err) &&
                  part_set(weights ? &c->weights : &c->scores, &c->table, main, axes, err);
        if (!ok) return error_prefix(err, "%s: ", path);
    }
    if (!weights || !scores) return true;
    // Scores beside weights are a bonus: taken if they have the same shape.
    Error ignored;
    bool fits = axes_of(&c->table, scores, NULL, axes, &ignored) &&
                part_set(&c->scores, &c->table, scores, axes, &ignored) &&
                memcmp(c->scores.side, c->weights.side, sizeof c->scores.side) == 0;
    if (!fits) c->scores = (Part){0};
    return true;
}

// Tries the orders of axes that q and k are seen in, [head][token] as attention has them or [token][head] as hooks do,
// until one fits the heads and tokens that are known (0: not known).
static void set_vectors(Capture *c, Part *p, FamilyPart which, int heads, int tokens) {
    static const char *const ORDERS[] = {"QK", "HQK", "QHK", "LHQK", "LQHK", "BHQK", "BQHK", "LBHQK", "LBQHK"};
    const Family *f = families_first(&c->families, which);
    if (!f) return;
    const Tensor *t = &c->table.at[f->tensor[0]];
    bool layered = f->count > 1 || f->layered, hook = strstr(f->name, "hook_") != NULL;
    for (int turn = 0; turn < 2; turn++) {
        for (size_t k = 0; k < sizeof ORDERS / sizeof ORDERS[0]; k++) {
            Error ignored;
            Part try;
            bool token_first = strstr(ORDERS[k], "QH") != NULL;
            if (strlen(ORDERS[k]) != (size_t)t->rank || (layered && strchr(ORDERS[k], 'L'))) continue;
            if (turn == 0 && hook != token_first && t->rank > 2) continue; // the likelier order first
            if (!part_set(&try, &c->table, f, ORDERS[k], &ignored)) return;
            int h = try.side[AXIS_HEAD];
            if ((heads && heads % h != 0) || (tokens && try.side[AXIS_QUERY] != tokens)) continue;
            *p = try;
            return;
        }
    }
}

static void set_norms(Capture *c) {
    static const char *const ORDERS[] = {"HK", "BHK", "LHK", "LBHK"};
    const Family *f = families_first(&c->families, FAMILY_V_NORMS);
    if (!f) return;
    const Tensor *t = &c->table.at[f->tensor[0]];
    bool layered = f->count > 1 || f->layered;
    for (size_t k = 0; k < sizeof ORDERS / sizeof ORDERS[0]; k++) {
        Error ignored;
        Part try;
        if (strlen(ORDERS[k]) != (size_t)t->rank || (layered && strchr(ORDERS[k], 'L'))) continue;
        if (!part_set(&try, &c->table, f, ORDERS[k], &ignored)) return;
        bool fits =
            try.side[AXIS_LAYER] == c->layers && c->heads % try.side[AXIS_HEAD] == 0 && try.side[AXIS_KEY] == c->keys;
        if (fits) c->v_norms = try;
    }
}

static bool set_shape(Capture *c, Error *err) {
    const char *path = c->table.file.path;
    const Part *main = c->weights.there ? &c->weights : &c->scores;
    if (!main->there) {
        set_vectors(c, &c->q, FAMILY_Q, 0, 0);
        if (c->q.there) set_vectors(c, &c->k, FAMILY_K, c->q.side[AXIS_HEAD], 0);
        if (!c->q.there || !c->k.there) {
            return error_set(
                err,
                "%s: holds no attention: no floating-point tensor of 2 to 5 axes named like attentions, attn, pattern, "
                "layer_0 …",
                path);
        }
        main = &c->q;
    }
    c->layers = main->side[AXIS_LAYER];
    c->batches = main->side[AXIS_BATCH];
    c->heads = main->side[AXIS_HEAD];
    c->queries = main->side[AXIS_QUERY];
    c->keys = main == &c->q ? c->k.side[AXIS_QUERY] : main->side[AXIS_KEY];
    if (main != &c->q) {
        set_vectors(c, &c->q, FAMILY_Q, c->heads, c->queries);
        set_vectors(c, &c->k, FAMILY_K, c->heads, c->keys);
    }
    bool fits = c->q.there && c->k.there && c->q.side[AXIS_LAYER] == c->layers && c->k.side[AXIS_LAYER] == c->layers &&
                c->q.side[AXIS_HEAD] == c->heads && c->q.side[AXIS_KEY] == c->k.side[AXIS_KEY];
    if (!fits && main == &c->q) return error_set(err, "%s: q and k do not fit each other", path);
    if (!fits) c->q = c->k = (Part){0};
    if (fits) c->width = c->q.side[AXIS_KEY];
    set_norms(c);
    str_puts(&c->name, main->family->name);
    return true;
}

// ---- what the metadata says

static int word_integer(const Table *t, const char *key, int most) {
    const char *word = table_word(t, key);
    double v;
    int decimals;
    if (!word || !number_parse(word, strlen(word), &v, &decimals) || decimals > 0 || v < 0 || v > most) return -1;
    return (int)v;
}

static bool says(const char *word, const char *a, const char *b, const char *d) {
    return word && (strcmp(word, a) == 0 || strcmp(word, b) == 0 || strcmp(word, d) == 0);
}

static void read_words(Capture *c) {
    const char *word = table_word(&c->table, "divisor");
    double divisor;
    int decimals, width = word_integer(&c->table, "head_dim", 1 << 20),
                  kv = word_integer(&c->table, "n_kv_heads", 1 << 20);
    if (width > 0 && c->width == 0) c->width = width;
    if (kv > 0) c->kv_heads = kv;
    else if (c->k.there) c->kv_heads = c->k.side[AXIS_HEAD];
    bool said = word && number_parse(word, strlen(word), &divisor, &decimals) && divisor > 0;
    c->file_raw = c->scores.there && said;
    c->scores_raw = c->file_raw || c->q.there;
    c->divisor = said ? divisor : c->q.there ? sqrt(c->width) : 1;
    c->divisor_grows = said && says(table_word(&c->table, "divisor_grows"), "true", "True", "1");
}

// ---- what sample rows say

static const double FUTURE_SLACK = 1e-3; // of a row's mass: below it, nothing lies above the diagonal

// Whether nothing lies beyond position p of a row: weights by mass, scores by −∞.
static bool row_is_masked(const double *row, int keys, int p, bool scores) {
    double mass = 0, beyond = 0;
    for (int j = 0; j < keys; j++) {
        if (scores && j > p && row[j] > -1e4) return false; // finite mask constants are as large as −1e4
        mass += fabs(row[j]);
        if (j > p) beyond += fabs(row[j]);
    }
    return scores || !(beyond > FUTURE_SLACK * mass);
}

static bool samples_are_masked(Capture *c, int offset, bool *masked, Error *err) {
    enum { LAYERS = 2, HEADS = 2, QUERIES = 8 };
    const Part *p = c->weights.there ? &c->weights : &c->scores;
    double *row = MEM_NEW(double, (size_t)c->keys);
    bool ok = true;
    *masked = true;
    PartReader reader = {.window = 256}; // little but the row
    for (int s = 0; ok && *masked && s < LAYERS * HEADS * QUERIES; s++) {
        int layer = (int)((long)c->layers * (s % LAYERS) / LAYERS),
            head = (int)((long)c->heads * (s / LAYERS % HEADS) / HEADS);
        int query = (int)((long)c->queries * (s / LAYERS / HEADS) / QUERIES);
        const int at[AXES] = {layer, 0, head, query, 0};
        ok = part_row(p, &reader, at, row, err);
        if (ok) *masked = row_is_masked(row, c->keys, offset + query, !c->weights.there);
    }
    part_reader_free(&reader);
    free(row);
    return ok;
}

// Looks at sample rows: sets offset, related, masked and causal.
static bool look_at_rows(Capture *c, Causal said, Error *err) {
    const char *word = table_word(&c->table, "causal"), *name = str_text(&c->name);
    int offset = word_integer(&c->table, "row_offset", 1 << 20);
    bool cross = strstr(name, "cross") != NULL, encoder = strstr(name, "encoder") != NULL;
    if (said == CAUSAL_UNKNOWN && says(word, "true", "True", "1")) said = CAUSAL_YES;
    if (said == CAUSAL_UNKNOWN && (says(word, "false", "False", "0") || cross || encoder)) said = CAUSAL_NO;
    c->offset_misfit = offset >= 0 && offset + c->queries > c->keys ? offset : 0;
    if (c->offset_misfit) offset = -1;
    bool measurable = c->weights.there || (c->scores.there && !c->file_raw);
    c->offset = offset >= 0 ? offset : c->queries < c->keys ? c->keys - c->queries : 0;
    if (measurable && !samples_are_masked(c, c->offset, &c->masked, err)) return false;
    bool square = c->queries == c->keys;
    c->related =
        !cross && (offset >= 0 || square || (c->queries < c->keys && (c->masked || said == CAUSAL_YES || !measurable)));
    if (!c->related) c->offset = 0;
    c->masked = c->masked && c->related && c->keys > 1;
    c->causal_said = said != CAUSAL_UNKNOWN;
    c->causal = said;
    if (said == CAUSAL_UNKNOWN && (c->masked || (!measurable && c->related))) c->causal = CAUSAL_YES;
    if (said == CAUSAL_UNKNOWN && !c->related) c->causal = CAUSAL_NO;
    return true;
}

// ---- the sentence

static void describe_tokens(const Capture *c, Str *s) {
    const Tensor *tokens = c->tokens_given == 0 ? table_find(&c->table, "tokens") : NULL;
    if (tokens && tokens->refusal)
        str_printf(s, "its tokens are of type %s, which is not read: they are numbered", tensor_type_word(tokens));
    else if (c->tokens_given == 0) str_puts(s, "no tokens: they are numbered");
    else str_printf(s, "%d tokens from %s", c->tokens_given, str_text(&c->tokens_from));
}

void capture_describe(Capture *c) {
    Str *s = &c->guess;
    const Part *main = c->weights.there ? &c->weights : c->scores.there ? &c->scores : &c->q;
    const Tensor *t = &c->table.at[main->family->tensor[0]];
    str_clear(s);
    str_printf(s, "%s", c->name.len ? str_text(&c->name) : "one array");
    if (main->family->count > 1) str_printf(s, " × %d", main->family->count);
    str_printf(s, ": %s as %s", tensor_shape(t).text, main->split && c->layers > 1 ? "layers of " : "");
    if (main == &c->q) str_puts(s, "vectors q, and k: weights are made of them");
    else axes_words(main, s);
    const char *doubt = c->axes_said ? NULL : axes_doubt(&c->table, main);
    if (doubt) str_printf(s, " (if not: --axes %s)", doubt);
    if (main == &c->scores) str_puts(s, " scores: weights are their softmax");
    if (c->causal == CAUSAL_YES)
        str_printf(s, "; causal%s", c->causal_said ? " (said so)" : c->masked ? "" : " (taken for it)");
    else if (!c->related) str_puts(s, "; cross attention");
    else if (c->keys == 1) str_puts(s, "; one token");
    else str_puts(s, c->causal == CAUSAL_NO ? "; not causal" : "; not masked");
    if (c->related && c->offset > 0) str_printf(s, "; row 0 is position %d", c->offset);
    if (c->offset_misfit) str_printf(s, "; row_offset %d does not fit", c->offset_misfit);
    if (c->batches > 1) str_printf(s, "; sample %d of %d", c->batch, c->batches);
    if (c->vectors_differ) str_puts(s, "; q and k do not give these weights and are left aside");
    str_puts(s, "; ");
    describe_tokens(c, s);
    if (c->others.len) str_printf(s, "; also here: %s", str_text(&c->others));
}

static void list_others(Capture *c) {
    for (int k = 0; k < c->families.count; k++) {
        const Family *f = &c->families.at[k];
        const Tensor *t = &c->table.at[f->tensor[0]];
        bool shown = f == c->weights.family || f == c->scores.family;
        if (shown || f->part > FAMILY_SCORES || !tensor_is_float(t) || t->rank < 2 || c->others.len > 400) continue;
        str_printf(&c->others, "%s%s", c->others.len ? ", " : "", f->name);
    }
}

// Tensors that cannot hold patterns are no candidates, however they are called.
static void sift(Capture *c) {
    for (int k = 0; k < c->families.count; k++) {
        Family *f = &c->families.at[k];
        const Tensor *t = &c->table.at[f->tensor[0]];
        bool can = tensor_is_float(t) && t->rank >= 2;
        bool alone = c->families.count == 1; // then its own error says more
        if (f->part <= FAMILY_SCORES && !can && !alone) f->part = FAMILY_OTHER;
    }
}

static bool open_table(Capture *c, const CaptureOptions *o, Error *err) {
    families_find(&c->families, &c->table);
    sift(c);
    if (!choose(c, o, err) || !set_shape(c, err)) return false;
    read_words(c);
    if (!look_at_rows(c, o->causal, err) || !capture_read_tokens(c, err)) return false;
    static const char CLS[] = "[CLS]"; // BERT and its kin are not causal
    int len = 0;
    const char *first = c->tokens.n > 0 ? tokens_text(&c->tokens, 0, &len) : "";
    if (c->causal == CAUSAL_UNKNOWN && len == sizeof CLS - 1 && memcmp(first, CLS, sizeof CLS - 1) == 0)
        c->causal = CAUSAL_NO;
    if (!capture_trust_vectors(c, err)) return false;
    list_others(c);
    capture_describe(c);
    return true;
}

bool capture_open(Capture *c, const char *path, const CaptureOptions *options, Error *err) {
    *c = (Capture){0};
    return dump_open(path, &c->table, err) && open_table(c, options, err);
}
