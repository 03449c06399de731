// Settings of a source's scene that are lists: cuts, tokens, marks.
#include "lesson/scene_parts.h"

#include <string.h>

// A whole number from 0 to SCENE_SIDE_MOST at *at, which then stands behind it.
static bool read_place(const char **at, int *out) {
    int value = 0;
    const char *p = *at;
    for (; *p >= '0' && *p <= '9'; p++) {
        value = 10 * value + (*p - '0');
        if (value > SCENE_SIDE_MOST) return false;
    }
    if (p == *at) return false;
    *at = p;
    *out = value;
    return true;
}

// Two of them with a sign between. *at stays where they are not.
static bool read_places(const char **at, char sign, int *first, int *second) {
    const char *p = *at;
    bool ok = read_place(&p, first) && *p++ == sign && read_place(&p, second);
    if (ok) *at = p;
    return ok;
}

static bool read_cut(Setting a, const char **at, SourceCut *out) {
    static const char MEAN[] = ":mean";
    *out = (SourceCut){0};
    const char *end = *at;
    bool ok = read_places(&end, '.', &out->layer, &out->head);
    if (ok && strncmp(end, MEAN, sizeof MEAN - 1) == 0) {
        out->kind = CUT_MEAN, end += sizeof MEAN - 1;
    } else if (ok && *end == ':') {
        out->kind = CUT_EDGE, end++;
        ok = read_places(&end, '>', &out->query, &out->key);
    }
    if (!ok || (*end && *end != ','))
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
        HeadAt mark;
        if (!read_places(&at, '.', &mark.layer, &mark.head) || (*at && *at != ','))
            return error_set(a.err, "marks is \"%.80s\": heads as LAYER.HEAD are wanted, like 3.1,4.11", a.value);
        if (o.marks == SOURCE_MARKS_MAX) return error_set(a.err, "marks: at most %d heads", SOURCE_MARKS_MAX);
        o.mark[o.marks++] = mark;
        at += *at == ',';
    }
    a.scene->open.marks = o.marks;
    memcpy(a.scene->open.mark, o.mark, sizeof o.mark);
    return true;
}
