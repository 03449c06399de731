// `lookback check` of lessons.
#include "headless.h"

#include "base/text.h"
#include "out/json.h"

#include <string.h>
#include <sys/stat.h>

typedef struct Report {
    Str *out;
    Json json;
    bool as_json;
    const char *path; // of the lesson at hand, as its findings begin
    int findings, lessons, numbers;
} Report;

// ---- one finding as JSON

// What kind of mistake a message is about, by how it begins.
static const char *code_of(const char *message, bool has_line) {
    static const char *const BEGINS[][2] = {
        {"scene: ", "scene"}, {"expect: ", "expect"}, {"predict: ", "predict"}, {"quiz: ", "quiz"}, {"`= ", "number"}};
    for (size_t k = 0; k < sizeof BEGINS / sizeof BEGINS[0]; k++) {
        if (strncmp(message, BEGINS[k][0], strlen(BEGINS[k][0])) == 0) return BEGINS[k][1];
    }
    return has_line ? "lesson" : "file";
}

// `(did you mean "x"?)`, or the last part of a message that says what is wanted.
static void put_fix(Json *j, const char *message) {
    const char *mean = strstr(message, "(did you mean "), *wanted = NULL;
    if (mean) {
        const char *name = mean + strlen("(did you mean ");
        Str fix = {0};
        str_puts(&fix, "write ");
        str_add(&fix, name, strcspn(name, "?"));
        out_json_bytes(j, "fix", str_text(&fix), fix.len);
        str_free(&fix);
        return;
    }
    for (const char *at = message; (at = strstr(at, ": ")) != NULL; at += 2) wanted = at + 2;
    if (wanted && (strstr(wanted, "is wanted") || strstr(wanted, "are wanted"))) out_json_text(j, "fix", wanted);
    else out_json_null(j, "fix");
}

static void put_json(Report *r, const char *finding) {
    Json *j = &r->json;
    size_t path = strlen(r->path), line = 0;
    if (strncmp(finding, r->path, path) != 0 || finding[path] != ':') path = 0;
    if (path) line = strspn(finding + path + 1, "0123456789");
    size_t where = path + (line ? 1 + line : 0), skip = strspn(finding + where, ": ");
    const char *message = finding + where + skip;
    out_json_object(j, NULL);
    out_json_text(j, "code", code_of(message, line > 0));
    out_json_bytes(j, "where", finding, where);
    out_json_text(j, "message", message);
    put_fix(j, message);
    out_json_end(j);
}

// ---- the report

// A finding may quote the file.
static void add_finding(const char *finding, void *report) {
    Report *r = report;
    r->findings++;
    if (r->as_json) {
        put_json(r, finding);
        return;
    }
    text_display(r->out, finding, strlen(finding), false);
    str_putc(r->out, '\n');
}

static bool is_folder(const char *path) {
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool course_of(Course *out, const char *path, Error *err) {
    if (course_read(out, path, err)) return true;
    if (!is_folder(path)) return course_add(out, path, err) >= 0;
    return error_set(err, "%s: holds no lesson (*.md) and no checkpoint (config.json); a dump is named by its file",
                     path);
}

static void check_course(Report *r, const char *path, const World *w) {
    Course course = {0};
    Error err;
    r->path = path;
    if (!course_of(&course, path, &err)) add_finding(err.text, r);
    for (int k = 0; k < course.count; k++) {
        const CourseEntry *e = &course.entry[k];
        r->path = e->path;
        r->lessons++;
        if (e->mistake) add_finding(e->mistake, r);
        else lesson_check(&e->lesson, &w->library, add_finding, r);
        r->numbers += e->mistake ? 0 : e->lesson.numbers;
    }
    course_free(&course);
}

int headless_check(const Options *o, const World *w, Str *out, Error *err) {
    if (o->format != FORMAT_TEXT && o->format != FORMAT_JSON) {
        error_set(err, "check prints text or json, not %s", FORMAT_NAMES[o->format]);
        return -1;
    }
    Report r = {.out = out, .as_json = o->format == FORMAT_JSON};
    if (!r.as_json) {
        check_course(&r, o->file, w);
        if (r.lessons == 0) return r.findings;
        str_printf(out, "%d lesson%s, %d numbers: %s\n", r.lessons, r.lessons == 1 ? "" : "s", r.numbers,
                   r.findings ? "mistakes found" : "all right");
        return r.findings;
    }
    r.json = out_json_to(out);
    out_json_object(&r.json, NULL);
    out_json_text(&r.json, "schema", "lookback.check/1");
    out_json_text(&r.json, "file", o->file);
    out_json_array(&r.json, "findings");
    check_course(&r, o->file, w);
    out_json_end(&r.json);
    out_json_integer(&r.json, "lessons", r.lessons);
    out_json_integer(&r.json, "numbers", r.numbers);
    out_json_bool(&r.json, "ok", r.findings == 0);
    out_json_end(&r.json);
    return r.findings;
}
