#include "app/script.h"

#include "base/names.h"
#include "base/number.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

// ---- names

static const struct {
    const char *name;
    uint32_t key;
} KEYS[] = {
    {"Enter", KEY_CODE_ENTER}, {"Esc", KEY_CODE_ESCAPE}, {"Tab", '\t'}, {"BackTab", KEY_CODE_BACK_TAB},
    {"Backspace", KEY_CODE_BACKSPACE}, {"Space", ' '}, {"Up", KEY_CODE_UP}, {"Down", KEY_CODE_DOWN},
    {"Left", KEY_CODE_LEFT}, {"Right", KEY_CODE_RIGHT}, {"Home", KEY_CODE_HOME}, {"End", KEY_CODE_END},
    {"PageUp", KEY_CODE_PAGE_UP}, {"PageDown", KEY_CODE_PAGE_DOWN}, {"Delete", KEY_CODE_DELETE}, {"Insert", KEY_CODE_INSERT},
    {"F1", KEY_CODE_F1}, {"F2", KEY_CODE_F1 + 1}, {"F3", KEY_CODE_F1 + 2}, {"F4", KEY_CODE_F1 + 3},
    {"F5", KEY_CODE_F1 + 4}, {"F6", KEY_CODE_F1 + 5}, {"F7", KEY_CODE_F1 + 6}, {"F8", KEY_CODE_F1 + 7},
    {"F9", KEY_CODE_F1 + 8}, {"F10", KEY_CODE_F1 + 9}, {"F11", KEY_CODE_F1 + 10}, {"F12", KEY_CODE_F12},
};
enum { KEYS_COUNT = sizeof KEYS / sizeof KEYS[0] };

static const char *key_name_at(int i, const void *names) {
    (void)names;
    return KEYS[i].name;
}

// PASTED stands beside the MOD_ bits in script lines only; in an Event it is a field of its own.
enum { PASTED = 0x80 };
static const struct {
    const char *prefix;
    uint8_t bit;
} MODS[] = {{"Shift+", MOD_SHIFT}, {"Alt+", MOD_ALT}, {"Ctrl+", MOD_CTRL}, {"Paste+", PASTED}};
enum { MODS_COUNT = sizeof MODS / sizeof MODS[0] };

// The first MOUSE_KIND_COUNT stand in the order of MouseKind.
static const char *const VERBS[] = {"press", "drag", "release", "move", "wheelup", "wheeldown", "key", "type", "paste", "size", "tick"};
enum { VERB_KEY = MOUSE_KIND_COUNT, VERB_TYPE, VERB_PASTE, VERB_SIZE, VERB_TICK, VERBS_COUNT };

enum { COORDINATE_MAX = 32767 };

// ---- writing

static void write_mods(Str *out, unsigned mods) {
    for (int k = 0; k < MODS_COUNT; k++) {
        if (mods & MODS[k].bit) str_puts(out, MODS[k].prefix);
    }
}

// Whether a reader of the script sees the rune as it is.
static bool is_plain(uint32_t rune) {
    if (rune >= TEXT_BAD || text_width(rune) < 1 || text_is_space(rune)) return false;
    char utf8[4];
    int len = text_encode(rune, utf8);
    Str shown = {0};
    text_display(&shown, utf8, (size_t)len, false);
    bool same = shown.len == (size_t)len && memcmp(shown.s, utf8, shown.len) == 0;
    str_free(&shown);
    return same;
}

static void write_key(Str *out, Event e) {
    char utf8[4];
    bool plain = is_plain(e.key);
    if (e.pasted && plain && !e.mods) {
        str_puts(out, "paste ");
        str_add(out, utf8, (size_t)text_encode(e.key, utf8));
        return;
    }
    str_puts(out, "key ");
    write_mods(out, e.mods | (e.pasted ? PASTED : 0u));
    for (int k = 0; k < KEYS_COUNT; k++) {
        if (KEYS[k].key == e.key) {
            str_puts(out, KEYS[k].name);
            return;
        }
    }
    if (plain) {
        str_add(out, utf8, (size_t)text_encode(e.key, utf8));
    } else if (e.key < ' ') {
        str_puts(out, e.mods & MOD_CTRL ? "" : "Ctrl+");
        str_putc(out, (char)(e.key >= 1 && e.key <= 26 ? 'a' + e.key - 1 : '@' + e.key));
    } else {
        str_printf(out, "U+%04X", (unsigned)e.key);
    }
}

void script_write(Str *out, Event e) {
    switch (e.kind) {
    case EVENT_KEY: write_key(out, e); break;
    case EVENT_MOUSE:
        write_mods(out, e.mods);
        str_printf(out, "%s %d %d", VERBS[e.mouse], e.y, e.x);
        break;
    case EVENT_RESIZE: str_printf(out, "size %d %d", e.y, e.x); break;
    case EVENT_TICK: str_printf(out, "tick %d", e.y); break;
    case EVENT_NONE:
    case EVENT_KIND_COUNT: return;
    }
    str_putc(out, '\n');
}

// ---- reading

typedef struct Span {
    const char *s;
    size_t len;
} Span;

// Takes the modifiers off the front of word, as long as something stays behind them.
static unsigned take_mods(Span *word) {
    unsigned mods = 0;
    for (int k = 0; k < MODS_COUNT; k++) {
        size_t len = strlen(MODS[k].prefix);
        if (word->len <= len || memcmp(word->s, MODS[k].prefix, len) != 0) continue;
        mods |= MODS[k].bit;
        word->s += len;
        word->len -= len;
        k = -1; // in any order
    }
    return mods;
}

// U+ and one to six hexadecimal digits.
static bool read_code_point(Span word, uint32_t *key) {
    if (word.len < 3 || word.len > 8 || memcmp(word.s, "U+", 2) != 0) return false;
    *key = 0;
    for (size_t k = 2; k < word.len; k++) {
        const char *digits = "0123456789ABCDEF0123456789abcdef";
        const char *digit = word.s[k] ? strchr(digits, word.s[k]) : NULL;
        if (!digit) return false;
        *key = *key << 4 | (uint32_t)((digit - digits) % 16);
    }
    return true;
}

static bool read_key(Span word, Event *e, Error *err) {
    *e = (Event){.kind = EVENT_KEY};
    unsigned mods = take_mods(&word);
    int used = 0;
    if (word.len > 0) e->key = text_decode(word.s, word.len, &used);
    bool one_rune = used > 0 && (size_t)used == word.len && e->key < TEXT_BAD;
    if (!one_rune && !read_code_point(word, &e->key)) {
        char name[64];
        size_t len = word.len < sizeof name ? word.len : sizeof name - 1;
        if (len) memcpy(name, word.s, len);
        name[len] = '\0';
        int found = names_require("key", name, key_name_at, NULL, KEYS_COUNT, err);
        if (found < 0) return false;
        e->key = KEYS[found].key;
    }
    bool control = mods & MOD_CTRL && ((e->key >= '@' && e->key <= '_') || (e->key >= 'a' && e->key <= 'z'));
    if (control) { // as a terminal sends it: the rune says Ctrl by itself
        e->key &= 0x1F;
        mods &= ~(unsigned)MOD_CTRL;
    }
    e->mods = (uint8_t)(mods & ~(unsigned)PASTED);
    e->pasted = mods & PASTED;
    return true;
}

// Two whole numbers, each least … COORDINATE_MAX, and nothing behind them.
static bool read_pair(Span rest, const char *verb, int least, int *y, int *x, Error *err) {
    char text[32];
    size_t len = rest.len < sizeof text ? rest.len : 0;
    if (len) memcpy(text, rest.s, len);
    text[len] = '\0';
    char *behind_y, *behind_x;
    long a = strtol(text, &behind_y, 10);
    long b = strtol(behind_y, &behind_x, 10);
    bool ok = behind_y > text && behind_x > behind_y && *behind_x == '\0' && strlen(text) == len;
    ok = ok && a >= least && a <= COORDINATE_MAX && b >= least && b <= COORDINATE_MAX;
    if (!ok) return error_set(err, "%s wants two numbers, y and x, from %d to %d", verb, least, COORDINATE_MAX);
    *y = (int)a;
    *x = (int)b;
    return true;
}

static bool read_count(Span rest, int *count, Error *err) {
    double value;
    int decimals;
    bool ok =
        rest.len > 0 && number_parse(rest.s, rest.len, &value, &decimals) && value >= 1 && value <= COORDINATE_MAX;
    if (!ok || value != (int)value) return error_set(err, "tick wants one whole number from 1 to %d", COORDINATE_MAX);
    *count = (int)value;
    return true;
}

// A reading in progress.
typedef struct Reading {
    ScriptEvent each;
    void *context;
    bool stopped;
} Reading;

static void send(Reading *r, Event e) {
    r->stopped = !r->each(e, r->context);
}

static bool read_text(Span rest, bool pasted, Reading *r, Error *err) {
    for (size_t at = 0; at < rest.len && !r->stopped;) {
        int used;
        uint32_t rune = text_decode(rest.s + at, rest.len - at, &used);
        if (rune >= TEXT_BAD) return error_set(err, "not valid UTF-8: byte 0x%02X", (unsigned)(rune - TEXT_BAD));
        send(r, (Event){.kind = EVENT_KEY, .key = rune, .pasted = pasted});
        at += (size_t)used;
    }
    return true;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool read_event(int verb, unsigned mods, Span rest, Reading *r, Error *err) {
    if (verb == VERB_TYPE || verb == VERB_PASTE) return read_text(rest, verb == VERB_PASTE, r, err);
    while (rest.len && is_blank(rest.s[0])) rest.s++, rest.len--;
    while (rest.len && is_blank(rest.s[rest.len - 1])) rest.len--;
    Event e = {.kind = EVENT_RESIZE};
    bool ok = true;
    if (verb == VERB_KEY) {
        ok = read_key(rest, &e, err);
    } else if (verb == VERB_SIZE) {
        ok = read_pair(rest, VERBS[verb], 1, &e.y, &e.x, err);
    } else if (verb == VERB_TICK) {
        e.kind = EVENT_TICK;
        ok = read_count(rest, &e.y, err);
    } else {
        e = (Event){.kind = EVENT_MOUSE, .mouse = (MouseKind)verb, .mods = (uint8_t)mods};
        ok = read_pair(rest, VERBS[verb], 0, &e.y, &e.x, err);
    }
    if (ok) send(r, e);
    return ok;
}

// One line without its newline.
static bool read_line(Span line, Reading *r, Error *err) {
    if (line.len && line.s[line.len - 1] == '\r') line.len--;
    while (line.len && is_blank(line.s[0])) line.s++, line.len--;
    if (line.len == 0 || line.s[0] == '#') return true;
    Span word = {line.s, 0};
    while (word.len < line.len && !is_blank(line.s[word.len])) word.len++;
    size_t behind = word.len < line.len ? word.len + 1 : word.len; // one blank belongs to the word, more to the text
    Span rest = {line.s + behind, line.len - behind};
    unsigned mods = take_mods(&word);
    char name[64];
    size_t len = word.len < sizeof name ? word.len : sizeof name - 1;
    memcpy(name, word.s, len);
    name[len] = '\0';
    int verb = names_require("event", name, names_in_array, VERBS, VERBS_COUNT, err);
    if (verb < 0) return false;
    bool mouse = verb < MOUSE_KIND_COUNT && !(mods & PASTED);
    if (mods && !mouse) return error_set(err, "%s takes no modifier in front", name);
    return read_event(verb, mods, rest, r, err);
}

bool script_read(const char *text, size_t len, const char *file, ScriptEvent each, void *context, Error *err) {
    Reading r = {each, context, false};
    int number = 1;
    for (size_t at = 0; at < len && !r.stopped; number++) {
        const char *newline = memchr(text + at, '\n', len - at);
        Span line = {text + at, newline ? (size_t)(newline - text) - at : len - at};
        if (!read_line(line, &r, err)) return error_prefix(err, "%s:%d: ", file, number);
        at += line.len + 1;
    }
    return true;
}
