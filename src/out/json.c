#include "out/json.h"

#include "base/text.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

Json out_json_to(Str *out) {
    return (Json){.out = out};
}

// As a \u escape; beyond 16 bits as a surrogate pair of them.
static void put_escaped(Str *out, uint32_t rune) {
    if (rune < 0x10000) str_printf(out, "\\u%04x", (unsigned)rune);
    else str_printf(out, "\\u%04x\\u%04x", 0xD7C0u + (unsigned)(rune >> 10), 0xDC00u + (unsigned)(rune & 0x3FF));
}

static void put_rune(Str *out, uint32_t rune) {
    if (rune == '"' || rune == '\\') str_printf(out, "\\%c", (int)rune);
    else if (rune == '\n') str_puts(out, "\\n");
    else if (rune == '\t') str_puts(out, "\\t");
    else if (rune == '\r') str_puts(out, "\\r");
    // DEL, the C1 controls and bidi overrides are legal in JSON, but would reach a terminal that the JSON is printed
    // on.
    else if (text_is_control(rune)) put_escaped(out, rune);
    else {
        char utf8[4];
        str_add(out, utf8, (size_t)text_encode(rune, utf8));
    }
}

static void put_string(Str *out, const char *bytes, size_t len) {
    str_putc(out, '"');
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(bytes + at, len - at, &used);
        at += (size_t)used;
        put_rune(out, rune >= TEXT_BAD ? REPLACEMENT : rune);
    }
    str_putc(out, '"');
}

static void break_line(Json *j) {
    str_putc(j->out, '\n');
    for (int k = 0; k < j->depth; k++) str_puts(j->out, "  ");
}

// What stands before a value: the comma, the line or the space, the name. Members of the outermost object and the
// rows and objects inside them have a line each.
static void begin_value(Json *j, const char *key, bool container) {
    if (j->depth > 0) {
        int at = j->depth - 1;
        assert((key != NULL) == (j->level[at].close == '}'));
        if (j->level[at].filled) str_putc(j->out, ',');
        bool array = j->level[at].close == ']';
        if ((j->depth == 1 && !array) || (j->depth <= 2 && array && container)) {
            break_line(j);
            j->level[at].lines = true;
        } else if (j->level[at].filled) {
            str_putc(j->out, ' ');
        }
        j->level[at].filled = true;
    }
    if (key) {
        put_string(j->out, key, strlen(key));
        str_puts(j->out, ": ");
    }
}

static void open_level(Json *j, const char *key, char open, char close) {
    assert(j->depth < JSON_DEPTH_MAX);
    begin_value(j, key, true);
    str_putc(j->out, open);
    j->level[j->depth].close = close;
    j->level[j->depth].filled = false;
    j->level[j->depth].lines = false;
    j->depth++;
}

void out_json_object(Json *j, const char *key) {
    open_level(j, key, '{', '}');
}

void out_json_array(Json *j, const char *key) {
    open_level(j, key, '[', ']');
}

void out_json_end(Json *j) {
    assert(j->depth > 0);
    j->depth--;
    if (j->level[j->depth].lines) break_line(j);
    str_putc(j->out, j->level[j->depth].close);
    if (j->depth == 0) str_putc(j->out, '\n');
}

void out_json_number(Json *j, const char *key, double value) {
    if (!isfinite(value)) {
        out_json_null(j, key);
        return;
    }
    begin_value(j, key, false);
    str_printf(j->out, "%.9g", value == 0 ? 0 : value); // never −0
}

void out_json_integer(Json *j, const char *key, int64_t value) {
    begin_value(j, key, false);
    str_printf(j->out, "%" PRId64, value);
}

void out_json_unsigned(Json *j, const char *key, uint64_t value) {
    begin_value(j, key, false);
    str_printf(j->out, "%" PRIu64, value);
}

void out_json_bool(Json *j, const char *key, bool value) {
    begin_value(j, key, false);
    str_puts(j->out, value ? "true" : "false");
}

void out_json_null(Json *j, const char *key) {
    begin_value(j, key, false);
    str_puts(j->out, "null");
}

void out_json_bytes(Json *j, const char *key, const char *bytes, size_t len) {
    begin_value(j, key, false);
    put_string(j->out, bytes, len);
}

void out_json_text(Json *j, const char *key, const char *text) {
    out_json_bytes(j, key, text, strlen(text));
}

void out_json_tokens(Json *j, const char *key, const Tokens *t) {
    out_json_array(j, key);
    for (int i = 0; i < t->n; i++) {
        int len;
        const char *bytes = tokens_text(t, i, &len);
        out_json_bytes(j, NULL, bytes, (size_t)len);
    }
    out_json_end(j);
}

void out_json_numbers(Json *j, const char *key, const double *values, int n) {
    out_json_array(j, key);
    for (int k = 0; k < n; k++) out_json_number(j, NULL, values[k]);
    out_json_end(j);
}

void out_json_matrix(Json *j, const char *key, const double *values, int rows, int cols, int stride) {
    out_json_array(j, key);
    for (int k = 0; k < rows; k++) out_json_numbers(j, NULL, values + (size_t)k * (size_t)stride, cols);
    out_json_end(j);
}
