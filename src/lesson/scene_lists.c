// Settings of a source's scene that are lists: cuts, tokens, marks.
#include "lesson/scene_parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool read_cut(Setting a, const char **at, SourceCut *out) {
    static const char *const ENDS[] = {"", ":mean"};
    int used = 0;
    *out = (SourceCut){0};
    if (sscanf(*at, "%5hd.%5hd%n", &out->layer, &out->head, &used) != 2 || out->layer < 0 || out->head < 0) used = 0;
    if (used == 0)
        return error_set(a.err, "cuts is \"%.80s\": 3.1, 3.1:mean or 3.1:14>3 are wanted, with commas between",
                         a.value);
    const char *end = *at + used;
    int edge = 0;
    if (sscanf(end, ":%5hd>%5hd%n", &out->query, &out->key, &edge) == 2 && out->query >= 0 && out->key >= 0)
        out->kind = CUT_EDGE;
    else edge = 0, out->query = out->key = 0;
    end += edge;
    if (!edge && strncmp(end, ENDS[1], strlen(ENDS[1])) == 0) out->kind = CUT_MEAN, end += strlen(ENDS[1]);
    if (*end && *end != ',')
        return error_set(a.err, "cuts is \"%.80s\": 3.1, 3.1:mean or 3.1:14>3 are wanted, with commas between",
                         a.value);
    *at = end + (*end == ',');
    return true;
}

// 3.1,4.11:mean,5.5:14>3: heads set to zero, to their mean over the text, and an edge from a query to a key.
bool scene_set_cuts(Setting a) {
    OpenView o = {0};
    for (const char *at = a.value; *at;) {
        if (o.cuts == SOURCE_CUTS_MAX) return error_set(a.err, "cuts: at most %d", SOURCE_CUTS_MAX);
        if (!read_cut(a, &at, &o.cut[o.cuts++])) return false;
    }
    a.scene->open.cuts = o.cuts;
    memcpy(a.scene->open.cut, o.cut, sizeof o.cut);
    return true;
}

// Tokens as they are typed, with commas between: " Mary, John".
bool scene_set_tokens(Setting a) {
    Source *src = scene_opened(a.scene, a.lib);
    OpenView o = {0};
    if (!src || !src->find_token) return error_set(a.err, "tokens: only a model has logits: lookback model DIR");
    for (const char *at = a.value; *at;) {
        size_t len = strcspn(at, ",");
        if (o.chosen == OPEN_CHOICES_MAX) return error_set(a.err, "tokens: at most %d", OPEN_CHOICES_MAX);
        int id = src->find_token(src, at, len, a.err);
        if (id < 0) return error_prefix(a.err, "tokens: ");
        o.choice[o.chosen++] = id;
        at += len + (at[len] == ',');
    }
    a.scene->open.chosen = o.chosen;
    memcpy(a.scene->open.choice, o.choice, sizeof o.choice);
    return true;
}

// 3.1,4.11: layer and head, as heads are named in papers.
bool scene_set_marks(Setting a) {
    OpenView o = {0};
    for (const char *at = a.value; *at;) {
        char *dot, *end = NULL;
        long layer = strtol(at, &dot, 10), head = *dot == '.' ? strtol(dot + 1, &end, 10) : -1;
        bool ok = *at >= '0' && *at <= '9' && end && end > dot + 1 && dot[1] >= '0' && dot[1] <= '9' &&
                  layer <= INT16_MAX && head <= INT16_MAX && (*end == ',' || !*end);
        if (!ok) return error_set(a.err, "marks is \"%.80s\": heads as LAYER.HEAD are wanted, like 3.1,4.11", a.value);
        if (o.marks == SOURCE_MARKS_MAX) return error_set(a.err, "marks: at most %d heads", SOURCE_MARKS_MAX);
        o.mark[o.marks++] = (HeadAt){(int16_t)layer, (int16_t)head};
        at = end + (*end == ',');
    }
    a.scene->open.marks = o.marks;
    memcpy(a.scene->open.mark, o.mark, sizeof o.mark);
    return true;
}
