#include "out/check.h"

#include "base/text.h"
#include "draw/glyph.h"
#include "out/json.h"

#include <math.h>
#include <string.h>

enum { LABEL_COLUMNS = 64 };

static void put_shown(Str *out, const char *text, bool ascii) {
    Str shown = {0};
    text_display(&shown, text, strlen(text), false);
    if (ascii) glyph_spell(out, str_text(&shown));
    else str_puts(out, str_text(&shown));
    str_free(&shown);
}

static void put_line(Str *out, const char *before, const char *text, bool ascii) {
    if (!*text) return;
    str_puts(out, before);
    put_shown(out, text, ascii);
    str_putc(out, '\n');
}

void out_check_text(const Check *check, bool ascii, Str *out) {
    const Findings *list = check->findings;
    put_line(out, "", check->file, ascii);
    put_line(out, "  ", check->summary, ascii);
    for (int k = 0; k < check->figures; k++) {
        const CheckFigure *f = &check->figure[k];
        str_puts(out, "  ");
        put_shown(out, f->label, ascii);
        for (int column = text_columns(f->label); column < LABEL_COLUMNS; column++) str_putc(out, ' ');
        if (isnan(f->value)) str_puts(out, " -\n");
        else str_printf(out, " %.4g\n", f->value);
    }
    if (list->count == 0) str_puts(out, "  nothing wrong was found\n");
    for (int k = 0; k < list->count; k++) {
        const Finding *f = &list->at[k];
        str_printf(out, "\n  %s%s", f->code, f->where.len ? ": " : "");
        put_shown(out, str_text(&f->where), ascii);
        str_putc(out, '\n');
        put_line(out, "    ", str_text(&f->message), ascii);
        put_line(out, "    fix: ", str_text(&f->fix), ascii);
    }
}

void out_check_json(const Check *check, Str *out) {
    Json j = out_json_to(out);
    out_json_object(&j, NULL);
    out_json_text(&j, "schema", "lookback.check/1");
    out_json_text(&j, "file", check->file);
    out_json_text(&j, "summary", check->summary);
    out_json_bool(&j, "ok", check->findings->count == 0);
    out_json_array(&j, "findings");
    for (int k = 0; k < check->findings->count; k++) {
        const Finding *f = &check->findings->at[k];
        out_json_object(&j, NULL);
        out_json_text(&j, "code", f->code);
        out_json_bytes(&j, "where", str_text(&f->where), f->where.len);
        out_json_bytes(&j, "message", str_text(&f->message), f->message.len);
        out_json_bytes(&j, "fix", str_text(&f->fix), f->fix.len);
        out_json_end(&j);
    }
    out_json_end(&j);
    if (check->figures > 0) {
        out_json_object(&j, "measured");
        for (int k = 0; k < check->figures; k++) out_json_number(&j, check->figure[k].name, check->figure[k].value);
        out_json_end(&j);
    }
    out_json_end(&j);
}
