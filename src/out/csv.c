#include "out/csv.h"

#include "base/text.h"
#include "out/escape.h"

#include <math.h>

void out_csv_field(Str *out, const char *bytes, int len) {
    bool quoted = false;
    for (int k = 0; k < len; k++)
        quoted = quoted || bytes[k] == ',' || bytes[k] == '"' || bytes[k] == '\n' || bytes[k] == '\r';
    if (quoted) str_putc(out, '"');
    for (int k = 0, used; k < len; k += used) {
        uint32_t rune = text_decode(bytes + k, (size_t)(len - k), &used);
        if (rune == '"') str_putc(out, '"');
        if (rune == '\n' || rune == '\t')
            str_putc(out, (char)rune);
        else
            escape_rune(out, rune);
    }
    if (quoted) str_putc(out, '"');
}

void out_csv_number(Str *out, double value) {
    if (isfinite(value)) str_printf(out, "%.9g", value);
}
