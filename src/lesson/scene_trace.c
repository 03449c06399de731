// What only the screen `trace` looks at: a number of one part of a row's way through a head.
#include "lesson/scene_parts.h"

#include "base/names.h"

#include <stdlib.h>
#include <string.h>

enum { PART_NAME = 16, CELL_MOST = 1 << 20 };

int scene_trace_cell(const Scene *s, int size) {
    const OpenView *o = &s->open;
    int cell = o->part == NET_TRACE_SCORE ? o->key : o->cell;
    return cell < 0 ? 0 : cell >= size ? size - 1 : cell;
}

// PART:NUMBER; of the scores the number is a key's.
bool scene_set_trace_cell(Setting a) {
    char name[PART_NAME];
    size_t len = strcspn(a.value, ":");
    const char *number = a.value + len + (a.value[len] == ':');
    char *end = NULL;
    long cell = strtol(number, &end, 10);
    bool ok = a.value[len] == ':' && len < PART_NAME && *number >= '0' && *number <= '9' && !*end && cell <= CELL_MOST;
    if (!ok) {
        return error_set(
            a.err, "cell is \"%.80s\": a part of the row's way and one of its numbers are wanted, like q:13", a.value);
    }
    memcpy(name, a.value, len);
    name[len] = '\0';
    int part = names_require("part", name, names_in_array, NET_TRACE_NAMES, NET_TRACE_PARTS, a.err);
    if (part < 0) return error_prefix(a.err, "cell: ");
    OpenView *o = &a.scene->open;
    o->part = (NetTracePart)part;
    o->cell = part == NET_TRACE_SCORE ? 0 : (int)cell;
    if (part == NET_TRACE_SCORE) o->key = (int)cell;
    return true;
}

bool scene_check_trace(const Scene *s, const Source *src, Error *err) {
    const OpenView *o = &s->open;
    if (s->screen != SCREEN_TRACE) return true;
    if (o->hide_first || o->average || o->weigh)
        return error_set(err, "view trace: hide-first, average and values are of patterns, not of one row's way");
    bool narrow = o->part == NET_TRACE_BLEND || (o->part >= NET_TRACE_Q && o->part <= NET_TRACE_V);
    int size = src->width * (narrow ? 1 : src->heads);
    if (o->part == NET_TRACE_SCORE || o->cell < size) return true;
    return error_set(err, "cell %s:%d: there are %d numbers, 0 to %d", NET_TRACE_NAMES[o->part], o->cell, size,
                     size - 1);
}

void scene_add_trace(const Scene *s, Str *out) {
    const OpenView *o = &s->open;
    bool scores = o->part == NET_TRACE_SCORE;
    if (o->part || o->cell) str_printf(out, " --cell %s:%d", NET_TRACE_NAMES[o->part], scores ? o->key : o->cell);
}
