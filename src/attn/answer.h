// Judging what a learner typed into a cell.
#ifndef LOOKBACK_ATTN_ANSWER_H
#define LOOKBACK_ATTN_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

enum { ANSWER_DECIMALS = 3 };

typedef enum Verdict { ANSWER_UNREADABLE, ANSWER_WRONG, ANSWER_RIGHT } Verdict;

typedef struct Answer {
    Verdict verdict;
    double value;      // what was typed; −∞ for `-inf`; NaN when unreadable
    bool unfinished; // wrong only because a whole number was typed that the right value rounds to
} Answer;

// Right: equal to `right` when both are rounded to the decimals typed, three at most. `0.67` and `0.7` are right for
// .6698, `0.669` and `1` are not: a number that is not whole wants one decimal at least. `1/3` is judged to three
// decimals. Also read: `.67`, `-1`, `−1`, `0,67`, `-inf`, `−∞`; white space around is ignored.
Answer answer_judge(const char *typed, size_t len, double right);

#endif
