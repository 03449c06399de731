#include "out/worked.h"

#include "attn/worked_words.h"
#include "out/json.h"

#include <math.h>
#include <stdlib.h>

static void put_matrix(Json *j, const Worked *w, const WorkedResult *r, WorkedPart part) {
    const Matrix *m = worked_matrix(w, r, part);
    out_json_matrix(j, WORKED_NAMES[part], &m->at[0][0], m->rows, m->cols, MATRIX_SIDE);
}

void out_worked_json(Str *out, const Worked *w, const WorkedResult *r) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.worked/1");
    out_json_array(&j, "tokens");
    for (int i = 0; i < w->n; i++) out_json_bytes(&j, NULL, w->token[i].bytes, (size_t)w->token[i].len);
    out_json_end(&j);
    for (WorkedPart part = WORKED_X; part < WORKED_PARTS; part++) {
        if (part != WORKED_WO) put_matrix(&j, w, r, part);
    }
    out_json_numbers(&j, "entropy_bits", r->entropy, w->n);
    out_json_bool(&j, "mask", r->params.mask);
    out_json_number(&j, "divisor", r->params.divisor);
    if (r->zero_after) {
        out_json_bool(&j, "zeroed_after_softmax", true);
        out_json_numbers(&j, "row_sums", r->row_sum, w->n);
    }
    out_json_end(&j);
}

static bool is_plain(const char *bytes, int len) {
    if (len == 0 || bytes[0] == '#' || bytes[0] == '"') return false;
    for (int k = 0; k < len; k++) {
        if ((unsigned char)bytes[k] <= ' ' || bytes[k] == 0x7F) return false;
    }
    return true;
}

// A label so that it reads back as the same bytes.
static void put_label(Str *out, const char *bytes, int len) {
    if (is_plain(bytes, len)) {
        str_add(out, bytes, (size_t)len);
        return;
    }
    str_putc(out, '"');
    for (int k = 0; k < len; k++) {
        unsigned char c = (unsigned char)bytes[k];
        if (c < ' ' || c == 0x7F) str_printf(out, "\\x%02x", (unsigned)c);
        else if (c == '"' || c == '\\') str_printf(out, "\\%c", c);
        else str_putc(out, (char)c);
    }
    str_putc(out, '"');
}

// The shortest form that reads back as the same double.
static void put_exact(Str *out, double value) {
    for (int digits = 6; digits <= 17; digits++) {
        Str s = {0};
        str_printf(&s, "%.*g", digits, value == 0 ? 0 : value);
        bool same = strtod(str_text(&s), NULL) == value;
        if (same) str_puts(out, str_text(&s));
        str_free(&s);
        if (same) return;
    }
}

void out_worked_file(Str *out, const Worked *w) {
    str_puts(out, "tokens");
    for (int i = 0; i < w->n; i++) {
        str_putc(out, ' ');
        put_label(out, w->token[i].bytes, w->token[i].len);
    }
    str_putc(out, '\n');
    for (WorkedPart part = WORKED_X; part < WORKED_GIVEN; part++) {
        const Matrix *m = &w->given[part];
        str_printf(out, "\n%s\n", WORKED_NAMES[part]);
        for (int y = 0; y < m->rows; y++) {
            for (int x = 0; x < m->cols; x++) {
                if (x > 0) str_putc(out, ' ');
                put_exact(out, m->at[y][x]);
            }
            str_putc(out, '\n');
        }
    }
}
