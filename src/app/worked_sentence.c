// The plain sentences of the worked example.
#include "app/worked_look.h"

#include "attn/worked_words.h"
#include "base/text.h"

#include <math.h>

void worked_look_token(const WorkedLook *look, int i, Str *out) {
    str_puts(out, look->ascii ? "\"" : "“");
    text_display(out, look->worked->token[i].bytes, (size_t)look->worked->token[i].len, look->ascii);
    str_puts(out, look->ascii ? "\"" : "”");
}

int worked_look_query(const WorkedLook *look) {
    bool of_query = look->part == WORKED_Q || (look->part >= WORKED_S && look->part <= WORKED_OUT);
    return of_query ? look->y : -1;
}

void worked_look_task(const WorkedLook *look, Str *out) {
    int y = look->y + 1, x = look->x + 1;
    switch (look->part) {
    case WORKED_Q:
    case WORKED_K:
    case WORKED_V: {
        const char *weights = WORKED_NAMES[look->part - WORKED_Q + WORKED_WQ];
        str_printf(out, "row %d of X times column %d of %s", y, x, weights);
        break;
    }
    case WORKED_S: str_printf(out, "row %d of Q times row %d of K", y, x); break;
    case WORKED_SCALED:
        str_printf(out, "score %d,%d divided by ", y, x);
        worked_words_divisor(out, look->result.params.divisor, look->ascii);
        break;
    case WORKED_MASKED: str_printf(out, "may query %d see key %d? If not: -inf", y, x); break;
    case WORKED_A: str_printf(out, "e to this number, divided by the sum of e to each in row %d", y); break;
    case WORKED_OUT: str_printf(out, "row %d of A times column %d of V", y, x); break;
    default: break;
    }
}

static void put_value(const WorkedLook *look, Str *out) {
    worked_look_text(look, look->part, look->y, look->x, out);
}

// `query 3 “sat” … key 2 “cat”`
static void put_pair(const WorkedLook *look, const char *between, Str *out) {
    worked_look_token(look, look->y, out);
    str_puts(out, between);
    worked_look_token(look, look->x, out);
}

static void put_seen(const WorkedLook *look, Str *out) {
    bool later = look->x > look->y;
    if (!later) put_pair(look, look->x == look->y ? " sees itself: " : " sees ", out);
    else if (look->sum.form == WORKED_HIDDEN) put_pair(look, " may not see what comes later: ", out);
    else put_pair(look, look->result.zero_after ? " is not masked here from " : " sees ahead: ", out);
}

static void put_weight(const WorkedLook *look, Str *out) {
    double weight = worked_look_matrix(look, WORKED_A)->at[look->y][look->x];
    if (look->sum.form == WORKED_ZEROED) {
        put_pair(look, " loses its weight on ", out);
        return;
    }
    worked_look_token(look, look->y, out);
    str_printf(out, " gives %.0f %% to ", 100 * weight);
    if (look->x == look->y) str_puts(out, "itself");
    else worked_look_token(look, look->x, out);
}

void worked_look_sentence(const WorkedLook *look, Str *out) {
    static const char *const OF[] = {"query of ", "key of ", "value of "};
    if (!worked_look_open(look, look->part, look->y, look->x)) {
        str_printf(out, "%s %d,%d: type the number", WORKED_NAMES[look->part], look->y + 1, look->x + 1);
        return;
    }
    switch (look->part) {
    case WORKED_X:
        worked_look_token(look, look->y, out);
        str_printf(out, ", number %d is ", look->x + 1);
        break;
    case WORKED_WQ:
    case WORKED_WK:
    case WORKED_WV:
        str_printf(out, "%s: row %d, column %d is ", WORKED_NAMES[look->part], look->y + 1, look->x + 1);
        break;
    case WORKED_Q:
    case WORKED_K:
    case WORKED_V:
        str_puts(out, OF[look->part - WORKED_Q]);
        worked_look_token(look, look->y, out);
        str_printf(out, ", number %d is ", look->x + 1);
        break;
    case WORKED_S: str_puts(out, "score of "), put_pair(look, " for ", out), str_puts(out, " is "); break;
    case WORKED_SCALED: str_puts(out, "score of "), put_pair(look, " for ", out), str_puts(out, ", scaled: "); break;
    case WORKED_MASKED: put_seen(look, out); return;
    case WORKED_A: put_weight(look, out); return;
    default:
        str_puts(out, "output of ");
        worked_look_token(look, look->y, out);
        str_printf(out, ", number %d is ", look->x + 1);
        break;
    }
    put_value(look, out);
}
