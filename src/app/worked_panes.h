// The panes of the worked example. Each draws into the canvas's current pane.
#ifndef LOOKBACK_APP_WORKED_PANES_H
#define LOOKBACK_APP_WORKED_PANES_H

#include "app/worked_boxes.h"
#include "app/worked_look.h"
#include "draw/canvas.h"

void worked_pane_title(Canvas *c, const WorkedLook *look, const World *w);
void worked_pane_tabs(Canvas *c, const WorkedLook *look);
void worked_pane_caption(Canvas *c, const WorkedLook *look);  // one line: what the step does
void worked_pane_sum(Canvas *c, const WorkedLook *look);      // two lines: how the cell came about
void worked_pane_status(Canvas *c, const WorkedLook *look);

// Sums and entropies at the right of A, row by row. box: where A stands.
void worked_pane_rows(Canvas *c, const WorkedLook *look, const MatrixBox *box, Rect at);
enum { WORKED_ROWS_COLUMNS = 22 }; // what that takes

// The softmax of one row in four lines.
void worked_pane_ledger(Canvas *c, const WorkedLook *look);
enum { WORKED_LEDGER_LINES = 4 };

// The row divided by 1, √d and √64 side by side: n + 2 lines, or as many keys as fit.
void worked_pane_divisors(Canvas *c, const WorkedLook *look);

// The mixture that a row of out is: one line.
void worked_pane_mixture(Canvas *c, const WorkedLook *look);

// The divisors on offer: 1, √d, √64 for k 0, 1, 2.
double worked_divisor_at(const Worked *w, int k);

#endif
