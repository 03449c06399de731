#include "tui/sequence.h"

#include <stddef.h>

// xterm: 1 + (1 Shift, 2 Alt, 4 Ctrl, 8 Meta).
static uint8_t mods_of(int param) {
    int bits = param > 0 ? param - 1 : 0;
    return (uint8_t)((bits & 1 ? MOD_SHIFT : 0) | (bits & (2 | 8) ? MOD_ALT : 0) | (bits & 4 ? MOD_CTRL : 0));
}

// ESC [ code ~
static uint32_t key_of_code(int code) {
    static const struct {
        uint8_t code;
        uint32_t key;
    } KEYS[] = {
        {1, KEY_CODE_HOME}, {2, KEY_CODE_INSERT}, {3, KEY_CODE_DELETE}, {4, KEY_CODE_END},
        {5, KEY_CODE_PAGE_UP}, {6, KEY_CODE_PAGE_DOWN}, {7, KEY_CODE_HOME}, {8, KEY_CODE_END},
    };
    for (size_t k = 0; k < sizeof KEYS / sizeof KEYS[0]; k++) {
        if (KEYS[k].code == code) return KEYS[k].key;
    }
    // F1 … F12 with the gaps of the VT220: 11–15, 17–21, 23, 24.
    if (code >= 11 && code <= 15) return KEY_CODE_F1 + (uint32_t)(code - 11);
    if (code >= 17 && code <= 21) return KEY_CODE_F1 + (uint32_t)(code - 12);
    if (code == 23 || code == 24) return KEY_CODE_F1 + (uint32_t)(code - 13);
    return 0;
}

// Final letters shared by ESC [ and ESC O.
static uint32_t key_of_letter(char letter) {
    switch (letter) {
    case 'A': return KEY_CODE_UP;
    case 'B': return KEY_CODE_DOWN;
    case 'C': return KEY_CODE_RIGHT;
    case 'D': return KEY_CODE_LEFT;
    case 'F': return KEY_CODE_END;
    case 'H': return KEY_CODE_HOME;
    case 'P': return KEY_CODE_F1;
    case 'Q': return KEY_CODE_F1 + 1;
    case 'R': return KEY_CODE_F1 + 2;
    case 'S': return KEY_CODE_F1 + 3;
    default: return 0;
    }
}

// ESC O letter: the number pad in application mode, as VT100s send it: 'j' '*' … 'y' '9'.
static uint32_t key_of_pad(char letter) {
    if (letter == 'M') return KEY_CODE_ENTER;
    if (letter == 'X') return '=';
    return letter >= 'j' && letter <= 'y' ? (uint32_t)(letter - 'j' + '*') : 0;
}

// rxvt: a to d are arrows with Shift after ESC [, with Ctrl after ESC O.
static uint32_t key_of_rxvt_arrow(char letter) {
    return letter >= 'a' && letter <= 'd' ? key_of_letter((char)(letter - 'a' + 'A')) : 0;
}

// ESC [ rune ; mods u: Ctrl with a letter becomes the control character that it usually is.
static void set_rune(Event *e, uint32_t rune) {
    bool surrogate = rune >= 0xD800 && rune <= 0xDFFF;
    bool control = e->mods & MOD_CTRL && rune >= 'a' && rune <= 'z';
    e->key = surrogate ? 0 : control ? rune & 0x1F : rune;
    if (control) e->mods &= (uint8_t)~MOD_CTRL;
}

bool sequence_to_key(const Sequence *s, Event *e) {
    if (s->prefix) return false;
    // Modifiers are the last parameter: ESC [ 1 ; 2 A, and in older forms ESC O 2 P.
    int mods = s->count >= 2 ? s->param[1] : s->ss3 && s->count == 1 ? s->param[0] : 0;
    *e = (Event){.kind = EVENT_KEY, .mods = mods_of(mods)};
    if (s->final == '~') {
        e->key = key_of_code(s->param[0]);
    } else if (s->final == '^') { // rxvt
        e->key = key_of_code(s->param[0]);
        e->mods |= MOD_CTRL;
    } else if (s->final == 'Z' && !s->ss3) {
        e->key = KEY_CODE_BACK_TAB;
        e->mods = 0;
    } else if (s->final == 'u' && !s->ss3) {
        set_rune(e, (uint32_t)s->param[0]);
    } else if (!s->ss3 && s->param[0] > 1) {
        return false; // a report, such as ESC [ 24 ; 80 R of the cursor
    } else if ((e->key = key_of_letter(s->final)) == 0) {
        e->key = key_of_rxvt_arrow(s->final);
        if (e->key) e->mods |= s->ss3 ? MOD_CTRL : MOD_SHIFT;
        else if (s->ss3) e->key = key_of_pad(s->final);
    }
    return e->key != 0;
}

static int clamp(int value, int count) {
    return value < 0 ? 0 : value >= count ? count - 1 : value;
}

bool sequence_to_mouse(const Sequence *s, int rows, int cols, Event *e) {
    enum { BUTTON = 3, SHIFT = 4, ALT = 8, CTRL = 16, MOTION = 32, WHEEL = 64, MORE_BUTTONS = 128 };
    if (s->count != 3) return false;
    int b = s->param[0], button = b & BUTTON;
    if (b >= MORE_BUTTONS) return false;
    *e = (Event){.kind = EVENT_MOUSE, .y = clamp(s->param[2] - 1, rows), .x = clamp(s->param[1] - 1, cols)};
    e->mods = (uint8_t)((b & SHIFT ? MOD_SHIFT : 0) | (b & ALT ? MOD_ALT : 0) | (b & CTRL ? MOD_CTRL : 0));
    bool up = s->final == 'm';
    if (b & WHEEL) { // 2 and 3 are a wheel that tilts: left and right, as Shift has it elsewhere
        e->mouse = button & 1 ? MOUSE_WHEEL_DOWN : MOUSE_WHEEL_UP;
        if (button > 1) e->mods |= MOD_SHIFT;
        return !up;
    }
    if (b & MOTION) {
        e->mouse = button == 0 ? MOUSE_DRAG : MOUSE_MOVE;
        return button == 0 || button == BUTTON;
    }
    e->mouse = up ? MOUSE_RELEASE : MOUSE_PRESS;
    return button == 0;
}
