// The mouse on a head of a dump: dragging and rolling the window of a large pattern, clicks far out.
#include "dump_screen.h"
#include "patterns.h"

#include <string.h>

static DumpFile made;
static Shown shown;

static double diagonal(int l, int h, int i, int j) {
    (void)l, (void)h;
    return i == j;
}

static double far_out(int l, int h, int i, int j) {
    (void)l, (void)h;
    return j == 39000 + i;
}

// Opens a pattern of queries × keys, made on the spot, at 80 × 24.
static void open_made(int queries, int keys, PatternWeight weight, const char *settings) {
    const int side[AXES] = {1, 1, 1, queries, keys};
    Str file = {0};
    CaptureOptions options = {.causal = CAUSAL_YES};
    put_pattern(&file, "attn", "LHQK", side, weight, NULL);
    dumpfile_write(&made, "a.safetensors", file.s, file.len);
    str_free(&file);
    open_path(&shown, made.path, options, settings, 24, 80);
}

static int tidy(void **state) {
    static const char *const NAMES[] = {"a.safetensors", NULL};
    (void)state;
    shown_close(&shown);
    dumpfile_remove(&made, NAMES);
    return 0;
}

static void mouse_with(MouseKind mouse, uint8_t mods, int y, int x) {
    shown_event((Event){.kind = EVENT_MOUSE, .mouse = mouse, .mods = mods, .y = y, .x = x}, &shown);
}

static void mouse(MouseKind kind, int y, int x) {
    mouse_with(kind, 0, y, x);
}

static Hit hit_at(int y, int x) {
    return canvas_at(app_frame(shown.app), y, x)->hit;
}

// A place in the middle of the window.
static void find_middle(int *y, int *x) {
    shown_find(&shown, HIT_WINDOW, hit_at(12, 24).a, y, x);
    *y = 12, *x = 24;
    assert_int_equal(hit_at(*y, *x).kind, HIT_WINDOW);
}

static void a_click_puts_the_cursor_and_leaves_the_window(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 200 --key 200");
    Hit before = hit_at(9, 24), corner = hit_at(12, 30);
    mouse(MOUSE_PRESS, 9, 24);
    assert_int_equal(view_of(&shown)->query, before.a);
    assert_int_equal(view_of(&shown)->key, before.b);
    assert_int_equal(hit_at(12, 30).a, corner.a);
    assert_int_equal(hit_at(12, 30).b, corner.b);
}

static void dragged_the_window_keeps_its_cell_under_the_pointer(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 200 --key 200");
    int y, x;
    find_middle(&y, &x);
    Hit taken = hit_at(y, x);
    mouse(MOUSE_PRESS, y, x);
    const int path[][2] = {{14, 30}, {10, 22}, {17, 40}, {8, 33}, {12, 24}};
    for (size_t k = 0; k < sizeof path / sizeof path[0]; k++) {
        mouse(MOUSE_DRAG, path[k][0], path[k][1]);
        assert_int_equal(hit_at(path[k][0], path[k][1]).a, taken.a);
        assert_int_equal(hit_at(path[k][0], path[k][1]).b, taken.b);
    }
    assert_int_equal(view_of(&shown)->query, taken.a); // the cursor stays on its cell
    assert_int_equal(view_of(&shown)->key, taken.b);
    mouse(MOUSE_RELEASE, 12, 24);
    mouse(MOUSE_DRAG, 15, 24); // no button that was pressed here: it is a click again
    assert_true(view_of(&shown)->query != taken.a);
}

static void the_edge_holds_the_window_and_lets_it_go_at_once(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 12 --key 12");
    int y, x;
    find_middle(&y, &x);
    mouse(MOUSE_PRESS, y, x);
    for (int k = 1; k <= 5; k++) mouse(MOUSE_DRAG, y + k, x + k); // beyond the first row
    assert_int_equal(hit_at(5, 12).a, 0);
    Hit under = hit_at(17, 30);
    mouse(MOUSE_PRESS, 17, 30);
    mouse(MOUSE_DRAG, 16, 29);
    assert_int_equal(hit_at(16, 29).a, under.a);
    assert_int_equal(hit_at(16, 29).b, under.b);
}

static void the_wheel_rolls_the_window(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 200 --key 200");
    int y, x;
    find_middle(&y, &x);
    Hit was = hit_at(y, x);
    mouse(MOUSE_WHEEL_DOWN, y, x);
    assert_int_equal(hit_at(y, x).a, was.a + 3 * 2); // two tokens stand in a cell
    assert_int_equal(hit_at(y, x).b, was.b);
    mouse_with(MOUSE_WHEEL_UP, MOD_SHIFT, y, x);
    assert_int_equal(hit_at(y, x).b, was.b - 3);
    mouse(MOUSE_WHEEL_UP, y, x);
    assert_int_equal(hit_at(y, x).a, was.a);
    int ky = 0, kx = 0;
    shown_find(&shown, HIT_KEY, was.b, &ky, &kx); // over the labels of the keys it goes along
    mouse(MOUSE_WHEEL_DOWN, ky, kx);
    assert_int_equal(hit_at(y, x).b, was.b);
    shown_find(&shown, HIT_QUERY, was.a, &ky, &kx);
    mouse(MOUSE_WHEEL_DOWN, ky, kx);
    assert_int_equal(hit_at(y, x).a, was.a + 6);
    assert_int_equal(view_of(&shown)->query, 200);
    assert_int_equal(view_of(&shown)->key, 200);
    for (int k = 0; k < 200; k++) mouse(MOUSE_WHEEL_DOWN, y, x);
    int last = hit_at(y, x).a;
    mouse(MOUSE_WHEEL_UP, y, x);
    assert_int_equal(hit_at(y, x).a, last - 6); // it did not run past the end
    for (int k = 0; k < 20; k++) mouse(MOUSE_WHEEL_DOWN, y, x);
    shown_play(&shown, "key Shift+Up\n");
    assert_int_equal(hit_at(y, x).a, last - 8);
}

static void the_wheel_zooms_with_ctrl_and_over_the_small_picture(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 200 --key 200");
    int y, x;
    find_middle(&y, &x);
    mouse_with(MOUSE_WHEEL_DOWN, MOD_CTRL, y, x);
    assert_int_equal(view_of(&shown)->zoom, -2);
    shown_find(&shown, HIT_MINI, 500 / 8, &y, &x);
    mouse(MOUSE_WHEEL_DOWN, y, x);
    assert_int_equal(view_of(&shown)->zoom, -3);
    mouse(MOUSE_WHEEL_UP, y, x);
    assert_int_equal(view_of(&shown)->zoom, -2);
}

static void large_cells_are_dragged_too(void **state) {
    (void)state;
    open_made(60, 60, diagonal, "--view heatmap --zoom 3 --query 30 --key 30");
    int y, x;
    find_middle(&y, &x);
    Hit taken = hit_at(y, x);
    mouse(MOUSE_PRESS, y, x);
    mouse(MOUSE_DRAG, y + 3, x + 6);
    assert_int_equal(hit_at(y + 3, x + 6).a, taken.a);
    assert_int_equal(hit_at(y + 3, x + 6).b, taken.b);
    mouse(MOUSE_WHEEL_DOWN, y, x);
    assert_int_equal(hit_at(y, x).a, taken.a + 2);
}

static void a_pattern_that_fits_is_walked_on(void **state) {
    (void)state;
    open_made(8, 8, diagonal, "--view heatmap --query 4 --key 4");
    int y = 0, x = 0;
    shown_find(&shown, HIT_CELL, 2, &y, &x);
    mouse(MOUSE_PRESS, y, x);
    assert_int_equal(view_of(&shown)->query, 2);
    shown_find(&shown, HIT_CELL, 6, &y, &x);
    mouse(MOUSE_DRAG, y, x);
    assert_int_equal(view_of(&shown)->query, 6);
    mouse(MOUSE_WHEEL_UP, y, x);
    assert_int_equal(view_of(&shown)->query, 5);
    assert_int_equal(view_of(&shown)->pan_y, 0);
}

static void walking_and_dragging_are_one_thing_to_undo(void **state) {
    (void)state;
    open_made(400, 400, diagonal, "--view heatmap --query 200 --key 200");
    shown_play(&shown, "key z\nkey Up\n");
    mouse(MOUSE_WHEEL_DOWN, 12, 24);
    mouse(MOUSE_WHEEL_DOWN, 12, 24);
    shown_play(&shown, "key u\n");
    assert_int_equal(view_of(&shown)->query, 200);
    assert_int_equal(view_of(&shown)->pan_y, 0);
    assert_true(view_of(&shown)->log);
}

static void cells_and_tokens_beyond_32767_are_clicked(void **state) {
    (void)state;
    open_made(2, 40000, far_out, "--view heatmap");
    assert_int_equal(view_of(&shown)->key, 39001);
    int y = 0, x = 0;
    shown_find(&shown, HIT_WINDOW, 39998, &y, &x);
    mouse(MOUSE_PRESS, y, x);
    assert_int_equal(view_of(&shown)->query, 39998);
    assert_true(view_of(&shown)->key > 38000);
    mouse(MOUSE_MOVE, y, x);
    shown_has(&shown, "token 39998");
    shown_play(&shown, "key v\n"); // the row
    shown_find(&shown, HIT_CELL, 39998, &y, &x);
    mouse(MOUSE_PRESS, y, x);
    assert_int_equal(view_of(&shown)->key, 39000); // the strongest
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_click_puts_the_cursor_and_leaves_the_window, tidy),
        cmocka_unit_test_teardown(dragged_the_window_keeps_its_cell_under_the_pointer, tidy),
        cmocka_unit_test_teardown(the_edge_holds_the_window_and_lets_it_go_at_once, tidy),
        cmocka_unit_test_teardown(the_wheel_rolls_the_window, tidy),
        cmocka_unit_test_teardown(the_wheel_zooms_with_ctrl_and_over_the_small_picture, tidy),
        cmocka_unit_test_teardown(large_cells_are_dragged_too, tidy),
        cmocka_unit_test_teardown(a_pattern_that_fits_is_walked_on, tidy),
        cmocka_unit_test_teardown(walking_and_dragging_are_one_thing_to_undo, tidy),
        cmocka_unit_test_teardown(cells_and_tokens_beyond_32767_are_clicked, tidy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
