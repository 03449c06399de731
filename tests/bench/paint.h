// The cells of a frame handed to ncurses with nothing else around it: what painting costs whoever computes the frame.
#ifndef LOOKBACK_BENCH_PAINT_H
#define LOOKBACK_BENCH_PAINT_H

#include "draw/palette.h"

typedef struct Painting Painting;

// Takes the frame's cells over, in 256 colours. ncurses must be running (paint_open).
Painting *painting_new(const Canvas *c, const Palette *p);
void painting_free(Painting *p);

// Writes the frame for the bare program (bench/bare.h); combining marks are left out.
void painting_save(const Canvas *c, const Palette *p, const char *path);

// A screen on path ("/dev/tty" or "/dev/null").
void paint_open(const char *path, int rows, int cols);
void paint_close(void);

// Puts every cell and lets ncurses send what differs from what is shown.
void paint_show(const Painting *p);

#endif
