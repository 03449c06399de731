#include "lesson/metric_table.h"

#include <math.h>

// ---- explorer, model: one cell

static AttentionRow row_of(const Reading *r, int query) {
    AttentionRow row = {0};
    if (r->model.run) metric_model_row(r, query, &row);
    else attention_row(&row, &RULES[r->scene->head], r->tokens, query, r->params);
    return row;
}

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
static double mean_of(const Reading *r, double (*read)(const Reading *)) {
    enum { MEAN_TOKENS_MAX = 256 };
    if (r->n > MEAN_TOKENS_MAX) return NAN;
    double sum = 0;
    Reading one = *r;
    for (int i = 0; i < r->n; i++) {
        one.at[0] = i;
        sum += read(&one);
    }
    return sum / r->n;
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
    return r->n;
}

// ---- playground

static PlaneResult plane_of(const Reading *r) {
    PlaneResult result;
    plane_run(&result, &r->scene->plane);
    return result;
}

static double play_weight(const Reading *r) {
    return plane_of(r).weight[r->at[0]];
}

static double play_dot(const Reading *r) {
    return plane_of(r).dot[r->at[0]];
}

static double play_score(const Reading *r) {
    return plane_of(r).score[r->at[0]];
}

static double play_entropy(const Reading *r) {
    return plane_of(r).entropy;
}

static double play_ceiling(const Reading *r) {
    return plane_of(r).ceiling;
}

static double play_divisor(const Reading *r) {
    return r->scene->plane.divisor;
}

static double play_length(const Reading *r) {
    return r->scene->plane.tenths / 10.0;
}

// ---- worked example, one row

// Cell y, x of a matrix; NAN outside it and where it is masked.
static double worked_at(const Reading *r, WorkedPart part, int y, int x) {
    WorkedResult result;
    worked_run(&result, &r->scene->worked, r->params, false);
    const Matrix *m = worked_matrix(&r->scene->worked, &result, part);
    return y < m->rows && x < m->cols ? m->at[y][x] : NAN;
}

static double worked_cell(const Reading *r) {
    return worked_at(r, (WorkedPart)r->at[0], r->at[1], r->at[2]);
}

static double worked_weight(const Reading *r) {
    return worked_at(r, WORKED_A, r->at[0], r->at[1]);
}

static double worked_score(const Reading *r) {
    return worked_at(r, WORKED_S, r->at[0], r->at[1]);
}

static double worked_scaled(const Reading *r) {
    return worked_at(r, WORKED_SCALED, r->at[0], r->at[1]);
}

static double worked_entropy(const Reading *r) {
    WorkedResult result;
    worked_run(&result, &r->scene->worked, r->params, false);
    return r->at[0] < r->scene->worked.n ? result.entropy[r->at[0]] : NAN;
}

static double worked_ceiling(const Reading *r) {
    WorkedResult result;
    worked_run(&result, &r->scene->worked, r->params, false);
    return r->at[0] < r->scene->worked.n ? result.ceiling[r->at[0]] : NAN;
}

// ---- lab

static LabResult lab_of(const Reading *r) {
    LabResult result;
    lab_run(&result, &r->scene->lab);
    return result;
}

static double lab_variance(const Reading *r) {
    return lab_of(r).variance;
}

static double lab_ceiling(const Reading *r) {
    return lab_of(r).ceiling;
}

static double lab_entropy_off(const Reading *r) {
    return lab_of(r).entropy[0];
}

static double lab_entropy_on(const Reading *r) {
    return lab_of(r).entropy[1];
}

static double lab_gradient_off(const Reading *r) {
    return lab_of(r).gradient[0];
}

static double lab_gradient_on(const Reading *r) {
    return lab_of(r).gradient[1];
}

static double lab_width(const Reading *r) {
    return r->scene->lab.d;
}

// e^gap: how many times likelier a key is whose score is higher by that much.
static double read_odds_of_gap(const Reading *r) {
    return exp(r->at[0]);
}

// ---- the table

enum {
    EXPLORER = 1 << SCREEN_EXPLORER,
    PLAY = 1 << SCREEN_PLAY,
    WORKED = 1 << SCREEN_WORKED | 1 << SCREEN_ROW,
    LAB = 1 << SCREEN_LAB,
    MODEL = 1 << SCREEN_OPEN | 1 << SCREEN_MAP | 1 << SCREEN_PREDICT | 1 << SCREEN_TRACE,
    TRAIN = 1 << SCREEN_TRAIN,
    TEXT = EXPLORER | MODEL, // patterns of tokens
    ALL = (1 << SCREEN_COUNT) - 1,
};

const MetricEntry METRICS[] = {
    {"weight", "pp", TEXT, UNIT_SHARE, read_weight, "weight i j", "what query i gives to key j"},
    {"weight", "pp", WORKED, UNIT_SHARE, worked_weight, "weight i j", "the same in the worked example"},
    {"weight", "l", PLAY, UNIT_SHARE, play_weight, "weight LABEL", "what the playground's query gives to a key"},
    {"score", "pp", TEXT, UNIT_PLAIN, read_score, "score i j", "raw q·k of query i and key j"},
    {"score", "pp", WORKED, UNIT_PLAIN, worked_score, "score i j", "the same in the worked example"},
    {"score", "l", PLAY, UNIT_PLAIN, play_score, "score LABEL", "the dot product after the divisor"},
    {"scaled", "pp", TEXT, UNIT_PLAIN, read_scaled, "scaled i j", "the score after the divisor"},
    {"scaled", "pp", WORKED, UNIT_PLAIN, worked_scaled, "scaled i j", "the same in the worked example"},
    {"dot", "l", PLAY, UNIT_PLAIN, play_dot, "dot LABEL", "the dot product of the query and a key"},
    {"odds", "ppp", TEXT, UNIT_PLAIN, read_odds, "odds i j k",
     "how many times more query i gives to key j than to key k"},
    {"odds-of-gap", "n", ALL, UNIT_PLAIN, read_odds_of_gap, "odds-of-gap g",
     "e^g: what a score higher by g makes of the odds"},
    {"entropy", "p", TEXT, UNIT_BITS, read_entropy, "entropy i", "of row i, in bits"},
    {"entropy", "p", WORKED, UNIT_BITS, worked_entropy, "entropy i", "the same in the worked example"},
    {"entropy", "", PLAY, UNIT_BITS, play_entropy, "entropy", "of the playground's weights, in bits"},
    {"ceiling", "p", TEXT, UNIT_BITS, read_ceiling, "ceiling i",
     "the most bits row i can have: log2 of the keys it sees"},
    {"ceiling", "p", WORKED, UNIT_BITS, worked_ceiling, "ceiling i", "the same in the worked example"},
    {"ceiling", "", PLAY, UNIT_BITS, play_ceiling, "ceiling", "of the playground: log2 of its keys"},
    {"ceiling", "", LAB, UNIT_BITS, lab_ceiling, "ceiling", "of the lab's row"},
    {"of-ceiling", "p", TEXT, UNIT_SHARE, read_share_of_ceiling, "of-ceiling i", "entropy divided by its ceiling"},
    {"effective", "p", TEXT, UNIT_BITS, read_effective, "effective i",
     "tokens effectively looked at: 2 to the entropy"},
    {"future-mass", "p", TEXT, UNIT_SHARE, read_future, "future-mass i",
     "what row i gives to tokens that come later"},
    {"visible", "p", TEXT, UNIT_PLAIN, read_visible, "visible i", "how many keys row i sees"},
    {"top", "p", TEXT, UNIT_PLAIN, read_top, "top i", "the position that row i gives most"},
    {"top-weight", "p", TEXT, UNIT_SHARE, read_top_weight, "top-weight i", "the largest weight of row i"},
    {"mean-entropy", "", TEXT, UNIT_BITS, read_mean_entropy, "mean-entropy",
     "the mean of all rows' entropies, in bits"},
    {"mean-future", "", TEXT, UNIT_SHARE, read_mean_future, "mean-future", "the mean of all rows' future mass"},
    {"divisor", "", TEXT | WORKED, UNIT_PLAIN, read_divisor, "divisor", "what scores are divided by"},
    {"divisor", "", PLAY, UNIT_PLAIN, play_divisor, "divisor", "the playground's"},
    {"length", "", PLAY, UNIT_PLAIN, play_length, "length", "how many times as long the playground's query is"},
    {"width", "", EXPLORER, UNIT_PLAIN, read_width, "width", "the head's width d"},
    {"width", "", LAB, UNIT_PLAIN, lab_width, "width", "the lab's d"},
    {"tokens", "", TEXT, UNIT_PLAIN, read_tokens, "tokens", "how many tokens the text has"},
    {"cell", "mnn", WORKED, UNIT_CELL, worked_cell, "cell M y x",
     "row y, column x of X W_Q W_K W_V W_O Q K V S scaled masked A out"},
    {"variance", "", LAB, UNIT_PLAIN, lab_variance, "variance", "of the lab's dot products"},
    {"entropy-divided", "", LAB, UNIT_BITS, lab_entropy_on, "entropy-divided",
     "mean entropy of the lab's rows with the divisor"},
    {"entropy-raw", "", LAB, UNIT_BITS, lab_entropy_off, "entropy-raw", "the same without it"},
    {"gradient-divided", "", LAB, UNIT_SHARE, lab_gradient_on, "gradient-divided",
     "mean gradient size with the divisor"},
    {"row-sum", "p", MODEL, UNIT_SHARE, metric_model_row_sum, "row-sum i", "all that query i gives"},
    {"probability", "w", MODEL, UNIT_SHARE, metric_model_probability, "probability WORD",
     "of a word behind the query, as the model says"},
    {"logit-difference", "ww", MODEL, UNIT_BITS, metric_model_difference, "logit-difference WORD WORD",
     "the first word's logit less the second's, behind the query"},
    {"loss-at", "p", MODEL, UNIT_NATS, metric_model_loss_at, "loss-at i", "of token i, given those before it, in nats"},
    {"loss-over", "pp", MODEL, UNIT_NATS, metric_model_loss_over, "loss-over i j", "its mean over tokens i to j"},
    {"worst-sum", "", MODEL, UNIT_FINE, metric_check_sum, "worst-sum", "how far the worst row of all heads is from 1"},
    {"above-diagonal", "", MODEL, UNIT_PLAIN, metric_check_above, "above-diagonal",
     "weights above the diagonal that are not 0, in all heads"},
    {"changed-token", "", MODEL, UNIT_PLAIN, metric_check_changed, "changed-token",
     "the token that is changed for the next two"},
    {"earlier-moved", "", MODEL, UNIT_PLAIN, metric_check_earlier, "earlier-moved",
     "rows before it, of all heads and layers, that are not the same bit for bit"},
    {"later-moved", "", MODEL, UNIT_SHARE, metric_check_later, "later-moved", "how far a weight from it on moved"},
    {"rebuilt-off", "", MODEL, UNIT_FINE, metric_check_rebuilt, "rebuilt-off",
     "layer 0, head 0, made anew from its matrices: how far off"},
    {"undivided-off", "", MODEL, UNIT_SHARE, metric_check_undivided, "undivided-off", "the same without ÷√d"},
    {"rebuilt-entropy", "", MODEL, UNIT_BITS, metric_check_entropy, "rebuilt-entropy", "its mean entropy, in bits"},
    {"undivided-entropy", "", MODEL, UNIT_BITS, metric_check_entropy_undivided, "undivided-entropy",
     "the same without ÷√d"},
    {"raw-row-off", "", MODEL, UNIT_SHARE, metric_check_raw_row, "raw-row-off",
     "made anew from the row before the layer norm: how far off"},
    {"no-bias-off", "", MODEL, UNIT_SHARE, metric_check_no_bias, "no-bias-off",
     "made anew without the bias of the matrices: how far off"},
    {"guess", "", TRAIN | MODEL, UNIT_NATS, metric_train_guess, "guess", "what a word costs whoever only guesses"},
    {"step", "", TRAIN, UNIT_PLAIN, metric_train_step, "step", "steps done at the moment looked at"},
    {"loss", "k", TRAIN, UNIT_NATS, metric_train_loss, "loss KIND",
     "of new words, words said again, or sentences, as it learns, in nats a word: loss again"},
    {"grade", "k", TRAIN, UNIT_NATS, metric_train_grade, "grade KIND",
     "the same on texts of an exam, with the mask on"},
    {"accuracy", "", TRAIN, UNIT_SHARE, metric_train_accuracy, "accuracy",
     "how often the right name has the larger logit, in that exam"},
    {"class", "cnn", TRAIN | MODEL, UNIT_SHARE, metric_train_class, "class CLASS l h",
     "how much head h of layer l is of a class: class induction 1 0"},
    {"best", "c", TRAIN | MODEL, UNIT_SHARE, metric_train_best, "best CLASS", "of the head that is it most"},
    {"best-layer", "c", TRAIN | MODEL, UNIT_PLAIN, metric_train_best_layer, "best-layer CLASS", "the layer of that head"},
    {"since", "c", TRAIN | MODEL, UNIT_PLAIN, metric_train_since, "since CLASS",
     "the first step at which a head is it by more than a half"},
    {"gradient-raw", "", LAB, UNIT_SHARE, lab_gradient_off, "gradient-raw", "the same without it"},
};

const int METRICS_COUNT = sizeof METRICS / sizeof METRICS[0];
