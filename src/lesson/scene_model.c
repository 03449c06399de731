// What only a model has in its scene: ⟨BOS⟩, what is cut out, whose logits are followed.
#include "lesson/scene_parts.h"

#include "lesson/shelf.h"

#include <string.h>

bool scene_usual_bos(const Source *src) {
    return src && src->follow && src->bos_first && !src->of_ids;
}

// As it was trained to be used: masked, behind a ⟨BOS⟩.
bool scene_set_model(Setting a) {
    int k = shelf_find(a.lib, a.value, a.err);
    if (k < 0) return false;
    OpenView *o = &a.scene->open;
    o->shelf = k + 1;
    o->batch = 0;
    o->mask = o->bos = true;
    return true;
}

// ---- what is cut out

static bool read_cut(Setting a, const char **at, SourceCut *out) {
    static const char MEAN[] = ":mean", ALONE[] = ":alone";
    *out = (SourceCut){0};
    const char *end = *at;
    bool ok = scene_read_places(&end, '.', &out->layer, &out->head);
    if (ok && strncmp(end, MEAN, sizeof MEAN - 1) == 0) out->kind = CUT_MEAN, end += sizeof MEAN - 1;
    if (ok && strncmp(end, ALONE, sizeof ALONE - 1) == 0) {
        out->alone = 1, end += sizeof ALONE - 1;
    } else if (ok && out->kind == CUT_ZERO && *end == ':') {
        out->kind = CUT_EDGE, end++;
        ok = scene_read_places(&end, '>', &out->query, &out->key);
    }
    if (!ok || (*end && *end != ','))
        return error_set(a.err, "cuts is \"%.80s\": 3.1, 3.1:mean or 3.1:14>3 are wanted, with commas between",
                         a.value);
    *at = end + (*end == ',');
    return true;
}

// 3.1,4.11:mean,5.5:14>3: heads set to zero, to their mean over the text, and an edge from a query to a key. :alone
// behind a head: in what is said, not in what other heads read.
bool scene_set_cuts(Setting a) {
    OpenView o = {0};
    for (const char *at = a.value; *at;) {
        if (o.cuts == SOURCE_CUTS_MAX) return error_set(a.err, "cuts: at most %d can be made at once", SOURCE_CUTS_MAX);
        if (!read_cut(a, &at, &o.cut[o.cuts++])) return false;
    }
    a.scene->open.cuts = o.cuts;
    memcpy(a.scene->open.cut, o.cut, sizeof o.cut);
    return true;
}

bool scene_check_cuts(const OpenView *o, const Source *src, int keys, Error *err) {
    for (int k = 0; k < o->cuts; k++) {
        const SourceCut *c = &o->cut[k];
        if (c->layer >= src->layers) return scene_outside("cuts: layer", c->layer, 0, src->layers - 1, err);
        if (c->head >= src->heads) return scene_outside("cuts: head", c->head, 0, src->heads - 1, err);
        if (c->query >= keys) return scene_outside("cuts: query", c->query, 0, keys - 1, err);
        if (c->key >= keys) return scene_outside("cuts: key", c->key, 0, keys - 1, err);
    }
    return true;
}

// ---- tokens

// Tokens as they are typed, with commas between: " Mary, John".
bool scene_set_tokens(Setting a) {
    Source *src = scene_opened(a.scene, a.lib);
    OpenView o = {0};
    if (!src || !src->find_token) return error_set(a.err, "tokens: only a model has logits: lookback model DIR");
    for (const char *at = a.value; *at;) {
        size_t len = strcspn(at, ",");
        if (o.chosen == OPEN_CHOICES_MAX)
            return error_set(a.err, "tokens: at most %d can be followed at once", OPEN_CHOICES_MAX);
        int id = src->find_token(src, at, len, a.err);
        if (id < 0) return error_prefix(a.err, "tokens: ");
        o.choice[o.chosen++] = id;
        at += len + (at[len] == ',');
    }
    a.scene->open.chosen = o.chosen;
    memcpy(a.scene->open.choice, o.choice, sizeof o.choice);
    return true;
}

// ---- the command line

void scene_add_model(const OpenView *o, const Source *src, Str *out) {
    str_puts(out, src->of_ids ? " --ids " : src->text_len && src->text[0] == '-' ? " --text " : " ");
    scene_quote(out, src->text, (int)src->text_len);
    if (o->past) str_printf(out, " --step %d", o->step);
    if (o->bos != scene_usual_bos(src)) str_puts(out, o->bos ? " --bos" : " --bos off");
    if (o->whole) str_puts(out, " --scope model");
    if (o->weigh) str_puts(out, " --values on");
    for (int k = 0; k < o->cuts; k++) {
        const SourceCut *c = &o->cut[k];
        str_printf(out, "%s%d.%d", k ? "," : " --cuts '", c->layer, c->head);
        if (c->kind == CUT_MEAN) str_puts(out, ":mean");
        if (c->alone) str_puts(out, ":alone");
        if (c->kind == CUT_EDGE) str_printf(out, ":%d>%d", c->query, c->key);
    }
    if (o->cuts) str_putc(out, '\'');
    for (int k = 0; k < o->chosen; k++) str_printf(out, "%s#%d", k ? "," : " --tokens '", o->choice[k]);
    if (o->chosen) str_putc(out, '\'');
}
