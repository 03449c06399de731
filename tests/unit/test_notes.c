// The presenter's notes: the clock, scrolling, and that nothing told gets onto the screen as a control.
#include "app/notes.h"
#include "base/text.h"
#include "out/text.h"

#include "check.h"

#include <string.h>

static Cue cue(const char *name, int step, const char *notes) {
    Cue c = {.open = true, .order = 3, .step = step, .steps = 9, .pauses = 1};
    str_puts(&c.name, name);
    str_puts(&c.title, "With a pen");
    str_puts(&c.heading, "Scores");
    str_puts(&c.next_title, "Weights");
    str_puts(&c.notes, notes);
    return c;
}

static void take(Notes *n, Cue c) {
    notes_take(n, &c);
    assert_false(c.open);
}

static void press(Notes *n, uint32_t key) {
    notes_event(n, (Event){.kind = EVENT_KEY, .key = key});
}

static void tick(Notes *n, int seconds) {
    notes_event(n, (Event){.kind = EVENT_TICK, .y = seconds});
}

static void check_shows(Notes *n, const char *words, bool want) {
    Str text = {0};
    Palette p = notes_palette(n);
    out_text(notes_frame(n), &p, &text);
    if ((strstr(str_text(&text), words) != NULL) != want)
        fail_msg("%s \"%s\" in\n%s", want ? "no" : "there is", words, str_text(&text));
    str_free(&text);
}

static Notes *open_notes(void) {
    return notes_new(24, 80, false, (Palette){THEME_DARK, MAP_VIRIDIS, COLOR_MONO});
}

static void it_shows_notes_step_and_what_comes_next(void **state) {
    (void)state;
    Notes *n = open_notes();
    notes_say(n, "follows lookback 77");
    take(n, cue("a", 4, "Ask *first*.\n\nThen wait."));
    check_shows(n, "3 With a pen", true);
    check_shows(n, "step 4 of 9", true);
    check_shows(n, "Scores", true);
    check_shows(n, "Ask first.", true);
    check_shows(n, "Then wait.", true);
    check_shows(n, "Space shows more: 1 of 1", true);
    check_shows(n, "next step: Weights", true);
    check_shows(n, "follows lookback 77", true);
    Cue passed = cue("a", 4, "x");
    passed.passed = 1;
    take(n, passed);
    check_shows(n, "step 4 of 9", true); // pauses are not steps
    check_shows(n, "Space shows more", false);
    notes_free(n);
}

static void the_clock_starts_with_a_lesson(void **state) {
    (void)state;
    Notes *n = open_notes();
    tick(n, 5);
    take(n, cue("a", 1, ""));
    tick(n, 1);
    tick(n, 60); // suspended meanwhile
    check_shows(n, " 1:01", true);
    take(n, cue("a", 2, ""));
    Cue none = {0};
    notes_take(n, &none);
    take(n, cue("a", 2, "")); // the presenter was started again
    check_shows(n, " 1:01", true);
    take(n, cue("b", 1, ""));
    check_shows(n, " 0:00", true);
    tick(n, 32767);
    check_shows(n, "9:06:07", true);
    for (int k = 0; k < 100; k++) tick(n, 32767);
    check_shows(n, "99:59:59", true);
    notes_free(n);
}

static void the_clock_stops_and_starts_anew_by_key(void **state) {
    (void)state;
    Notes *n = open_notes();
    take(n, cue("a", 1, ""));
    tick(n, 3);
    press(n, 'p');
    tick(n, 10);
    check_shows(n, " 0:03", true);
    press(n, 'p');
    tick(n, 1);
    check_shows(n, " 0:04", true);
    press(n, 'r');
    check_shows(n, " 0:00", true);
    notes_free(n);
}

static void long_notes_scroll_and_stay_within(void **state) {
    (void)state;
    Str text = {0};
    Notes *n = open_notes();
    for (int k = 1; k <= 60; k++) str_printf(&text, "line%d\n\n", k);
    take(n, cue("a", 1, str_text(&text)));
    check_shows(n, "line1 ", false);
    check_shows(n, "line1\n", true);
    check_shows(n, "line60", false);
    for (int k = 0; k < 40; k++) {
        press(n, ' ');
        notes_frame(n);
    }
    check_shows(n, "line60", true);
    press(n, KEY_CODE_PAGE_UP); // at once, not after 39 presses
    check_shows(n, "line60", false);
    notes_event(n, (Event){.kind = EVENT_RESIZE, .y = 200, .x = 80}); // all of it has room
    check_shows(n, "line1\n", true);
    notes_event(n, (Event){.kind = EVENT_RESIZE, .y = 24, .x = 80});
    notes_frame(n);
    press(n, ' ');
    check_shows(n, "line1\n", false);
    take(n, cue("a", 2, str_text(&text)));
    check_shows(n, "line1\n", true); // another step: from its top
    str_free(&text);
    notes_free(n);
}

static void hostile_texts_at_any_size(void **state) {
    (void)state;
    static const int SIZES[][2] = {{1, 1}, {2, 3}, {3, 80}, {12, 40}, {24, 80}, {60, 200}};
    Notes *n = open_notes();
    Cue c = cue("\x1b]2;x\a", 1, "\x1b[31mred \xFF \xE2\x80\xAE over\n\x9b");
    str_puts(&c.title, " \x1b[2J\xE4\xB8\x96");
    str_puts(&c.heading, "\x1b[2J");
    str_puts(&c.next_title, "\r\t\x7f");
    take(n, c);
    notes_say(n, "lookback 1: a very long sentence that goes on and on and on and on and on and on and on and on");
    for (size_t k = 0; k < sizeof SIZES / sizeof SIZES[0]; k++) {
        notes_event(n, (Event){.kind = EVENT_RESIZE, .y = SIZES[k][0], .x = SIZES[k][1]});
        const Canvas *frame = notes_frame(n);
        for (int i = 0; i < frame->h * frame->w; i++)
            assert_false(text_is_control(canvas_glyph(frame, &frame->cell[i])) && frame->cell[i].rune);
    }
    check_shows(n, "␛", true);
    notes_free(n);
}

static void it_asks_to_quit(void **state) {
    (void)state;
    Notes *n = open_notes();
    assert_int_equal(notes_event(n, (Event){.kind = EVENT_KEY, .key = 'q'}), EFFECT_QUIT);
    assert_int_equal(notes_event(n, (Event){.kind = EVENT_KEY, .key = 'q', .pasted = true}), EFFECT_NONE);
    assert_int_equal(notes_event(n, (Event){.kind = EVENT_KEY, .key = 0x1A}), EFFECT_SUSPEND);
    assert_int_equal(notes_event(n, (Event){.kind = EVENT_KEY, .key = 0x0C}), EFFECT_REDRAW);
    notes_free(n);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_shows_notes_step_and_what_comes_next),
        cmocka_unit_test(the_clock_starts_with_a_lesson),
        cmocka_unit_test(the_clock_stops_and_starts_anew_by_key),
        cmocka_unit_test(long_notes_scroll_and_stay_within),
        cmocka_unit_test(hostile_texts_at_any_size),
        cmocka_unit_test(it_asks_to_quit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
