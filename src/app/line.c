#include "app/line.h"

#include "base/text.h"

#include <string.h>

#define CTRL(letter) ((letter) & 0x1F)

void line_set(Line *line, const char *bytes, int len) {
    line->len = len < LINE_MAX_BYTES ? len : LINE_MAX_BYTES;
    memcpy(line->bytes, bytes, (size_t)line->len);
    line->cursor = line->len;
}

// The rune at byte offset `at` (inside the text) and the offset behind it.
static uint32_t rune_at(const Line *line, int at, int *behind) {
    int used;
    uint32_t rune = text_decode(line->bytes + at, (size_t)(line->len - at), &used);
    *behind = at + used;
    return rune;
}

// The offset one character (a rune and its marks) to the right or left of `at`.
static int step_right(const Line *line, int at) {
    int behind;
    if (at >= line->len) return line->len;
    rune_at(line, at, &behind);
    for (at = behind; at < line->len && text_width(rune_at(line, at, &behind)) == 0; at = behind) {}
    return at;
}

// The offset of the rune that ends at `at`; a byte that ends none stands for itself.
static int rune_before(const Line *line, int at, uint32_t *rune) {
    for (int start = at - 1; start >= 0 && start >= at - 4; start--) {
        int behind;
        *rune = rune_at(line, start, &behind);
        if (behind == at) return start;
    }
    *rune = TEXT_BAD;
    return at > 0 ? at - 1 : 0;
}

static int step_left(const Line *line, int at) {
    uint32_t rune = 0;
    if (at > 0) at = rune_before(line, at, &rune);
    while (at > 0 && text_width(rune) == 0) at = rune_before(line, at, &rune);
    return at;
}

static bool word_at(const Line *line, int at) {
    int behind;
    return at < line->len && text_is_word(rune_at(line, at, &behind));
}

static int word_left(const Line *line, int at) {
    while (at > 0 && !word_at(line, step_left(line, at))) at = step_left(line, at);
    while (at > 0 && word_at(line, step_left(line, at))) at = step_left(line, at);
    return at;
}

static int word_right(const Line *line, int at) {
    while (at < line->len && !word_at(line, at)) at = step_right(line, at);
    while (at < line->len && word_at(line, at)) at = step_right(line, at);
    return at;
}

static void cut(Line *line, int from, int to) {
    memmove(line->bytes + from, line->bytes + to, (size_t)(line->len - to));
    line->len -= to - from;
    line->cursor = from;
}

static void insert(Line *line, uint32_t rune) {
    char utf8[4];
    int len = 1;
    if (rune >= TEXT_BAD) utf8[0] = (char)(rune - TEXT_BAD);
    else len = text_encode(rune, utf8);
    if (line->len + len > LINE_MAX_BYTES) return;
    memmove(line->bytes + line->cursor + len, line->bytes + line->cursor, (size_t)(line->len - line->cursor));
    memcpy(line->bytes + line->cursor, utf8, (size_t)len);
    line->len += len;
    line->cursor += len;
}

static bool control_key(Line *line, uint32_t key) {
    switch (key) {
    case CTRL('A'): line->cursor = 0; return true;
    case CTRL('E'): line->cursor = line->len; return true;
    case CTRL('B'): line->cursor = step_left(line, line->cursor); return true;
    case CTRL('F'): line->cursor = step_right(line, line->cursor); return true;
    case CTRL('U'): cut(line, 0, line->cursor); return true;
    case CTRL('K'): line->len = line->cursor; return true;
    case CTRL('W'): cut(line, word_left(line, line->cursor), line->cursor); return true;
    case CTRL('D'): cut(line, line->cursor, step_right(line, line->cursor)); return true;
    case CTRL('H'):
    case KEY_CODE_BACKSPACE: cut(line, step_left(line, line->cursor), line->cursor); return true;
    default: return false;
    }
}

static bool motion_key(Line *line, uint32_t key, bool by_word) {
    switch (key) {
    case KEY_CODE_HOME: line->cursor = 0; return true;
    case KEY_CODE_END: line->cursor = line->len; return true;
    case KEY_CODE_DELETE: cut(line, line->cursor, step_right(line, line->cursor)); return true;
    case KEY_CODE_LEFT:
        line->cursor = by_word ? word_left(line, line->cursor) : step_left(line, line->cursor);
        return true;
    case KEY_CODE_RIGHT:
        line->cursor = by_word ? word_right(line, line->cursor) : step_right(line, line->cursor);
        return true;
    default: return false;
    }
}

bool line_key(Line *line, Event e) {
    bool blank = e.pasted && (e.key == '\n' || e.key == '\r' || e.key == '\t');
    if (blank || (e.pasted && e.key < ' ')) {
        if (blank) insert(line, ' ');
        return true;
    }
    if (e.key >= KEY_CODE_UP) return motion_key(line, e.key, e.mods & (MOD_CTRL | MOD_ALT));
    if (e.key < ' ' || e.key == KEY_CODE_BACKSPACE) return control_key(line, e.key);
    if (e.mods & MOD_ALT) return false;
    insert(line, e.key);
    return true;
}

void line_remember(State *s, const char *bytes, int len) {
    int newest;
    const char *last = line_recall(s, 0, &newest);
    if (last && newest == len && memcmp(last, bytes, (size_t)len) == 0) return;
    if (len + 1 > PAST_MAX || memchr(bytes, '\0', (size_t)len)) return;
    while (s->past_len + len + 1 > PAST_MAX) {
        int end = s->past_len - 1; // drop the oldest, the last in the list
        while (end > 0 && s->past[end - 1] != '\0') end--;
        s->past_len = end;
    }
    memmove(s->past + len + 1, s->past, (size_t)s->past_len);
    memcpy(s->past, bytes, (size_t)len);
    s->past[len] = '\0';
    s->past_len += len + 1;
}

const char *line_recall(const State *s, int n, int *len) {
    int at = 0;
    for (; n > 0 && at < s->past_len; n--) at += (int)strlen(s->past + at) + 1;
    if (at >= s->past_len) return NULL;
    *len = (int)strlen(s->past + at);
    return s->past + at;
}
