// `lookback check` of a dump.
#include "headless.h"

#include "base/text.h"
#include "model/doctor.h"
#include "model/dump.h"
#include "out/check.h"

#include <string.h>
#include <sys/stat.h>

bool headless_is_dump(const char *path) {
    struct stat st;
    size_t len = strlen(path);
    bool lesson = len > 3 && strcmp(path + len - 3, ".md") == 0;
    return !lesson && !(stat(path, &st) == 0 && S_ISDIR(st.st_mode));
}

CaptureOptions headless_capture_options(const Options *o) {
    static const Causal CAUSAL[] = {CAUSAL_UNKNOWN, CAUSAL_NO, CAUSAL_YES};
    return (CaptureOptions){o->axes, o->tensor, CAUSAL[o->causal]};
}

static bool examine(const Options *o, Capture *c, Findings *found, Error *err) {
    CaptureOptions options = headless_capture_options(o);
    return capture_open(c, o->file, &options, err) && doctor_check(c, found, err);
}

int headless_check_dump(const Options *o, bool ascii, Str *out, Error *err) {
    Capture c = {0};
    Findings found = {0};
    int count = -1;
    if (examine(o, &c, &found, err)) {
        Check check = {.file = o->file, .summary = str_text(&c.guess), .findings = &found};
        if (o->format == FORMAT_JSON) out_check_json(&check, out);
        else out_check_text(&check, ascii, out);
        count = found.count;
    }
    findings_free(&found);
    capture_free(&c);
    return count;
}

void headless_converter(const char *path, Str *out) {
    Str lines = {0};
    if (dump_converter(path, &lines)) {
        for (const char *line = str_text(&lines); *line;) {
            size_t len = strcspn(line, "\n");
            text_display(out, line, len, false);
            str_putc(out, '\n');
            line += len + (line[len] == '\n');
        }
    }
    str_free(&lines);
}
