#include "tui/input.h"

#include "base/text.h"
#include "tui/sequence.h"

#include <string.h>

// A lone ESC is the Escape key after the first time; a sequence cut by a slow line gets the second. A paste that never
// ends is given up after the third, so that keys become keys again.
enum { ESCAPE_MS = 100, SEQUENCE_MS = 300, PASTE_MS = 2000 };
// Longer sequences are not ours; they are dropped up to their final letter.
enum { SEQUENCE_MAX = 48, PARAM_MAX = 0x10FFFF };
enum { ESC = 0x1B, REPLACEMENT = 0xFFFD };

// What the bytes at the front are: the beginning of something, something to drop, or an event.
typedef enum Found { FOUND_MORE, FOUND_NOTHING, FOUND_EVENT } Found;

void input_init(Input *in, int rows, int cols) {
    *in = (Input){.rows = rows, .cols = cols};
}

size_t input_feed(Input *in, const void *bytes, size_t len) {
    memmove(in->bytes, in->bytes + in->at, in->len - in->at);
    in->len -= in->at;
    in->at = 0;
    in->late = in->late && len == 0;
    size_t room = INPUT_ROOM - in->len, taken = len < room ? len : room;
    if (taken) memcpy(in->bytes + in->len, bytes, taken);
    in->len += taken;
    return taken;
}

static size_t pending(const Input *in) {
    return in->len - in->at;
}

static bool is_key(Event *e, uint32_t key, unsigned mods) {
    *e = (Event){.kind = EVENT_KEY, .key = key, .mods = (uint8_t)mods};
    return true;
}

// ---- runes

static int rune_bytes(unsigned char lead) {
    return lead < 0xC2 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 1;
}

// The rune at s; FOUND_MORE when it is cut by the end of the bytes.
static Found take_rune(const Input *in, size_t at, uint32_t *rune, int *used) {
    const unsigned char *s = in->bytes + at;
    size_t have = in->len - at, want = (size_t)rune_bytes(s[0]);
    bool cut = have < want && !in->late;
    for (size_t k = 1; k < have && cut; k++) cut = (s[k] & 0xC0) == 0x80;
    if (cut) return FOUND_MORE;
    *rune = text_decode((const char *)s, have, used);
    if (*rune >= TEXT_BAD) *rune = REPLACEMENT;
    return FOUND_EVENT;
}

static uint32_t key_of_rune(uint32_t rune) {
    if (rune == '\n') return KEY_CODE_ENTER;
    return rune == '\b' ? KEY_CODE_BACKSPACE : rune; // what older terminals' Backspace sends
}

static Found next_rune(Input *in, size_t skip, unsigned mods, Event *e) {
    uint32_t rune;
    int used;
    if (take_rune(in, in->at + skip, &rune, &used) == FOUND_MORE) return FOUND_MORE;
    in->at += skip + (size_t)used;
    return rune && is_key(e, key_of_rune(rune), mods) ? FOUND_EVENT : FOUND_NOTHING;
}

// ---- sequences

// Reads parameters and the final letter of what follows ESC [ or ESC O. Returns the bytes used, 0 when the final is not
// there yet. A control character, which cannot stand inside a sequence, ends it: it is then left for the next turn and
// final is 0.
static size_t parse(const unsigned char *s, size_t len, Sequence *out) {
    bool open = false; // a parameter has begun
    for (size_t k = 0; k < len; k++) {
        unsigned char b = s[k];
        int last = out->count - 1;
        if (b >= '0' && b <= '9') {
            if (!open && out->count < SEQUENCE_PARAMS) out->param[out->count] = 0;
            if (!open) last = out->count++;
            open = true;
            if (last < SEQUENCE_PARAMS && out->param[last] <= PARAM_MAX) {
                int value = out->param[last] * 10 + (b - '0');
                out->param[last] = value > PARAM_MAX ? PARAM_MAX : value;
            }
        } else if (b == ';' || b == ':') {
            if (!open) out->count++;
            open = false;
        } else if (k == 0 && b >= '<' && b <= '?') {
            out->prefix = (char)b;
        } else if (b < 0x20 || b >= 0x7F) {
            return k + (b >= 0x7F);
        } else if (b >= 0x40) {
            out->final = (char)b;
            return k + 1;
        }
    }
    return 0;
}

// ESC [ M button x y, each a byte + 32: the mouse of terminals that know no SGR form.
static Found next_old_mouse(Input *in, size_t start, Event *e) {
    if (in->len - start < 3) return FOUND_MORE;
    const unsigned char *s = in->bytes + start;
    int b = s[0] - 32;
    bool up = (b & 3) == 3 && !(b & (32 | 64));
    Sequence mouse = {
        .prefix = '<', .final = up ? 'm' : 'M', .count = 3, .param = {up ? b & ~3 : b, s[1] - 32, s[2] - 32}};
    in->at = start + 3;
    return b >= 0 && sequence_to_mouse(&mouse, in->rows, in->cols, e) ? FOUND_EVENT : FOUND_NOTHING;
}

// Skips what follows up to a final letter.
static Found skip_sequence(Input *in) {
    while (in->at < in->len) {
        unsigned char b = in->bytes[in->at];
        in->skipping = b >= 0x20 && b < 0x40; // as parse ends them
        if (b >= 0x20) in->at++;
        if (!in->skipping) break;
    }
    return FOUND_NOTHING;
}

// ESC [ … or ESC O …, with `escapes` ESCs in front: two mean Alt with a key.
static Found next_sequence(Input *in, size_t escapes, Event *e) {
    size_t start = in->at + escapes + 1;
    Sequence s = {.ss3 = in->bytes[start - 1] == 'O'};
    size_t used = parse(in->bytes + start, in->len - start, &s);
    if (used == 0 && start < in->len && in->bytes[start] < 0x20) { // ESC [ and then a control character: it was Alt+[
        in->at = start;
        return is_key(e, in->bytes[start - 1], MOD_ALT) ? FOUND_EVENT : FOUND_NOTHING;
    }
    if (used == 0 && in->len - start > SEQUENCE_MAX) {
        in->at = start;
        in->skipping = true;
        return FOUND_NOTHING;
    }
    if (used == 0) return FOUND_MORE;
    if (used > SEQUENCE_MAX) { // the same, all here at once
        in->at = start + used;
        return FOUND_NOTHING;
    }
    bool mouse = !s.ss3 && (s.final == 'M' || s.final == 'm') &&
                 (s.prefix == '<' || (s.final == 'M' && s.count == 0 && !s.prefix));
    bool paste = !s.ss3 && s.final == '~' && s.param[0] == SEQUENCE_PASTE_START;
    if (escapes == 2 && (mouse || paste)) { // those have no Alt: the first ESC was a key of its own
        in->at++;
        return is_key(e, KEY_CODE_ESCAPE, 0) ? FOUND_EVENT : FOUND_NOTHING;
    }
    if (mouse && !s.prefix) return next_old_mouse(in, start + used, e);
    // Linux console: F1 … F5 are ESC [ [ A … E.
    if (!s.ss3 && s.final == '[' && s.count == 0 && !s.prefix) {
        if (start + used >= in->len) return FOUND_MORE;
        unsigned char letter = in->bytes[start + used];
        in->at = start + used + 1;
        return letter >= 'A' && letter <= 'E' && is_key(e, KEY_CODE_F1 + letter - 'A', 0) ? FOUND_EVENT : FOUND_NOTHING;
    }
    in->at = start + used;
    in->pasting = paste;
    in->pasted_return = false;
    if (s.count > SEQUENCE_PARAMS) return FOUND_NOTHING;
    if (mouse) return sequence_to_mouse(&s, in->rows, in->cols, e) ? FOUND_EVENT : FOUND_NOTHING;
    if (!sequence_to_key(&s, e)) return FOUND_NOTHING;
    if (escapes == 2) e->mods |= MOD_ALT;
    return FOUND_EVENT;
}

static Found next_escape(Input *in, Event *e) {
    const unsigned char *s = in->bytes + in->at;
    size_t len = pending(in);
    size_t escapes = len > 1 && s[1] == ESC ? 2 : 1;
    if (len == escapes) return FOUND_MORE;
    unsigned char then = s[escapes];
    if (then == '[' || then == 'O') return next_sequence(in, escapes, e);
    if (escapes == 1) return next_rune(in, 1, MOD_ALT, e);
    in->at++; // ESC ESC x: Escape, and then Alt+x
    return is_key(e, KEY_CODE_ESCAPE, 0) ? FOUND_EVENT : FOUND_NOTHING;
}

// What an ESC that nothing followed in time turns out to be.
static Found next_late_escape(Input *in, Event *e) {
    const unsigned char *s = in->bytes + in->at;
    size_t len = pending(in);
    if (len == 2 && (s[1] == '[' || s[1] == 'O')) {
        in->at += 2;
        return is_key(e, s[1], MOD_ALT) ? FOUND_EVENT : FOUND_NOTHING;
    }
    bool bare = len == 1 || s[1] == ESC;
    in->at = bare ? in->at + 1 : in->len;
    return bare && is_key(e, KEY_CODE_ESCAPE, 0) ? FOUND_EVENT : FOUND_NOTHING;
}

// ---- paste

static Found next_pasted(Input *in, Event *e) {
    static const char END[] = "\033[201~";
    size_t len = pending(in), end = sizeof END - 1;
    size_t same = 0;
    while (same < len && same < end && in->bytes[in->at + same] == (unsigned char)END[same]) same++;
    if (same == end) {
        in->at += end;
        in->pasting = false;
        return FOUND_NOTHING;
    }
    if (same == len && !in->late) return FOUND_MORE;
    bool after_return = in->pasted_return;
    in->pasted_return = in->bytes[in->at] == '\r';
    if (after_return && in->bytes[in->at] == '\n') {
        in->at++;
        return FOUND_NOTHING;
    }
    Found found = next_rune(in, 0, 0, e);
    e->pasted = found == FOUND_EVENT;
    return found;
}

// ---- all of it

static Found next_found(Input *in, Event *e) {
    if (in->skipping) return skip_sequence(in);
    if (in->pasting) return next_pasted(in, e);
    if (in->bytes[in->at] != ESC) return next_rune(in, 0, 0, e);
    Found found = next_escape(in, e);
    return found == FOUND_MORE && in->late ? next_late_escape(in, e) : found;
}

bool input_next(Input *in, Event *e) {
    while (in->at < in->len) {
        Found found = next_found(in, e);
        if (found == FOUND_EVENT) return true;
        if (found == FOUND_MORE) return false;
    }
    in->late = false;
    return false;
}

int input_patience(const Input *in) {
    if (in->pasting) return PASTE_MS;
    if (in->skipping) return SEQUENCE_MS;
    if (pending(in) == 0) return -1;
    return pending(in) == 1 || in->bytes[in->at + 1] == ESC ? ESCAPE_MS : SEQUENCE_MS;
}

void input_expire(Input *in) {
    in->late = true;
    in->pasting = false;
    in->skipping = false;
    if (pending(in) == 0) in->late = false;
}
