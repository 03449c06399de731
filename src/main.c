// One command, from its words to its exit status: 0 done, 1 the input is wrong, 2 usage or no usable terminal.
#include "app/world.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "headless.h"
#include "options.h"
#include "tui/tui.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { EXIT_INPUT = 1, EXIT_USAGE = 2 };

typedef struct Program {
    Options options;
    bool ascii;
    World world;
    Scene scene;
    Progress progress; // of the learner
    Str progress_file; // where it is kept; empty: nowhere
    bool progress_failed; // it could not be written, and that was said
} Program;

static int fail(const Error *err, int status) {
    Str line = {0};
    text_display(&line, err->text, strlen(err->text), false);
    fprintf(stderr, "lookback: %s\n", str_text(&line));
    str_free(&line);
    return status;
}

// ---- where the data is

// $LOOKBACK_DATA, else ../share/lookback beside the program's own folder (installed), else the source tree's data (build tree).
static void find_data(Str *out) {
    const char *given = getenv("LOOKBACK_DATA");
    if (given && *given) {
        str_puts(out, given);
        return;
    }
    char exe[4096];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(exe, '/');
    if (slash) {
        *slash = '\0';
        str_printf(out, "%s/../share/lookback", exe);
        if (access(str_text(out), R_OK) == 0) return;
        str_clear(out);
    }
    str_puts(out, LOOKBACK_SOURCE_DATA);
}

static bool load_world(Program *p, Error *err) {
    Str folder = {0};
    find_data(&folder);
    bool ok = world_open(str_text(&folder), &p->world, err);
    str_free(&folder);
    return ok;
}

static bool make_scene(Program *p, Error *err) {
    const Library *lib = &p->world.library;
    scene_init(&p->scene, lib, p->options.screen);
    for (int k = 0; k < p->options.settings; k++) {
        SettingArg s = p->options.setting[k];
        if (!scene_set(&p->scene, lib, s.name, s.value, err)) return error_prefix(err, "--%s: ", s.name);
    }
    return scene_finish(&p->scene, lib, err);
}

// ---- lessons

static bool is_file_name(const char *word) {
    size_t len = strlen(word);
    return strchr(word, '/') || (len > 3 && strcmp(word + len - 3, ".md") == 0);
}

// The lesson that was asked for: one of the course, or a file, which then joins it. −1 with a message.
static int find_lesson(Program *p, Error *err) {
    const char *word = p->options.file;
    if (!is_file_name(word)) {
        return course_find(&p->world.course, word, err);
    }
    return course_add(&p->world.course, word, err);
}

// Parses the lesson that is to be on screen, and all if it is not to be read: another one then takes its place.
static void parse_tour(Program *p, const App *app) {
    Course *c = &p->world.course;
    int last = app_state(app)->tutor.lesson;
    course_parse(c, last);
    if (c->entry[last].mistake) course_parse_all(c);
}

static bool open_lesson(Program *p, App *app, Error *err) {
    int step = p->options.step - 1;
    if (!p->options.file && step < 0) {
        parse_tour(p, app);
        app_open_tour(app);
        return true;
    }
    int lesson = p->options.file ? find_lesson(p, err) : 0;
    if (lesson < 0) return false;
    course_parse(&p->world.course, lesson);
    const CourseEntry *entry = &p->world.course.entry[lesson];
    if (entry->mistake) return error_set(err, "%s", entry->mistake);
    if (step >= entry->lesson.steps) return error_set(err, "--step %d: %s has %d steps", step + 1, entry->lesson.name, entry->lesson.steps);
    app_open_lesson(app, lesson, step > 0 ? step : 0);
    return true;
}

static void load_progress(Program *p, App *app) {
    Str note = {0};
    if (progress_path(getenv("XDG_STATE_HOME"), getenv("HOME"), &p->progress_file)) {
        progress_read(&p->progress, str_text(&p->progress_file), &note);
        app_load_progress(app, &p->progress, str_text(&note));
    }
    str_free(&note);
}

static void keep_progress(Program *p, const App *app) {
    Error err;
    app_save_progress(app, &p->progress);
    if (!p->progress_file.len || p->progress_failed) return;
    p->progress_failed = !progress_write(&p->progress, str_text(&p->progress_file), &err);
}

// Options that only say how things look leave `lookback` the tour.
static bool is_tour(const Options *o) {
    bool tour = o->command == COMMAND_SCREEN && o->screen == SCREEN_EXPLORER && !o->replay;
    for (int k = 0; k < o->settings; k++) {
        const char *name = o->setting[k].name;
        tour = tour && (strcmp(name, "theme") == 0 || strcmp(name, "map") == 0);
    }
    return tour;
}

// ---- what a command prints

static bool print(const Options *o, const Str *text, Error *err) {
    if (o->output) return file_write(o->output, str_text(text), text->len, err);
    bool ok = fwrite(str_text(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0;
    return ok || error_set(err, "cannot write to standard output: %s", strerror(errno));
}

static int print_text(const Options *o, Str *text) {
    Error err;
    bool ok = print(o, text, &err);
    str_free(text);
    return ok ? 0 : fail(&err, EXIT_INPUT);
}

static int render(Program *p) {
    Error err;
    Str out = {0};
    const Options *o = &p->options;
    if (o->replay) course_parse_all(&p->world.course);
    App *app = app_new(&p->world, &p->scene, o->rows, o->cols, p->ascii, o->mode);
    bool ok = (o->opened != COMMAND_LESSON || open_lesson(p, app, &err)) && headless_replay(o, app, &err) &&
              headless_render(o, app, &p->world, &out, &err);
    app_free(app);
    if (ok) return print_text(o, &out);
    str_free(&out);
    return fail(&err, EXIT_INPUT);
}

// ---- the interactive program

typedef struct Opening {
    Program *program;
    Error err;
    bool failed;
} Opening;

static App *open_app(void *context, int rows, int cols, bool ascii, ColorMode mode) {
    Opening *opening = context;
    Program *p = opening->program;
    App *app = app_new(&p->world, &p->scene, rows, cols, ascii, mode);
    if (p->options.replay) course_parse_all(&p->world.course);
    load_progress(p, app);
    bool lesson = p->options.opened == COMMAND_LESSON || is_tour(&p->options);
    opening->failed = (lesson && !open_lesson(p, app, &opening->err)) || !headless_replay(&p->options, app, &opening->err);
    return app;
}

static void do_effect(void *context, App *app, Effect effect) {
    Opening *opening = context;
    if (effect == EFFECT_PROGRESS) keep_progress(opening->program, app);
}

static void finish_world(void *context) {
    course_parse_all(&((Opening *)context)->program->world.course);
}

static int explore(Program *p) {
    Error err;
    FILE *record = NULL;
    if (p->options.record && !(record = fopen(p->options.record, "w"))) {
        error_set(&err, "%s: cannot write: %s", p->options.record, strerror(errno));
        return fail(&err, EXIT_INPUT);
    }
    TuiOptions options = {p->options.mode_given, p->options.mode, p->ascii, record, do_effect, finish_world};
    Opening opening = {.program = p};
    App *app = NULL;
    bool ok = tui_run(open_app, &opening, &options, &app, &err);
    int status = ok ? 0 : fail(&err, EXIT_USAGE);
    if (ok && opening.failed) status = fail(&opening.err, EXIT_INPUT);
    if (ok && app) fputs(app_commands(app), stdout);
    app_free(app);
    if (record) fclose(record);
    return status;
}

static int check(Program *p) {
    Str found = {0};
    Error err;
    int mistakes = headless_check(p->options.file, &p->world, &found, &err);
    if (mistakes < 0) return fail(&err, EXIT_INPUT);
    int status = print_text(&p->options, &found);
    return mistakes > 0 ? EXIT_INPUT : status;
}

static int run(Program *p) {
    Options *o = &p->options;
    Str text = {0};
    Error err;
    if (o->help) headless_help(&text);
    else if (o->version) str_puts(&text, "lookback " LOOKBACK_VERSION "\n");
    else if (o->command == COMMAND_HEADS) headless_heads(&text);
    else if (o->command == COMMAND_KEYS) headless_keys(&text);
    if (text.len) return print_text(o, &text);
    if (!load_world(p, &err) || !make_scene(p, &err)) return fail(&err, EXIT_INPUT);
    if (o->command == COMMAND_LESSONS) {
        course_parse_all(&p->world.course);
        headless_lessons(&p->world, &text);
    }
    if (text.len) return print_text(o, &text);
    return o->command == COMMAND_RENDER ? render(p) : o->command == COMMAND_CHECK ? check(p) : explore(p);
}

// ASCII if asked for, or if the locale is not UTF-8 and the frame is for a terminal.
static bool draws_ascii(const Options *o, bool utf8) {
    bool for_terminal = o->command != COMMAND_RENDER || o->format == FORMAT_TEXT || o->format == FORMAT_ANSI;
    return o->glyphs == GLYPHS_ASCII || (o->glyphs == GLYPHS_BY_LOCALE && !utf8 && for_terminal);
}

int main(int argc, char **argv) {
    Error err;
    bool usage, utf8 = text_init();
    signal(SIGPIPE, SIG_IGN); // a broken pipe is an error of print(), not a silent death
    Program *program = MEM_NEW(Program, 1); // large: not for the stack
    int status;
    if (options_read(argc, argv, &program->options, &usage, &err)) {
        program->ascii = draws_ascii(&program->options, utf8);
        status = run(program);
    } else {
        status = fail(&err, usage ? EXIT_USAGE : EXIT_INPUT);
    }
    world_free(&program->world);
    progress_free(&program->progress);
    str_free(&program->progress_file);
    free(program);
    return status;
}
