#include "attn/worked_stages.h"

const char *const WORKED_STAGE_NAMES[STAGE_COUNT] = {"project", "score", "scale", "softmax", "mix"};

#define NONE STAGE_EMPTY

const WorkedStage WORKED_STAGES[STAGE_COUNT] = {
    [STAGE_PROJECT] = {"project", WORKED_Q, {{NONE, WORKED_WQ, WORKED_WK, WORKED_WV}, {WORKED_X, WORKED_Q, WORKED_K, WORKED_V}}},
    [STAGE_SCORE] = {"score", WORKED_S, {{NONE, WORKED_K, NONE, NONE}, {WORKED_Q, WORKED_S, NONE, NONE}}},
    [STAGE_SCALE] = {"scale", WORKED_SCALED, {{NONE, NONE, NONE, NONE}, {WORKED_S, WORKED_SCALED, WORKED_MASKED, NONE}}},
    [STAGE_SOFTMAX] = {"softmax", WORKED_A, {{NONE, NONE, NONE, NONE}, {WORKED_MASKED, WORKED_A, NONE, NONE}}},
    [STAGE_MIX] = {"mix", WORKED_OUT, {{NONE, WORKED_V, NONE, NONE}, {WORKED_A, WORKED_OUT, NONE, NONE}}},
};

bool worked_stage_find(WorkedStageId stage, WorkedPart part, int *row, int *col) {
    for (int k = 0; k < STAGE_ROWS * STAGE_COLS; k++) {
        if (WORKED_STAGES[stage].grid[k / STAGE_COLS][k % STAGE_COLS] != part) continue;
        *row = k / STAGE_COLS;
        *col = k % STAGE_COLS;
        return true;
    }
    return false;
}

bool worked_stage_turned(WorkedStageId stage, WorkedPart part) {
    return stage == STAGE_SCORE && part == WORKED_K;
}

bool worked_stage_makes(WorkedStageId stage, WorkedPart part) {
    int row, col;
    bool below = worked_stage_find(stage, part, &row, &col) && row == STAGE_ROWS - 1;
    return below && col > 0;
}
