// The worked example's scene: which example and how it was edited, which step, which cell.
#include "lesson/scene_parts.h"

#include "attn/worked_parse.h"
#include "base/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void clear_answers(Scene *s) {
    memset(s->work.answer, 0, sizeof s->work.answer);
}

static void take_example(Scene *s, const Library *lib, int k) {
    s->worked = lib->example[k].worked;
    s->work.example = k;
    int rows, cols; // which may be fewer than before
    worked_shape(&s->worked, s->work.part, &rows, &cols);
    if (s->work.y >= rows) s->work.y = rows - 1;
    if (s->work.x >= cols) s->work.x = cols - 1;
}

void scene_open_example(Scene *s, const Library *lib, int k) {
    clear_answers(s);
    take_example(s, lib, k);
}

AttentionParams scene_worked_params(const Scene *s) {
    double divisor = !s->divide ? 1 : s->divisor > 0 ? s->divisor : worked_divisor(&s->worked);
    return (AttentionParams){.mask = s->mask, .divisor = divisor};
}

static void init(Scene *s, const Library *lib) {
    s->work.part = WORKED_STAGES[STAGE_PROJECT].result;
    if (lib->examples > 0) take_example(s, lib, 0);
}

static const char *example_name_at(int i, const void *lib) {
    return ((const Library *)lib)->example[i].name;
}

static bool is_edited(const Scene *s, const Library *lib) {
    const Worked *from = &lib->example[s->work.example].worked;
    for (WorkedPart part = WORKED_X; part < WORKED_GIVEN; part++) {
        if (matrix_distance(&s->worked.given[part], &from->given[part]) > 0) return true;
    }
    return false;
}

bool scene_set_example(Setting a) {
    int found = names_require("example", a.value, example_name_at, a.lib, a.lib->examples, a.err);
    if (found < 0) return false;
    if (is_edited(a.scene, a.lib)) return error_set(a.err, "the example is to be chosen before its numbers are set");
    scene_open_example(a.scene, a.lib, found);
    return true;
}

// ---- the place

// Stands on a part that the step shows: its result, unless another was chosen.
static void find_part(WorkedView *v) {
    int row, col;
    bool untouched = v->part == WORKED_STAGES[STAGE_PROJECT].result && v->y == 0 && v->x == 0;
    if (untouched || !worked_stage_find(v->stage, v->part, &row, &col)) v->part = WORKED_STAGES[v->stage].result;
}

static bool set_step(Setting a) {
    int choice;
    if (!scene_read_choice(a, &choice, a.name, WORKED_STAGE_NAMES, STAGE_COUNT)) return false;
    a.scene->work.stage = (WorkedStageId)choice;
    find_part(&a.scene->work);
    return true;
}

// `X:2,0` or `2,0`: *part is left alone when none is named. Returns what stands behind, NULL if it cannot be read.
static const char *read_cell(const char *text, WorkedPart *part, int *y, int *x) {
    const char *colon = strchr(text, ':');
    if (colon) {
        char name[16];
        snprintf(name, sizeof name, "%.*s", (int)(colon - text), text);
        int found = names_find(name, names_in_array, WORKED_NAMES, WORKED_PARTS);
        if (found < 0) return NULL;
        *part = (WorkedPart)found;
        text = colon + 1;
    }
    int used = 0;
    if (sscanf(text, "%3d,%3d%n", y, x, &used) != 2 || *y < 0 || *x < 0) return NULL;
    return text + used;
}

static bool set_cell(Setting a) {
    WorkedView *v = &a.scene->work;
    WorkedPart part = v->part;
    int y, x, row, col;
    const char *end = read_cell(a.value, &part, &y, &x);
    if (!end || *end || part == WORKED_WO) {
        return error_set(a.err, "cell is \"%.80s\": ROW,COLUMN or MATRIX:ROW,COLUMN is wanted, as A:2,0", a.value);
    }
    for (int k = 0; k < STAGE_COUNT && !worked_stage_find(v->stage, part, &row, &col); k++) {
        bool made = worked_stage_makes((WorkedStageId)k, part) || (k == STAGE_PROJECT && part < WORKED_GIVEN);
        if (made) v->stage = (WorkedStageId)k;
    }
    v->part = part;
    v->y = y;
    v->x = x;
    return true;
}

// One of the blank-separated edits `X:0,1=2`.
static bool set_one(Setting a, Worked *w, const char *edit, const char *end) {
    char text[64];
    snprintf(text, sizeof text, "%.*s", (int)(end - edit), edit);
    WorkedPart part = WORKED_PARTS;
    int y = 0, x = 0;
    const char *equals = end - edit < (int)sizeof text ? read_cell(text, &part, &y, &x) : NULL;
    if (!equals || *equals != '=' || part >= WORKED_GIVEN) {
        return error_set(a.err, "set is \"%.60s\": MATRIX:ROW,COLUMN=NUMBER is wanted, as X:0,1=2", text);
    }
    Matrix *m = &w->given[part];
    if (y >= m->rows || x >= m->cols) {
        return error_set(a.err, "%.60s: %s has rows 0 to %d and columns 0 to %d", text, WORKED_NAMES[part], m->rows - 1,
                         m->cols - 1);
    }
    if (!worked_parse_number(equals + 1, strlen(equals + 1), &m->at[y][x], a.err))
        return error_prefix(a.err, "%.60s: ", text);
    return true;
}

bool scene_set_numbers(Setting a) {
    Worked w = a.scene->worked;
    const char *at = a.value + strspn(a.value, " ");
    if (!*at) return error_set(a.err, "set is empty: MATRIX:ROW,COLUMN=NUMBER is wanted, as X:0,1=2");
    while (*at) {
        size_t len = strcspn(at, " ");
        if (!set_one(a, &w, at, at + len)) return false;
        at += len;
        at += strspn(at, " ");
    }
    a.scene->worked = w;
    return true;
}

static bool set_zero(Setting a) {
    return scene_read_switch(a, &a.scene->work.zero_after);
}

static bool set_exercise(Setting a) {
    bool was = a.scene->work.exercise;
    if (!scene_read_switch(a, &a.scene->work.exercise)) return false;
    if (!was && a.scene->work.exercise) clear_answers(a.scene);
    return true;
}

static const Property PROPERTIES[] = {
    {"example", scene_set_example}, {"step", set_step},             {"cell", set_cell},       {"set", scene_set_numbers},
    {"mask", scene_set_mask},       {"divisor", scene_set_divisor}, {"zero-after", set_zero}, {"exercise", set_exercise},
};

static bool finish(Scene *s, const Library *lib, Error *err) {
    (void)lib;
    const WorkedView *v = &s->work;
    int rows, cols;
    worked_shape(&s->worked, v->part, &rows, &cols);
    if (v->y < rows && v->x < cols) return true;
    return error_set(err, "cell %d,%d is outside %s: it has rows 0 to %d and columns 0 to %d", v->y, v->x,
                     WORKED_NAMES[v->part], rows - 1, cols - 1);
}

// The shortest form that reads back as the same double.
static void put_exact(Str *out, double value) {
    char text[32];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value == 0 ? 0 : value);
        if (strtod(text, NULL) == value) break;
    }
    str_puts(out, text);
}

void scene_add_numbers(const Scene *s, const Library *lib, Str *out) {
    Str edits = {0};
    int count = 0;
    for (WorkedPart part = WORKED_X; part < WORKED_GIVEN; part++) {
        const Matrix *m = &s->worked.given[part], *from = &lib->example[s->work.example].worked.given[part];
        for (int k = 0; k < m->rows * m->cols; k++) {
            int y = k / m->cols, x = k % m->cols;
            if (m->at[y][x] == from->at[y][x]) continue;
            str_printf(&edits, "%s%s:%d,%d=", count++ ? " " : "", WORKED_NAMES[part], y, x);
            put_exact(&edits, m->at[y][x]);
        }
    }
    if (count > 0) str_puts(out, " --set ");
    if (count > 1) scene_quote(out, str_text(&edits), (int)edits.len);
    else if (count == 1) str_puts(out, str_text(&edits));
    str_free(&edits);
}

void scene_add_example(const Scene *s, const Library *lib, Str *out) {
    const Example *example = &lib->example[s->work.example];
    if (example->file) {
        Str path = {0};
        str_printf(&path, "%s%s", example->file[0] == '-' ? "./" : "", example->file); // no option
        str_putc(out, ' ');
        scene_quote(out, str_text(&path), (int)path.len);
        str_free(&path);
    } else if (s->work.example > 0) {
        str_printf(out, " --example %s", example->name);
    }
}

static void command(const Scene *s, const Library *lib, Str *out) {
    const WorkedView *v = &s->work;
    scene_add_example(s, lib, out);
    if (v->stage != STAGE_PROJECT) str_printf(out, " --step %s", WORKED_STAGES[v->stage].name);
    bool usual = v->part == WORKED_STAGES[v->stage].result && v->y == 0 && v->x == 0;
    if (!usual) str_printf(out, " --cell %s:%d,%d", WORKED_NAMES[v->part], v->y, v->x);
    scene_add_numbers(s, lib, out);
    scene_add_levers(s, out);
    if (v->zero_after) str_puts(out, " --zero-after on");
    if (v->exercise) str_puts(out, " --exercise on");
}

const SceneKind SCENE_WORKED = {PROPERTIES, sizeof PROPERTIES / sizeof PROPERTIES[0], init, finish, command};
