// The five steps of the worked example: what each shows, laid out so that a product stands where its row and its column
// meet.
#ifndef LOOKBACK_ATTN_WORKED_STAGES_H
#define LOOKBACK_ATTN_WORKED_STAGES_H

#include "attn/worked.h"

typedef enum WorkedStageId {
    STAGE_PROJECT, // X → Q, K, V
    STAGE_SCORE,   // Q, K → S
    STAGE_SCALE,   // S → scaled → masked
    STAGE_SOFTMAX, // masked → A
    STAGE_MIX,     // A, V → out
    STAGE_COUNT
} WorkedStageId;

enum { STAGE_ROWS = 2, STAGE_COLS = 4 };
#define STAGE_EMPTY WORKED_PARTS // nothing stands there

typedef struct WorkedStage {
    const char *name;
    WorkedPart result;                      // what it is about
    WorkedPart grid[STAGE_ROWS][STAGE_COLS];
} WorkedStage;

extern const WorkedStage WORKED_STAGES[STAGE_COUNT];
extern const char *const WORKED_STAGE_NAMES[STAGE_COUNT];

// Where part stands in the grid; false if the step does not show it.
bool worked_stage_find(WorkedStageId stage, WorkedPart part, int *row, int *col);

// Whether the step shows part turned over, rows as columns: K in the scores, as Kᵀ.
bool worked_stage_turned(WorkedStageId stage, WorkedPart part);

// Whether part comes out of this step, and is not only used in it.
bool worked_stage_makes(WorkedStageId stage, WorkedPart part);

#endif
