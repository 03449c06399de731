// The yardstick for starting: the least a program of ncurses does before a full screen stands. Text in every cell.
//
//     bare             a colour a line: the cheapest frame
//     bare cells       a colour a cell: the dearest one
//     bare frame FILE  the cells and colours of a frame made before (bench/bare.h)
#include "bench/bare.h"

#define NCURSES_NOMACROS 1
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHADES = 24 };

static void put(int y, int x, wchar_t rune, attr_t attr, int pair) {
    cchar_t cell;
    wchar_t text[2] = {rune, 0};
    setcchar(&cell, text, attr, 0, &pair);
    mvadd_wch(y, x, &cell);
}

static void paint_shades(int frame, bool cells) {
    int rows, cols;
    getmaxyx(stdscr, rows, cols);
    for (int k = 0; frame == 0 && k < SHADES; k++) init_extended_pair(1 + k, 15, 232 + k);
    for (int at = 0; at < rows * cols - 1; at++) { // the last cell would scroll
        int pair = 1 + ((cells ? at * 7 : at / cols) + frame) % SHADES;
        put(at / cols, at % cols, L'a' + (wchar_t)((at + frame) % 26), 0, pair);
    }
}

static void paint_frame(const char *path) {
    BareFrame frame;
    FILE *in = fopen(path, "rb");
    if (!in || fread(&frame, sizeof frame, 1, in) != 1) abort();
    BareCell *cell = malloc((size_t)frame.h * (size_t)frame.w * sizeof *cell);
    if (!cell || fread(cell, sizeof *cell, (size_t)frame.h * (size_t)frame.w, in) != (size_t)frame.h * (size_t)frame.w)
        abort();
    fclose(in);
    use_default_colors();
    for (int k = 1; k <= frame.pairs; k++) init_extended_pair(k, frame.fg[k], frame.bg[k]);
    for (int at = 0; at < frame.h * frame.w; at++) {
        attr_t attr = (cell[at].attr & 1 ? A_BOLD : 0) | (cell[at].attr & 2 ? A_UNDERLINE : 0) |
                      (cell[at].attr & 4 ? A_REVERSE : 0);
        if (cell[at].rune) put(at / frame.w, at % frame.w, (wchar_t)cell[at].rune, attr, cell[at].pair);
    }
    free(cell);
}

int main(int argc, char **argv) {
    setlocale(LC_ALL, "");
    if (!newterm(NULL, stdout, stdin)) return 2;
    raw();
    noecho();
    curs_set(0);
    start_color();
    int key = 0;
    for (int frame = 0; key != 'q' && key != ERR; frame++) {
        if (argc > 2) paint_frame(argv[2]);
        else paint_shades(frame, argc > 1);
        refresh();
        // The same marker as the program's own, so that both are timed to the same byte.
        char title[64];
        int len = snprintf(title, sizeof title, "\033]2;f%d;e%d\a", frame + 1, frame);
        if (write(STDOUT_FILENO, title, (size_t)len) != len) abort();
        key = getch();
    }
    endwin();
    return 0;
}
