#include "model/json_dump.h"

#include "base/mem.h"
#include "model/scan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OBJECTS_DEEP = 8, LISTS_DEEP = TENSOR_RANK_MAX };

bool json_dump_is(const unsigned char *start, size_t len) {
    for (size_t k = scan_mark((const char *)start, len); k < len; k++) {
        if (strchr(" \t\r\n", start[k]) && start[k]) continue;
        return start[k] == '{' || start[k] == '[';
    }
    return false;
}

// A list being read: how long the lists of each depth are, and what they hold.
typedef struct List {
    int depth, rank;                      // rank: the depth at which values stand; 0: not yet known
    int64_t count[LISTS_DEEP + 1], side[LISTS_DEEP + 1]; // side −1: no list of that depth has ended
    double *value;
    size_t values, room;
    Texts texts;
    bool strings, first_ended; // values are strings; the first innermost list has ended
    bool ragged;               // lists of one depth differ in length, as those of strings may
} List;

static bool add_value(List *l, const Scan *s, Error *err) {
    bool string = s->kind == SCAN_STRING;
    if (l->rank == 0) l->rank = l->depth;
    if (l->values == 0 && l->texts.count == 0) l->strings = string; // lists before may have been empty
    if (l->depth != l->rank || string != l->strings)
        return scan_wrong(s, err, "a list mixes lists, numbers and strings");
    l->count[l->depth]++;
    if (string) {
        return texts_add(&l->texts, str_text(&s->text), s->text.len) || l->first_ended ||
               scan_wrong(s, err, "a list holds too many strings");
    }
    if (l->values == l->room) {
        l->room = l->room ? l->room * 2 : 256;
        l->value = mem_resize(l->value, l->room, sizeof *l->value);
    }
    l->value[l->values++] = s->number;
    return true;
}

static bool open_list(List *l, const Scan *s, Error *err) {
    if (l->depth == LISTS_DEEP) return scan_wrong(s, err, "lists are nested deeper than 8");
    if (l->rank && l->depth >= l->rank) return scan_wrong(s, err, "a list mixes lists, numbers and strings");
    l->depth++;
    l->count[l->depth] = 0;
    return true;
}

static bool close_list(List *l, const Scan *s, Error *err) {
    int d = l->depth;
    if (l->rank == 0) l->rank = d; // an empty list
    if (d < l->rank && l->count[d] == 0) return scan_wrong(s, err, "a list is empty where others are not");
    if (l->side[d] >= 0 && l->side[d] != l->count[d]) l->ragged = true;
    if (l->ragged && l->values > 0) return scan_wrong(s, err, "lists of one depth have different lengths");
    l->side[d] = l->count[d];
    l->first_ended = l->first_ended || d == l->rank;
    if (d == l->rank && d > 1 && l->values == 0 && !texts_end_list(&l->texts))
        return scan_wrong(s, err, "too many lists");
    l->depth--;
    if (l->depth > 0) l->count[l->depth]++;
    return true;
}

// Reads a list whose [ was just read, to its end.
static bool read_list(Scan *s, List *l, Error *err) {
    for (int d = 0; d <= LISTS_DEEP; d++) l->side[d] = -1;
    if (!open_list(l, s, err)) return false;
    bool after_value = false; // a comma or a bracket must follow
    while (l->depth > 0) {
        bool comma = s->kind == SCAN_COMMA;
        if (!scan_next(s, err)) return false;
        bool ok = true;
        switch (s->kind) {
        case SCAN_CLOSE_ARRAY:
            ok = comma ? scan_wrong(s, err, "a list ends behind a comma") : close_list(l, s, err);
            after_value = true;
            break;
        case SCAN_COMMA:
            ok = after_value || scan_wrong(s, err, "a comma without a value before it");
            after_value = false;
            break;
        case SCAN_OBJECT: return scan_wrong(s, err, "a list holds objects; lists of numbers are wanted");
        case SCAN_END: return scan_wrong(s, err, "the file ends inside a list");
        case SCAN_CLOSE_OBJECT:
        case SCAN_COLON: return scan_wrong(s, err, "this is no JSON");
        default:
            ok = after_value             ? scan_wrong(s, err, "a comma is missing")
                 : s->kind == SCAN_ARRAY ? open_list(l, s, err)
                                         : add_value(l, s, err);
            after_value = s->kind != SCAN_ARRAY;
        }
        if (!ok) return false;
    }
    return true;
}

static void free_list(List *l) {
    free(l->value);
    texts_free(&l->texts);
}

// Hands a list of numbers over as a tensor.
static bool take_numbers(Table *table, List *l, const char *name, Error *err) {
    Tensor t = {.name = mem_text(name, strlen(name)), .type = TENSOR_F64, .item = (int)sizeof(double), .rank = l->rank};
    snprintf(t.word, sizeof t.word, "numbers");
    for (int d = 1; d <= l->rank; d++) t.shape[d - 1] = l->side[d] < 0 ? 0 : l->side[d];
    bool ok = tensor_layout(&t, false, err);
    t.bytes = l->value ? (unsigned char *)l->value : mem_new(1, 1);
    l->value = NULL;
    if (ok) table_take(table, &t);
    tensor_free(&t);
    return ok;
}

// ---- objects

typedef struct Reading {
    Scan scan;
    Table *table;
    Str name;
    int deep;
} Reading;

static bool is_tokens(const char *name) {
    static const char *const NAMES[] = {"tokens", "str_tokens", "words", "labels", "text_tokens"};
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0]; k++) {
        if (strcmp(name, NAMES[k]) == 0) return true;
    }
    return false;
}

static bool read_array(Reading *r, Error *err) {
    List l = {0};
    bool ok = read_list(&r->scan, &l, err);
    if (ok && r->table->count == TABLE_MAX) ok = scan_wrong(&r->scan, err, "too many lists");
    if (ok && !l.strings) ok = take_numbers(r->table, &l, str_text(&r->name), err);
    if (ok && l.strings && is_tokens(str_text(&r->name)) && r->table->tokens.count == 0) {
        r->table->tokens = l.texts;
        l.texts = (Texts){0};
    }
    free_list(&l);
    return ok;
}

static bool read_object(Reading *r, Error *err);

// The value at hand: its first token was just read.
static bool read_value(Reading *r, Error *err) {
    Scan *s = &r->scan;
    const char *name = str_text(&r->name);
    switch (s->kind) {
    case SCAN_OBJECT: return read_object(r, err);
    case SCAN_ARRAY: return read_array(r, err);
    case SCAN_STRING: table_add_word(r->table, name, r->name.len, str_text(&s->text), s->text.len); return true;
    case SCAN_NUMBER:
    case SCAN_NULL:
    case SCAN_TRUE:
    case SCAN_FALSE: table_add_word(r->table, name, r->name.len, s->raw, (size_t)(s->at - s->raw)); return true;
    default: return scan_wrong(s, err, "a value is missing");
    }
}

static bool read_member(Reading *r, Error *err) {
    Scan *s = &r->scan;
    if (s->kind != SCAN_STRING) return scan_wrong(s, err, "a name in quotes is wanted");
    size_t before = r->name.len;
    if (before) str_putc(&r->name, '.');
    str_puts(&r->name, str_text(&s->text)); // up to a NUL, if it has one
    bool ok = scan_next(s, err) && (s->kind == SCAN_COLON || scan_wrong(s, err, "a colon is missing")) &&
              scan_next(s, err) && read_value(r, err);
    r->name.len = before;
    if (r->name.s) r->name.s[before] = '\0';
    return ok && scan_next(s, err);
}

// Members, each a level of read_value deeper: at most OBJECTS_DEEP.
static bool read_object(Reading *r, Error *err) {
    Scan *s = &r->scan;
    if (r->deep == OBJECTS_DEEP) return scan_wrong(s, err, "objects are nested deeper than 8");
    r->deep++;
    if (!scan_next(s, err)) return false;
    while (s->kind != SCAN_CLOSE_OBJECT) {
        if (!read_member(r, err)) return false;
        if (s->kind == SCAN_CLOSE_OBJECT) break;
        if (s->kind != SCAN_COMMA) return scan_wrong(s, err, "a comma is missing");
        if (!scan_next(s, err)) return false;
    }
    r->deep--;
    return true;
}

bool json_dump_read(Table *table, Error *err) {
    const char *path = table->file.path;
    if (table->file.size > JSON_DUMP_MAX) {
        return error_set(err, "%s: is larger than %d bytes, too much for JSON: write safetensors or .npy", path,
                         JSON_DUMP_MAX);
    }
    size_t len = (size_t)table->file.size;
    char *text = mem_new(len + 1, 1);
    Reading r = {.table = table};
    bool ok = file_map_read(&table->file, 0, text, len, err);
    if (ok) {
        scan_start(&r.scan, text, len);
        ok = scan_next(&r.scan, err) && read_value(&r, err) && scan_next(&r.scan, err) &&
             (r.scan.kind == SCAN_END || scan_wrong(&r.scan, err, "something follows the end"));
        if (!ok) error_prefix(err, "%s: ", path);
    }
    str_free(&r.name);
    scan_free(&r.scan);
    free(text);
    return ok;
}

bool json_dump_texts(const char *json, size_t len, Texts *out, Error *err) {
    char *text = mem_text(json, len);
    Scan s = {0};
    List l = {0};
    scan_start(&s, text, len);
    bool ok = scan_next(&s, err) && (s.kind == SCAN_ARRAY || scan_wrong(&s, err, "a list of strings is wanted")) &&
              read_list(&s, &l, err) && (l.strings || scan_wrong(&s, err, "a list of strings is wanted"));
    if (ok) {
        texts_free(out);
        *out = l.texts;
        l.texts = (Texts){0};
    }
    free_list(&l);
    scan_free(&s);
    free(text);
    return ok;
}
