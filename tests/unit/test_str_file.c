// Byte strings, and files read and written whole.
#include "base/file.h"
#include "base/mem.h"

#include "check.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void strings_grow(void **state) {
    (void)state;
    Str s = {0};
    assert_string_equal(str_text(&s), "");
    str_add(&s, NULL, 0);
    str_puts(&s, "ab");
    str_putc(&s, '\0');
    str_printf(&s, "%d%s", 42, "");
    assert_int_equal(s.len, 5);
    assert_memory_equal(s.s, "ab\00042", 6);
    for (int k = 0; k < 10000; k++) str_printf(&s, "%04d", k);
    assert_int_equal(s.len, 40005);
    assert_string_equal(s.s + s.len - 4, "9999");
    str_clear(&s);
    assert_int_equal(s.len, 0);
    assert_string_equal(str_text(&s), "");
    str_free(&s);
    assert_null(s.s);
    assert_int_equal(s.cap, 0);
}

static void memory_is_never_null(void **state) {
    (void)state;
    free(mem_new(0, 8));
    free(mem_resize(NULL, 0, 8));
    char *zero = mem_new(7, 3);
    for (int k = 0; k < 21; k++) assert_int_equal(zero[k], 0);
    free(zero);
    char *text = mem_text("abc", 2);
    assert_string_equal(text, "ab");
    free(text);
}

// A folder of its own for each test; removed with what the tests leave in it.
static char folder[] = "/tmp/lookback-test-XXXXXX";

static const char *path_of(const char *name) {
    static char path[sizeof folder + 64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static int files_in_folder(void) {
    DIR *dir = opendir(folder);
    int count = 0;
    while (readdir(dir)) count++;
    closedir(dir);
    return count - 2; // . and ..
}

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    unlink(path_of("file"));
    unlink(path_of("pipe"));
    return rmdir(folder);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    Error err;
    Str got = {0};
    assert_true(file_write(path_of("file"), "a\0b\n", 4, &err));
    assert_true(file_read(path_of("file"), 4, &got, &err));
    assert_int_equal(got.len, 4);
    assert_memory_equal(got.s, "a\0b\n", 5);
    assert_true(file_write(path_of("file"), "", 0, &err));
    assert_true(file_read(path_of("file"), 4, &got, &err));
    assert_int_equal(got.len, 0);
    str_free(&got);
}

static void a_file_above_the_limit_is_refused(void **state) {
    (void)state;
    Error err;
    Str got = {0};
    str_puts(&got, "before");
    assert_true(file_write(path_of("file"), "12345", 5, &err));
    assert_false(file_read(path_of("file"), 4, &got, &err));
    assert_non_null(strstr(err.text, "/file: larger than 4 bytes"));
    assert_string_equal(got.s, "before");
    str_free(&got);
}

static void what_is_no_file_is_refused(void **state) {
    (void)state;
    Error err;
    Str got = {0};
    assert_false(file_read(path_of("absent"), 9, &got, &err));
    assert_non_null(strstr(err.text, "/absent: cannot open: No such file"));
    assert_false(file_read(folder, 9, &got, &err));
    assert_false(file_read("/dev/zero", 9, &got, &err));
    assert_int_equal(mkfifo(path_of("pipe"), 0600), 0);
    assert_false(file_read(path_of("pipe"), 9, &got, &err)); // and does not wait for a writer
    assert_null(got.s);
}

static void writing_replaces_in_one_step(void **state) {
    (void)state;
    Error err;
    assert_true(file_write(path_of("file"), "old", 3, &err));
    assert_int_equal(chmod(path_of("file"), 0640), 0);
    int old = open(path_of("file"), O_RDONLY);
    assert_true(file_write(path_of("file"), "new", 3, &err));
    char bytes[3];
    assert_int_equal(read(old, bytes, 3), 3);
    assert_memory_equal(bytes, "old", 3); // the open file was not written over
    close(old);
    struct stat st;
    assert_int_equal(stat(path_of("file"), &st), 0);
    assert_int_equal(st.st_mode & 0777, 0640);
}

static void unwritable_places_are_errors(void **state) {
    (void)state;
    Error err;
    assert_false(file_write(path_of("no/such/folder"), "x", 1, &err));
    assert_non_null(strstr(err.text, "no/such/folder: cannot write: No such file"));
    assert_false(file_write(folder, "x", 1, &err));
    assert_non_null(strstr(err.text, "is a directory"));
    assert_false(file_write("/dev/full", "x", 1, &err));
    assert_non_null(strstr(err.text, "No space left"));
    assert_true(file_write("/dev/null", "x", 1, &err));
}

static void a_full_disk_loses_nothing(void **state) {
    (void)state;
    Error err;
    Str got = {0};
    assert_true(file_write(path_of("file"), "old", 3, &err));
    int files = files_in_folder();
    struct rlimit before, small;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    small = (struct rlimit){4, before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &small);
    bool written = file_write(path_of("file"), "123456", 6, &err);
    setrlimit(RLIMIT_FSIZE, &before);
    assert_false(written);
    assert_non_null(strstr(err.text, "/file: cannot write: File too large"));
    assert_int_equal(files_in_folder(), files); // nothing half written stays beside it
    assert_true(file_read(path_of("file"), 9, &got, &err));
    assert_string_equal(got.s, "old");
    str_free(&got);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(strings_grow),
        cmocka_unit_test(memory_is_never_null),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(a_file_above_the_limit_is_refused),
        cmocka_unit_test(what_is_no_file_is_refused),
        cmocka_unit_test(writing_replaces_in_one_step),
        cmocka_unit_test(unwritable_places_are_errors),
        cmocka_unit_test(a_full_disk_loses_nothing),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
