#include "attn/worked_words.h"

#include "base/text.h"

#include <math.h>

static void put_minus(Str *out, bool ascii) {
    str_puts(out, ascii ? "-" : "−");
}

static void put_decimals(Str *out, double value, int decimals, bool ascii) {
    if (isnan(value)) {
        str_puts(out, "NaN");
        return;
    }
    bool whole = fabs(value) < 1e15 && fabs(value - round(value)) < 1e-12;
    if (value < 0 && !(whole && round(value) == 0)) put_minus(out, ascii); // 0 instead of −0
    value = fabs(value);
    if (isinf(value)) str_puts(out, ascii ? "inf" : "∞");
    else if (whole) str_printf(out, "%.0f", value);
    else if (value < 1e15) str_printf(out, "%.*f", decimals, value);
    else str_printf(out, "%.3g", value);
}

void worked_words_number(Str *out, double value, bool ascii) {
    put_decimals(out, value, 3, ascii);
}

void worked_words_within(Str *out, double value, int columns, bool ascii) {
    size_t from = out->len;
    worked_words_number(out, value, ascii);
    // fewer decimals, 2 to 0; fewer digits, 3 to 1; then none
    for (int less = 1; less <= 7 && text_columns(str_text(out) + from) > columns; less++) {
        out->s[out->len = from] = '\0';
        if (less < 7 && value < 0) put_minus(out, ascii);
        if (less <= 3) str_printf(out, "%.*f", 3 - less, fabs(value));
        else if (less < 7) str_printf(out, "%.*g", 7 - less, fabs(value));
        else str_puts(out, ascii ? "~" : "…");
    }
}

void worked_words_divisor(Str *out, double divisor, bool ascii) {
    double square = round(divisor * divisor);
    if (divisor != round(divisor) && square < 1e9 && fabs(divisor * divisor - square) < 1e-9) {
        str_printf(out, ascii ? "sqrt(%.0f)" : "√%.0f", square);
    } else {
        worked_words_number(out, divisor, ascii);
    }
}

// A factor behind a dot: a negative one in brackets.
static void put_factor(Str *out, double value, bool ascii) {
    bool bracket = value < 0;
    if (bracket) str_putc(out, '(');
    worked_words_number(out, value, ascii);
    if (bracket) str_putc(out, ')');
}

// number + 1 as small letters below the line, or in square brackets.
static void put_index(Str *out, int number, bool ascii) {
    static const char *const SMALL[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    number++;
    if (ascii) {
        str_printf(out, "[%d]", number);
        return;
    }
    if (number >= 10) str_puts(out, SMALL[number / 10 % 10]);
    str_puts(out, SMALL[number % 10]);
}

static void put_name(Str *out, WorkedPart part, int y, int x, bool ascii) {
    if (part == WORKED_S) {
        str_putc(out, 'q');
        put_index(out, y, ascii);
        str_puts(out, ascii ? "." : "·");
        str_putc(out, 'k');
        put_index(out, x, ascii);
        return;
    }
    str_puts(out, WORKED_NAMES[part]);
    if (ascii) {
        str_printf(out, "[%d,%d]", y + 1, x + 1);
        return;
    }
    put_index(out, y, false);
    str_putc(out, ',');
    put_index(out, x, false);
}

static void put_products(Str *out, const WorkedSum *sum, bool ascii) {
    for (int k = 0; k < sum->count; k++) {
        if (k > 0) str_puts(out, " + ");
        if (k > 0) put_factor(out, sum->left[k], ascii);
        else worked_words_number(out, sum->left[k], ascii);
        str_puts(out, ascii ? "*" : "·");
        put_factor(out, sum->right[k], ascii);
    }
}

static void put_power(Str *out, double exponent, bool ascii) {
    str_puts(out, "e^");
    if (exponent < 0) str_putc(out, '(');
    put_decimals(out, exponent, 2, ascii);
    if (exponent < 0) str_putc(out, ')');
}

static void put_hidden(Str *out, int y, int x, bool ascii) {
    str_puts(out, ascii ? "-inf (key " : "−∞ (key ");
    str_printf(out, "%d lies after query %d: masked)", x + 1, y + 1);
}

void worked_words_cell(Str *out, const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x, bool ascii) {
    WorkedSum sum = worked_sum(w, r, part, y, x);
    if (sum.form == WORKED_ENTERED || sum.form == WORKED_PRODUCTS) {
        put_name(out, part, y, x, ascii);
        str_puts(out, " = ");
    }
    switch (sum.form) {
    case WORKED_ENTERED: break;
    case WORKED_PRODUCTS:
        put_products(out, &sum, ascii);
        str_puts(out, " = ");
        break;
    case WORKED_DIVIDED:
        worked_words_number(out, sum.left[0], ascii);
        str_puts(out, " / ");
        worked_words_divisor(out, sum.right[0], ascii);
        str_puts(out, " = ");
        break;
    case WORKED_KEPT:
        worked_words_number(out, sum.value, ascii);
        if (r->params.mask && x <= y) str_printf(out, " (key %d is not after query %d: seen)", x + 1, y + 1);
        else str_printf(out, " (no mask: key %d is seen by query %d)", x + 1, y + 1);
        return;
    case WORKED_HIDDEN: put_hidden(out, y, x, ascii); return;
    case WORKED_SOFTMAX:
        put_power(out, sum.left[sum.own], ascii);
        str_puts(out, " / ");
        worked_words_number(out, sum.below, ascii);
        str_puts(out, " = ");
        break;
    case WORKED_ZEROED:
        worked_words_number(out, sum.left[0], ascii);
        str_puts(out, " set to 0 after the softmax");
        return;
    }
    worked_words_number(out, sum.value, ascii);
}

void worked_words_below(Str *out, const Worked *w, const WorkedResult *r, WorkedPart part, int y, int x, bool ascii) {
    WorkedSum sum = worked_sum(w, r, part, y, x);
    if (sum.form != WORKED_SOFTMAX) return;
    worked_words_number(out, sum.below, ascii);
    for (int k = 0, shown = 0; k < sum.count; k++) {
        if (sum.left[k] == -INFINITY) continue;
        str_puts(out, shown++ ? " + " : " = ");
        put_power(out, sum.left[k], ascii);
    }
}
