// What the worked example's screen shows, worked out: every matrix, the cell that is looked at and where it comes from,
// and what of it a learner may see.
#ifndef LOOKBACK_APP_WORKED_LOOK_H
#define LOOKBACK_APP_WORKED_LOOK_H

#include "app/state.h"
#include "base/str.h"

typedef enum WorkedFace {
    FACE_PLAIN,
    FACE_HIDDEN, // the exercise waits for an answer
    FACE_RIGHT,
    FACE_WRONG,
    FACE_SHOWN,  // the learner asked for it
} WorkedFace;

typedef struct WorkedLook {
    const State *state;
    const WorkedView *view;
    const Worked *worked;
    WorkedResult result;
    WorkedPart part; // the cell under the pointer, else the one that is stood on
    int y, x;
    WorkedSum sum;   // of that cell
    bool ascii;
} WorkedLook;

void worked_look_init(WorkedLook *look, const State *s);

const Matrix *worked_look_matrix(const WorkedLook *look, WorkedPart part);
WorkedFace worked_look_face(const WorkedLook *look, WorkedPart part, int y, int x);

// Whether the number may be seen, and whether all of a row may.
bool worked_look_open(const WorkedLook *look, WorkedPart part, int y, int x);
bool worked_look_row_open(const WorkedLook *look, WorkedPart part, int y);

// Appends what stands in the cell: the number, ?, or the wrong answer.
void worked_look_text(const WorkedLook *look, WorkedPart part, int y, int x, Str *out);

// Columns that the cells of a matrix take, whatever the levers are.
int worked_look_columns(const WorkedLook *look, WorkedPart part);

// Cells that the step asks for, and how many of them are right.
typedef struct WorkedScore {
    int cells, right, shown;
} WorkedScore;
WorkedScore worked_look_score(const WorkedLook *look, WorkedStageId stage);

// Appends a number that fits a cell: as in the sums, but never longer than nine columns.
void worked_look_number(Str *out, double value, bool ascii);

// Appends the label of token i in quotes: “cat”.
void worked_look_token(const WorkedLook *look, int i, Str *out);

// Appends the plain sentence for the cell that is looked at.
void worked_look_sentence(const WorkedLook *look, Str *out);

// Appends what to do for a hidden cell, without the numbers: `row 3 of Q times row 2 of K`.
void worked_look_task(const WorkedLook *look, Str *out);

// The query that the cell belongs to; −1 if it is of no single one.
int worked_look_query(const WorkedLook *look);

#endif
