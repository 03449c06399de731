#include "app/cue.h"

#include "app/tutor.h"

#include <string.h>

#define FIRST_LINE "lookback-notes 1"

static const char *const NEXT[] = {"step", "lesson", "end"};

void cue_free(Cue *c) {
    str_free(&c->name);
    str_free(&c->title);
    str_free(&c->heading);
    str_free(&c->next_title);
    str_free(&c->notes);
    *c = (Cue){0};
}

// ---- from the state

// At most `most` bytes of text, not cut within a character.
static void take(Str *out, const char *text, size_t len, size_t most) {
    if (len > most) {
        for (len = most; len > 0 && ((unsigned char)text[len] & 0xC0) == 0x80; len--) {}
    }
    str_clear(out);
    str_add(out, text, len);
}

static void take_line(Str *out, const char *text) {
    take(out, text ? text : "", text ? strlen(text) : 0, CUE_TEXT_MAX);
    for (size_t k = 0; k < out->len; k++) {
        if (out->s[k] == '\n' || out->s[k] == '\0') out->s[k] = ' ';
    }
}

static int number(int value) {
    return value < 0 ? 0 : value > CUE_NUMBER_MAX ? CUE_NUMBER_MAX : value;
}

static void take_next(Cue *out, const State *s, const World *w) {
    const Lesson *l = tutor_lesson(s, w);
    int step = s->tutor.step + 1, lesson = tutor_neighbour(w, s->tutor.lesson, 1);
    out->next = step < l->steps ? CUE_NEXT_STEP : lesson >= 0 ? CUE_NEXT_LESSON : CUE_NEXT_END;
    if (out->next == CUE_NEXT_STEP) take_line(&out->next_title, l->step[step].title);
    if (out->next == CUE_NEXT_LESSON) take_line(&out->next_title, w->course.entry[lesson].lesson.title);
}

void cue_of(const State *s, const World *w, Cue *out) {
    cue_free(out);
    if (!s->tutor.open) return;
    const Lesson *l = tutor_lesson(s, w);
    const Step *step = tutor_step(s, w);
    *out = (Cue){.open = true, .order = number(l->order), .step = number(s->tutor.step + 1), .steps = number(l->steps),
                 .passed = number(s->tutor.passed), .pauses = number(step->pauses)};
    take_line(&out->name, l->name);
    take_line(&out->title, l->title);
    take_line(&out->heading, step->title);
    take_next(out, s, w);
    take(&out->notes, str_text(&step->notes), step->notes.len, CUE_NOTES_MAX);
}

// ---- the packet

void cue_format(const Cue *c, Str *out) {
    str_puts(out, FIRST_LINE "\n");
    if (!c->open) {
        str_puts(out, "closed\n");
        return;
    }
    str_printf(out, "lesson %d %s\n", c->order, str_text(&c->name));
    str_printf(out, "title %s\n", str_text(&c->title));
    str_printf(out, "step %d %d\n", c->step, c->steps);
    str_printf(out, "pause %d %d\n", c->passed, c->pauses);
    str_printf(out, "heading %s\n", str_text(&c->heading));
    str_printf(out, "next %s %s\n", NEXT[c->next], str_text(&c->next_title));
    str_printf(out, "notes %d\n", (int)c->notes.len);
    str_add(out, str_text(&c->notes), c->notes.len);
}

// What is left of a packet being read; ok goes false at the first thing that is not as it must be.
typedef struct Packet {
    const char *at, *end;
    bool ok;
} Packet;

// The rest of the line that must start with word and a blank; *len its length.
static const char *line_after(Packet *p, const char *word, size_t *len) {
    size_t left = (size_t)(p->end - p->at), skip = strlen(word) + 1;
    const char *newline = left ? memchr(p->at, '\n', left) : NULL;
    size_t line = newline ? (size_t)(newline - p->at) : 0;
    *len = 0;
    p->ok = p->ok && line >= skip && memcmp(p->at, word, skip - 1) == 0 && p->at[skip - 1] == ' ';
    if (!p->ok) return "";
    const char *rest = p->at + skip;
    *len = line - skip;
    p->at = newline + 1;
    return rest;
}

static int read_number(Packet *p, const char *text, size_t len, int most) {
    int value = 0;
    p->ok = p->ok && len > 0 && len <= 5;
    for (size_t k = 0; p->ok && k < len; k++) {
        p->ok = text[k] >= '0' && text[k] <= '9';
        value = value * 10 + text[k] - '0';
    }
    p->ok = p->ok && value <= most;
    return p->ok ? value : 0;
}

// Where the first blank of text stands; len if there is none.
static size_t word_length(const char *text, size_t len) {
    const char *blank = len ? memchr(text, ' ', len) : NULL;
    return blank ? (size_t)(blank - text) : len;
}

static void read_text(Packet *p, Str *out, const char *text, size_t len) {
    p->ok = p->ok && len <= CUE_TEXT_MAX && !memchr(text, '\0', len);
    if (p->ok) str_add(out, text, len);
}

static void read_line(Packet *p, const char *word, Str *out) {
    size_t len;
    const char *text = line_after(p, word, &len);
    read_text(p, out, text, len);
}

static void read_pair(Packet *p, const char *word, int *a, int *b) {
    size_t len;
    const char *text = line_after(p, word, &len);
    size_t first = word_length(text, len);
    p->ok = p->ok && first < len;
    *a = read_number(p, text, first, CUE_NUMBER_MAX);
    if (p->ok) *b = read_number(p, text + first + 1, len - first - 1, CUE_NUMBER_MAX);
}

static void read_lesson(Packet *p, Cue *c) {
    size_t len;
    const char *text = line_after(p, "lesson", &len);
    size_t first = word_length(text, len);
    p->ok = p->ok && first < len;
    c->order = read_number(p, text, first, CUE_NUMBER_MAX);
    if (p->ok) read_text(p, &c->name, text + first + 1, len - first - 1);
}

static void read_next(Packet *p, Cue *c) {
    size_t len;
    const char *text = line_after(p, "next", &len);
    size_t first = word_length(text, len);
    int found = -1;
    for (int k = 0; k < 3; k++) {
        if (strlen(NEXT[k]) == first && memcmp(NEXT[k], text, first) == 0) found = k;
    }
    p->ok = p->ok && found >= 0 && first < len;
    if (!p->ok) return;
    c->next = (CueNext)found;
    read_text(p, &c->next_title, text + first + 1, len - first - 1);
}

static void read_notes(Packet *p, Cue *c) {
    size_t len;
    const char *text = line_after(p, "notes", &len);
    int bytes = read_number(p, text, len, CUE_NOTES_MAX);
    p->ok = p->ok && p->end - p->at == bytes;
    if (p->ok) str_add(&c->notes, p->at, (size_t)bytes);
}

static void read_open(Packet *p, Cue *c) {
    c->open = true;
    read_lesson(p, c);
    read_line(p, "title", &c->title);
    read_pair(p, "step", &c->step, &c->steps);
    read_pair(p, "pause", &c->passed, &c->pauses);
    read_line(p, "heading", &c->heading);
    read_next(p, c);
    read_notes(p, c);
    p->ok = p->ok && c->step >= 1 && c->step <= c->steps && c->passed <= c->pauses;
}

// Whether the packet starts with text, which is then behind us.
static bool starts(Packet *p, const char *text) {
    size_t len = strlen(text);
    bool yes = (size_t)(p->end - p->at) >= len && memcmp(p->at, text, len) == 0;
    if (yes) p->at += len;
    return yes;
}

bool cue_parse(Cue *out, const char *bytes, size_t len, Error *err) {
    Packet p = {bytes, bytes + len, len <= CUE_PACKET_MAX};
    Cue c = {0};
    if (!starts(&p, FIRST_LINE "\n")) return error_set(err, "what it sends is not of this version of lookback");
    if (starts(&p, "closed\n")) p.ok = p.ok && p.at == p.end;
    else read_open(&p, &c);
    if (!p.ok) {
        cue_free(&c);
        return error_set(err, "what it sends cannot be read");
    }
    cue_free(out);
    *out = c;
    return true;
}
