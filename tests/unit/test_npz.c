// .npz archives: stored members in place, deflated ones on demand, and archives that lie.
#include "model/npz.h"

#include "model/inflate.h"
#include "table.h"
#include "zipfile.h"

static bool read_bytes(const Str *bytes, Error *err) {
    return made_read("a.npz", str_text(bytes), bytes->len, npz_read, err);
}

static bool read_entries(ZipEntry *e, int count, Error *err) {
    Str file = {0};
    put_zip(&file, e, count);
    bool ok = read_bytes(&file, err);
    str_free(&file);
    return ok;
}

enum { NUMBERS = 300 };

// An .npy of 300 floats: 0, 1, 2 …
static Str sample_npy(void) {
    float f[NUMBERS];
    Str npy = {0};
    for (int k = 0; k < NUMBERS; k++) f[k] = (float)k;
    put_npy(&npy, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 100), }", f, sizeof f);
    return npy;
}

static ZipEntry sample(const char *name, int method) {
    Str npy = sample_npy();
    ZipEntry e = zip_entry(name, npy.s, npy.len, method);
    str_free(&npy);
    return e;
}

static void stored_and_deflated_members_are_read(void **state) {
    (void)state;
    Error err;
    ZipEntry e[] = {sample("layer_0.npy", 0), sample("layer_1.npy", 8), zip_entry("notes.txt", "hello", 5, 0)};
    if (!read_entries(e, 3, &err)) fail_msg("%s", err.text);
    assert_int_equal(table.count, 2);
    for (int k = 0; k < 2; k++) {
        Tensor *t = &table.at[k];
        float got[3];
        assert_string_equal(t->name, k ? "layer_1" : "layer_0");
        assert_int_equal(t->packed, k);
        assert_null(t->bytes); // nothing is inflated yet
        assert_true(table_unpack(&table, t, &err));
        assert_int_equal(t->bytes != NULL, k);
        assert_true(table_read(&table, t, 4 * (NUMBERS - 3), got, sizeof got, &err));
        assert_true(got[0] == 297 && got[2] == 299);
    }
    for (int k = 0; k < 3; k++) str_free(&e[k].packed);
}

static void empty_archives_hold_nothing(void **state) {
    (void)state;
    Error err;
    assert_true(read_entries(NULL, 0, &err));
    assert_int_equal(table.count, 0);
}

// Reads one member, perhaps changed; the message, or "" if it can be read and inflated.
static const char *fate(ZipEntry e, Error *err) {
    bool ok = read_entries(&e, 1, err) && table.count == 1 && table_unpack(&table, &table.at[0], err);
    str_free(&e.packed);
    return ok ? "" : err->text;
}

static void check_fate(ZipEntry e, const char *said) {
    Error err = {"nothing"};
    const char *text = fate(e, &err);
    if (!strstr(text, said) || !*text) fail_msg("wanted \"%s\", got \"%s\"", said, text);
    assert_non_null(strstr(text, "a.npz: "));
}

static void lies_of_members_are_refused(void **state) {
    (void)state;
    ZipEntry e = sample("a.npy", 8);
    e.flags = 1;
    check_fate(e, "a.npy: is encrypted");
    e = sample("a.npy", 0);
    e.method = 12;
    check_fate(e, "packed by method 12");
    e = sample("a.npy", 0);
    e.whole++;
    check_fate(e, "has two sizes");
    e = sample("a.npy", 8);
    e.whole++;
    check_fate(e, "does not inflate to the");
    e = sample("a.npy", 8);
    e.whole = 200; // the header, but not the numbers
    check_fate(e, "is cut off");
    e = sample("a.npy", 8);
    e.crc ^= 1;
    check_fate(e, "its checksum is wrong");
    e = sample("a.npy", 8);
    e.packed.s[e.packed.len / 2] ^= 0x55;
    check_fate(e, "");
    e = sample("a.npy", 8);
    e.packed.s[0] = 7; // a block of a kind that does not exist
    check_fate(e, "is damaged");
    e = sample("a.npy", 8);
    e.says_packed = 4; // the stream stops
    check_fate(e, "a.npy");
    e = sample("a.npy", 0);
    e.says_packed = e.whole = 1 << 20;
    check_fate(e, "lies outside the file");
    e = sample("a.npy", 8);
    e.says_packed = UINT64_C(1) << 62;
    check_fate(e, "lies outside the file");
}

static void bombs_are_refused_before_they_go_off(void **state) {
    (void)state;
    ZipEntry e = sample("a.npy", 8);
    e.whole = UINT64_C(1) << 30;
    check_fate(e, "which deflate cannot do");
    e = sample("a.npy", 8);
    e.whole = UINT64_C(1) << 40;
    check_fate(e, "at most 2147483648 are inflated");
    // Many members that share a truth: together too much.
    Error err;
    enum { MEMBERS = 40, ZEROS = 64 << 20 };
    char *zeros = calloc(ZEROS, 1);
    Str npy = {0};
    put_npy(&npy, "{'descr': '<f4', 'fortran_order': False, 'shape': (16777216,), }", zeros, ZEROS);
    ZipEntry many[MEMBERS];
    many[0] = zip_entry("a.npy", npy.s, npy.len, 8);
    for (int k = 1; k < MEMBERS; k++) many[k] = many[0];
    assert_false(read_entries(many, MEMBERS, &err));
    assert_non_null(strstr(err.text, "would inflate to more than"));
    for (int k = 0; k < table.count; k++) assert_null(table.at[k].bytes);
    str_free(&many[0].packed);
    str_free(&npy);
    free(zeros);
}

static void directories_that_lie_are_refused(void **state) {
    (void)state;
    Error err;
    ZipEntry e = sample("a.npy", 0);
    Str good = {0}, bad = {0};
    put_zip(&good, &e, 1);
    for (size_t len = 0; len < good.len; len++) { // cut anywhere
        bad.len = 0;
        str_add(&bad, good.s, len);
        assert_false(read_bytes(&bad, &err));
    }
    assert_non_null(strstr(err.text, "cut off"));
    const struct {
        size_t from_end;
        char byte;
        const char *said;
    } lies[] = {{14, 2, "directory is damaged"},      {12, 2, "directory is damaged"},
                {10, 0x7F, "directory lies outside"}, {6, 0, "directory is damaged"},
                {3, 0x7F, "directory lies outside"},  {7, 0x7F, "directory lies outside"}};
    for (size_t k = 0; k < sizeof lies / sizeof lies[0]; k++) {
        bad.len = 0;
        str_add(&bad, good.s, good.len);
        bad.s[bad.len - lies[k].from_end] = lies[k].byte;
        if (read_bytes(&bad, &err)) { // the count in two places: one of them is not looked at
            assert_int_equal(lies[k].from_end, 14);
            continue;
        }
        if (!strstr(err.text, lies[k].said)) fail_msg("%zu: %s", k, err.text);
    }
    str_free(&good);
    str_free(&bad);
    str_free(&e.packed);
}

static void sizes_of_64_bits_are_read(void **state) {
    (void)state;
    Error err;
    ZipEntry e = sample("a.npy", 0);
    Str file = {0}, directory = {0};
    put_local(&file, &e);
    uint64_t start = file.len;
    put_directory_entry(&directory, &e);
    str_add(&file, directory.s, directory.len);
    uint64_t end64 = file.len;
    str_add(&file, "PK\6\6", 4);
    put_number(&file, 44, 8);
    put_number(&file, 0, 12);
    put_number(&file, 1, 8);
    put_number(&file, 1, 8);
    put_number(&file, directory.len, 8);
    put_number(&file, start, 8);
    str_add(&file, "PK\6\7", 4);
    put_number(&file, 0, 4);
    put_number(&file, end64, 8);
    put_number(&file, 1, 4);
    put_end(&file, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
    if (!read_bytes(&file, &err)) fail_msg("%s", err.text);
    assert_int_equal(table.count, 1);
    file.s[end64 + 56 + 8] = 0x7F; // the locator points elsewhere
    assert_false(read_bytes(&file, &err));
    str_free(&file);
    str_free(&directory);
    str_free(&e.packed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(stored_and_deflated_members_are_read, made_clean),
        cmocka_unit_test_teardown(empty_archives_hold_nothing, made_clean),
        cmocka_unit_test_teardown(lies_of_members_are_refused, made_clean),
        cmocka_unit_test_teardown(bombs_are_refused_before_they_go_off, made_clean),
        cmocka_unit_test_teardown(directories_that_lie_are_refused, made_clean),
        cmocka_unit_test_teardown(sizes_of_64_bits_are_read, made_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
