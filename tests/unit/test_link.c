// Programs that meet: the folder, telling and listening without waiting, the newest of several, the dead; and a file
// that is saved.
#include "base/file.h"
#include "base/mem.h"
#include "link/listener.h"
#include "link/names.h"
#include "link/place.h"
#include "link/teller.h"
#include "link/watch.h"

#include "check.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[64]; // one a test
static Teller teller;
static Listener listener;

static int start(void **state) {
    (void)state;
    snprintf(folder, sizeof folder, "/tmp/lookback-test-XXXXXX");
    teller = TELLER_CLOSED;
    listener = LISTENER_CLOSED;
    return mkdtemp(folder) ? 0 : -1;
}

static int stop(void **state) {
    (void)state;
    teller_close(&teller);
    listener_close(&listener);
    pid_t child = fork();
    if (child == 0) {
        execlp("rm", "rm", "-rf", folder, (char *)NULL);
        _exit(1);
    }
    return waitpid(child, NULL, 0) == child ? 0 : -1;
}

// ---- the folder

static void path_of(char out[128], const char *name) {
    snprintf(out, 128, "%s/%s", folder, name);
}

static void check_place(const char *path, const char *words) {
    Error err = {""};
    bool ok = place_make(path, &err);
    if (ok != !words || (words && !strstr(err.text, words))) fail_msg("%s: %s", path, err.text);
}

static void the_folder_is_ours_alone_or_not_used(void **state) {
    (void)state;
    char path[128], other[128];
    struct stat st;
    path_of(path, "new");
    check_place(path, NULL);
    check_place(path, NULL); // again
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
    static const mode_t OPEN[] = {0750, 0701, 0720, 0777};
    for (int k = 0; k < 4; k++) {
        assert_int_equal(chmod(path, OPEN[k]), 0);
        check_place(path, "open to others");
    }
    assert_int_equal(chmod(path, 0700), 0);
    path_of(other, "link");
    assert_int_equal(symlink(path, other), 0);
    check_place(other, "something else");
    path_of(other, "file");
    Error err;
    assert_true(file_write(other, "x", 1, &err));
    check_place(other, "something else");
    path_of(other, "no/where");
    check_place(other, "cannot make");
    if (geteuid() != 0) return;
    assert_int_equal(chown(path, 12345, 0), 0);
    check_place(path, "someone else");
}

static void the_runtime_folder_where_there_is_one(void **state) {
    (void)state;
    Str place = {0};
    Error err;
    char want[128];
    path_of(want, "lookback");
    assert_true(place_open(folder, &place, &err));
    assert_string_equal(str_text(&place), want);
    static const char *const NONE[] = {NULL, "", "relative", "/nonexistent/x"};
    snprintf(want, sizeof want, "/tmp/lookback-%lu", (unsigned long)geteuid());
    for (int k = 0; k < 4; k++) {
        place_open(NONE[k], &place, &err); // whoever else uses it may have spoilt it
        assert_string_equal(str_text(&place), want);
    }
    str_free(&place);
}

// ---- telling and listening

static void tell(const char *packet) {
    teller_accept(&teller);
    teller_tell(&teller, packet, strlen(packet));
}

static void check_hears(const char *want) {
    Str packet = {0};
    Str last = {0};
    while (listener_read(&listener, 1000, &packet)) {
        str_clear(&last);
        str_add(&last, str_text(&packet), packet.len);
    }
    assert_string_equal(str_text(&last), want);
    str_free(&packet);
    str_free(&last);
}

static void open_teller(void) {
    Error err;
    if (!teller_open(&teller, folder, &err)) fail_msg("%s", err.text);
}

static void open_listener(void) {
    Error err;
    if (!listener_open(&listener, folder, &err)) fail_msg("%s", err.text);
}

static void packets_arrive_whole(void **state) {
    (void)state;
    open_teller();
    open_listener();
    assert_int_equal(listener.pid, getpid());
    assert_int_equal(listener.tellers, 1);
    check_hears("");
    tell("one\ntwo");
    check_hears("one\ntwo");
    tell("one\ntwo");
    check_hears(""); // not said twice
    tell("three");
    tell("four");
    check_hears("four");
}

static void who_comes_late_hears_it_too(void **state) {
    (void)state;
    open_teller();
    tell("early");
    open_listener();
    tell("early");
    check_hears("early");
}

static void the_listener_waits_for_one_to_come(void **state) {
    (void)state;
    open_listener();
    assert_int_equal(listener.fd, -1);
    assert_int_equal(listener.pid, 0);
    open_teller();
    struct pollfd ready = {.fd = listener.watch, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, 10000), 1);
    listener_seek(&listener);
    tell("hello");
    check_hears("hello");
    assert_int_equal(poll(&ready, 1, 0), 0); // what came was taken in
}

static void one_that_ends_is_noticed_and_found_again(void **state) {
    (void)state;
    open_teller();
    open_listener();
    tell("a");
    check_hears("a");
    teller_close(&teller);
    check_hears("");
    assert_int_equal(listener.fd, -1);
    assert_int_equal(listener.pid, getpid()); // to say who
    open_teller();
    listener_seek(&listener);
    tell("b");
    check_hears("b");
}

static void listeners_that_end_are_dropped(void **state) {
    (void)state;
    open_teller();
    open_listener();
    tell("a");
    assert_int_equal(teller.listeners, 1);
    listener_close(&listener);
    tell("b");
    assert_int_equal(teller.listeners, 0);
    tell("c");
}

// One that never reads: telling goes on at once, and it is dropped; then it may come again.
static void a_listener_that_does_not_keep_up_is_dropped(void **state) {
    (void)state;
    char packet[32];
    int told = 0;
    open_teller();
    open_listener();
    tell("a");
    for (; teller.listeners == 1 && told < 100000; told++) {
        snprintf(packet, sizeof packet, "packet %d", told);
        teller_tell(&teller, packet, strlen(packet));
    }
    assert_int_equal(teller.listeners, 0);
    Str got = {0};
    while (listener_read(&listener, 1000, &got)) {}
    assert_true(listener.fd >= 0); // it came again
    tell("b");
    check_hears("b");
    str_free(&got);
}

static void only_so_many_can_listen(void **state) {
    (void)state;
    int fd[TELLER_LISTENERS_MAX + 4];
    struct sockaddr_un address;
    char name[24];
    open_teller();
    snprintf(name, sizeof name, "%ld", (long)getpid());
    assert_true(link_address(folder, name, &address));
    for (int k = 0; k < TELLER_LISTENERS_MAX + 4; k++) {
        fd[k] = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
        assert_int_equal(connect(fd[k], (struct sockaddr *)&address, sizeof address), 0);
        tell("x");
    }
    assert_int_equal(teller.listeners, TELLER_LISTENERS_MAX);
    for (int k = 0; k < TELLER_LISTENERS_MAX + 4; k++) close(fd[k]);
    tell("y");
    assert_int_equal(teller.listeners, 0);
}

static void a_packet_too_long_is_not_taken(void **state) {
    (void)state;
    Str got = {0};
    open_teller();
    open_listener();
    tell("much longer than ten");
    assert_false(listener_read(&listener, 10, &got));
    assert_int_equal(listener.fd, -1);
    str_free(&got);
}

// ---- several

typedef struct Other {
    pid_t pid;
    int command;
} Other;

// Another program that tells, in a process of its own, once it does; it ends when command is closed.
static Other start_other(const char *packet) {
    int ready[2], command[2];
    assert_int_equal(pipe(ready), 0);
    assert_int_equal(pipe(command), 0);
    pid_t pid = fork();
    if (pid == 0) {
        Teller t;
        Error err;
        close(command[1]);
        bool ok = teller_open(&t, folder, &err);
        if (!ok || write(ready[1], "", 1) != 1) _exit(1);
        struct pollfd poll_at[] = {{.fd = t.fd, .events = POLLIN}, {.fd = command[0], .events = POLLIN}};
        while (poll(poll_at, 2, -1) > 0 && !poll_at[1].revents) {
            teller_accept(&t);
            teller_tell(&t, packet, strlen(packet));
        }
        _exit(0); // its socket stays behind
    }
    char byte;
    close(ready[1]);
    close(command[0]);
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    return (Other){pid, command[1]};
}

static void end_other(Other o) {
    close(o.command);
    assert_int_equal(waitpid(o.pid, NULL, 0), o.pid);
}

static void wait_for_packet(void) {
    struct pollfd ready = {.fd = listener.fd, .events = POLLIN};
    assert_int_equal(poll(&ready, 1, 10000), 1);
}

static void set_age(long pid, int seconds) {
    char path[128], name[24];
    snprintf(name, sizeof name, "%ld", pid);
    path_of(path, name);
    struct timespec at[2] = {{.tv_sec = 1000000000 - seconds}, {.tv_sec = 1000000000 - seconds}};
    assert_int_equal(utimensat(-1, path, at, 0), 0);
}

static void the_newest_wins_and_the_older_takes_over(void **state) {
    (void)state;
    Other older = start_other("older"), newer = start_other("newer");
    set_age(older.pid, 20);
    set_age(newer.pid, 10);
    open_listener();
    assert_int_equal(listener.pid, newer.pid);
    assert_int_equal(listener.tellers, 2);
    wait_for_packet();
    check_hears("newer");
    Other newest = start_other("newest");
    set_age(newest.pid, 0);
    listener_seek(&listener);
    assert_int_equal(listener.pid, newest.pid);
    assert_int_equal(listener.tellers, 3);
    wait_for_packet();
    check_hears("newest");
    end_other(newest);
    end_other(newer);
    wait_for_packet();
    check_hears("");
    assert_int_equal(listener.pid, older.pid);
    assert_int_equal(listener.tellers, 1);
    wait_for_packet();
    check_hears("older");
    end_other(older);
}

static void sockets_of_the_dead_are_removed(void **state) {
    (void)state;
    char path[128], name[24];
    Other dead = start_other("x");
    end_other(dead);
    snprintf(name, sizeof name, "%ld", (long)dead.pid);
    path_of(path, name);
    assert_int_equal(access(path, F_OK), 0);
    open_listener();
    assert_int_equal(listener.tellers, 0);
    open_teller();
    assert_int_not_equal(access(path, F_OK), 0);
}

static void other_files_are_no_programs(void **state) {
    (void)state;
    static const char *const NAMES[] = {"1", "x", "0", "01", "99999999999999999999", "-1", "1x", ".1"};
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0]; k++) {
        char path[128];
        Error err;
        path_of(path, NAMES[k]);
        assert_true(file_write(path, "x", 1, &err));
    }
    open_listener();
    assert_int_equal(listener.tellers, 0);
    assert_int_equal(listener.fd, -1);
}

// ---- a file that is saved

static void save(const char *name) {
    char path[128];
    Error err;
    path_of(path, name);
    if (!file_write(path, "x", 1, &err)) fail_msg("%s", err.text);
}

static void a_save_is_noticed_however_it_is_done(void **state) {
    (void)state;
    char path[128], from[128];
    Watch w;
    Error err;
    path_of(path, "a.md");
    path_of(from, "a.md.new");
    save("a.md");
    if (!watch_open(&w, path, &err)) fail_msg("%s", err.text);
    assert_false(watch_take(&w));
    save("b.md");
    assert_false(watch_take(&w)); // another file
    save("a.md");
    assert_true(watch_take(&w)); // written beside and renamed, as file_write does
    assert_false(watch_take(&w));
    FILE *f = fopen(path, "w"); // written where it stands
    assert_non_null(f);
    assert_false(watch_take(&w)); // not yet
    fclose(f);
    assert_true(watch_take(&w));
    assert_int_equal(unlink(path), 0);
    assert_false(watch_take(&w));
    save("a.md.new");
    assert_int_equal(rename(from, path), 0);
    assert_true(watch_take(&w));
    watch_close(&w);
}

static void a_link_is_followed(void **state) {
    (void)state;
    char path[128], inside[128], target[128];
    Watch w;
    Error err;
    path_of(path, "link.md");
    path_of(inside, "in");
    path_of(target, "in/real.md");
    assert_int_equal(mkdir(inside, 0700), 0);
    save("in/real.md");
    assert_int_equal(symlink(target, path), 0);
    if (!watch_open(&w, path, &err)) fail_msg("%s", err.text);
    save("in/real.md");
    assert_true(watch_take(&w));
    save("in/link.md");
    assert_false(watch_take(&w));
    watch_close(&w);
}

static void a_folder_that_is_not_there_cannot_be_watched(void **state) {
    (void)state;
    Watch w;
    Error err;
    assert_false(watch_open(&w, "/nonexistent/a.md", &err));
    assert_int_equal(w.fd, -1);
    assert_non_null(strstr(err.text, "/nonexistent/a.md"));
}

#define LINK_TEST(test) cmocka_unit_test_setup_teardown(test, start, stop)

int main(void) {
    signal(SIGPIPE, SIG_DFL); // nothing here may need it ignored
    const struct CMUnitTest tests[] = {
        LINK_TEST(the_folder_is_ours_alone_or_not_used),
        LINK_TEST(the_runtime_folder_where_there_is_one),
        LINK_TEST(packets_arrive_whole),
        LINK_TEST(who_comes_late_hears_it_too),
        LINK_TEST(the_listener_waits_for_one_to_come),
        LINK_TEST(one_that_ends_is_noticed_and_found_again),
        LINK_TEST(listeners_that_end_are_dropped),
        LINK_TEST(a_listener_that_does_not_keep_up_is_dropped),
        LINK_TEST(only_so_many_can_listen),
        LINK_TEST(a_packet_too_long_is_not_taken),
        LINK_TEST(the_newest_wins_and_the_older_takes_over),
        LINK_TEST(sockets_of_the_dead_are_removed),
        LINK_TEST(other_files_are_no_programs),
        LINK_TEST(a_save_is_noticed_however_it_is_done),
        LINK_TEST(a_link_is_followed),
        LINK_TEST(a_folder_that_is_not_there_cannot_be_watched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
