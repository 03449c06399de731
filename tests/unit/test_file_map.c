// Files of which little is read: what is no file, and files that change while they are open.
#include "base/file_map.h"

#include "dumpfile.h"

#include <sys/stat.h>

static DumpFile made;

static int remove_made(void **state) {
    (void)state;
    const char *const names[] = {"pipe", NULL};
    if (made.folder[0]) dumpfile_remove(&made, names);
    return 0;
}

static void bytes_are_read_where_they_lie(void **state) {
    (void)state;
    Error err;
    FileMap map = {0};
    char got[4] = "";
    const unsigned char *bytes;
    dumpfile_write(&made, "file", "0123456789", 10);
    assert_true(file_map_open(made.path, &map, &err));
    assert_int_equal(map.size, 10);
    assert_true(file_map_read(&map, 7, got, 3, &err));
    assert_memory_equal(got, "789", 3);
    assert_true(file_map_read(&map, 10, got, 0, &err));
    assert_true(file_map_bytes(&map, &bytes, &err));
    assert_memory_equal(bytes, "0123456789", 10);
    file_map_close(&map);
    assert_null(map.path);
    file_map_close(&map); // of {0} too
}

static void nothing_lies_behind_the_end(void **state) {
    (void)state;
    Error err;
    FileMap map = {0};
    char got[4];
    dumpfile_write(&made, "file", "0123456789", 10);
    assert_true(file_map_open(made.path, &map, &err));
    assert_false(file_map_read(&map, 8, got, 3, &err));
    assert_non_null(strstr(err.text, "/file: ends before byte 8 + 3"));
    assert_false(file_map_read(&map, UINT64_MAX, got, 1, &err));
    assert_false(file_map_read(&map, 1, got, SIZE_MAX, &err));
    file_map_close(&map);
}

static void a_file_that_shrinks_is_an_error(void **state) {
    (void)state;
    Error err;
    FileMap map = {0};
    char got[4];
    const unsigned char *bytes;
    dumpfile_write(&made, "file", "0123456789", 10);
    assert_true(file_map_open(made.path, &map, &err));
    assert_int_equal(truncate(made.path, 4), 0);
    assert_true(file_map_read(&map, 0, got, 4, &err));
    assert_false(file_map_read(&map, 2, got, 4, &err));
    assert_non_null(strstr(err.text, "became shorter while it was open (10 bytes, now 4)"));
    assert_false(file_map_bytes(&map, &bytes, &err));
    assert_non_null(strstr(err.text, "became shorter"));
    file_map_close(&map);
}

static void an_empty_file_has_no_bytes(void **state) {
    (void)state;
    Error err;
    FileMap map = {0};
    const unsigned char *bytes = (const unsigned char *)"";
    dumpfile_write(&made, "file", "", 0);
    assert_true(file_map_open(made.path, &map, &err));
    assert_true(file_map_bytes(&map, &bytes, &err));
    assert_null(bytes);
    file_map_close(&map);
}

static void what_is_no_file_is_named(void **state) {
    (void)state;
    Error err;
    FileMap map = {0};
    dumpfile_write(&made, "file", "", 0);
    assert_false(file_map_open("/no/such/file", &map, &err));
    assert_non_null(strstr(err.text, "/no/such/file: cannot open: No such file"));
    assert_false(file_map_open(made.folder, &map, &err));
    assert_non_null(strstr(err.text, "is a directory"));
    assert_false(file_map_open("/dev/null", &map, &err));
    assert_non_null(strstr(err.text, "is a device"));
    char pipe[96];
    snprintf(pipe, sizeof pipe, "%s/pipe", made.folder);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_false(file_map_open(pipe, &map, &err)); // and does not wait for a writer
    assert_non_null(strstr(err.text, "is a pipe"));
    assert_null(map.path);
    if (geteuid() == 0) return; // root may read everything
    assert_int_equal(chmod(made.path, 0), 0);
    assert_false(file_map_open(made.path, &map, &err));
    assert_non_null(strstr(err.text, "Permission denied"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(bytes_are_read_where_they_lie, remove_made),
        cmocka_unit_test_teardown(nothing_lies_behind_the_end, remove_made),
        cmocka_unit_test_teardown(a_file_that_shrinks_is_an_error, remove_made),
        cmocka_unit_test_teardown(an_empty_file_has_no_bytes, remove_made),
        cmocka_unit_test_teardown(what_is_no_file_is_named, remove_made),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
