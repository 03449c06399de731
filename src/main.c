// One command, from its words to its exit status: 0 done, 1 the input is wrong, 2 usage or no usable terminal.
#include "app/world.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/text.h"
#include "draw/glyph.h"
#include "model/train_files.h"
#include "data.h"
#include "headless.h"
#include "loading.h"
#include "notes.h"
#include "options.h"
#include "present.h"
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
    bool ascii;       // frames and lists
    bool plain;       // the locale is not UTF-8: messages in ASCII
    World world;
    Scene *scene;
    NetRecipe resumed; // of --resume
    int lesson;        // to be opened; −1: the tour's beginning
    Progress progress; // of the learner
    Str own_model;     // folder of the model that comes with the program, if that is open
    Str progress_file; // where it is kept; empty: nowhere
    bool progress_failed; // it could not be written the last time, and that was said
    App *app;          // of the interactive program; NULL while its model is read
    Loading loading;
    Present present;
    bool shown;        // a frame is on screen
} Program;

static int fail(const Program *p, const Error *err, int status) {
    Str line = {0}, spelt = {0};
    text_display(&line, err->text, strlen(err->text), false);
    if (p->plain) glyph_spell(&spelt, str_text(&line));
    fprintf(stderr, "lookback: %s\n", str_text(p->plain ? &spelt : &line));
    str_free(&line);
    str_free(&spelt);
    return status;
}

// ---- what there is to look at

static bool load_world(Program *p, Error *err) {
    Str folder = {0};
    data_find(&folder);
    bool ok = world_open(str_text(&folder), &p->world, err);
    str_free(&folder);
    return ok;
}

// Whether the FILE holds matrices, and is no lesson.
static bool has_example(const Options *o) {
    return o->file && (o->screen == SCREEN_WORKED || o->screen == SCREEN_ROW);
}

// Without a folder: the small model that comes with the program.
static bool open_model(Program *p, Error *err) {
    const Options *o = &p->options;
    NetSourceText begin = {o->words, o->ids};
    const char *folder = o->file;
    if (!folder) {
        data_find(&p->own_model);
        str_puts(&p->own_model, "/models/words");
        folder = str_text(&p->own_model);
        if (!headless_is_model(folder))
            return error_set(err, "model: the folder of a GPT-2 checkpoint is wanted: lookback model DIR \"TEXT\"");
    }
    bool on_screen = o->command == COMMAND_MODEL && !o->replay && isatty(STDOUT_FILENO);
    if (!on_screen) return world_open_model(&p->world, folder, begin, err);
    p->loading.source = world_begin_model(&p->world, folder, begin, err);
    return p->loading.source != NULL;
}

static bool open_source(Program *p, Error *err) {
    CommandId opened = p->options.opened;
    if (opened == COMMAND_MODEL) return open_model(p, err);
    if (opened != COMMAND_OPEN && opened != COMMAND_DIFF) return true;
    CaptureOptions options = headless_capture_options(&p->options);
    if (opened == COMMAND_DIFF) return world_open_two(&p->world, p->options.file, p->options.other, &options, err);
    return world_open_dump(&p->world, p->options.file, &options, err);
}

// The folder a training is written to, tried while the terminal is still untouched.
static bool open_folder(Program *p, Error *err) {
    const Options *o = &p->options;
    const char *resume = o->opened == COMMAND_TRAIN ? options_setting(o, "resume") : NULL;
    if (resume && !world_resume(&p->world, resume, &p->resumed, err)) return false;
    if (o->command != COMMAND_TRAIN || !o->output) return true;
    world_train_into(&p->world, o->output);
    return train_files_prepare(o->output, err);
}

static bool make_scene(Program *p, Error *err) {
    const Library *lib = &p->world.library;
    scene_init(p->scene, lib, p->options.screen);
    if (options_setting(&p->options, "resume")) scene_train_again(p->scene, &p->resumed);
    if (has_example(&p->options)) scene_open_example(p->scene, lib, lib->examples - 1);
    for (int k = 0; k < p->options.settings; k++) {
        SettingArg s = p->options.setting[k];
        if (strcmp(s.name, "resume") == 0) continue;
        if (scene_set(p->scene, lib, s.name, s.value, err)) continue;
        bool named = strncmp(err->text, s.name, strlen(s.name)) == 0; // `divisor is …` becomes `--divisor is …`
        return named ? error_prefix(err, "--") : error_prefix(err, "--%s: ", s.name);
    }
    return scene_finish(p->scene, lib, err);
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

// Finds the lesson to be opened, if any.
static bool choose_lesson(Program *p, Error *err) {
    int step = p->options.step;
    p->lesson = -1;
    if (!options_open_lesson(&p->options) || (!p->options.file && step == 0)) return true;
    int found = p->options.file ? find_lesson(p, err) : 0;
    if (found < 0) return false;
    course_parse(&p->world.course, found);
    const CourseEntry *entry = &p->world.course.entry[found];
    if (entry->mistake) return error_set(err, "%s", entry->mistake);
    if (p->options.file && !lesson_sound(&entry->lesson, &p->world.library, err)) return false;
    if (step > entry->lesson.steps)
        return error_set(err, "--step %d: %s has %d steps", step, entry->lesson.name, entry->lesson.steps);
    p->lesson = found;
    return true;
}

// Parses the lesson that is to be on screen, and all if it is not to be read: another one then takes its place.
static void parse_tour(Program *p, const App *app) {
    Course *c = &p->world.course;
    int last = app_state(app)->tutor.lesson;
    course_parse(c, last);
    if (c->entry[last].mistake) course_parse_all(c);
}

static void open_lesson(Program *p, App *app) {
    if (p->lesson < 0) {
        parse_tour(p, app);
        app_open_tour(app);
        return;
    }
    app_open_lesson(app, p->lesson, p->options.step > 0 ? p->options.step - 1 : 0);
}

static void load_progress(Program *p, App *app) {
    Str note = {0};
    if (progress_path(getenv("XDG_STATE_HOME"), getenv("HOME"), &p->progress_file)) {
        progress_read(&p->progress, str_text(&p->progress_file), &note);
        app_load_progress(app, &p->progress, error_brief(str_text(&note)));
    }
    str_free(&note);
}

static bool write_progress(const Program *p, Error *err) {
    if (p->progress_file.len) return progress_write(&p->progress, str_text(&p->progress_file), err);
    return error_set(err, "progress is not kept: neither XDG_STATE_HOME nor HOME says where");
}

// Reads before it writes: another lookback may have kept something since.
static void keep_progress(Program *p) {
    Error err;
    Str note = {0};
    if (p->progress_file.len) progress_read(&p->progress, str_text(&p->progress_file), &note);
    app_save_progress(p->app, &p->progress);
    bool failed = !write_progress(p, &err);
    if (failed && !p->progress_failed) app_note(p->app, error_brief(err.text));
    p->progress_failed = failed;
    str_free(&note);
}

// What follows from the source, or needs none.
static bool open_rest(Program *p, Error *err) {
    return (!has_example(&p->options) || world_add_example(&p->world, p->options.file, err)) && open_folder(p, err) &&
           make_scene(p, err) && choose_lesson(p, err);
}

// ---- what a command prints

static bool print(const Options *o, const Str *text, Error *err) {
    if (o->output) return file_write(o->output, str_text(text), text->len, err);
    bool ok = fwrite(str_text(text), 1, text->len, stdout) == text->len && fflush(stdout) == 0;
    return ok || error_set(err, "cannot write to standard output: %s", strerror(errno));
}

static int print_text(const Program *p, Str *text) {
    Error err;
    bool ok = print(&p->options, text, &err);
    str_free(text);
    return ok ? 0 : fail(p, &err, EXIT_INPUT);
}

static int render(Program *p) {
    Error err;
    Str out = {0};
    const Options *o = &p->options;
    if (o->replay) course_parse_all(&p->world.course);
    App *app = app_new(&p->world, p->scene, o->rows, o->cols, p->ascii, o->mode);
    if (options_open_lesson(o)) open_lesson(p, app);
    if (o->opened == COMMAND_TRAIN) app_train(app, o->step);
    bool ok = headless_replay(o, app, &err) && headless_render(o, app, &p->world, &out, &err);
    app_free(app);
    if (ok) return print_text(p, &out);
    str_free(&out);
    return fail(p, &err, EXIT_INPUT);
}

// ---- the interactive program

static void start_app(Program *p, int rows, int cols, bool ascii, ColorMode mode) {
    const Options *o = &p->options;
    App *app = p->app = p->present.app = app_new(&p->world, p->scene, rows, cols, ascii, mode);
    if (o->replay) course_parse_all(&p->world.course);
    load_progress(p, app);
    if (options_open_lesson(o)) open_lesson(p, app);
    if (o->opened == COMMAND_TRAIN) app_train(app, o->step);
    if (o->autoplay) app_autoplay(app, o->file && is_file_name(o->file) ? AUTOPLAY_LESSON : AUTOPLAY_COURSE);
    Error ignored;
    headless_replay(o, app, &ignored); // tried before
}

static Effect take_event(void *program, Event e) {
    Program *p = program;
    return p->app ? app_event(p->app, e) : loading_event(&p->loading, e);
}

static const Canvas *show_frame(void *program) {
    Program *p = program;
    return p->app ? app_frame(p->app) : loading_frame(&p->loading);
}

static Palette show_palette(void *program) {
    const Program *p = program;
    return p->app ? app_palette(p->app) : (Palette){p->scene->theme, p->scene->map, p->loading.mode};
}

static bool is_busy(void *program) {
    const Program *p = program;
    return !p->app || app_busy(p->app);
}

// A slice of reading the model; at the end everything waits for it no longer.
static Effect load_model(Program *p) {
    Loading *l = &p->loading;
    bool more;
    l->failed = !net_source_load(l->source, &more, &l->err);
    if (!l->failed && more) return EFFECT_NONE;
    if (!l->failed) {
        world_take_source(&p->world, l->source);
        l->source = NULL;
        l->failed = !open_rest(p, &l->err);
    }
    if (l->failed) return EFFECT_QUIT;
    start_app(p, l->rows, l->cols, l->ascii, l->mode);
    for (int k = 0; k < l->events; k++) {
        Effect effect = app_event(p->app, l->event[k]);
        if (effect == EFFECT_QUIT) return effect;
    }
    return EFFECT_NONE;
}

static Effect do_work(void *program) {
    Program *p = program;
    if (!p->app) return load_model(p);
    app_work(p->app);
    return EFFECT_NONE;
}

static int pace_of(void *program) {
    const Program *p = program;
    return p->app ? app_pace(p->app) : 0;
}

// What of the command line bears on the frame before there is a scene.
static void choose_theme(Program *p) {
    Error ignored; // make_scene meets it again
    scene_init(p->scene, &p->world.library, SCREEN_EXPLORER);
    for (int k = 0; k < p->options.settings; k++) {
        SettingArg s = p->options.setting[k];
        if (strcmp(s.name, "theme") == 0) scene_set(p->scene, &p->world.library, s.name, s.value, &ignored);
    }
}

static TuiShow open_app(void *program, int rows, int cols, bool ascii, ColorMode mode) {
    Program *p = program;
    Loading *l = &p->loading;
    l->rows = rows, l->cols = cols, l->ascii = ascii, l->mode = mode;
    if (l->source) choose_theme(p);
    else start_app(p, rows, cols, ascii, mode);
    return (TuiShow){p, take_event, show_frame, show_palette, is_busy, do_work, pace_of};
}

// Whether the script to be replayed can be, found out while the terminal is still untouched.
static bool try_replay(const Program *p, Error *err) {
    App *app = app_new(&p->world, p->scene, p->options.rows, p->options.cols, p->ascii, p->options.mode);
    bool ok = headless_replay(&p->options, app, err);
    app_free(app);
    return ok;
}

static void do_effect(void *program, Effect effect) {
    if (effect == EFFECT_PROGRESS) keep_progress(program);
}

static void after_frame(void *program) {
    Program *p = program;
    if (!p->app) return;
    if (!p->shown) course_parse_all(&p->world.course);
    p->shown = true;
    present_shown(&p->present);
}

static TuiOptions tui_options(Program *p) {
    const Options *o = &p->options;
    return (TuiOptions){.mode_given = o->mode_given,
                        .mode = o->mode,
                        .ascii = p->ascii,
                        .effect = do_effect,
                        .shown = after_frame,
                        .tick_ms = o->autoplay * 1000,
                        .source = p->present.source,
                        .sources = PRESENT_SOURCES};
}

static int explore(Program *p) {
    Error err;
    FILE *record = NULL;
    if (p->options.watch && !present_watch(&p->present, p->lesson, &err)) return fail(p, &err, EXIT_INPUT);
    if (p->options.replay && !try_replay(p, &err)) return fail(p, &err, EXIT_INPUT);
    if (p->options.record && !(record = fopen(p->options.record, "w"))) {
        error_set(&err, "%s: cannot write: %s", p->options.record, strerror(errno));
        return fail(p, &err, EXIT_INPUT);
    }
    TuiOptions options = tui_options(p);
    options.record = record;
    bool ok = tui_run(open_app, p, &options, &err);
    int status = ok ? 0 : fail(p, &err, EXIT_USAGE);
    if (p->loading.failed) status = fail(p, &p->loading.err, EXIT_INPUT);
    if (ok && p->app && (fputs(app_commands(p->app), stdout) < 0 || fflush(stdout) != 0)) {
        error_set(&err, "cannot write to standard output: %s", strerror(errno));
        status = fail(p, &err, EXIT_INPUT);
    }
    app_free(p->app);
    if (record && fclose(record) != 0 && status == 0) {
        error_set(&err, "%s: cannot write: %s", p->options.record, strerror(errno));
        status = fail(p, &err, EXIT_INPUT);
    }
    return status;
}

static int follow(Program *p) {
    Error err;
    bool terminal;
    TuiOptions options = tui_options(p);
    if (notes_run(&options, (Palette){p->scene->theme, p->scene->map, p->options.mode}, &terminal, &err)) return 0;
    return fail(p, &err, terminal ? EXIT_USAGE : EXIT_INPUT);
}

static int check(Program *p) {
    Str found = {0};
    Error err;
    int mistakes = headless_check(&p->options, &p->world, &found, &err);
    if (mistakes < 0) return fail(p, &err, EXIT_INPUT);
    int status = print_text(p, &found);
    return mistakes > 0 ? EXIT_INPUT : status;
}

// A pickle is not opened, but turned into a dump by lines that are printed with the message.
static int fail_to_open(const Program *p, const Error *err) {
    Str lines = {0};
    fail(p, err, EXIT_INPUT);
    headless_converter(p->options.file, &lines);
    fputs(str_text(&lines), stderr);
    str_free(&lines);
    return EXIT_INPUT;
}

static int check_dump(Program *p) {
    Str report = {0};
    Error err;
    int found = headless_check_dump(&p->options, p->ascii, &report, &err);
    if (found < 0) {
        str_free(&report);
        return fail_to_open(p, &err);
    }
    int status = print_text(p, &report);
    return found > 0 ? EXIT_INPUT : status;
}

static int check_model(Program *p) {
    Str report = {0};
    Error err;
    int found = headless_check_model(&p->options, p->ascii, &report, &err);
    if (found < 0) return fail(p, &err, EXIT_INPUT);
    int status = print_text(p, &report);
    return found > 0 ? EXIT_INPUT : status;
}

// What needs neither world nor scene: −1 if this is not it.
static int run_files(Program *p) {
    const Options *o = &p->options;
    Error err;
    if (o->command == COMMAND_EXPORT) return headless_export(o, &err) ? 0 : fail(p, &err, EXIT_INPUT);
    if (o->command == COMMAND_TRAIN && options_setting(o, "headless"))
        return headless_train(o, &err) ? 0 : fail(p, &err, EXIT_INPUT);
    if (o->command != COMMAND_CHECK) return -1;
    if (headless_is_model(o->file)) return check_model(p);
    if (o->words || o->ids) {
        error_set(&err, "%s: is no folder of a checkpoint, so a text means nothing to check", o->file);
        return fail(p, &err, EXIT_USAGE);
    }
    return headless_is_dump(o->file) ? check_dump(p) : -1;
}

static int run(Program *p) {
    Options *o = &p->options;
    Str text = {0};
    Error err;
    if (o->help) headless_help(&text, p->ascii);
    else if (o->version) str_puts(&text, "lookback " LOOKBACK_VERSION "\n");
    else if (o->command == COMMAND_HEADS) headless_heads(&text, p->ascii);
    else if (o->command == COMMAND_KEYS) headless_keys(&text, p->ascii);
    if (text.len) return print_text(p, &text);
    int status = run_files(p);
    if (status >= 0) return status;
    if (!options_play(o, &err)) return fail(p, &err, EXIT_USAGE);
    bool ready = load_world(p, &err) && open_source(p, &err) && (p->loading.source || open_rest(p, &err));
    if (!ready && o->opened == COMMAND_OPEN) return fail_to_open(p, &err);
    if (!ready) return fail(p, &err, EXIT_INPUT);
    if (o->command == COMMAND_LESSONS) {
        course_parse_all(&p->world.course);
        headless_lessons(&p->world, &text, p->ascii);
    }
    if (text.len) return print_text(p, &text);
    switch (o->command) {
    case COMMAND_RENDER: return render(p);
    case COMMAND_CHECK: return check(p);
    case COMMAND_NOTES: return follow(p);
    default: return explore(p);
    }
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
    program->scene = mem_resize(NULL, 1, sizeof *program->scene); // set by make_scene
    present_init(&program->present, &program->world);
    program->plain = !utf8;
    int status;
    if (options_read(argc, argv, &program->options, &usage, &err)) {
        program->ascii = draws_ascii(&program->options, utf8);
        status = run(program);
    } else {
        status = fail(program, &err, usage ? EXIT_USAGE : EXIT_INPUT);
    }
    present_free(&program->present);
    loading_free(&program->loading);
    world_free(&program->world);
    progress_free(&program->progress);
    str_free(&program->own_model);
    str_free(&program->progress_file);
    free(program->scene);
    free(program);
    return status;
}
