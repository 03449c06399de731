#include "lesson/lesson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The last operator in words; its length goes to *len. NULL if there is none.
static const char *find_operator(const char *words, int *len) {
    const char *at = NULL;
    for (const char *c = words; *c; c++) {
        if (*c == '<' || *c == '>' || *c == '=') at = c;
    }
    if (!at) return NULL;
    *len = 1;
    if (*at == '=' && at > words && strchr("<>=", at[-1])) {
        at--;
        *len = 2;
    }
    return at;
}

static Compare compare_of(const char *op, int len) {
    if (op[0] == '<') return len == 2 ? COMPARE_LESS_EQUAL : COMPARE_LESS;
    if (op[0] == '>') return len == 2 ? COMPARE_GREATER_EQUAL : COMPARE_GREATER;
    return COMPARE_EQUAL;
}

// Half of the last digit written, and a little for numbers that lie right on the edge.
static double half_digit(const char *number) {
    const char *point = strchr(number, '.');
    int decimals = point ? (int)strspn(point + 1, "0123456789") : 0;
    return 0.5 * pow(10, -decimals) + 1e-9;
}

static bool parse_number(Condition *c, const char *text, Error *err) {
    char *end;
    double number = strtod(text, &end);
    bool digits = end > text && isfinite(number);
    if (digits && c->metric.percent && *end == '%') end++;
    end += strspn(end, " ");
    if (!digits || *end) return error_set(err, "\"%.40s\" is not a number", text);
    c->number = number;
    c->tolerance = half_digit(text);
    return true;
}

bool condition_parse(Condition *out, const char *words, bool learner, Error *err) {
    int len;
    const char *op = find_operator(words, &len);
    if (!op) {
        return error_set(err, "`%.80s` compares nothing: `weight 9 3 > 0.9` is wanted (one of < <= > >= =)", words);
    }
    Condition c = {.compare = compare_of(op, len)};
    Str left = {0};
    str_add(&left, words, (size_t)(op - words));
    bool ok = metric_parse(&c.metric, str_text(&left), learner, err);
    str_free(&left);
    const char *number = op + len;
    if (!ok || !parse_number(&c, number + strspn(number, " "), err)) return false;
    *out = c;
    return true;
}

bool condition_holds(const Condition *c, double value) {
    double shown = c->metric.percent ? value * 100 : value;
    switch (c->compare) {
    case COMPARE_LESS: return shown < c->number;
    case COMPARE_LESS_EQUAL: return shown <= c->number;
    case COMPARE_GREATER: return shown > c->number;
    case COMPARE_GREATER_EQUAL: return shown >= c->number;
    case COMPARE_EQUAL: return fabs(shown - c->number) <= c->tolerance;
    }
    return false;
}
