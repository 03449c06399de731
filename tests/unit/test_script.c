// Scripts: every event comes back as it was written; every bad line says where and what was meant.
#include "app/script.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { HEARD_MAX = 64 };

typedef struct Heard {
    Event event[HEARD_MAX];
    int count, stop_after;
} Heard;

static bool hear(Event e, void *context) {
    Heard *heard = context;
    assert_true(heard->count < HEARD_MAX);
    heard->event[heard->count++] = e;
    return heard->count != heard->stop_after;
}

static Heard heard_from(const char *text) {
    Heard heard = {0};
    Error err = {""};
    bool ok = script_read(text, strlen(text), "s.txt", hear, &heard, &err);
    assert_string_equal(err.text, "");
    assert_true(ok);
    return heard;
}

static void check_same(Event got, Event want) {
    assert_int_equal(got.kind, want.kind);
    assert_int_equal(got.key, want.key);
    assert_int_equal(got.mods, want.mods);
    assert_int_equal(got.pasted, want.pasted);
    assert_int_equal(got.mouse, want.mouse);
    assert_int_equal(got.y, want.y);
    assert_int_equal(got.x, want.x);
}

static void check_round_trip(Event e) {
    Str line = {0};
    script_write(&line, e);
    Heard heard = heard_from(str_text(&line));
    assert_int_equal(heard.count, 1);
    check_same(heard.event[0], e);
    str_free(&line);
}

static void check_error(const char *text, const char *want) {
    Heard heard = {0};
    Error err = {""};
    assert_false(script_read(text, strlen(text), "bug.txt", hear, &heard, &err));
    assert_string_equal(err.text, want);
}

static void keys_come_back(void **state) {
    (void)state;
    for (uint32_t key = 0; key < 0x250; key++) check_round_trip((Event){.kind = EVENT_KEY, .key = key});
    for (uint32_t key = KEY_CODE_UP; key <= KEY_CODE_F12; key++)
        check_round_trip((Event){.kind = EVENT_KEY, .key = key});
    static const uint32_t ODD[] = {0x301, 0x202E, 0x4E16, 0x1F600, 0xFFFD, 0x10FFFF, 0xD800, 0x110080, 0x3000};
    for (size_t k = 0; k < sizeof ODD / sizeof ODD[0]; k++) {
        check_round_trip((Event){.kind = EVENT_KEY, .key = ODD[k]});
        check_round_trip((Event){.kind = EVENT_KEY, .key = ODD[k], .pasted = true});
    }
}

static void ticks_come_back(void **state) {
    (void)state;
    check_round_trip((Event){.kind = EVENT_TICK, .y = 1});
    check_round_trip((Event){.kind = EVENT_TICK, .y = 32767});
    static const char *const BAD[] = {"tick", "tick 0", "tick 32768", "tick 1.5", "tick 1 2", "tick x", "tick -1"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        check_error(BAD[k], "bug.txt:1: tick wants one whole number from 1 to 32767");
    }
}

static void modifiers_come_back(void **state) {
    (void)state;
    for (uint8_t mods = 0; mods < 8; mods++) {
        check_round_trip((Event){.kind = EVENT_KEY, .key = KEY_CODE_LEFT, .mods = mods});
        check_round_trip((Event){.kind = EVENT_KEY, .key = '+', .mods = mods});
        check_round_trip((Event){.kind = EVENT_KEY, .key = ' ', .mods = mods, .pasted = true});
        for (int mouse = 0; mouse < MOUSE_KIND_COUNT; mouse++) {
            check_round_trip((Event){.kind = EVENT_MOUSE, .mouse = (MouseKind)mouse, .mods = mods, .y = 7, .x = 299});
        }
    }
}

static void what_cannot_be_seen_is_written_as_a_number(void **state) {
    (void)state;
    Str line = {0};
    static const uint32_t UNSEEN[] = {0xAD, 0x301, 0x202E, 0xA0, 0xFEFF, 0x9B};
    for (size_t k = 0; k < sizeof UNSEEN / sizeof UNSEEN[0]; k++)
        script_write(&line, (Event){.kind = EVENT_KEY, .key = UNSEEN[k], .pasted = k & 1});
    script_write(&line, (Event){.kind = EVENT_KEY, .key = 0x4E16});
    assert_string_equal(
        line.s, "key U+00AD\nkey Paste+U+0301\nkey U+202E\nkey Paste+U+00A0\nkey U+FEFF\nkey Paste+U+009B\nkey 世\n");
    str_free(&line);
}

static void pastes_come_back(void **state) {
    (void)state;
    for (uint32_t key = 1; key < 0x100; key++) check_round_trip((Event){.kind = EVENT_KEY, .key = key, .pasted = true});
}

static void sizes_and_corners_come_back(void **state) {
    (void)state;
    check_round_trip((Event){.kind = EVENT_RESIZE, .y = 1, .x = 1});
    check_round_trip((Event){.kind = EVENT_RESIZE, .y = 60, .x = 32767});
    check_round_trip((Event){.kind = EVENT_MOUSE, .mouse = MOUSE_MOVE});
}

static void none_writes_nothing(void **state) {
    (void)state;
    Str line = {0};
    script_write(&line, (Event){0});
    assert_string_equal(str_text(&line), "");
}

static void lines_read_as_the_header_says(void **state) {
    (void)state;
    Heard h = heard_from("# a comment\n\n  key m\r\nkey Ctrl+c\nkey Shift+Left\nkey Paste+Enter\nwheelup 3 "
                         "14\nCtrl+Alt+press 0 1\nsize 24 80");
    assert_int_equal(h.count, 7);
    check_same(h.event[0], (Event){.kind = EVENT_KEY, .key = 'm'});
    check_same(h.event[1], (Event){.kind = EVENT_KEY, .key = 3});
    check_same(h.event[2], (Event){.kind = EVENT_KEY, .key = KEY_CODE_LEFT, .mods = MOD_SHIFT});
    check_same(h.event[3], (Event){.kind = EVENT_KEY, .key = '\r', .pasted = true});
    check_same(h.event[4], (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_WHEEL_UP, .y = 3, .x = 14});
    check_same(h.event[5], (Event){.kind = EVENT_MOUSE, .mouse = MOUSE_PRESS, .mods = MOD_CTRL | MOD_ALT, .x = 1});
    check_same(h.event[6], (Event){.kind = EVENT_RESIZE, .y = 24, .x = 80});
}

static void text_is_taken_to_the_end_of_the_line(void **state) {
    (void)state;
    Heard h = heard_from("type  é #\npaste 世\ntype\n");
    assert_int_equal(h.count, 5);
    static const uint32_t WANT[] = {' ', 0xE9, ' ', '#', 0x4E16};
    for (int k = 0; k < 5; k++) check_same(h.event[k], (Event){.kind = EVENT_KEY, .key = WANT[k], .pasted = k == 4});
}

static void a_listener_can_stop(void **state) {
    (void)state;
    Heard heard = {.stop_after = 2};
    Error err;
    const char *text = "type abc\nnonsense\n";
    assert_true(script_read(text, strlen(text), "s.txt", hear, &heard, &err));
    assert_int_equal(heard.count, 2);
}

static void errors_name_the_line_and_the_nearest_word(void **state) {
    (void)state;
    check_error("key m\n\nkey Entr\n", "bug.txt:3: unknown key \"Entr\" (did you mean \"Enter\"?)");
    check_error("pres 1 2", "bug.txt:1: unknown event \"pres\" (did you mean \"press\"?)");
    check_error("press 1", "bug.txt:1: press wants two numbers, y and x, from 0 to 32767");
    check_error("press 1 2 3", "bug.txt:1: press wants two numbers, y and x, from 0 to 32767");
    check_error("move -1 2", "bug.txt:1: move wants two numbers, y and x, from 0 to 32767");
    check_error("size 0 80", "bug.txt:1: size wants two numbers, y and x, from 1 to 32767");
    check_error("size 24 99999999999999999999999", "bug.txt:1: size wants two numbers, y and x, from 1 to 32767");
    check_error("Shift+size 24 80", "bug.txt:1: size takes no modifier in front");
    check_error("Paste+press 2 8", "bug.txt:1: press takes no modifier in front");
    check_error("type ab\xE2", "bug.txt:1: not valid UTF-8: byte 0xE2");
}

static void hostile_lines_are_errors(void **state) {
    (void)state;
    static const char *const BAD[] = {"key", "key ", "key \x80", "key U+", "key U+1234567", "key U+12G", "key Shift+", "\x1b[2J",
        "press 1.5 2", "press", "key mm", "size 1 1x"};
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Heard heard = {0};
        Error err;
        assert_false(script_read(BAD[k], strlen(BAD[k]), "s.txt", hear, &heard, &err));
        assert_int_equal(heard.count, 0);
    }
    Heard heard = {0};
    Error err;
    assert_false(script_read("key \0m", 6, "s.txt", hear, &heard, &err));
    assert_false(script_read("press 1 2\0", 10, "s.txt", hear, &heard, &err));
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(keys_come_back),
        cmocka_unit_test(ticks_come_back),
        cmocka_unit_test(modifiers_come_back),
        cmocka_unit_test(what_cannot_be_seen_is_written_as_a_number),
        cmocka_unit_test(pastes_come_back),
        cmocka_unit_test(sizes_and_corners_come_back),
        cmocka_unit_test(none_writes_nothing),
        cmocka_unit_test(lines_read_as_the_header_says),
        cmocka_unit_test(text_is_taken_to_the_end_of_the_line),
        cmocka_unit_test(a_listener_can_stop),
        cmocka_unit_test(errors_name_the_line_and_the_nearest_word),
        cmocka_unit_test(hostile_lines_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
