// Typing a text of one's own.
#include "check.h"
#include "app/input.h"
#include "base/mem.h"

#include <stdlib.h>

static void a_full_line_says_so(void **state) {
    (void)state;
    State *s = MEM_NEW(State, 1);
    s->overlay = OVERLAY_INPUT;
    Event e = {.kind = EVENT_KEY, .key = 'x', .pasted = true};
    for (int k = 0; k < 1000; k++) input_key(s, NULL, e);
    assert_string_equal(s->note, "");
    for (int k = 0; k < LINE_MAX_BYTES; k++) input_key(s, NULL, e);
    assert_int_equal(s->line.len, LINE_MAX_BYTES);
    assert_non_null(strstr(s->note, "left out"));
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_line_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
