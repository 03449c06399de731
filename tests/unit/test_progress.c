// What a learner has done, as text and as a file; a broken file is set aside and never stops anything.
#include "base/file.h"
#include "lesson/progress.h"

#include "check.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/lookback-progress-XXXXXX";

static int make_folder(void **state) {
    (void)state;
    return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state) {
    (void)state;
    static const char *const LEFT[] = {"a/b/progress", "progress", "progress.broken", "a/b", "a", "."};
    for (size_t k = 0; k < sizeof LEFT / sizeof LEFT[0]; k++) {
        Str path = {0};
        str_printf(&path, "%s/%s", folder, LEFT[k]);
        if (unlink(path.s) != 0) rmdir(k + 1 == sizeof LEFT / sizeof LEFT[0] ? folder : path.s);
        str_free(&path);
    }
    return 0;
}

static Progress sample(void) {
    Progress p = {0};
    progress_set_place(&p, "02-q k v", 4);
    progress_set_place(&p, "01-talk", 6);
    progress_set_place(&p, "01-talk", 2);
    progress_set_answer(&p, "01-talk", 0, 2);
    progress_set_answer(&p, "01-talk", 1, 1);
    progress_set_answer(&p, "01-talk", 0, 0);
    progress_set_predict(&p, "02-q k v", 3, PREDICT_WRONG);
    return p;
}

static const char SAMPLE[] = "lookback progress 1\nlast 01-talk\nplace 4 4 02-q k v\npredict 3 wrong 02-q k v\nplace 2 6 01-talk\n"
                             "answer 0 0 01-talk\nanswer 1 1 01-talk\n";

static void marks_become_text_and_back(void **state) {
    (void)state;
    Progress p = sample();
    Str text = {0}, again = {0};
    Error err;
    progress_format(&p, &text);
    assert_string_equal(text.s, SAMPLE);
    assert_true(progress_parse(&p, text.s, text.len, "p", &err));
    progress_format(&p, &again);
    assert_string_equal(again.s, SAMPLE);
    const ProgressLesson *l = progress_find(&p, "01-talk");
    assert_int_equal(l->furthest, 6);
    assert_int_equal(progress_answer(l, 1), 1);
    assert_int_equal(progress_answer(l, 2), -1);
    assert_int_equal(progress_answer(NULL, 0), -1);
    assert_int_equal(progress_predict(progress_find(&p, "02-q k v"), 3), PREDICT_WRONG);
    assert_int_equal(progress_predict(l, 3), PREDICT_OPEN);
    str_free(&text);
    str_free(&again);
    progress_free(&p);
}

static void odd_names_and_numbers_are_passed_over(void **state) {
    (void)state;
    Progress p = {0};
    char longer[PROGRESS_NAME_MAX + 2];
    memset(longer, 'x', sizeof longer);
    longer[PROGRESS_NAME_MAX + 1] = '\0';
    const char *const NAMES[] = {"", "a\nb", " a", "a ", longer};
    for (size_t k = 0; k < 5; k++) progress_set_place(&p, NAMES[k], 0);
    progress_set_answer(&p, "a", -1, 0);
    progress_set_answer(&p, "a", 0, PROGRESS_NUMBER_MAX + 1);
    assert_int_equal(p.lessons, 0);
    progress_free(&p);
}

static void other_text_is_refused(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "", "x\n", "lookback progress 2\n", "lookback progress 1", "lookback progress 1\nplace 1 2 a",
        "lookback progress 1\nplace 1 x a\n", "lookback progress 1\nplace -1 2 a\n", "lookback progress 1\nplace 1 2 \n",
        "lookback progress 1\nplace 1 10000 a\n", "lookback progress 1\nanswer 1 a\n", "lookback progress 1\npredict 1 open a\n",
        "lookback progress 1\nlast \n", "lookback progress 1\n\n", "lookback progress 1\nplace 99999999999999999999 2 a\n",
    };
    for (size_t k = 0; k < sizeof BAD / sizeof BAD[0]; k++) {
        Progress p = {0};
        Error err;
        if (progress_parse(&p, BAD[k], strlen(BAD[k]), "p", &err)) fail_msg("was read: %s", BAD[k]);
        assert_null(p.lesson);
    }
    Progress p = {0};
    Error err;
    assert_false(progress_parse(&p, "lookback progress 1\0\n", 21, "p", &err));
    assert_false(progress_parse(&p, "lookback progress 1\nlast a\nlist b\n", 34, "p", &err));
    assert_string_equal(err.text, "p:3: not a line of a progress file");
}

static void files_are_written_and_set_aside(void **state) {
    (void)state;
    Str path = {0}, broken = {0}, note = {0};
    Error err;
    Progress p = sample(), back = {0};
    str_printf(&path, "%s/a/b/progress", folder);
    assert_true(progress_write(&p, path.s, &err)); // makes the folders
    progress_read(&back, path.s, &note);
    assert_string_equal(str_text(&note), "");
    assert_int_equal(back.lessons, 2);
    str_clear(&path);
    str_printf(&path, "%s/progress", folder);
    progress_read(&back, path.s, &note); // no file
    assert_string_equal(str_text(&note), "");
    assert_int_equal(back.lessons, 0);
    assert_true(file_write(path.s, "garbage\n", 8, &err));
    progress_read(&back, path.s, &note);
    assert_non_null(strstr(note.s, "progress:1: not a line of a progress file; set aside as .broken"));
    str_printf(&broken, "%s.broken", path.s);
    assert_int_equal(access(path.s, F_OK), -1);
    assert_int_equal(access(broken.s, F_OK), 0);
    progress_read(&back, folder, &note); // a folder: left alone
    assert_non_null(strstr(note.s, "not a regular file"));
    assert_int_equal(access(folder, F_OK), 0);
    str_free(&path);
    str_free(&broken);
    str_free(&note);
    progress_free(&p);
    progress_free(&back);
}

static void what_is_no_text_of_ours_is_neither_lost_nor_waited_for(void **state) {
    (void)state;
    Str path = {0}, broken = {0}, note = {0}, large = {0};
    Error err;
    Progress p = sample(), back = {0};
    str_printf(&path, "%s/progress", folder);
    str_printf(&broken, "%s.broken", path.s);
    for (int k = 0; k <= PROGRESS_BYTES_MAX; k++) str_putc(&large, 'x');
    assert_true(file_write(path.s, large.s, large.len, &err));
    progress_read(&back, path.s, &note);
    assert_non_null(strstr(note.s, "larger than"));
    struct stat st;
    assert_int_equal(stat(broken.s, &st), 0);
    assert_int_equal(st.st_size, large.len);
    assert_int_equal(mkfifo(path.s, 0600), 0);
    assert_false(progress_write(&p, path.s, &err)); // nobody reads there: to open it would wait for ever
    assert_non_null(strstr(err.text, "not a regular file"));
    progress_read(&back, path.s, &note);
    assert_int_equal(unlink(path.s), 0);
    unlink(broken.s);
    str_free(&path);
    str_free(&broken);
    str_free(&note);
    str_free(&large);
    progress_free(&p);
}

static void the_place_to_keep_it(void **state) {
    (void)state;
    Str path = {0};
    assert_true(progress_path("/s", "/h", &path));
    assert_string_equal(path.s, "/s/lookback/progress");
    assert_true(progress_path("relative", "/h", &path));
    assert_string_equal(path.s, "/h/.local/state/lookback/progress");
    assert_true(progress_path(NULL, "/h", &path));
    assert_false(progress_path("", NULL, &path));
    str_free(&path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_become_text_and_back),
        cmocka_unit_test(odd_names_and_numbers_are_passed_over),
        cmocka_unit_test(other_text_is_refused),
        cmocka_unit_test(files_are_written_and_set_aside),
        cmocka_unit_test(what_is_no_text_of_ours_is_neither_lost_nor_waited_for),
        cmocka_unit_test(the_place_to_keep_it),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
