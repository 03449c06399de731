// What a terminal sends, as events: whole, cut anywhere, and broken.
#include "tui/input.h"

#include "app/script.h"
#include "base/text.h"
#include "check.h"

enum { ROWS = 50, COLS = 300 };

// The events of some bytes as script lines; the bytes come `step` at a time.
static void hear(Str *heard, const char *bytes, size_t len, size_t step, bool expire) {
    Input in;
    input_init(&in, ROWS, COLS);
    Event e;
    for (size_t at = 0; at < len;) {
        size_t taken = input_feed(&in, bytes + at, len - at < step ? len - at : step);
        assert_true(taken > 0);
        at += taken;
        while (input_next(&in, &e)) script_write(heard, e);
    }
    for (int turns = 0; expire && input_patience(&in) >= 0; turns++) {
        assert_true(turns < 4); // patience ends
        input_expire(&in);
        while (input_next(&in, &e)) script_write(heard, e);
    }
}

static void check_heard(const char *bytes, const char *script) {
    for (size_t step = 1; step < 8; step++) {
        Str heard = {0};
        hear(&heard, bytes, strlen(bytes), step, true);
        assert_string_equal(str_text(&heard), script);
        str_free(&heard);
    }
}

static void runes(void **unused) {
    (void)unused;
    check_heard("aé中😀", "key a\nkey é\nkey 中\nkey 😀\n");
    check_heard("\r\t\x7f\b\n\x03", "key Enter\nkey Tab\nkey Backspace\nkey Backspace\nkey Enter\nkey Ctrl+c\n");
    check_heard("\xff\xc3(\xed\xa0\x80", "key \uFFFD\nkey \uFFFD\nkey (\nkey \uFFFD\nkey \uFFFD\nkey \uFFFD\n");
    check_heard("\xe4\xb8", "key \uFFFD\nkey \uFFFD\n");
}

static void arrows_and_modifiers(void **unused) {
    (void)unused;
    check_heard("\033[A\033OB\033[C\033[D", "key Up\nkey Down\nkey Right\nkey Left\n");
    check_heard("\033[1;2A\033[1;5C\033[1;3D\033[1;8B",
                "key Shift+Up\nkey Ctrl+Right\nkey Alt+Left\nkey Shift+Alt+Ctrl+Down\n");
    check_heard("\033[a\033Od\033\033[A", "key Shift+Up\nkey Ctrl+Left\nkey Alt+Up\n");
    check_heard("\033[H\033[F\033[1~\033[4~\033[7~\033[8~",
                "key Home\nkey End\nkey Home\nkey End\nkey Home\nkey End\n");
    check_heard("\033[2~\033[3;5~\033[5~\033[6^\033[Z",
                "key Insert\nkey Ctrl+Delete\nkey PageUp\nkey Ctrl+PageDown\nkey BackTab\n");
}

static void function_keys(void **unused) {
    (void)unused;
    check_heard("\033OP\033OS\033[15~\033[17~\033[21~\033[23~\033[24;2~",
                "key F1\nkey F4\nkey F5\nkey F6\nkey F10\nkey F11\nkey Shift+F12\n");
    check_heard("\033[11~\033[14~\033[1;5P\033O2Q", "key F1\nkey F4\nkey Ctrl+F1\nkey Shift+F2\n");
    check_heard("\033[[A\033[[E\033[[Zx", "key F1\nkey F5\nkey x\n"); // Linux console
    check_heard("\033OM\033Oq\033Ok", "key Enter\nkey 1\nkey +\n");    // number pad
}

static void alt_and_escape(void **unused) {
    (void)unused;
    check_heard("\033x\033é", "key Alt+x\nkey Alt+é\n");
    check_heard("\033", "key Esc\n");
    check_heard("\033\033", "key Esc\nkey Esc\n");
    check_heard("\033\033x", "key Esc\nkey Alt+x\n");
    check_heard("\033[", "key Alt+[\n");
    check_heard("\033O", "key Alt+O\n");
    check_heard("\033[97;5u\033[233u", "key Ctrl+a\nkey é\n");
}

static void mouse(void **unused) {
    (void)unused;
    check_heard("\033[<0;250;5M\033[<32;251;6M\033[<0;251;6m", "press 4 249\ndrag 5 250\nrelease 5 250\n");
    check_heard("\033[<35;1;1M\033[<64;2;3M\033[<65;2;3M", "move 0 0\nwheelup 2 1\nwheeldown 2 1\n");
    check_heard("\033[<66;2;3M\033[<67;2;3M", "Shift+wheelup 2 1\nShift+wheeldown 2 1\n"); // tilted left, right
    check_heard("\033[<80;2;3M\033[<69;2;3M\033[<66;2;3m", "Ctrl+wheelup 2 1\nShift+wheeldown 2 1\n");
    check_heard("\033[<28;2;2M", "Shift+Alt+Ctrl+press 1 1\n");
    check_heard("\033[<1;2;2M\033[<2;2;2m\033[<33;2;2M\033[<128;2;2M", ""); // other buttons
    check_heard("\033\033[<0;2;2M", "key Esc\npress 1 1\n");
    check_heard("\033[M !!\033[M#!!\033[M@\"#", "press 0 0\nrelease 0 0\ndrag 2 1\n"); // before SGR
}

static void broken_mouse_is_swallowed(void **unused) {
    (void)unused;
    check_heard("\033[<0;0;0M", "press 0 0\n");
    check_heard("\033[<0;99999999999999;99999999999999M", "press 49 299\n");
    check_heard("\033[<;;Mx", "key x\n");
    check_heard("\033[<0;5Mx", "key x\n");
    check_heard("\033[<0;5;5;5;5;5;5;5Mx", "key x\n");
    check_heard("\033[<0;5;", "");
    check_heard("\033[<0;5\033[A", "key Up\n");
    check_heard("\033[<0;5\rx", "key Enter\nkey x\n");
    check_heard("\033[32;5;5Mx", "key x\n");
    check_heard("\033[<0;1111111111111111111111111111111111111111111111111111111111111111111111;5;5;5;5Mx", "key x\n");
}

static void unknown_sequences_are_swallowed(void **unused) {
    (void)unused;
    check_heard("\033[I\033[O\033[?62;22c\033[24;80R\033[99~\033[201~x", "key x\n");
    check_heard("\033[\xc3\xa9", "key \uFFFD\n");
}

static void paste(void **unused) {
    (void)unused;
    check_heard("\033[200~qé\033[201~q", "paste q\npaste é\nkey q\n");
    check_heard("\033[200~a\r\nb\nc\033[201~", "paste a\nkey Paste+Enter\npaste b\nkey Paste+Enter\npaste c\n");
    check_heard("\033[200~\033[A\033[20\033[201~q",
                "key Paste+Esc\npaste [\npaste A\nkey Paste+Esc\npaste [\npaste 2\npaste 0\nkey q\n");
    check_heard("\033[200~a", "paste a\n");
}

static void paste_without_end_gives_keys_back(void **unused) {
    (void)unused;
    Input in;
    Event e;
    input_init(&in, ROWS, COLS);
    input_feed(&in, "\033[200~", 6);
    assert_false(input_next(&in, &e));
    assert_true(input_patience(&in) > 0);
    input_expire(&in);
    assert_int_equal(input_patience(&in), -1);
    input_feed(&in, "q", 1);
    assert_true(input_next(&in, &e));
    assert_false(e.pasted);
}

static void split_sequences_wait(void **unused) {
    (void)unused;
    Input in;
    Event e;
    input_init(&in, ROWS, COLS);
    assert_int_equal(input_patience(&in), -1);
    input_feed(&in, "\033", 1);
    assert_false(input_next(&in, &e));
    int lone = input_patience(&in);
    input_feed(&in, "[<0;1", 5);
    assert_false(input_next(&in, &e));
    assert_true(lone > 0 && input_patience(&in) > lone);
    input_feed(&in, "0;3M", 4);
    assert_true(input_next(&in, &e));
    assert_int_equal(e.x, 9);
    assert_int_equal(e.y, 2);
}

static void coordinates_stay_on_the_smallest_screen(void **unused) {
    (void)unused;
    Input in;
    Event e;
    input_init(&in, 1, 1);
    input_feed(&in, "\033[<0;7;9M", 9);
    assert_true(input_next(&in, &e));
    assert_int_equal(e.y, 0);
    assert_int_equal(e.x, 0);
}

static void any_bytes_end(void **unused) {
    (void)unused;
    static const char PIECES[] = "\033\033\033[[O<;:0199MmA~u\x7f\xe4\xb8\xad\xff ?\r200~";
    uint32_t seed = 1;
    for (int round = 0; round < 2000; round++) {
        char bytes[200];
        for (size_t k = 0; k < sizeof bytes; k++) {
            seed = seed * 1664525u + 1013904223u;
            bytes[k] = PIECES[(seed >> 16) % (sizeof PIECES - 1)];
        }
        Str whole = {0};
        hear(&whole, bytes, sizeof bytes, 1 + seed % 60, true);
        str_free(&whole);
    }
}

static void an_endless_sequence_does_not_fill_the_buffer(void **unused) {
    (void)unused;
    static char bytes[3 * INPUT_ROOM];
    memset(bytes, '1', sizeof bytes);
    memcpy(bytes, "\033[<", 3);
    memcpy(bytes + sizeof bytes - 2, "Mx", 2);
    Str heard = {0};
    hear(&heard, bytes, sizeof bytes, 1000, true);
    assert_string_equal(str_text(&heard), "key x\n");
    str_free(&heard);
}

static void a_full_buffer_takes_no_more(void **unused) {
    (void)unused;
    static char bytes[INPUT_ROOM + 100];
    memset(bytes, 'a', sizeof bytes);
    Input in;
    Event e;
    input_init(&in, ROWS, COLS);
    assert_int_equal(input_feed(&in, bytes, sizeof bytes), INPUT_ROOM);
    assert_int_equal(input_feed(&in, bytes, 1), 0);
    for (int k = 0; k < INPUT_ROOM; k++) assert_true(input_next(&in, &e));
    assert_false(input_next(&in, &e));
    assert_int_equal(input_feed(&in, bytes, 100), 100);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runes), cmocka_unit_test(arrows_and_modifiers), cmocka_unit_test(function_keys),
        cmocka_unit_test(alt_and_escape), cmocka_unit_test(mouse), cmocka_unit_test(broken_mouse_is_swallowed),
        cmocka_unit_test(unknown_sequences_are_swallowed), cmocka_unit_test(paste),
        cmocka_unit_test(paste_without_end_gives_keys_back), cmocka_unit_test(split_sequences_wait),
        cmocka_unit_test(coordinates_stay_on_the_smallest_screen), cmocka_unit_test(any_bytes_end),
        cmocka_unit_test(an_endless_sequence_does_not_fill_the_buffer), cmocka_unit_test(a_full_buffer_takes_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
