#include "attn/worked_parse.h"

#include "base/names.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { QUOTE_MAX = 40, NO_PART = -1 };

typedef struct Word {
    const char *at;
    size_t len;
    bool quoted; // at and len are then without the quotes
} Word;

typedef struct Reader {
    const char *file;
    int line;        // counted from 1
    int tokens_line; // 0 until there are tokens
    int part;        // block being read, or NO_PART
    bool named;      // a head line was seen
    int block_line[HEADS_MAX][WORKED_GIVEN];
    int head_line[HEADS_MAX];
    Heads heads; // count: the heads begun; 0 while only tokens and X stand there
    Error *err;
} Reader;

static bool at_line(Reader *r, int line) {
    return error_prefix(r->err, "%s:%d: ", r->file, line);
}

static int shown(size_t len) {
    return len < QUOTE_MAX ? (int)len : QUOTE_MAX;
}

// The head that blocks belong to just now.
static int now(const Reader *r) {
    return r->heads.count ? r->heads.count - 1 : 0;
}

// The next word of a line: up to white space, or in double quotes. False at the end or at a comment.
static bool next_word(const char **at, const char *end, Word *word) {
    while (*at < end && (**at == ' ' || **at == '\t' || **at == '\r')) ++*at;
    if (*at == end || **at == '#') return false;
    const char *from = *at;
    word->quoted = *from == '"';
    if (word->quoted) {
        const char *to = from + 1;
        while (to < end && *to != '"') to += *to == '\\' && to + 1 < end ? 2 : 1;
        if (to < end) {
            *word = (Word){from + 1, (size_t)(to - from - 1), true};
            *at = to + 1;
            return true;
        }
        word->quoted = false; // never closed: an ordinary word
    }
    while (*at < end && **at != ' ' && **at != '\t' && **at != '\r') ++*at;
    *word = (Word){from, (size_t)(*at - from), false};
    return true;
}

static bool word_is(Word w, const char *name) {
    return !w.quoted && w.len == strlen(name) && memcmp(w.at, name, w.len) == 0;
}

bool worked_parse_number(const char *text, size_t len, double *out, Error *err) {
    double value;
    int decimals;
    if (!number_parse(text, len, &value, &decimals)) {
        return error_set(err, "\"%.*s\" is not a number", shown(len), text);
    }
    if (fabs(value) > WORKED_VALUE_MAX) {
        return error_set(err, "%.*s is beyond ±%.0f", shown(len), text, WORKED_VALUE_MAX);
    }
    *out = value;
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    c = (char)(c | 32);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// The bytes a label stands for: in quotes \\ \" and \xNN are read. −1 when there are more than WORKED_LABEL_MAX.
static int unquote(Word w, char out[WORKED_LABEL_MAX]) {
    int len = 0;
    for (size_t k = 0; k < w.len; k++) {
        char c = w.at[k];
        if (w.quoted && c == '\\' && k + 1 < w.len) {
            int high = k + 3 < w.len && w.at[k + 1] == 'x' ? hex_digit(w.at[k + 2]) : -1;
            int low = high >= 0 ? hex_digit(w.at[k + 3]) : -1;
            c = low >= 0 ? (char)(high * 16 + low) : w.at[k + 1];
            k += low >= 0 ? 3 : 1;
        }
        if (len == WORKED_LABEL_MAX) return -1;
        out[len++] = c;
    }
    return len;
}

static bool read_tokens(Reader *r, const char *at, const char *end) {
    if (r->tokens_line) {
        error_set(r->err, "tokens stands twice (first in line %d)", r->tokens_line);
        return at_line(r, r->line);
    }
    Worked *w = &r->heads.head[0];
    for (Word word; next_word(&at, end, &word);) {
        if (w->n == WORKED_TOKENS_MAX) {
            error_set(r->err, "tokens: more than %d", WORKED_TOKENS_MAX);
            return at_line(r, r->line);
        }
        int len = unquote(word, w->token[w->n].bytes);
        if (len < 0) {
            error_set(r->err, "tokens: number %d is longer than %d bytes", w->n + 1, WORKED_LABEL_MAX);
            return at_line(r, r->line);
        }
        w->token[w->n++].len = len;
    }
    if (w->n == 0) {
        error_set(r->err, "tokens: none given");
        return at_line(r, r->line);
    }
    r->tokens_line = r->line;
    r->part = NO_PART;
    return true;
}

static bool read_head(Reader *r, const char *at, const char *end) {
    Word word;
    char label[WORKED_LABEL_MAX];
    int len = next_word(&at, end, &word) ? unquote(word, label) : 0;
    bool ok = true;
    if (r->heads.count == HEADS_MAX) ok = error_set(r->err, "head: more than %d", HEADS_MAX);
    else if (len == 0) ok = error_set(r->err, "head: no name given");
    else if (next_word(&at, end, &word)) {
        ok = error_set(r->err, "head: more than one name (write \"…\" around a name with spaces)");
    } else if (len < 0) ok = error_set(r->err, "head: the name is longer than %d bytes", WORKED_LABEL_MAX);
    else if (memchr(label, '\0', (size_t)len)) ok = error_set(r->err, "head: a name cannot hold \\x00");
    for (int part = WORKED_WQ; ok && !r->named && part < WORKED_GIVEN; part++) {
        int line = r->block_line[0][part];
        if (line) ok = error_set(r->err, "head: %s in line %d stands before the first head", WORKED_NAMES[part], line);
    }
    if (!ok) return at_line(r, r->line);
    r->head_line[r->heads.count] = r->line;
    memcpy(r->heads.label[r->heads.count++], label, (size_t)len);
    r->named = true;
    r->part = NO_PART;
    return true;
}

static bool begin_block(Reader *r, Word word) {
    char name[QUOTE_MAX + 1];
    snprintf(name, sizeof name, "%.*s", shown(word.len), word.at);
    int part = names_require("block", name, names_in_array, WORKED_NAMES, WORKED_GIVEN, r->err);
    if (part < 0) return at_line(r, r->line);
    int head = part == WORKED_X ? 0 : now(r);
    if (r->block_line[head][part]) {
        error_set(r->err, "%s stands twice (first in line %d)", WORKED_NAMES[part], r->block_line[head][part]);
        return at_line(r, r->line);
    }
    if (part == WORKED_X && r->named) {
        error_set(r->err, "X must stand before the first head: all heads read the same rows");
        return at_line(r, r->line);
    }
    r->block_line[head][part] = r->line;
    r->part = part;
    return true;
}

static bool read_row(Reader *r, const char *at, const char *end) {
    if (r->part == NO_PART) {
        error_set(r->err, "numbers that belong to no block");
        return at_line(r, r->line);
    }
    Matrix *m = &r->heads.head[r->part == WORKED_X ? 0 : now(r)].given[r->part];
    int most_cols = r->part == WORKED_X || r->part == WORKED_WO ? WORKED_MODEL_MAX : WORKED_HEAD_MAX;
    int most_rows = r->part == WORKED_WO ? WORKED_HEAD_MAX : WORKED_MODEL_MAX;
    int cols = 0;
    bool ok = m->rows < most_rows || error_set(r->err, "more than %d rows", most_rows);
    for (Word word; ok && next_word(&at, end, &word); cols++) {
        ok = cols < most_cols || error_set(r->err, "more than %d numbers in a row", most_cols);
        if (ok) ok = worked_parse_number(word.at, word.len, &m->at[m->rows][cols], r->err);
    }
    if (ok && m->rows > 0 && cols != m->cols) {
        ok = error_set(r->err, "%d number%s in this row, %d in the rows above", cols, cols == 1 ? "" : "s", m->cols);
    }
    if (!ok) {
        error_prefix(r->err, "%s: ", WORKED_NAMES[r->part]);
        return at_line(r, r->line);
    }
    m->cols = cols;
    m->rows++;
    return true;
}

// Something that was meant as a number: it starts like one, or it is NaN or an infinity.
static bool looks_numeric(Word w) {
    static const char *const NOT_FINITE[] = {"nan", "inf", "infinity"};
    for (int k = 0; k < 3; k++) {
        if (w.len == strlen(NOT_FINITE[k]) && strncasecmp(w.at, NOT_FINITE[k], w.len) == 0) return true;
    }
    return (w.at[0] >= '0' && w.at[0] <= '9') || strchr("+-.", w.at[0]) || (unsigned char)w.at[0] == 0xE2;
}

static bool read_line(Reader *r, const char *at, const char *end) {
    const char *rest = at;
    Word first, second;
    if (!next_word(&rest, end, &first)) return true;
    if (word_is(first, "tokens")) return read_tokens(r, rest, end);
    if (word_is(first, "head")) return read_head(r, rest, end);
    const char *behind = rest;
    bool alone = !next_word(&behind, end, &second);
    if (first.len > 0 && !first.quoted && alone && !looks_numeric(first)) return begin_block(r, first);
    return read_row(r, at, end);
}

// Whether a matrix has the rows × cols the others ask for.
static bool check_shape(Reader *r, int head, WorkedPart part, int rows, int cols) {
    static const char *const WHY[WORKED_GIVEN] = {
        [WORKED_X] = "a row for each token",
        [WORKED_WQ] = "a row for each column of X",
        [WORKED_WK] = "as many rows as X has columns, as many columns as W_Q",
        [WORKED_WV] = "as many rows as X has columns, as many columns as W_Q",
        [WORKED_WO] = "as many rows as W_Q has columns, as many columns as X",
    };
    const Matrix *m = &r->heads.head[head].given[part];
    if (m->rows == rows && m->cols == cols) return true;
    const char *name = WORKED_NAMES[part];
    if (m->rows == 0) error_set(r->err, "%s has no rows", name);
    else error_set(r->err, "%s is %d × %d, wanted %d × %d: %s", name, m->rows, m->cols, rows, cols, WHY[part]);
    return at_line(r, r->block_line[head][part]);
}

static bool check_head(Reader *r, int head) {
    Worked *w = &r->heads.head[head];
    for (int part = WORKED_WQ; part <= WORKED_WV; part++) {
        if (r->block_line[head][part]) continue;
        if (r->named) error_set(r->err, "head \"%s\" has no block %s", r->heads.label[head], WORKED_NAMES[part]);
        else error_set(r->err, "the file ends without the block %s", WORKED_NAMES[part]);
        return at_line(r, r->named ? r->head_line[head] : r->line);
    }
    w->d = w->given[WORKED_WQ].cols;
    for (WorkedPart part = WORKED_WQ; part <= WORKED_WV; part++) {
        if (!check_shape(r, head, part, w->model, w->d)) return false;
    }
    if (!r->block_line[head][WORKED_WO]) {
        worked_default_wo(w);
        return true;
    }
    return check_shape(r, head, WORKED_WO, w->d, w->model);
}

// Everything that only the whole file can tell.
static bool check_all(Reader *r) {
    Worked *first = &r->heads.head[0];
    bool ok = true;
    if (!r->tokens_line) ok = error_set(r->err, "the file ends without a tokens line");
    else if (!r->block_line[0][WORKED_X]) ok = error_set(r->err, "the file ends without the block X");
    if (!ok) return at_line(r, r->line);
    if (!check_shape(r, 0, WORKED_X, first->n, first->given[WORKED_X].cols)) return false;
    first->model = first->given[WORKED_X].cols;
    if (r->heads.count == 0) r->heads.count = 1;
    int width = 0;
    for (int h = 0; h < r->heads.count; h++) {
        Worked *w = &r->heads.head[h];
        if (h > 0) {
            w->n = first->n;
            w->model = first->model;
            memcpy(w->token, first->token, sizeof w->token);
            w->given[WORKED_X] = first->given[WORKED_X];
        }
        if (!check_head(r, h)) return false;
        width += w->d;
        if (width > MATRIX_SIDE) {
            error_set(r->err, "the heads' widths add up to %d, more than %d", width, MATRIX_SIDE);
            return at_line(r, r->head_line[h]);
        }
    }
    return true;
}

static bool read_all(Reader *r, const char *text, size_t len) {
    const char *stop = text + len;
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3;
    for (const char *at = text; at < stop;) {
        const char *end = memchr(at, '\n', (size_t)(stop - at));
        if (!end) end = stop;
        r->line++;
        if (!read_line(r, at, end)) return false;
        at = end < stop ? end + 1 : stop;
    }
    if (r->line == 0) r->line = 1;
    return check_all(r);
}

bool heads_parse(const char *text, size_t len, const char *file, Heads *out, Error *err) {
    Reader r = {.file = file, .part = NO_PART, .err = err};
    if (!read_all(&r, text, len)) return false;
    *out = r.heads;
    return true;
}

bool worked_parse(const char *text, size_t len, const char *file, Worked *out, Error *err) {
    Reader r = {.file = file, .part = NO_PART, .err = err};
    if (!read_all(&r, text, len)) return false;
    if (r.heads.count > 1) {
        error_set(err, "a second head; a worked example has one");
        return at_line(&r, r.head_line[1]);
    }
    *out = r.heads.head[0];
    return true;
}
