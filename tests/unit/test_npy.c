// .npy headers, and the numbers behind them in every type and order.
#include "model/npy.h"

#include "table.h"

static bool read_bytes(const char *bytes, size_t len, Error *err) {
    return made_read("a.npy", bytes, len, npy_read, err);
}

static bool read_npy(const char *dictionary, const void *data, size_t len, Error *err) {
    Str file = {0};
    put_npy(&file, dictionary, data, len);
    bool ok = read_bytes(str_text(&file), file.len, err);
    str_free(&file);
    return ok;
}

static void check_numbers(const char *dictionary, const void *data, size_t len, const double *want, int n) {
    Error err;
    double got[8];
    unsigned char raw[64];
    if (!read_npy(dictionary, data, len, &err)) fail_msg("%s: %s", dictionary, err.text);
    const Tensor *t = &table.at[0];
    assert_int_equal(t->size, len);
    assert_true(table_read(&table, t, 0, raw, len, &err));
    tensor_convert(t, raw, t->item, got, n);
    for (int k = 0; k < n; k++) {
        if (isnan(want[k])) assert_true(isnan(got[k]));
        else if (got[k] != want[k]) fail_msg("%s: %d is %.17g, wanted %.17g", dictionary, k, got[k], want[k]);
    }
}

static void every_type_and_byte_order_is_read(void **state) {
    (void)state;
    const float f[] = {1.5f, -0.25f};
    const double d[] = {1.5, -0.25}, third[] = {1.0 / 3, 1e300};
    check_numbers("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", f, 8, d, 2);
    check_numbers("{'descr': '<f8', 'fortran_order': False, 'shape': (2,), }", third, 16, third, 2);
    check_numbers("{'descr': '>f4', 'fortran_order': False, 'shape': (2,), }", "\x3F\xC0\0\0\xBE\x80\0\0", 8, d, 2);
    check_numbers("{'descr': '>f8', 'fortran_order': False, 'shape': (2,), }",
                  "\x3F\xF8\0\0\0\0\0\0\xBF\xD0\0\0\0\0\0\0", 16, d, 2);
    check_numbers("{'descr': '<f2', 'fortran_order': False, 'shape': (2,), }", "\0\x3E\0\xB4", 4, d, 2);
    check_numbers("{'descr': '>f2', 'fortran_order': False, 'shape': (2,), }", "\x3E\0\xB4\0", 4, d, 2);
    check_numbers("{'descr': '|V2', 'fortran_order': False, 'shape': (2,), }", "\xC0\x3F\x80\xBE", 4, d, 2);
    const double whole[] = {-2, 5};
    check_numbers("{'descr': '<i8', 'fortran_order': False, 'shape': (2,), }",
                  "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\5\0\0\0\0\0\0\0", 16, whole, 2);
    check_numbers("{'descr': '|i1', 'fortran_order': False, 'shape': (2,), }", "\xFE\5", 2, whole, 2);
}

static void halves_are_exact(void **state) {
    (void)state;
    const double want[] = {0x1p-24, 0x1.ff8p-15, 65504, INFINITY, -INFINITY, NAN, 0x1p-14, 0.333251953125};
    check_numbers("{'descr': '<f2', 'fortran_order': False, 'shape': (8,), }",
                  "\x01\x00\xFF\x03\xFF\x7B\x00\x7C\x00\xFC\x01\x7E\x00\x04\x55\x35", 16, want, 8);
    const double bf[] = {INFINITY, NAN, 0x1p-133};
    check_numbers("{'descr': '|V2', 'fortran_order': False, 'shape': (3,), }", "\x80\x7F\xC1\x7F\x01\x00", 6, bf, 3);
}

static void fortran_order_turns_the_strides(void **state) {
    (void)state;
    Error err;
    const float f[6] = {0};
    assert_true(read_npy("{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", f, sizeof f, &err));
    assert_int_equal(table.at[0].stride[0], 4);
    assert_int_equal(table.at[0].stride[1], 8);
    assert_true(read_npy("{\"shape\": (2L, 3L), 'fortran_order': False, 'descr': '<f4'}", f, sizeof f,
                         &err)); // any order of entries
    assert_int_equal(table.at[0].stride[0], 12);
    assert_int_equal(table.at[0].stride[1], 4);
}

static void versions_2_and_3_have_longer_lengths(void **state) {
    (void)state;
    const char dictionary[] = "{'descr': '<f4', 'fortran_order': False, 'shape': (1,), }\n";
    for (int version = 1; version <= 4; version++) {
        Error err;
        Str file = {0};
        str_add(&file, "\x93NUMPY", 6);
        put_number(&file, (uint64_t)version, 1);
        put_number(&file, 0, 1);
        put_number(&file, sizeof dictionary - 1, version == 1 ? 2 : 4);
        str_puts(&file, dictionary);
        put_number(&file, 0x3F800000, 4);
        assert_int_equal(read_bytes(file.s, file.len, &err), version < 4);
        if (version == 4) assert_non_null(strstr(err.text, "version 4"));
        str_free(&file);
    }
}

static void lies_are_refused(void **state) {
    (void)state;
    const struct {
        const char *dictionary, *said;
    } lies[] = {
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
         "is cut off: float32 [3] wants 12 bytes, 8 are there"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", "a side of -1"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976, 16), }", "more elements"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1152921504606846976,), }", "is cut off"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,), }", "not made of numbers"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1), }", "more than 8 axes"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': 3, }", "no tuple"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (3", "does not end"},
        {"{'descr': '<f4', 'fortran_order': Maybe, 'shape': (2,), }", "neither True nor False"},
        {"{'descr': '<f4', 'shape': (2,), }", "lacks"},
        {"{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", "repeated entry"},
        {"{'descr': '<f4', 'fortran_order': False, 'shape': (2,), 'extra': 1}", "unknown"},
        {"{'descr': '<f4', 'fortran_order': False 'shape': (2,)}", "does not end"},
        {"{'descr': '<f4", "no short string"},
        {"[]", "no dictionary"},
        {"", "no dictionary"},
    };
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        Error err = {"nothing"};
        bool ok = read_npy(lies[k].dictionary, "12345678", 8, &err);
        if (ok || !strstr(err.text, lies[k].said))
            fail_msg("%s: %s: %s", lies[k].dictionary, ok ? "read" : "refused", err.text);
    }
}

static void a_file_cut_anywhere_is_refused(void **state) {
    (void)state;
    const float f[2] = {1, 2};
    Str file = {0};
    put_npy(&file, "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", f, sizeof f);
    for (size_t len = 0; len < file.len; len++) {
        Error err;
        assert_false(read_bytes(file.s, len, &err));
    }
    str_free(&file);
}

static void objects_and_fields_are_refused_by_name(void **state) {
    (void)state;
    const struct {
        const char *descr, *said;
    } kinds[] = {{"'|O'", "Python objects"},
                 {"[('w', '<f4'), ('t', [('a', '|O')])]", "named fields"},
                 {"'<c8'", "complex"},
                 {"'<M8'", "no attention"}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        Error err;
        char dictionary[128];
        snprintf(dictionary, sizeof dictionary, "{'descr': %s, 'fortran_order': False, 'shape': (2,), }",
                 kinds[k].descr);
        if (!read_npy(dictionary, "12345678", 8, &err)) fail_msg("%s: %s", dictionary, err.text);
        assert_int_equal(table.at[0].type, TENSOR_REFUSED);
        assert_non_null(strstr(table.at[0].refusal, kinds[k].said));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(every_type_and_byte_order_is_read, made_clean),
        cmocka_unit_test_teardown(halves_are_exact, made_clean),
        cmocka_unit_test_teardown(fortran_order_turns_the_strides, made_clean),
        cmocka_unit_test_teardown(versions_2_and_3_have_longer_lengths, made_clean),
        cmocka_unit_test_teardown(lies_are_refused, made_clean),
        cmocka_unit_test_teardown(a_file_cut_anywhere_is_refused, made_clean),
        cmocka_unit_test_teardown(objects_and_fields_are_refused_by_name, made_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
