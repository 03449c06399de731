#include "lesson/metric.h"

#include "base/names.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef enum Unit { UNIT_SHARE, UNIT_BITS, UNIT_PLAIN } Unit;

// What an evaluator gets: positions are inside the text.
typedef struct Reading {
    const Scene *scene;
    const Tokens *tokens;
    AttentionParams params;
    int at[METRIC_ARGS];
} Reading;

// NAN: the number does not exist.
typedef double (*Evaluate)(const Reading *r);

static AttentionRow row_of(const Reading *r, int query) {
    AttentionRow row = {0};
    attention_row(&row, &RULES[r->scene->head], r->tokens, query, r->params);
    return row;
}

// ---- one cell

static double read_cell(const Reading *r, int stage) {
    AttentionRow row = row_of(r, r->at[0]);
    const double *stages[] = {row.score, row.scaled, row.weight};
    double value = stages[stage][r->at[1]];
    attention_row_free(&row);
    return value;
}

static double read_score(const Reading *r) {
    return read_cell(r, 0);
}

static double read_scaled(const Reading *r) {
    return read_cell(r, 1);
}

static double read_weight(const Reading *r) {
    return read_cell(r, 2);
}

// ---- one row

// The row's own numbers; its arrays are gone.
static AttentionRow numbers_of(const Reading *r) {
    AttentionRow row = row_of(r, r->at[0]), kept = row;
    attention_row_free(&row);
    kept.score = kept.scaled = kept.masked = kept.weight = NULL;
    return kept;
}

static double read_entropy(const Reading *r) {
    return numbers_of(r).entropy;
}

static double read_ceiling(const Reading *r) {
    return numbers_of(r).ceiling;
}

static double read_share_of_ceiling(const Reading *r) {
    AttentionRow row = numbers_of(r);
    return row.visible > 1 ? row.entropy / row.ceiling : NAN;
}

static double read_effective(const Reading *r) {
    return exp2(read_entropy(r));
}

static double read_future(const Reading *r) {
    return numbers_of(r).future;
}

static double read_visible(const Reading *r) {
    return numbers_of(r).visible;
}

// The key with the largest weight; the first of equals.
static int top_of(const AttentionRow *row) {
    int best = 0;
    for (int j = 1; j < row->n; j++) {
        if (row->weight[j] > row->weight[best]) best = j;
    }
    return best;
}

static double read_top(const Reading *r) {
    AttentionRow row = row_of(r, r->at[0]);
    int best = top_of(&row);
    attention_row_free(&row);
    return best;
}

static double read_top_weight(const Reading *r) {
    AttentionRow row = row_of(r, r->at[0]);
    double weight = row.weight[top_of(&row)];
    attention_row_free(&row);
    return weight;
}

// How many times likelier key a is than key b: w[i][a] / w[i][b].
static double read_odds(const Reading *r) {
    AttentionRow row = row_of(r, r->at[0]);
    double a = row.weight[r->at[1]], b = row.weight[r->at[2]];
    attention_row_free(&row);
    return b > 0 ? a / b : NAN;
}

// ---- the whole pattern

// The mean over all rows of what `read` says of one; of no text so long that it would take seconds.
static double mean_of(const Reading *r, Evaluate read) {
    enum { MEAN_TOKENS_MAX = 256 };
    if (r->tokens->n > MEAN_TOKENS_MAX) return NAN;
    double sum = 0;
    Reading one = *r;
    for (int i = 0; i < r->tokens->n; i++) {
        one.at[0] = i;
        sum += read(&one);
    }
    return sum / r->tokens->n;
}

static double read_mean_entropy(const Reading *r) {
    return mean_of(r, read_entropy);
}

static double read_mean_future(const Reading *r) {
    return mean_of(r, read_future);
}

static double read_divisor(const Reading *r) {
    return r->params.divisor;
}

static double read_width(const Reading *r) {
    return r->scene->width;
}

static double read_tokens(const Reading *r) {
    return r->tokens->n;
}

// ---- the table

// A name may stand in it more than once with different numbers of arguments: each view has its own numbers.
static const struct Entry {
    const char *name;
    int args;
    Unit unit;
    Evaluate read;
    const char *usage, *meaning;
} TABLE[] = {
    {"weight", 2, UNIT_SHARE, read_weight, "weight i j", "what query i gives to key j"},
    {"score", 2, UNIT_PLAIN, read_score, "score i j", "raw q·k of query i and key j"},
    {"scaled", 2, UNIT_PLAIN, read_scaled, "scaled i j", "the score after the divisor"},
    {"odds", 3, UNIT_PLAIN, read_odds, "odds i j k", "how many times more query i gives to key j than to key k"},
    {"entropy", 1, UNIT_BITS, read_entropy, "entropy i", "of row i, in bits"},
    {"ceiling", 1, UNIT_BITS, read_ceiling, "ceiling i", "the most bits row i can have: log2 of the keys it sees"},
    {"of-ceiling", 1, UNIT_SHARE, read_share_of_ceiling, "of-ceiling i", "entropy divided by its ceiling"},
    {"effective", 1, UNIT_BITS, read_effective, "effective i", "tokens effectively looked at: 2 to the entropy"},
    {"future-mass", 1, UNIT_SHARE, read_future, "future-mass i", "what row i gives to tokens that come later"},
    {"visible", 1, UNIT_PLAIN, read_visible, "visible i", "how many keys row i sees"},
    {"top", 1, UNIT_PLAIN, read_top, "top i", "the position that row i gives most"},
    {"top-weight", 1, UNIT_SHARE, read_top_weight, "top-weight i", "the largest weight of row i"},
    {"mean-entropy", 0, UNIT_BITS, read_mean_entropy, "mean-entropy", "the mean of all rows' entropies, in bits"},
    {"mean-future", 0, UNIT_SHARE, read_mean_future, "mean-future", "the mean of all rows' future mass"},
    {"divisor", 0, UNIT_PLAIN, read_divisor, "divisor", "what scores are divided by"},
    {"width", 0, UNIT_PLAIN, read_width, "width", "the head's width d"},
    {"tokens", 0, UNIT_PLAIN, read_tokens, "tokens", "how many tokens the text has"},
};
enum { ENTRIES = sizeof TABLE / sizeof TABLE[0] };

static const char *entry_name_at(int i, const void *names) {
    (void)names;
    return TABLE[i].name;
}

const char *metric_usage(int k) {
    return k >= 0 && k < ENTRIES ? TABLE[k].usage : NULL;
}

const char *metric_meaning(int k) {
    return k >= 0 && k < ENTRIES ? TABLE[k].meaning : NULL;
}

// ---- reading

// Copies the next word of *at, moving *at behind it; false at the end. A word too long for room is cut and will not be known.
static bool next_word(const char **at, char *word, size_t room) {
    while (**at == ' ') (*at)++;
    size_t len = strcspn(*at, " ");
    if (len == 0) return false;
    size_t kept = len < room ? len : room - 1;
    memcpy(word, *at, kept);
    word[kept] = '\0';
    *at += len;
    return true;
}

static bool is_number(const char *word) {
    return *word && word[strspn(word, "0123456789")] == '\0';
}

static bool read_arg(MetricArg *arg, const char *word, bool learner, Error *err) {
    static const char *const WORDS[] = {"query", "key", "i", "j"};
    *arg = (MetricArg){.kind = ARG_WORD};
    if (is_number(word)) {
        arg->kind = ARG_NUMBER;
        if (strlen(word) > 6) return error_set(err, "position %s is too large", word);
        arg->number = (int)strtol(word, NULL, 10);
        return true;
    }
    int found = names_require("position", word, names_in_array, WORDS, learner ? 4 : 2, err);
    if (found >= 0) arg->kind = (MetricArgKind)(ARG_QUERY + found);
    return found >= 0;
}

// `NAME VALUE`, and again behind a comma.
static bool read_changes(Metric *m, const char *at, Error *err) {
    for (;;) {
        char name[METRIC_WORD];
        if (!next_word(&at, name, sizeof name)) return error_set(err, "`with` wants a setting and its value: `with mask off`");
        if (m->changes == METRIC_CHANGES) return error_set(err, "more than %d settings behind `with`", METRIC_CHANGES);
        while (*at == ' ') at++;
        size_t len = strcspn(at, ",");
        const char *next = at + len;
        while (len > 0 && at[len - 1] == ' ') len--;
        if (len == 0 || len >= METRIC_VALUE) return error_set(err, "`with %s` wants a value: `with mask off`", name);
        memcpy(m->change[m->changes].name, name, sizeof name);
        memcpy(m->change[m->changes].value, at, len);
        m->change[m->changes++].value[len] = '\0';
        if (!*next) return true;
        at = next + 1;
    }
}

// The entry with this name that takes m's arguments.
static bool choose_entry(Metric *m, const char *name, Error *err) {
    int first = names_require("metric", name, entry_name_at, NULL, ENTRIES, err);
    if (first < 0) return false;
    for (int k = first; k < ENTRIES; k++) {
        if (strcmp(TABLE[k].name, name) != 0 || TABLE[k].args != m->args) continue;
        m->entry = k;
        return true;
    }
    return error_set(err, "%s has %d positions: `%s` is wanted", name, m->args, TABLE[first].usage);
}

bool metric_parse(Metric *out, const char *words, bool learner, Error *err) {
    Metric m = {0};
    char name[METRIC_WORD], word[METRIC_WORD];
    const char *at = words;
    if (!next_word(&at, name, sizeof name)) return error_set(err, "a metric is wanted, such as `weight 9 3`");
    if (strcmp(name, "percent") == 0) {
        m.percent = true;
        const char *behind = at; // `percent 9 3` is short for `percent weight 9 3`
        if (!next_word(&behind, name, sizeof name)) return error_set(err, "percent of what? `percent weight 9 3` is wanted");
        bool position = is_number(name) || names_find(name, names_in_array, (const char *const[]){"query", "key", "i", "j"}, 4) >= 0;
        if (position) memcpy(name, "weight", sizeof "weight");
        else at = behind;
    }
    while (next_word(&at, word, sizeof word)) {
        if (strcmp(word, "with") == 0) {
            if (!read_changes(&m, at, err)) return false;
            break;
        }
        if (m.args == METRIC_ARGS) return error_set(err, "too many words: `%.80s`", words);
        if (!read_arg(&m.arg[m.args++], word, learner, err)) return false;
    }
    if (!choose_entry(&m, name, err)) return false;
    if (m.percent && TABLE[m.entry].unit != UNIT_SHARE) return error_set(err, "%s is not a share: no percent of it", name);
    *out = m;
    return true;
}

// ---- the number

static bool same_text(const Scene *a, const Scene *b) {
    if (a->sentence != b->sentence) return false;
    return a->sentence >= 0 || (a->text_len == b->text_len && memcmp(a->text, b->text, (size_t)a->text_len) == 0);
}

static bool place_args(const Metric *m, MetricPlace place, Reading *r, Error *err) {
    const Scene *written = place.written_for ? place.written_for : r->scene;
    int shift = r->scene->bos - written->bos, moved = r->scene->bos - place.scene->bos;
    for (int k = 0; k < m->args; k++) {
        const MetricArg *arg = &m->arg[k];
        const int at[] = {[ARG_NUMBER] = arg->number + shift, [ARG_QUERY] = place.scene->query + moved,
                          [ARG_KEY] = place.scene->key + moved,
                          [ARG_I] = place.i, [ARG_J] = place.j, [ARG_WORD] = -1};
        r->at[k] = at[arg->kind];
        if (arg->kind == ARG_NUMBER && !same_text(place.scene, written)) return error_set(err, "the text is another one");
        if (r->at[k] < 0 || r->at[k] >= r->tokens->n) {
            return error_set(err, "position %d is outside the text: its tokens are 0 to %d", r->at[k], r->tokens->n - 1);
        }
    }
    return true;
}

bool metric_value(const Metric *m, MetricPlace place, double *out, Error *err) {
    Scene changed = *place.scene;
    for (int k = 0; k < m->changes; k++) {
        if (!scene_set(&changed, place.corpus, m->change[k].name, m->change[k].value, err)) return false;
    }
    Tokens tokens = {0};
    if (!scene_tokens(&changed, place.corpus, &tokens, err)) return false;
    Reading r = {.scene = &changed, .tokens = &tokens, .params = scene_params(&changed)};
    bool ok = place_args(m, place, &r, err);
    double value = ok ? TABLE[m->entry].read(&r) : 0;
    if (ok && !isfinite(value)) ok = error_set(err, "`%s` has no value here", TABLE[m->entry].name);
    if (ok) *out = value;
    tokens_free(&tokens);
    return ok;
}

// ---- showing

void metric_format(const Metric *m, double value, Str *out) {
    Unit unit = TABLE[m->entry].unit;
    double percent = value * 100;
    if (m->percent) str_printf(out, percent >= 9.95 || percent < 0.05 ? "%.0f%%" : "%.1f%%", percent);
    else if (unit == UNIT_SHARE) str_printf(out, "%.3f", value);
    else if (unit == UNIT_BITS) str_printf(out, "%.2f", value);
    else if (fabs(value) < 1000) str_printf(out, "%.3g", value);
    else str_printf(out, "%.0f", value);
}

void metric_show(const Metric *m, MetricPlace place, Str *out) {
    double value;
    Error ignored;
    if (metric_value(m, place, &value, &ignored)) metric_format(m, value, out);
    else str_puts(out, "n/a");
}
