// A frame for golden tests: what is shown and how, as two planes that a reviewer can read in a diff.
//
//     h lines   text: the characters, trailing blanks cut
//     --
//     h lines   style: one character a cell (so a wide character has two), trailing paper cut
//     --        and a legend, only if there are styles without a character of their own
//
// Style characters. A letter is the foreground; a capital is bold:
//     t text   d dim   f faint   a accent   g ghost   o good   b bad   p paper   l panel   s select
//     u v w x y z   heat as a foreground, weak to strong (level · 6 / HEAT_STEPS)
// and how it is written is the background:
//     t T   on paper            .   blank paper
//     ⓣ Ⓣ   on a panel          ~   blank panel
//     ⒯ 🄣   on the selection    =   blank selection
//     0 … 9   heat (level · 10 / HEAT_STEPS), whatever stands on it; bold ) ! @ # $ % ^ & * (
// Every other style takes the next Greek letter, explained in the legend: `α a on 5 underline`. After ω comes ?.
#ifndef LOOKBACK_OUT_FRAME_H
#define LOOKBACK_OUT_FRAME_H

#include "base/str.h"
#include "draw/palette.h"

// Appends the frame. Styles are written as roles and levels, so neither theme nor colour mode of p matters.
void out_frame(const Canvas *c, const Palette *p, Str *out);

#endif
