// The panes of a training. Each draws into the current pane.
#ifndef LOOKBACK_APP_PANE_TRAIN_H
#define LOOKBACK_APP_PANE_TRAIN_H

#include "app/train_look.h"
#include "draw/canvas.h"

void pane_train_settings(Canvas *c, const TrainLook *look); // before the start
void pane_train_loss(Canvas *c, const TrainLook *look);     // curves
void pane_train_heads(Canvas *c, const TrainLook *look);    // all heads: pattern, what it is, its score over time
void pane_train_sentence(Canvas *c, const TrainLook *look); // arcs of the chosen head from the last word
void pane_train_pattern(Canvas *c, const TrainLook *look);  // the chosen head's heatmap
// For a class: what comes next in big letters; the rows and columns it takes on a screen so wide, 0 where there is no
// room.
void pane_train_big(Canvas *c, const TrainLook *look);
int pane_train_big_rows(int h, int width, bool ascii);
int pane_train_big_columns(const TrainLook *look, int width, bool ascii);

void pane_train_next(Canvas *c, const TrainLook *look);     // what comes next
void pane_train_firsts(Canvas *c, const TrainLook *look);   // which head was the first of its class, and when: one line
void pane_train_time(Canvas *c, const TrainLook *look);     // the timeline, one line

// Lines of text and rows that the sentence takes in so many columns with so many lanes.
int pane_train_sentence_rows(const TrainLook *look, int width, int lanes);

// Appends the plain sentence.
void pane_train_say(const TrainLook *look, Str *out);

#endif
