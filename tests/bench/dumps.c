// What a dump of 604 MB costs to open, to walk through and to measure, beside yardsticks of the same run: a dump of 1
// kB, numpy where it is installed, ncurses, and pread. The file is made on the spot.
//
//     bench_dumps [FOLDER]   needs 604 MB there; /tmp if not given
#define _GNU_SOURCE // memmem
#include "app/app.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"
#include "bench/median.h"
#include "bench/paint.h"
#include "bench/pty.h"

#include <fcntl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STARTS = 41, KEYS = 11, FRAMES = 201, PASSES = 7, FRESH_PASSES = 3, SLICE = 1 << 20, BITE = 1 << 20, ROWS = 50, COLS = 160 };
enum { LAYERS = 12, HEADS = 12, SIDE = 1024, SMALL = 11 };

// One line for a number that is to be reached.
static void print_result(const char *what, double is, const char *unit, double most) {
    printf("  -> %-50s %6.2f%s, to reach: %g%s: %s\n", what, is, unit, most, unit, is <= most ? "reached" : "MISSED");
}

static void die(const char *what) {
    perror(what);
    exit(1);
}

// ---- the files

// A causal row of weights that are all different.
static void make_row(float *row, int n, int i, uint32_t *seed) {
    double sum = 0;
    memset(row, 0, (size_t)n * sizeof *row);
    for (int j = 0; j <= i; j++) {
        *seed = *seed * 1664525u + 1013904223u;
        float x = (float)(*seed >> 8) + 1;
        sum += (double)(row[j] = x * x);
    }
    float share = (float)(1 / sum);
    for (int j = 0; j <= i; j++) row[j] *= share;
}

static void write_dump(const char *path, int layers, int heads, int n) {
    FILE *f = fopen(path, "wb");
    char header[129];
    float *row = MEM_NEW(float, (size_t)n);
    uint32_t seed = 1;
    int used = snprintf(header + 10, sizeof header - 10,
                        "{'descr': '<f4', 'fortran_order': False, 'shape': (%d, %d, %d, %d), }", layers, heads, n, n);
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(header + 10 + used, ' ', (size_t)(118 - used));
    header[127] = '\n';
    if (!f || fwrite(header, 1, 128, f) != 128) die(path);
    for (int h = 0; h < layers * heads; h++) {
        for (int i = 0; i < n; i++) {
            make_row(row, n, i, &seed);
            if (fwrite(row, sizeof *row, (size_t)n, f) != (size_t)n) die(path);
        }
    }
    if (fclose(f) != 0) die(path);
    free(row);
}

// ---- memory

// Of a process in kB: what no file stands behind.
static long own_memory(pid_t pid) {
    char path[64], line[256];
    long kb = 0, value;
    snprintf(path, sizeof path, "/proc/%d/status", (int)pid);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        if (sscanf(line, "RssAnon: %ld", &value) == 1 || sscanf(line, "RssShmem: %ld", &value) == 1) kb += value;
    }
    if (f) fclose(f);
    return kb;
}

// ---- frames

// ms since `since` until the marker has come, whatever comes behind it: work goes on after the frame.
static double frame_ms(const Pty *p, double since, const char *marker) {
    static char bytes[1 << 20];
    size_t len = 0, want = strlen(marker);
    for (;;) {
        ssize_t got = read(p->fd, bytes + len, sizeof bytes - len);
        if (got <= 0) die("lookback");
        size_t from = len > want ? len - want : 0;
        len += (size_t)got;
        if (memmem(bytes + from, len - from, marker, want)) return pty_now() - since;
        if (len > sizeof bytes / 2) memmove(bytes, bytes + len - want, want), len = want;
    }
}

// ---- open to first frame

typedef struct Opening {
    const char *name;
    const char *path;
    double ms[STARTS];
    double kb, settled_kb; // the most, at the first frame and until all work is done
} Opening;

static Pty start(const char *path) {
    char *argv[] = {(char *)LOOKBACK_BIN, (char *)"open", (char *)path, NULL};
    return pty_start(argv, "xterm-256color", "LOOKBACK_DATA=" PROJECT_DATA, ROWS, COLS);
}

// Reads until nothing has come for a while; the most memory on the way, in kB.
static double settle(const Pty *p) {
    enum { QUIET_MS = 100, STEP_MS = 10 };
    static char bytes[1 << 16];
    double most = 0;
    for (double since = pty_now(); pty_now() - since < QUIET_MS;) {
        struct pollfd ready = {.fd = p->fd, .events = POLLIN};
        double kb = (double)own_memory(p->pid);
        if (kb > most) most = kb;
        if (poll(&ready, 1, STEP_MS) <= 0) continue;
        if (read(p->fd, bytes, sizeof bytes) <= 0) die("lookback");
        since = pty_now();
    }
    return most;
}

static void open_once(Opening *o, int run) {
    double since = pty_now();
    Pty p = start(o->path);
    o->ms[run] = frame_ms(&p, since, ";e0\a");
    double kb = (double)own_memory(p.pid);
    if (kb > o->kb) o->kb = kb;
    pty_stop(&p, "q");
}

// $PYTHON, the system's, or the first in the path.
static const char *python(void) {
    const char *given = getenv("PYTHON");
    return given ? given : access("/usr/bin/python3", X_OK) == 0 ? "/usr/bin/python3" : "python3";
}

// A Python program that loads the file and takes one head of it: ms of the load and of the whole process, kB of its
// own; false: no numpy.
static bool run_numpy(const char *path, bool map, double *load, double *all, double *kb) {
    static const char PROGRAM[] =
        "import sys,time,numpy as np;t=time.perf_counter();a=np.load(sys.argv[1],mmap_mode=sys.argv[2] or None);h=np.array(a[0,0]);h.max();"
        "t=time.perf_counter()-t;m=[l.split()[1] for l in open('/proc/self/status') if l.startswith('RssAnon')];print(t*1e3,m[0])";
    int ends[2], status = 1;
    char out[128] = "";
    if (pipe(ends) != 0) die("pipe");
    double since = pty_now();
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], STDOUT_FILENO);
        int quiet = open("/dev/null", O_WRONLY);
        dup2(quiet, STDERR_FILENO);
        execlp(python(), "python3", "-c", PROGRAM, path, map ? "r" : "", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    size_t len = 0;
    for (ssize_t got; (got = read(ends[0], out + len, sizeof out - 1 - len)) > 0;) len += (size_t)got;
    close(ends[0]);
    waitpid(pid, &status, 0);
    *all = pty_now() - since;
    return status == 0 && sscanf(out, "%lf %lf", load, kb) == 2;
}

// Returns ms of the whole process; 0: no numpy.
static double print_numpy(const char *path, bool map, double ours) {
    double load[STARTS], all[STARTS], kb = 0;
    int runs = map ? 15 : 3;
    for (int k = 0; k < runs; k++) {
        if (!run_numpy(path, map, &load[k], &all[k], &kb)) {
            printf("  numpy, %-22s not installed\n", map ? "memory map" : "full load");
            return 0;
        }
    }
    double whole = median(all, runs), part = median(load, runs);
    printf("  numpy, %-22s %9.1f ms %8.2f %10.1f MB   (load and one head alone %.1f ms)\n",
           map ? "memory map" : "full load", whole, whole / ours, kb / 1024, part);
    return whole;
}

static void print_openings(const char *large, const char *small) {
    Opening o[] = {{.name = "lookback open, 1 kB", .path = small}, {.name = "lookback open, 604 MB", .path = large}};
    for (int run = 0; run < STARTS; run++) {
        for (int k = 0; k < 2; k++) open_once(&o[k], run); // in turn: a busy moment hits both
    }
    for (int k = 0; k < 2; k++) {
        Pty p = start(o[k].path);
        frame_ms(&p, pty_now(), ";e0\a");
        o[k].settled_kb = settle(&p);
        pty_stop(&p, "q");
    }
    double base = median(o[0].ms, STARTS), ours = median(o[1].ms, STARTS);
    for (int k = 0; k < 2; k++) {
        double ms = k ? ours : base;
        printf("  %-29s %9.1f ms %8.2f %10.1f MB   (%.1f MB when all work is done) %6.2f × 1 kB\n", o[k].name, ms,
               ms / ours, o[k].kb / 1024, o[k].settled_kb / 1024, ms / base);
    }
    double mapped = print_numpy(large, true, ours), memory = o[1].kb > o[1].settled_kb ? o[1].kb : o[1].settled_kb;
    print_numpy(large, false, ours);
    print_result("first frame, 604 MB against 1 kB", ours / base, " ×", 1.2);
    if (mapped > 0) print_result("first frame against numpy's memory map", ours / mapped, " ×", 1);
    print_result("memory that no file stands behind", memory / 1024, " MB", 64);
}

// ---- key to frame

static double key_ms(const char *path, char key, char back) {
    double times[KEYS];
    Pty p = start(path);
    frame_ms(&p, pty_now(), ";e0\a");
    settle(&p);
    for (int k = 0; k < KEYS; k++) {
        char marker[32];
        snprintf(marker, sizeof marker, ";e%d\a", k + 1);
        double since = pty_now();
        char bytes[2] = {k & 1 ? back : key};
        pty_send(&p, bytes);
        times[k] = frame_ms(&p, since, marker);
        settle(&p); // else the next key waits for work that this one began
    }
    pty_stop(&p, "q");
    return median(times, KEYS);
}

// In this process: event and frame, against ncurses painting the frames before and after in turn, on /dev/null.
static void inside(const World *w, uint32_t key, uint32_t back, double *view_us, double *paint_us) {
    double view[FRAMES], paint[FRAMES];
    Scene *scene = MEM_NEW(Scene, 1);
    Error err;
    scene_init(scene, &w->library, SCREEN_OPEN);
    if (!scene_finish(scene, &w->library, &err)) die(err.text);
    App *app = app_new(w, scene, ROWS, COLS, false, COLOR_256);
    app_finish_work(app);
    paint_open("/dev/null", ROWS, COLS);
    Painting *frame[2];
    for (int k = 0; k < 2; k++) {
        Palette palette = app_palette(app);
        frame[k] = painting_new(app_frame(app), &palette);
        app_event(app, (Event){.kind = EVENT_KEY, .key = k ? back : key});
    }
    for (int k = 0; k < FRAMES; k++) {
        double since = pty_now();
        app_event(app, (Event){.kind = EVENT_KEY, .key = k & 1 ? back : key});
        app_frame(app);
        double drawn = pty_now();
        paint_show(frame[k & 1]);
        view[k] = (drawn - since) * 1e3;
        paint[k] = (pty_now() - drawn) * 1e3;
    }
    paint_close();
    for (int k = 0; k < 2; k++) painting_free(frame[k]);
    app_free(app);
    free(scene);
    *view_us = median(view, FRAMES);
    *paint_us = median(paint, FRAMES);
}

static void print_keys(const World *w, const char *large, const char *small) {
    enum { NEXT = 2 };
    static const struct {
        const char *name;
        char key, back;
    } AT[] = {{"toggle (b)", 'b', 'b'}, {"zoom (+)", '+', '-'}, {"next head (])", ']', '['}};
    for (int k = 0; k <= NEXT; k++) {
        double view, paint, ours = key_ms(large, AT[k].key, AT[k].back), base = key_ms(small, AT[k].key, AT[k].back);
        inside(w, (uint32_t)AT[k].key, (uint32_t)AT[k].back, &view, &paint);
        printf("  %-16s %9.0f %8.0f %6.2f    %8.2f %8.2f %6.2f\n", AT[k].name, view, paint, view / paint, ours, base,
               ours / base);
        if (k == NEXT) print_result("the next head against one painting", view / paint, " ×", 1);
    }
}

// ---- all heads

static double pread_pass(const char *path) {
    char *bytes = MEM_NEW(char, BITE);
    double since = pty_now();
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    off_t at = 0;
    for (ssize_t len; (len = pread(fd, bytes, BITE, at)) > 0;) at += len;
    double ms = pty_now() - since;
    close(fd);
    free(bytes);
    return ms;
}

static double map_pass(const char *path) {
    CaptureOptions options = {0};
    Error err;
    double since = pty_now();
    Source *s = capture_source_open(path, &options, &err);
    while (s && !s->map.done) {
        if (!s->measure(s, SLICE, &err)) break;
    }
    if (!s || !s->map.done) die(err.text);
    double ms = pty_now() - since;
    capture_source_free(s);
    return ms;
}

static void print_passes(const char *path) {
    double read[PASSES], map[PASSES], ratio[PASSES];
    for (int fresh = 1; fresh >= 0; fresh--) {
        int rounds = fresh ? FRESH_PASSES : PASSES;
        for (int k = 0; k < rounds; k++) {
            if (fresh) write_dump(path, LAYERS, HEADS, SIDE);
            read[k] = pread_pass(path);
            if (fresh) write_dump(path, LAYERS, HEADS, SIDE);
            map[k] = map_pass(path);
            ratio[k] = map[k] / read[k];
        }
        printf("  %-24s %9.0f ms %9.0f ms\n", fresh ? "just written" : "read before", median(map, rounds),
               median(read, rounds));
        print_result(fresh ? "map of a file just written, against pread" : "map, against pread", median(ratio, rounds),
                     " ×", 1.5);
    }
}

int main(int argc, char **argv) {
    char large[512], small[512];
    const char *folder = argc > 1 ? argv[1] : "/tmp";
    World world = {0};
    Error err;
    CaptureOptions options = {0};
    text_init();
    setvbuf(stdout, NULL, _IOLBF, 0); // each line as it is known
    snprintf(large, sizeof large, "%s/lookback-bench-%d-large.npy", folder, (int)getpid());
    snprintf(small, sizeof small, "%s/lookback-bench-%d-small.npy", folder, (int)getpid());
    write_dump(large, LAYERS, HEADS, SIDE);
    write_dump(small, 1, 2, SMALL);
    printf("A dump of 12 × 12 × 1024 × 1024 f32, 604 MB, on %d×%d. Open to the first frame, median of %d\n", COLS, ROWS,
           STARTS);
    puts("\n                                     time      × ours       own memory");
    print_openings(large, small);
    puts("\nKey to frame, 256 colours, medians. ncurses: the two frames computed before, painted on /dev/null");
    puts("\n                   update + view, µs           key to painted frame, ms");
    puts("                        ours  ncurses  ratio      604 MB     1 kB  ratio");
    if (!world_load(PROJECT_DATA, &world, &err) || !world_open_dump(&world, large, &options, &err)) die(err.text);
    print_keys(&world, large, small);
    world_free(&world);
    puts("\nThe map of all 144 heads against one pass of pread over the file, medians\n");
    puts("                                map        pread");
    print_passes(large);
    remove(large);
    remove(small);
    return 0;
}
