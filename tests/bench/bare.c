// The yardstick for starting: the least a program of ncurses does before a full screen stands. Text in every cell.
//
//     bare          a colour a line: the cheapest frame
//     bare cells    a colour a cell: the dearest one
#define NCURSES_NOMACROS 1
#include <locale.h>
#include <ncurses.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SHADES = 24 };

static void paint(int frame, bool cells) {
    int rows, cols;
    getmaxyx(stdscr, rows, cols);
    for (int at = 0; at < rows * cols - 1; at++) { // the last cell would scroll
        int pair = 1 + ((cells ? at * 7 : at / cols) + frame) % SHADES;
        cchar_t cell;
        wchar_t text[2] = {L'a' + (wchar_t)((at + frame) % 26), 0};
        setcchar(&cell, text, 0, 0, &pair);
        mvadd_wch(at / cols, at % cols, &cell);
    }
    refresh();
    // The same marker as the program's own, so that both are timed to the same byte.
    char title[64];
    int len = snprintf(title, sizeof title, "\033]2;f%d;e%d\a", frame + 1, frame);
    if (write(STDOUT_FILENO, title, (size_t)len) != len) abort();
}

int main(int argc, char **argv) {
    setlocale(LC_ALL, "");
    if (!newterm(NULL, stdout, stdin)) return 2;
    raw();
    noecho();
    curs_set(0);
    start_color();
    for (int k = 0; k < SHADES; k++) init_extended_pair(1 + k, 15, 232 + k);
    for (int frame = 0; frame == 0 || getch() != 'q'; frame++) paint(frame, argc > 1 && strcmp(argv[1], "cells") == 0);
    endwin();
    return 0;
}
