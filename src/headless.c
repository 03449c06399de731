#include "headless.h"

#include "app/action.h"
#include "app/predict.h"
#include "app/screen.h"
#include "app/script.h"
#include "base/file.h"
#include "base/int.h"
#include "base/text.h"
#include "draw/glyph.h"
#include "out/ansi.h"
#include "out/html.h"
#include "out/svg.h"
#include "out/text.h"

#include <stdio.h>
#include <string.h>

enum { SCRIPT_MAX = 16 << 20 };

// ---- render

static bool write_table(const char *format, const Scene *s, const World *w, Str *out, Error *err) {
    const Screen *screen = screen_of(s->screen);
    for (int k = 0; k < SCREEN_TABLES && screen->table[k].format; k++) {
        if (strcmp(screen->table[k].format, format) != 0) continue;
        screen->table[k].write(s, w, out);
        return true;
    }
    return error_set(err, "%s has no %s", SCENE_SCREEN_NAMES[s->screen], format);
}

// The numbers of the map need no doctor.
static void measure_heads(App *app, const Source *src) {
    while (!src->map.done && app_busy(app)) app_work(app);
}

bool headless_render(const Options *o, App *app, const World *w, Str *out, Error *err) {
    const Scene *s = &app_state(app)->scene;
    Source *src = scene_opened(s, &w->library);
    bool model = src && src->follow;
    if (o->format < FORMAT_FRAMES || model || s->screen == SCREEN_TRAIN || s->screen == SCREEN_DIFF)
        app_finish_work(app);
    else if (s->screen == SCREEN_MAP) measure_heads(app, src);
    if (model && !src->ready && !src->advance(src, err)) return false; // it cannot run
    if (s->screen == SCREEN_PREDICT && !predict_sound(s, w, err)) return false;
    if (o->format >= FORMAT_FRAMES) return write_table(FORMAT_NAMES[o->format], s, w, out, err);
    const Canvas *frame = app_frame(app);
    Palette p = app_palette(app);
    Str title = {0};
    scene_command(s, &w->library, &title);
    switch (o->format) {
    case FORMAT_ANSI: out_ansi(frame, &p, out); break;
    case FORMAT_SVG: out_svg(frame, &p, out, str_text(&title)); break;
    case FORMAT_HTML: out_html(frame, &p, out, str_text(&title)); break;
    default: out_text(frame, &p, out); break;
    }
    str_free(&title);
    return true;
}

static bool replay_event(Event e, void *app) {
    Effect effect = app_event(app, e);
    app_finish_work(app);
    return effect != EFFECT_QUIT;
}

bool headless_replay(const Options *o, App *app, Error *err) {
    if (!o->replay) return true;
    app_finish_work(app); // what a script does must not depend on how far that had come
    Str text = {0};
    bool ok = file_read(o->replay, SCRIPT_MAX, &text, err) &&
              script_read(str_text(&text), text.len, o->replay, replay_event, app, err);
    str_free(&text);
    return ok;
}

// ---- lists

// Appends a line of text, which may come from a file.
static void put(Str *out, const char *text, bool ascii) {
    Str shown = {0};
    text_display(&shown, text, strlen(text), false);
    if (ascii) glyph_spell(out, str_text(&shown));
    else str_puts(out, str_text(&shown));
    str_free(&shown);
}

// Appends text and spaces up to a column.
static void put_padded(Str *out, const char *text, int columns, bool ascii) {
    Str shown = {0};
    put(&shown, text, ascii);
    str_puts(out, str_text(&shown));
    for (int at = text_columns(str_text(&shown)); at < columns; at++) str_putc(out, ' ');
    str_free(&shown);
}

static void put_row(Str *out, const char *left, int columns, const char *right, bool ascii) {
    put_padded(out, left, columns, ascii);
    put(out, right, ascii);
    str_putc(out, '\n');
}

void headless_heads(Str *out, bool ascii) {
    for (int k = 0; k < RULES_COUNT; k++) {
        put_row(out, RULES[k].name, 17, RULES[k].summary, ascii);
        put_padded(out, "", 17, ascii);
        put_row(out, "score", 6, RULES[k].formula, ascii);
    }
}

void headless_keys(Str *out, bool ascii) {
    const char *group = "";
    for (int k = 0; k < ACTIONS_COUNT; k++) {
        if (strcmp(group, ACTIONS[k].group) != 0) str_printf(out, "%s%s\n", k ? "\n" : "", ACTIONS[k].group);
        group = ACTIONS[k].group;
        str_puts(out, "  ");
        put_row(out, ACTIONS[k].shown, 11, ACTIONS[k].help, ascii);
    }
}

void headless_lessons(const World *w, Str *out, bool ascii) {
    int name = 0;
    for (int k = 0; k < w->course.count; k++) name = int_most(name, text_columns(course_name_at(k, &w->course)));
    for (int k = 0; k < w->course.count; k++) {
        const CourseEntry *e = &w->course.entry[k];
        put_padded(out, course_name_at(k, &w->course), name + 2, ascii);
        if (!e->mistake) put_padded(out, e->lesson.title, 33, ascii);
        if (!e->mistake) str_printf(out, "%2d step%s\n", e->lesson.steps, e->lesson.steps == 1 ? "" : "s");
        else put_row(out, "", 0, e->mistake, ascii);
    }
}

// ---- help

static void put_options(Str *out, OptionGroup group, bool ascii) {
    str_printf(out, "\n%s\n", OPTION_GROUP_NAMES[group]);
    for (int k = 0; k < OPTIONS_COUNT; k++) {
        const Option *o = &OPTIONS[k];
        if (o->group != group) continue;
        Str left = {0};
        if (o->letter) str_printf(&left, "  -%c, --%s", o->letter, o->name);
        else str_printf(&left, "  --%s", o->name);
        if (o->argument) str_printf(&left, " %s", o->argument);
        put_row(out, str_text(&left), 28, o->help, ascii);
        str_free(&left);
    }
}

void headless_help(Str *out, bool ascii) {
    put(out, "lookback — " LOOKBACK_SUMMARY, ascii);
    str_puts(out, "\n\n");
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        Str left = {0};
        str_printf(&left, "  lookback%s%s%s%s", COMMANDS[k].name[0] ? " " : "", COMMANDS[k].name,
                   COMMANDS[k].argument[0] ? " " : "", COMMANDS[k].argument);
        put_row(out, str_text(&left), 44, COMMANDS[k].help, ascii);
        str_free(&left);
    }
    for (int group = 0; group < GROUP_COUNT; group++) put_options(out, (OptionGroup)group, ascii);
    str_puts(out, "\nIn the program, ? shows the keys. Y shows the command line of what is on screen.\n");
}
