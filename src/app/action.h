// Everything a user can do, as one table: keys, the help overlay, `lookback keys`, the man page and the status line
// read it.
#ifndef LOOKBACK_APP_ACTION_H
#define LOOKBACK_APP_ACTION_H

#include "app/event.h"
#include "lesson/scene.h"

typedef enum ActionId {
    ACTION_NONE,
    ACTION_LESSON_NEXT, // these only while a lesson is open
    ACTION_LESSON_BACK,
    ACTION_LESSON_UP,
    ACTION_LESSON_DOWN,
    ACTION_LESSON_NOTES,
    ACTION_LESSON_ANEW,
    ACTION_LESSON_LEAVE,
    ACTION_LESSON_OPEN, // these always
    ACTION_LESSON_LIST,
    ACTION_SEARCH,
    ACTION_PROJECT,
    ACTION_BLANK,
    ACTION_QUERY_UP,
    ACTION_QUERY_DOWN,
    ACTION_KEY_LEFT,
    ACTION_KEY_RIGHT,
    ACTION_PAGE_UP,
    ACTION_PAGE_DOWN,
    ACTION_FIRST,
    ACTION_LAST,
    ACTION_STRONGEST,
    ACTION_HEAD_NUMBER,
    ACTION_HEAD_PREVIOUS,
    ACTION_HEAD_NEXT,
    ACTION_MASK,
    ACTION_DIVISOR,
    ACTION_DIVISOR_TYPE,
    ACTION_WIDTH_UP,
    ACTION_WIDTH_DOWN,
    ACTION_BOS,
    ACTION_SENTENCE_NEXT,
    ACTION_SENTENCE_PREVIOUS,
    ACTION_EDIT,
    ACTION_VIEW,
    ACTION_PLAY_NEXT, // the playground
    ACTION_PLAY_PREVIOUS,
    ACTION_PLAY_LEFT,
    ACTION_PLAY_RIGHT,
    ACTION_PLAY_UP,
    ACTION_PLAY_DOWN,
    ACTION_PLAY_TURN_LEFT,
    ACTION_PLAY_TURN_RIGHT,
    ACTION_PLAY_SHORTER,
    ACTION_PLAY_LONGER,
    ACTION_PLAY_ADD,
    ACTION_PLAY_REMOVE,
    ACTION_PLAY_DIVISOR,
    ACTION_PLAY_LENGTH_UP,
    ACTION_PLAY_LENGTH_DOWN,
    ACTION_PLAY_LENGTH_AT,
    ACTION_PLAY_RESET,
    ACTION_WORKED_UP,
    ACTION_WORKED_DOWN,
    ACTION_WORKED_LEFT,
    ACTION_WORKED_RIGHT,
    ACTION_WORKED_FIRST,
    ACTION_WORKED_LAST,
    ACTION_WORKED_NEXT,
    ACTION_WORKED_PREVIOUS,
    ACTION_WORKED_STEP,
    ACTION_WORKED_STEP_BACK,
    ACTION_WORKED_TYPE,
    ACTION_WORKED_EXAMPLE,
    ACTION_WORKED_DIVISORS,
    ACTION_WORKED_ZERO,
    ACTION_WORKED_EXERCISE,
    ACTION_WORKED_REVEAL,
    ACTION_WORKED_REVEAL_ALL,
    ACTION_WORKED_CLEAR,
    // the lab, one row, the sum of heads
    ACTION_SEED_NEXT,
    ACTION_SEED_PREVIOUS,
    ACTION_KEYS_MORE,
    ACTION_KEYS_FEWER,
    ACTION_NORMALISE,
    ACTION_EXAMPLE_NEXT,
    ACTION_HEAD_SWITCH,
    ACTION_HEADS_ALL,
    ACTION_OPEN_LAYER_PREVIOUS, // a source
    ACTION_OPEN_LAYER_NEXT,
    ACTION_OPEN_BATCH,
    ACTION_OPEN_HIDE,
    ACTION_OPEN_LOG,
    ACTION_OPEN_WORDS,
    ACTION_OPEN_ZOOM_IN,
    ACTION_OPEN_ZOOM_OUT,
    ACTION_OPEN_FIND,
    ACTION_OPEN_SAME_NEXT,
    ACTION_OPEN_SAME_PREVIOUS,
    ACTION_OPEN_DIAGONAL,
    ACTION_OPEN_MARK,
    ACTION_OPEN_UNMARK,
    ACTION_OPEN_AVERAGE,
    ACTION_OPEN_PAIR,
    ACTION_OPEN_MAP,
    ACTION_MAP_OPEN,
    ACTION_MAP_BEST,
    ACTION_MAP_SORT,
    ACTION_MAP_MEASURE,
    ACTION_MAP_MEASURE_BACK,
    ACTION_OPEN_STOP,
    ACTION_MODEL_SCOPE, // a model
    ACTION_MODEL_KNOCK,
    ACTION_MODEL_EDGE,
    ACTION_MODEL_VALUES,
    ACTION_MODEL_PLAIN,
    ACTION_MODEL_CHOOSE,
    ACTION_MODEL_PREDICT,
    ACTION_MODEL_PAGE,
    ACTION_MODEL_TRACE,
    ACTION_TRACE_NEXT, // a row of it
    ACTION_TRACE_PREVIOUS,
    ACTION_MOMENT_BACK,
    ACTION_MOMENT_ON,
    ACTION_TRAIN_RUN, // a training
    ACTION_TRAIN_STEP,
    ACTION_TRAIN_FASTER,
    ACTION_TRAIN_SLOWER,
    ACTION_TRAIN_SEED,
    ACTION_TRAIN_RESET,
    ACTION_TRAIN_BACK,
    ACTION_TRAIN_ON,
    ACTION_TRAIN_START,
    ACTION_TRAIN_NOW,
    ACTION_TRAIN_FILM,
    ACTION_TRAIN_SETTING,
    ACTION_TRAIN_MORE,
    ACTION_TRAIN_LESS,
    ACTION_TRAIN_SAVE,
    ACTION_TRAIN_OPEN,
    ACTION_TRAIN_MAP,
    ACTION_TRAIN_PREDICT,
    // `lookback notes`
    ACTION_NOTES_UP,
    ACTION_NOTES_DOWN,
    ACTION_NOTES_PAGE_UP,
    ACTION_NOTES_PAGE_DOWN,
    ACTION_NOTES_STOP,
    ACTION_NOTES_RESET,
    // common to all screens
    ACTION_THEME,
    ACTION_MAP,
    ACTION_UNDO,
    ACTION_COMMAND,
    ACTION_PLACES,
    ACTION_DIFF_MOST,
    ACTION_OPEN_PAN, // told in the help; its keys are those that move, with Shift
    ACTION_GO, // to the screen of the function key
    ACTION_HELP,
    ACTION_REDRAW,
    ACTION_SUSPEND,
    ACTION_QUIT,
} ActionId;

enum { ACTION_KEYS = 9 };

typedef struct Action {
    ActionId id;
    const char *group;          // heading in the help
    const char *shown;          // its keys, as printed
    uint32_t keys[ACTION_KEYS]; // runes or KEY_CODE_…; 0 ends
    const char *help;           // what it does, a few words
    unsigned screens;           // where it is offered: ON(SCREEN_…) bits
} Action;

#define ON(screen) (1u << (screen))
#define ON_LESSON (1u << 31) // while a lesson is open, on whatever screen; found before the screen's own
#define ON_NOTES (1u << 30)  // in `lookback notes`, found before those of all screens
#define ON_ALL (~0u & ~ON_LESSON)

extern const Action ACTIONS[];
extern const int ACTIONS_COUNT;

// The action that a key press means; where: ON(the screen), and ON_LESSON if a lesson is open. ACTION_NONE if none.
ActionId action_of_key(unsigned where, uint32_t key, uint8_t mods);

#endif
