#include "attn/answer.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum { TYPED_MAX = 48 };

static bool is_minus_infinity(const char *s, size_t len) {
    static const char *const FORMS[] = {"-inf", "−inf", "-∞", "−∞"};
    for (int k = 0; k < 4; k++) {
        if (len == strlen(FORMS[k]) && memcmp(s, FORMS[k], len) == 0) return true;
    }
    return false;
}

// A number or a fraction of two; *decimals is how exactly it was typed.
static bool read_value(const char *s, size_t len, double *value, int *decimals) {
    const char *slash = memchr(s, '/', len);
    if (!slash) return number_parse(s, len, value, decimals);
    double above, below;
    int ignored;
    size_t before = (size_t)(slash - s);
    if (!number_parse(s, before, &above, &ignored)) return false;
    if (!number_parse(slash + 1, len - before - 1, &below, &ignored)) return false;
    *value = above / below;
    *decimals = ANSWER_DECIMALS;
    return isfinite(*value);
}

static bool agrees(double typed, double right, int decimals) {
    return fabs(typed - right) <= 0.5 * pow(10, -decimals) + 1e-9;
}

Answer answer_judge(const char *typed, size_t len, double right) {
    char s[TYPED_MAX];
    while (len > 0 && (typed[len - 1] == ' ' || typed[len - 1] == '\t')) len--;
    while (len > 0 && (*typed == ' ' || *typed == '\t')) typed++, len--;
    Answer answer = {ANSWER_UNREADABLE, NAN, false};
    if (len == 0 || len > sizeof s) return answer;
    if (is_minus_infinity(typed, len)) {
        return (Answer){right == -INFINITY ? ANSWER_RIGHT : ANSWER_WRONG, -INFINITY, false};
    }
    memcpy(s, typed, len);
    char *comma = memchr(s, ',', len);
    if (comma) *comma = '.';
    int decimals;
    if (!read_value(s, len, &answer.value, &decimals)) return answer;
    if (decimals < 0) decimals = 0;
    bool blunt = decimals == 0; // a whole number must be meant exactly
    if (blunt || decimals > ANSWER_DECIMALS) decimals = ANSWER_DECIMALS;
    bool ok = agrees(answer.value, right, decimals);
    answer.verdict = ok ? ANSWER_RIGHT : ANSWER_WRONG;
    answer.unfinished = !ok && blunt && agrees(answer.value, right, 0);
    return answer;
}
