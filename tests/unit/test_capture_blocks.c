// Rows that are kept: products of q and k, and keys that lie far apart, in any order of asking; and what is not read
// twice.
#include "patterns.h"

#include "model/doctor.h"

#include <sys/stat.h>

enum { LAYERS = 2, HEADS = 4, KEY_HEADS = 2, SIDE = 70, WIDTH = 5 };

static DumpFile made;
static Capture c;

static int clean(void **state) {
    (void)state;
    const char *const names[] = {"a.safetensors", "a.npy", NULL};
    capture_free(&c);
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

static float number(int which, int l, int h, int i, int x) {
    return (float)sin(1 + 3.7 * which + 1.3 * l + 2.9 * h + 0.7 * i + 5.3 * x);
}

static void open_vectors(void) {
    Error err;
    Str header = {0}, data = {0}, file = {0};
    for (int which = 0; which < 2; which++)
        for (int l = 0; l < LAYERS; l++)
            for (int h = 0; h < (which ? KEY_HEADS : HEADS); h++)
                for (int i = 0; i < SIDE; i++)
                    for (int x = 0; x < WIDTH; x++) put_floats(&data, (float[]){number(which, l, h, i, x)}, 1);
    int q = LAYERS * HEADS * SIDE * WIDTH * 4, k = LAYERS * KEY_HEADS * SIDE * WIDTH * 4;
    str_printf(&header,
               "{\"q\": {\"dtype\": \"F32\", \"shape\": [%d, %d, %d, %d], \"data_offsets\": [0, %d]}, "
               "\"k\": {\"dtype\": \"F32\", \"shape\": [%d, %d, %d, %d], \"data_offsets\": [%d, %d]}}",
               LAYERS, HEADS, SIDE, WIDTH, q, LAYERS, KEY_HEADS, SIDE, WIDTH, q, q + k);
    put_safetensors(&file, str_text(&header), data.s, data.len);
    dumpfile_write(&made, "a.safetensors", file.s, file.len);
    if (!capture_open(&c, made.path, &(CaptureOptions){0}, &err)) fail_msg("%s", err.text);
    str_free(&header);
    str_free(&data);
    str_free(&file);
}

// To the last bit: products are added up in the order of the width.
static void check_products(int l, int h, int i) {
    Error err;
    double row[SIDE];
    if (!capture_scores(&c, l, h, i, row, &err)) fail_msg("%s", err.text);
    for (int j = 0; j < SIDE; j++) {
        double sum = 0;
        for (int x = 0; x < WIDTH; x++) sum += (double)number(0, l, h, i, x) * (double)number(1, l, h / 2, j, x);
        if (memcmp(&sum, &row[j], sizeof sum) != 0) fail_msg("%d.%d, %d → %d: %.17g, not %.17g", l, h, i, j, row[j], sum);
    }
}

static void products_are_the_same_in_any_order_of_asking(void **state) {
    (void)state;
    open_vectors();
    for (int turn = 0; turn < 2; turn++) {
        capture_pass(&c, turn == 1);
        for (int k = 0; k < LAYERS * HEADS; k++)
            for (int i = 0; i < SIDE; i++) check_products(k / HEADS, k % HEADS, i);
        for (int i = SIDE; i-- > 0;) check_products(1, 2, i);
        for (int i = 0; i < SIDE; i++) // heads in turn, as for the mean of some
            for (int h = 0; h < HEADS; h++) check_products(0, h, i);
        for (int k = 0; k < 500; k++) check_products(k % LAYERS, k / 3 % HEADS, k * 37 % SIDE);
    }
    capture_pass(&c, false);
}

// The rows of a screen, read before, are there whatever a pass has read since; the file is not needed again.
static void a_pass_leaves_what_is_looked_at(void **state) {
    (void)state;
    Error err;
    Findings found = {0};
    open_vectors();
    for (int i = 10; i < 40; i++) check_products(1, 3, i);
    assert_true(doctor_check(&c, &found, &err));
    findings_free(&found);
    assert_int_equal(truncate(made.path, 64), 0);
    part_reader_free(&c.looks.k);
    for (int i = 10; i < 40; i++) check_products(1, 3, i);
    double row[SIDE];
    assert_false(capture_scores(&c, 0, 3, 10, row, &err)); // another head is not
    assert_false(capture_scores(&c, 0, 3, 10, row, &err)); // and what failed is not kept
}

// One query asked of every head is not read with its neighbours.
static void a_row_by_itself_is_made_alone(void **state) {
    (void)state;
    open_vectors();
    for (int h = 0; h < HEADS; h++) check_products(0, h, 20);
    int rows = 0;
    for (int k = 0; k < BLOCKS_MAX; k++) rows += c.looks.blocks.at[k].count;
    assert_int_equal(rows, HEADS);
    check_products(0, 1, 21);
    check_products(0, 2, 19);
    assert_int_equal(c.looks.blocks.at[HEADS].first * 100 + c.looks.blocks.at[HEADS].count, 2100 + BLOCK_ROWS);
    assert_int_equal(c.looks.blocks.at[HEADS + 1].first * 100 + c.looks.blocks.at[HEADS + 1].count, 20);
}

static void blocks_are_bounded(void **state) {
    (void)state;
    Blocks b = {0};
    Part part = {0};
    for (int keys = 1; keys <= 1 << 20; keys *= 4) {
        size_t all = 0;
        for (int k = 0; k < 200; k++) {
            BlockOf of = {&part, k / 8, 0, keys};
            Block *block = blocks_take(&b, &of, k % 8, 1000000, keys);
            assert_true(block->first <= k % 8 && k % 8 < block->first + block->count);
        }
        for (int k = 0; k < BLOCKS_MAX; k++) all += b.at[k].room;
        assert_true(all <= (keys < 1 << 19 ? (size_t)1 << 21 : (size_t)4 << 20));
        blocks_free(&b);
    }
}

// ---- keys far apart

// One head in Fortran order: key k of query q stands at k × SIDE + q.
static float weight(int q, int k) {
    return (float)((q * 71 + k * 31) % 997) / 1024;
}

static void write_fortran(int side) {
    Str file = {0}, data = {0};
    char header[96];
    for (int k = 0; k < side; k++)
        for (int q = 0; q < side; q++) put_floats(&data, (float[]){weight(q, k)}, 1);
    snprintf(header, sizeof header, "{'descr': '<f4', 'fortran_order': True, 'shape': (%d, %d), }", side, side);
    put_npy(&file, header, data.s, data.len);
    dumpfile_write(&made, "a.npy", file.s, file.len);
    str_free(&file);
    str_free(&data);
}

static void check_weights(const int *query, int count) {
    Error err;
    double *row = calloc((size_t)c.keys, sizeof *row);
    for (int n = 0; n < count; n++) {
        if (!capture_weights(&c, 0, 0, query[n], row, &err)) fail_msg("%s", err.text);
        for (int k = 0; k < c.keys; k++) CHECK_NEAR(row[k], (double)weight(query[n], k), 0);
    }
    free(row);
}

// A run of the whole head, and pieces (1,600² floats are more than 8 MB).
static void columns_become_rows_in_any_order(void **state) {
    (void)state;
    for (int large = 0; large < 2; large++) {
        Error err;
        int side = large ? 1600 : 70, query[] = {side - 1, 0, 1, 2, 40, 39, 38, 5, side - 2, side / 2, side / 2 - 1};
        write_fortran(side);
        capture_free(&c);
        if (!capture_open(&c, made.path, &(CaptureOptions){.axes = "QK"}, &err)) fail_msg("%s", err.text);
        check_weights(query, sizeof query / sizeof query[0]);
        capture_pass(&c, true);
        check_weights(query, sizeof query / sizeof query[0]);
        capture_pass(&c, false);
        check_weights(query, sizeof query / sizeof query[0]);
        assert_true((c.pass.weights.pieces > 0) == large);
    }
}

// A row anywhere in a head brings the whole head, if that is not too large; a row before it needs no other read.
static void a_head_in_fortran_order_is_read_once(void **state) {
    (void)state;
    Error err;
    write_fortran(SIDE);
    assert_true(capture_open(&c, made.path, &(CaptureOptions){.axes = "QK"}, &err));
    for (int turn = 0; turn < 2; turn++) {
        capture_pass(&c, turn == 1);
        check_weights((const int[]){60}, 1);
    }
    assert_int_equal(truncate(made.path, 100), 0);
    for (int turn = 0; turn < 2; turn++) {
        capture_pass(&c, turn == 1);
        check_weights((const int[]){3, 69, 0, 20}, 4);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(products_are_the_same_in_any_order_of_asking, clean),
        cmocka_unit_test_teardown(a_pass_leaves_what_is_looked_at, clean),
        cmocka_unit_test_teardown(a_row_by_itself_is_made_alone, clean),
        cmocka_unit_test_teardown(blocks_are_bounded, clean),
        cmocka_unit_test_teardown(columns_become_rows_in_any_order, clean),
        cmocka_unit_test_teardown(a_head_in_fortran_order_is_read_once, clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
