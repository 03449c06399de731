// What can happen: the only way anything outside reaches update.
#ifndef LOOKBACK_APP_EVENT_H
#define LOOKBACK_APP_EVENT_H

#include "draw/cell.h"

typedef enum EventKind {
    EVENT_NONE,
    EVENT_KEY,    // key, mods, pasted
    EVENT_MOUSE,  // mouse, mods, y, x, and hit: what the frame on display means there
    EVENT_RESIZE, // y rows, x columns
    EVENT_TICK,   // y intervals have passed, at least 1; how long one is, whoever sends them knows
    EVENT_KIND_COUNT
} EventKind;

// Keys are Unicode runes as typed ('A' is Shift+a, 0x1B Escape, '\r' Enter, '\t' Tab, 0x7F Backspace, 0x01 … 0x1A with
// Ctrl) or one of these.
typedef enum Key {
    KEY_CODE_ENTER = '\r',
    KEY_CODE_ESCAPE = 0x1B,
    KEY_CODE_BACKSPACE = 0x7F,
    KEY_CODE_UP = 0x200000,
    KEY_CODE_DOWN,
    KEY_CODE_LEFT,
    KEY_CODE_RIGHT,
    KEY_CODE_HOME,
    KEY_CODE_END,
    KEY_CODE_PAGE_UP,
    KEY_CODE_PAGE_DOWN,
    KEY_CODE_DELETE,
    KEY_CODE_INSERT,
    KEY_CODE_BACK_TAB,
    KEY_CODE_F1,
    KEY_CODE_F12 = KEY_CODE_F1 + 11,
} Key;

enum { MOD_SHIFT = 1, MOD_ALT = 2, MOD_CTRL = 4 };

typedef enum MouseKind {
    MOUSE_PRESS,   // left button down
    MOUSE_DRAG,    // moved with the left button down
    MOUSE_RELEASE,
    MOUSE_MOVE,    // moved with no button down: hover
    MOUSE_WHEEL_UP,
    MOUSE_WHEEL_DOWN,
    MOUSE_KIND_COUNT
} MouseKind;

// The tokens of one side of a pattern that are in its window: from `first` on `fit`, `step` of them in a cell; fit 0:
// the frame has no window.
typedef struct Extent {
    int first, fit, step;
} Extent;

typedef struct Event {
    EventKind kind;
    uint32_t key;
    uint8_t mods; // MOD_ bits; with a rune key Shift is already in the rune
    bool pasted;  // part of a bracketed paste: text, never a command
    MouseKind mouse;
    int y, x;
    Hit hit;
    Extent queries, keys; // of the window on display (HIT_WINDOW), which a mouse may move
} Event;

#endif
