// What it costs to use the program, beside yardsticks measured in the same run. Not a test: figures differ from machine
// to machine, ratios less. `cmake --build build/release --target bench` prints the tables.
//
//     bench                          both tables
//     bench --paint ROWS COLS TEXT   a yardstick: two frames, computed before, shown in turn on each key
#include "app/app.h"
#include "app/world.h"
#include "base/mem.h"
#include "base/text.h"
#include "bench/median.h"
#include "bench/paint.h"
#include "bench/pty.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { STARTS = 31, KEYS = 31, ROUNDS = 101 };

// ---- start-up

typedef struct Starter {
    const char *name;
    char *argv[4];
    const char *env, *marker;
    int same; // the starter that paints the same cells; 0: none
    double ms[STARTS], bytes;
} Starter;

static void start_once(Starter *s, int run, int rows, int cols) {
    double since = pty_now();
    Pty p = pty_start(s->argv, "xterm-256color", s->env, rows, cols);
    Burst b = pty_read(&p, since, s->marker, 150);
    s->ms[run] = b.last;
    s->bytes = (double)b.bytes;
    pty_stop(&p, "q");
}

static bool installed(const char *program) {
    Str command = {0};
    bool found = false;
    const char *folders[] = {"/usr/bin", "/usr/local/bin", "/bin"};
    for (int k = 0; k < 3 && !found; k++) {
        str_clear(&command);
        str_printf(&command, "%s/%s", folders[k], program);
        found = access(command.s, X_OK) == 0;
    }
    str_free(&command);
    return found;
}

// ---- frames

static char *text_of(int tokens) {
    static const char *const WORDS[] = {"When", "Mary", "and", "John", "went", "to", "the", "store", ",", "John", "gave", "a", "drink", "to", "Mary"};
    Str text = {0};
    for (int k = 0; k < tokens; k++) str_printf(&text, "%s%s", k ? " " : "", WORDS[k % 15]);
    return text.s;
}

// text NULL: the sentence it opens with.
static App *open_text(const World *w, const char *text, int rows, int cols) {
    Scene *scene = MEM_NEW(Scene, 1);
    Error err;
    scene_init(scene, &w->library, SCREEN_EXPLORER);
    if ((text && !scene_set(scene, &w->library, "text", text, &err)) || !scene_finish(scene, &w->library, &err)) {
        fprintf(stderr, "%s\n", err.text);
        exit(1);
    }
    App *app = app_new(w, scene, rows, cols, false, COLOR_256);
    free(scene);
    return app;
}

static void press(App *app, uint32_t key) {
    app_event(app, (Event){.kind = EVENT_KEY, .key = key});
}

// The frame before and after key.
static void two_paintings(const World *w, const char *text, int rows, int cols, uint32_t key, Painting *out[2]) {
    App *app = open_text(w, text, rows, cols);
    for (int k = 0; k < 2; k++) {
        Palette palette = app_palette(app);
        out[k] = painting_new(app_frame(app), &palette);
        press(app, key);
    }
    app_free(app);
}

// ---- start-up beside bare ncurses

// What lookback shows first: the tour's or the explorer's frame, for the bare program to paint.
static void save_frame(const World *w, bool tour, int rows, int cols, const char *path) {
    App *app = open_text(w, NULL, rows, cols);
    if (tour) app_open_tour(app);
    Palette palette = app_palette(app);
    painting_save(app_frame(app), &palette, path);
    app_free(app);
}

static void print_starts(const World *w, int rows, int cols) {
    char frames[2][64];
    for (int k = 0; k < 2; k++) {
        snprintf(frames[k], sizeof frames[k], "/tmp/lookback-bench-%d-%d", (int)getpid(), k);
        save_frame(w, k == 0, rows, cols, frames[k]);
    }
    const char *data = "LOOKBACK_DATA=" PROJECT_DATA;
    Starter starters[] = {
        {.name = "bare, a colour a line", .argv = {(char *)BARE_BIN}, .marker = ";e0\a"},
        {.name = "bare, a colour a cell", .argv = {(char *)BARE_BIN, (char *)"cells"}, .marker = ";e0\a"},
        {.name = "bare, the tour's cells", .argv = {(char *)BARE_BIN, (char *)"frame", frames[0]}, .marker = ";e0\a"},
        {.name = "lookback", .argv = {(char *)LOOKBACK_BIN}, .env = data, .marker = ";e0\a", .same = 2},
        {.name = "bare, the explorer's cells", .argv = {(char *)BARE_BIN, (char *)"frame", frames[1]}, .marker = ";e0\a"},
        {.name = "lookback --sentence ioi", .argv = {(char *)LOOKBACK_BIN, (char *)"--sentence", (char *)"ioi"}, .env = data, .marker = ";e0\a", .same = 4},
        {.name = "htop", .argv = {(char *)"htop"}},
    };
    int count = installed("htop") ? 7 : 6;
    for (int run = 0; run < STARTS; run++) {
        for (int k = 0; k < count; k++) start_once(&starters[k], run, rows, cols); // in turn: a busy moment hits all
    }
    double ms[7];
    for (int k = 0; k < count; k++) ms[k] = median(starters[k].ms, STARTS);
    for (int k = 0; k < count; k++) {
        printf("  %3d×%-3d %-27s %8.2f ms %8.0f B  %7.2f %8.2f", cols, rows, starters[k].name, ms[k], starters[k].bytes,
               ms[k] / ms[0], ms[k] / ms[1]);
        if (starters[k].same) printf(" %8.2f", ms[k] / ms[starters[k].same]);
        puts("");
    }
    for (int k = 0; k < 2; k++) remove(frames[k]);
}

// ---- in this process: update + view against ncurses on /dev/null

typedef struct Cost {
    double view_us, paint_us; // per key
    double key_ms, yard_ms;   // from key to the frame's last byte
    double bytes, yard_bytes;
} Cost;

static void measure_inside(const World *w, const char *text, int rows, int cols, Cost *cost) {
    double view[ROUNDS], paint[ROUNDS];
    App *app = open_text(w, text, rows, cols);
    Painting *frame[2];
    paint_open("/dev/null", rows, cols);
    two_paintings(w, text, rows, cols, 'm', frame);
    app_frame(app);
    for (int k = 0; k < ROUNDS; k++) {
        double start = pty_now();
        press(app, 'm');
        app_frame(app);
        double drawn = pty_now();
        paint_show(frame[k & 1]);
        view[k] = (drawn - start) * 1e3;
        paint[k] = (pty_now() - drawn) * 1e3;
    }
    paint_close();
    painting_free(frame[0]);
    painting_free(frame[1]);
    app_free(app);
    cost->view_us = median(view, ROUNDS);
    cost->paint_us = median(paint, ROUNDS);
}

// ---- on a terminal: key to painted frame

static void measure_keys(char *const *argv, const char *env, int rows, int cols, double *ms, double *bytes) {
    double times[KEYS];
    Pty p = pty_start(argv, "xterm-256color", env, rows, cols);
    pty_read(&p, pty_now(), ";e0\a", 0);
    for (int k = 0; k < KEYS; k++) {
        char marker[32];
        snprintf(marker, sizeof marker, ";e%d\a", k + 1);
        double since = pty_now();
        pty_send(&p, "m");
        Burst b = pty_read(&p, since, marker, 0);
        times[k] = b.last;
        *bytes = (double)b.bytes > *bytes ? (double)b.bytes : *bytes;
    }
    pty_stop(&p, "q");
    *ms = median(times, KEYS);
}

static void measure_outside(const char *text, int rows, int cols, Cost *cost) {
    char height[16], width[16];
    snprintf(height, sizeof height, "%d", rows);
    snprintf(width, sizeof width, "%d", cols);
    char *ours[] = {(char *)LOOKBACK_BIN, (char *)"text", (char *)text, NULL};
    char *yard[] = {(char *)"/proc/self/exe", (char *)"--paint", height, width, (char *)text, NULL};
    measure_keys(ours, "LOOKBACK_DATA=" PROJECT_DATA, rows, cols, &cost->key_ms, &cost->bytes);
    measure_keys(yard, NULL, rows, cols, &cost->yard_ms, &cost->yard_bytes);
}

static void print_keys(const World *w, int rows, int cols) {
    static const int TOKENS[] = {15, 64, 256, 1024};
    for (int k = 0; k < 4; k++) {
        char *text = text_of(TOKENS[k]);
        Cost c = {0};
        measure_outside(text, rows, cols, &c);
        measure_inside(w, text, rows, cols, &c);
        printf("  %3d×%-3d %5d  %8.0f %8.0f %6.2f    %7.2f %7.2f %6.2f    %7.0f %7.0f %6.2f\n", cols, rows, TOKENS[k],
               c.view_us, c.paint_us, c.view_us / c.paint_us, c.key_ms, c.yard_ms, c.key_ms / c.yard_ms, c.bytes,
               c.yard_bytes, c.bytes / c.yard_bytes);
        free(text);
    }
}

// ---- the yardstick's own program

static int paint_on_keys(const World *w, int rows, int cols, const char *text) {
    Painting *frame[2];
    paint_open("/dev/tty", 0, 0);
    two_paintings(w, text, rows, cols, 'm', frame);
    char key = 0;
    for (int k = 0; key != 'q'; k++) {
        paint_show(frame[k & 1]);
        char title[64];
        int len = snprintf(title, sizeof title, "\033]2;f%d;e%d\a", k + 1, k);
        if (write(STDOUT_FILENO, title, (size_t)len) != len || read(STDIN_FILENO, &key, 1) != 1) break;
    }
    paint_close();
    painting_free(frame[0]);
    painting_free(frame[1]);
    return 0;
}

int main(int argc, char **argv) {
    text_init();
    World world = {0};
    Error err;
    if (!world_load(PROJECT_DATA, &world, &err)) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    if (argc == 5)
        return paint_on_keys(&world, (int)strtol(argv[2], NULL, 10), (int)strtol(argv[3], NULL, 10), argv[4]);
    printf("Cold start to the first frame, median of %d. bare: a program of ncurses that paints one full frame\n",
           STARTS);
    puts("(to reach: within 1.5 × bare. The yardstick that was named first is the dearest frame, a colour in every cell;");
    puts("the stricter one is a program that paints lookback's own cells; the cheapest frame there is stands beside them)\n");
    puts("                                           time      bytes    × bare,  × bare,  × bare,");
    puts("                                                            cheapest  dearest  same cells");
    print_starts(&world, 24, 80);
    print_starts(&world, 60, 200);
    puts("\nKey m (mask), 256 colours, medians. ncurses: two frames computed before, every cell put and sent");
    puts("(to reach: update + view below 1 × painting; at 80×24 a toggle below 8 kB)\n");
    puts("                  update + view, µs          key to painted frame, ms    bytes");
    puts("          tokens     ours  ncurses  ratio       ours ncurses  ratio       ours ncurses  ratio");
    print_keys(&world, 24, 80);
    print_keys(&world, 60, 200);
    world_free(&world);
    return 0;
}
