// Golden frames: options, a script of events and the frame that must come of them, in one file (format:
// tests/README.md).
//
//     golden FILE …            prints how each frame differs from what its file says; exit status 1 if any does
//     golden --update FILE …   writes the frames into the files
#include "app/app.h"
#include "app/script.h"
#include "app/world.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/names.h"
#include "base/text.h"
#include "out/frame.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char EVENTS[] = "== events\n", FRAME[] = "== frame\n";

typedef struct Golden {
    char dump[512], other[512]; // their paths, if any are open
    const char *path;
    Str text;
    size_t events, frame; // where the lines of these sections start; frame is text.len when there is none yet
    Scene scene;
    char model[512];  // its folder, if one is open
    int lesson, step; // of the course; lesson −1: none
    int rows, cols;
    bool ascii;
    ColorMode mode;
} Golden;

// ---- reading

static bool find_section(const Golden *g, const char *heading, size_t *start) {
    for (const char *at = str_text(&g->text); at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        if (strncmp(at, heading, strlen(heading)) != 0) continue;
        *start = (size_t)(at - g->text.s) + strlen(heading);
        return true;
    }
    return false;
}

// A model, dumps or a training instead of what stands in the program. *taken: the option was one of these.
static bool open_option(Golden *g, World *w, const char *name, const char *value, bool *taken, Error *err) {
    *taken = true;
    if (strcmp(name, "model") == 0) { // a folder of tests/data/gpt2-tiny
        snprintf(g->model, sizeof g->model, "%s", value);
        bool ok = chdir(TEST_DATA "/gpt2-tiny") == 0 && world_open_model(w, g->model, (NetSourceText){0}, err);
        if (ok) scene_init(&g->scene, &w->library, SCREEN_OPEN);
        return ok;
    }
    if (strcmp(name, "resume") == 0) { // behind --screen train: a folder of data/models
        NetRecipe recipe;
        snprintf(g->model, sizeof g->model, PROJECT_DATA "/models/%s", value);
        bool ok = world_resume(w, g->model, &recipe, err);
        if (ok) scene_train_again(&g->scene, &recipe);
        return ok;
    }
    if (strcmp(name, "open") == 0) { // a file of tests/data/dumps
        CaptureOptions options = {0};
        snprintf(g->dump, sizeof g->dump, "%s", value);
        bool ok = chdir(TEST_DATA "/dumps") == 0 && world_open_dump(w, g->dump, &options, err);
        if (ok) scene_init(&g->scene, &w->library, SCREEN_OPEN);
        return ok;
    }
    if (strcmp(name, "against") == 0) { // behind --open: the other dump
        CaptureOptions options = {0};
        snprintf(g->other, sizeof g->other, "%s", value);
        bool ok = world_open_two(w, g->dump, g->other, &options, err);
        if (ok) scene_init(&g->scene, &w->library, SCREEN_DIFF);
        return ok;
    }
    *taken = false;
    return true;
}

// One option as on the command line, without its dashes.
static bool set_option(Golden *g, World *w, const char *name, const char *value, Error *err) {
    if (strcmp(name, "ascii") == 0) {
        g->ascii = true;
        return true;
    }
    if (strcmp(name, "size") == 0) {
        bool ok = sscanf(value, "%dx%d", &g->cols, &g->rows) == 2 && g->rows > 0 && g->cols > 0;
        return ok || error_set(err, "size is COLUMNSxROWS");
    }
    if (strcmp(name, "color") == 0) {
        int mode = names_require("color", value, names_in_array, COLOR_MODE_NAMES, COLOR_COUNT, err);
        if (mode >= 0) g->mode = (ColorMode)mode;
        return mode >= 0;
    }
    if (strcmp(name, "screen") == 0) {
        int screen = names_require("screen", value, names_in_array, SCENE_SCREEN_NAMES, SCREEN_COUNT, err);
        if (screen >= 0) g->scene.screen = (ScreenId)screen;
        return screen >= 0;
    }
    bool taken, opened = open_option(g, w, name, value, &taken, err);
    if (taken) return opened;
    if (strcmp(name, "lesson") == 0) {
        g->lesson = course_find(&w->course, value, err);
        return g->lesson >= 0;
    }
    if (strcmp(name, "step") == 0 && g->lesson >= 0) {
        bool ok =
            sscanf(value, "%d", &g->step) == 1 && --g->step >= 0 && g->step < w->course.entry[g->lesson].lesson.steps;
        return ok || error_set(err, "--step %s: no such step", value);
    }
    return scene_set(&g->scene, &w->library, name, *value ? value : "on", err);
}

// The lines before the events: `# comment`, and `--name value` to the end of the line.
static bool read_options(Golden *g, World *w, Error *err) {
    int number = 1;
    size_t end = g->events - strlen(EVENTS);
    for (size_t at = 0; at < end; number++) {
        size_t len = strcspn(g->text.s + at, "\n");
        char *line = mem_text(g->text.s + at, len);
        at += len + 1;
        char *value = line + strcspn(line, " ");
        if (*value) *value++ = '\0';
        bool ok = line[0] == '#' || line[0] == '\0';
        if (!ok && strncmp(line, "--", 2) == 0) ok = set_option(g, w, line + 2, value, err);
        else if (!ok) error_set(err, "wanted --name value");
        free(line);
        if (!ok) return error_prefix(err, "%s:%d: ", g->path, number);
    }
    return scene_finish(&g->scene, &w->library, err) || error_prefix(err, "%s: ", g->path);
}

static bool read_golden(Golden *g, World *w, const char *path, Error *err) {
    g->path = path;
    g->rows = 24;
    g->cols = 80;
    g->lesson = -1;
    scene_init(&g->scene, &w->library, SCREEN_EXPLORER);
    if (!file_read(path, 1 << 20, &g->text, err)) return false;
    if (!find_section(g, EVENTS, &g->events)) return error_set(err, "%s: no line `== events`", path);
    if (!find_section(g, FRAME, &g->frame)) g->frame = g->text.len;
    return read_options(g, w, err);
}

// ---- playing

static bool play(Event e, void *context) {
    app_frame(context); // a click means what the frame on display means
    app_event(context, e);
    app_finish_work(context);
    return true;
}

static bool draw(const Golden *g, const World *w, Str *out, Error *err) {
    App *app = app_new(w, &g->scene, g->rows, g->cols, g->ascii, g->mode);
    if (g->lesson >= 0) app_open_lesson(app, g->lesson, g->step);
    app_finish_work(app);
    size_t end = g->frame < g->text.len ? g->frame - strlen(FRAME) : g->text.len;
    bool ok = script_read(g->text.s + g->events, end - g->events, g->path, play, app, err);
    Palette palette = app_palette(app);
    if (ok) out_frame(app_frame(app), &palette, out);
    app_free(app);
    return ok;
}

// ---- comparing

typedef struct Reader {
    const char *at;
} Reader;

// The next line into out, without its newline; false at the end.
static bool next_line(Reader *r, Str *out) {
    str_clear(out);
    if (!*r->at) return false;
    size_t len = strcspn(r->at, "\n");
    str_add(out, r->at, len);
    r->at += len + (r->at[len] == '\n');
    return true;
}

// A line of ^ under the columns in which two lines differ.
static void print_marks(const char *want, const char *got) {
    fputs("        ", stdout);
    while (*want || *got) {
        int a = 0, b = 0;
        uint32_t left = *want ? text_decode(want, strlen(want), &a) : 0;
        uint32_t right = *got ? text_decode(got, strlen(got), &b) : 0;
        int columns = text_width(left ? left : right);
        for (int k = 0; k < columns; k++) putchar(left == right ? ' ' : '^');
        want += a;
        got += b;
    }
    putchar('\n');
}

static int print_difference(const Golden *g, const char *want, const char *got) {
    static const char *const PLANES[] = {"text", "style", "legend"};
    Reader left = {want}, right = {got};
    Str a = {0}, b = {0};
    int plane = 0, row = 0, differing = 0;
    printf("%s: the frame differs (- wanted, + got)\n", g->path);
    for (;;) {
        bool more_a = next_line(&left, &a), more_b = next_line(&right, &b);
        if (!more_a && !more_b) break;
        if (more_a && more_b && strcmp(a.s, "--") == 0 && strcmp(b.s, "--") == 0) {
            plane += plane < 2;
            row = 0;
            continue;
        }
        if (more_a != more_b || strcmp(str_text(&a), str_text(&b)) != 0) {
            printf("%s row %d\n      - %s\n      + %s\n", PLANES[plane], row, str_text(&a), str_text(&b));
            print_marks(str_text(&a), str_text(&b));
            differing++;
        }
        row++;
    }
    str_free(&a);
    str_free(&b);
    return differing;
}

static bool check(Golden *g, const Str *got) {
    const char *want = g->text.s + g->frame;
    if (strcmp(want, str_text(got)) == 0) return true;
    if (g->frame == g->text.len)
        printf("%s: no frame in it yet: build the target golden-update, then read what it wrote\n", g->path);
    else
        printf("%d rows differ; if they should, build the target golden-update\n",
               print_difference(g, want, str_text(got)));
    return false;
}

static bool update(Golden *g, const Str *got, Error *err) {
    if (g->frame < g->text.len && strcmp(g->text.s + g->frame, str_text(got)) == 0) return true;
    Str out = {0};
    str_add(&out, g->text.s, g->frame);
    if (g->frame == g->text.len) str_puts(&out, FRAME);
    str_add(&out, got->s, got->len);
    bool ok = file_write(g->path, out.s, out.len, err);
    if (ok) printf("%s: written\n", g->path);
    str_free(&out);
    return ok;
}

// In a world of its own: what was opened or trained for one file is not there for the next.
static bool run(const char *path, bool updating) {
    Golden *g = mem_new(1, sizeof *g);
    World w = {0};
    Str got = {0};
    Error err = {""};
    bool ok = world_load(PROJECT_DATA, &w, &err) && read_golden(g, &w, path, &err) && draw(g, &w, &got, &err);
    if (ok && updating) ok = update(g, &got, &err);
    else if (ok) ok = check(g, &got);
    if (err.text[0]) printf("%s\n", err.text);
    str_free(&got);
    str_free(&g->text);
    world_free(&w);
    free(g);
    return ok;
}

int main(int argc, char **argv) {
    text_init();
    bool updating = argc > 1 && strcmp(argv[1], "--update") == 0;
    int failed = 0;
    for (int k = 1 + updating; k < argc; k++) failed += !run(argv[k], updating);
    return failed > 0;
}
