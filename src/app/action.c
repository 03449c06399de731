#include "app/action.h"

#define CTRL(letter) ((letter) & 0x1F)
#define EXPLORER ON(SCREEN_EXPLORER)
#define PLAY ON(SCREEN_PLAY)
#define LAB ON(SCREEN_LAB)
#define ROW ON(SCREEN_ROW)
#define SUM ON(SCREEN_SUM)
#define WORKED ON(SCREEN_WORKED)

const Action ACTIONS[] = {
    {ACTION_LESSON_NEXT, "Lesson", "Space n", {' ', 'n'}, "go on", ON_LESSON},
    {ACTION_LESSON_BACK, "Lesson", "p", {'p', KEY_CODE_BACKSPACE}, "go back a step", ON_LESSON},
    {ACTION_LESSON_UP, "Lesson", "PgUp", {KEY_CODE_PAGE_UP}, "scroll the text up", ON_LESSON},
    {ACTION_LESSON_DOWN, "Lesson", "PgDn", {KEY_CODE_PAGE_DOWN}, "scroll the text down", ON_LESSON},
    {ACTION_LESSON_NOTES, "Lesson", "N", {'N'}, "the presenter's notes", ON_LESSON},
    {ACTION_LESSON_LEAVE, "Lesson", "Esc", {KEY_CODE_ESCAPE}, "leave the lesson, keep the view", ON_LESSON},
    {ACTION_QUERY_UP, "Move", "↑ k", {KEY_CODE_UP, 'k'}, "query: one token up", EXPLORER},
    {ACTION_QUERY_DOWN, "Move", "↓ j", {KEY_CODE_DOWN, 'j'}, "query: one token down", EXPLORER},
    {ACTION_KEY_LEFT, "Move", "← h", {KEY_CODE_LEFT, 'h'}, "key: one token left", EXPLORER},
    {ACTION_KEY_RIGHT, "Move", "→ l", {KEY_CODE_RIGHT, 'l'}, "key: one token right", EXPLORER},
    {ACTION_PAGE_UP, "Move", "PgUp", {KEY_CODE_PAGE_UP}, "query: ten up", EXPLORER},
    {ACTION_PAGE_DOWN, "Move", "PgDn", {KEY_CODE_PAGE_DOWN}, "query: ten down", EXPLORER},
    {ACTION_FIRST, "Move", "Home g", {KEY_CODE_HOME, 'g'}, "query: the first token", EXPLORER},
    {ACTION_LAST, "Move", "End G", {KEY_CODE_END, 'G'}, "query: the last token", EXPLORER},
    {ACTION_STRONGEST, "Move", "x", {'x'}, "key: where the query looks most", EXPLORER},
    {ACTION_WORKED_UP, "Move", "↑ k", {KEY_CODE_UP, 'k'}, "one cell up", WORKED},
    {ACTION_WORKED_DOWN, "Move", "↓ j", {KEY_CODE_DOWN, 'j'}, "one cell down", WORKED},
    {ACTION_WORKED_LEFT, "Move", "← h", {KEY_CODE_LEFT, 'h'}, "one cell left", WORKED},
    {ACTION_WORKED_RIGHT, "Move", "→ l", {KEY_CODE_RIGHT, 'l'}, "one cell right", WORKED},
    {ACTION_WORKED_FIRST, "Move", "Home g", {KEY_CODE_HOME, 'g'}, "the first cell of the matrix", WORKED},
    {ACTION_WORKED_LAST, "Move", "End G", {KEY_CODE_END, 'G'}, "the last cell of the matrix", WORKED},
    {ACTION_WORKED_NEXT, "Move", "Tab", {'\t'}, "the next matrix", WORKED},
    {ACTION_WORKED_PREVIOUS, "Move", "BackTab", {KEY_CODE_BACK_TAB}, "the matrix before", WORKED},
    {ACTION_WORKED_STEP, "Steps", "] Space", {']', ' ', KEY_CODE_PAGE_DOWN}, "the next step (also PgDn)", WORKED},
    {ACTION_WORKED_STEP_BACK, "Steps", "[", {'[', KEY_CODE_PAGE_UP}, "the step before (also PgUp)", WORKED},
    {ACTION_WORKED_TYPE, "Numbers", "Enter", {KEY_CODE_ENTER}, "type a number here; any digit too", WORKED},
    {ACTION_WORKED_EXAMPLE, "Numbers", "s", {'s'}, "the next example, as it was", WORKED},
    {ACTION_HEAD_NUMBER, "Head", "1 … 9", {'1', '2', '3', '4', '5', '6', '7', '8', '9'}, "this head", EXPLORER},
    {ACTION_HEAD_PREVIOUS, "Head", "[", {'['}, "the head before", EXPLORER},
    {ACTION_HEAD_NEXT, "Head", "]", {']'}, "the next head", EXPLORER},
    {ACTION_MASK, "Levers", "m", {'m'}, "causal mask on or off", EXPLORER | WORKED},
    {ACTION_DIVISOR, "Levers", "d", {'d'}, "divisor on or off", EXPLORER | WORKED},
    {ACTION_WIDTH_UP, "Levers", "+ =", {'+', '='}, "head width d: twice as wide", EXPLORER},
    {ACTION_WIDTH_DOWN, "Levers", "- _", {'-', '_'}, "head width d: half as wide", EXPLORER},
    {ACTION_BOS, "Levers", "b", {'b'}, "⟨BOS⟩ token on or off", EXPLORER},
    {ACTION_WORKED_DIVISORS, "Levers", "D", {'D'}, "next divisor: 1, √d, √64", WORKED},
    {ACTION_WORKED_ZERO, "Levers", "z", {'z'}, "zero after softmax, no mask", WORKED},
    {ACTION_WORKED_EXERCISE, "Exercise", "x", {'x'}, "hide what follows: work it out", WORKED},
    {ACTION_WORKED_REVEAL, "Exercise", "r", {'r'}, "show the answer in this cell", WORKED},
    {ACTION_WORKED_REVEAL_ALL, "Exercise", "R", {'R'}, "show all answers", WORKED},
    {ACTION_WORKED_CLEAR, "Exercise", "Del", {KEY_CODE_DELETE, KEY_CODE_BACKSPACE}, "take the answer back", WORKED},
    {ACTION_SENTENCE_NEXT, "Text", "s", {'s'}, "the next sentence", EXPLORER},
    {ACTION_SENTENCE_PREVIOUS, "Text", "S", {'S'}, "the sentence before", EXPLORER},
    {ACTION_EDIT, "Text", "e", {'e'}, "type a sentence of your own", EXPLORER},
    {ACTION_PLAY_NEXT, "Arrows", "Tab", {'\t'}, "select the next arrow", PLAY},
    {ACTION_PLAY_PREVIOUS, "Arrows", "BackTab", {KEY_CODE_BACK_TAB}, "select the one before", PLAY},
    {ACTION_PLAY_LEFT, "Arrows", "← h", {KEY_CODE_LEFT, 'h', 'H'}, "move it 0.1 left; with Shift 0.01", PLAY},
    {ACTION_PLAY_RIGHT, "Arrows", "→ l", {KEY_CODE_RIGHT, 'l', 'L'}, "move it right", PLAY},
    {ACTION_PLAY_UP, "Arrows", "↑ k", {KEY_CODE_UP, 'k', 'K'}, "move it up", PLAY},
    {ACTION_PLAY_DOWN, "Arrows", "↓ j", {KEY_CODE_DOWN, 'j', 'J'}, "move it down", PLAY},
    {ACTION_PLAY_TURN_LEFT, "Arrows", "[", {'['}, "turn it left by 5 degrees", PLAY},
    {ACTION_PLAY_TURN_RIGHT, "Arrows", "]", {']'}, "turn it right", PLAY},
    {ACTION_PLAY_SHORTER, "Arrows", "<", {'<'}, "make it shorter", PLAY},
    {ACTION_PLAY_LONGER, "Arrows", ">", {'>'}, "make it longer", PLAY},
    {ACTION_PLAY_ADD, "Arrows", "a", {'a'}, "add a key", PLAY},
    {ACTION_PLAY_REMOVE, "Arrows", "x Del", {'x', KEY_CODE_DELETE, KEY_CODE_BACKSPACE}, "remove the key", PLAY},
    {ACTION_PLAY_RESET, "Arrows", "r", {'r'}, "all as at the start", PLAY},
    {ACTION_PLAY_DIVISOR, "Divisor and length", "d", {'d'}, "divisor: 1, √2, √64", PLAY},
    {ACTION_PLAY_LENGTH_UP, "Divisor and length", "+ =", {'+', '='}, "the query 0.1 times longer", PLAY},
    {ACTION_PLAY_LENGTH_DOWN, "Divisor and length", "- _", {'-', '_'}, "the query 0.1 times shorter", PLAY},
    {ACTION_PLAY_LENGTH_AT, "Divisor and length", "1 … 8", {'1', '2', '3', '4', '5', '6', '7', '8'}, "the query so many times as long", PLAY},
    {ACTION_WIDTH_UP, "Head", "+ =", {'+', '='}, "head width d: the next power of two", LAB},
    {ACTION_WIDTH_DOWN, "Head", "- _", {'-', '_'}, "head width d: the power of two before", LAB},
    {ACTION_QUERY_UP, "Head", "↑ k", {KEY_CODE_UP, 'k'}, "head width d: one more", LAB},
    {ACTION_QUERY_DOWN, "Head", "↓ j", {KEY_CODE_DOWN, 'j'}, "head width d: one less", LAB},
    {ACTION_SEED_NEXT, "Sample", "r", {'r'}, "sample anew: the next seed", LAB},
    {ACTION_SEED_PREVIOUS, "Sample", "R", {'R'}, "the seed before", LAB},
    {ACTION_KEYS_MORE, "Sample", "]", {']'}, "one key more in a row", LAB},
    {ACTION_KEYS_FEWER, "Sample", "[", {'['}, "one key less", LAB},
    {ACTION_KEY_LEFT, "Gap", "← h", {KEY_CODE_LEFT, 'h'}, "a smaller gap between two keys", LAB},
    {ACTION_KEY_RIGHT, "Gap", "→ l", {KEY_CODE_RIGHT, 'l'}, "a larger gap", LAB},
    {ACTION_QUERY_UP, "Move", "↑ k ←", {KEY_CODE_UP, 'k', KEY_CODE_LEFT, 'h'}, "stand one token earlier", ROW | SUM},
    {ACTION_QUERY_DOWN, "Move", "↓ j →", {KEY_CODE_DOWN, 'j', KEY_CODE_RIGHT, 'l'}, "stand one token later", ROW | SUM},
    {ACTION_FIRST, "Move", "Home g", {KEY_CODE_HOME, 'g'}, "the first token", ROW | SUM},
    {ACTION_LAST, "Move", "End G", {KEY_CODE_END, 'G'}, "the last token", ROW | SUM},
    {ACTION_HEAD_SWITCH, "Heads", "1 … 4", {'1', '2', '3', '4'}, "this head on or off", SUM},
    {ACTION_HEADS_ALL, "Heads", "a", {'a'}, "all heads on", SUM},
    {ACTION_MASK, "Levers", "m", {'m'}, "causal mask on or off", ROW | SUM},
    {ACTION_DIVISOR, "Levers", "d", {'d'}, "divisor on or off", ROW | SUM},
    {ACTION_NORMALISE, "Levers", "z", {'z'}, "normalise the rows first, as a model does", ROW},
    {ACTION_EXAMPLE_NEXT, "Text", "s", {'s'}, "the next worked example", ROW},
    {ACTION_VIEW, "View", "v", {'v'}, "show all, sentence, heatmap or row", EXPLORER},
    {ACTION_THEME, "View", "t", {'t'}, "next theme: dark, light, contrast", ON_ALL},
    {ACTION_MAP, "View", "c", {'c'}, "next colour map", ON_ALL},
    {ACTION_PROJECT, "View", "P", {'P'}, "for a class: big, heavy, few things", ON_ALL},
    {ACTION_BLANK, "View", ".", {'.'}, "blank screen, until any key", ON_ALL},
    {ACTION_UNDO, "Program", "u", {'u'}, "undo", ON_ALL},
    {ACTION_COMMAND, "Program", "Y", {'Y'}, "the command line of this view", ON_ALL},
    {ACTION_PLACES, "Program", "o", {'o'}, "another view: playground, lab …", ON_ALL},
    {ACTION_LESSON_OPEN, "Program", "F8 i", {KEY_CODE_F1 + 7, 'i'}, "the lessons", ON_ALL},
    {ACTION_LESSON_LIST, "Program", "F9 L", {KEY_CODE_F1 + 8, 'L'}, "list of lessons, contents", ON_ALL},
    {ACTION_SEARCH, "Program", "/", {'/'}, "search all lessons", ON_ALL},
    {ACTION_GO, "Program", "F2 … F7", {KEY_CODE_F1 + 1, KEY_CODE_F1 + 2, KEY_CODE_F1 + 3, KEY_CODE_F1 + 4, KEY_CODE_F1 + 5, KEY_CODE_F1 + 6}, "straight to one of them", ON_ALL},
    {ACTION_HELP, "Program", "?", {'?', KEY_CODE_F1}, "this help", ON_ALL},
    {ACTION_REDRAW, "Program", "Ctrl-L", {CTRL('L')}, "draw the screen anew", ON_ALL},
    {ACTION_SUSPEND, "Program", "Ctrl-Z", {CTRL('Z')}, "suspend", ON_ALL},
    {ACTION_QUIT, "Program", "q", {'q', CTRL('C')}, "quit", ON_ALL},
};

const int ACTIONS_COUNT = sizeof ACTIONS / sizeof ACTIONS[0];

ActionId action_of_key(unsigned where, uint32_t key, uint8_t mods) {
    if (mods & MOD_ALT || !key) return ACTION_NONE;
    for (int k = 0; k < ACTIONS_COUNT; k++) {
        for (int i = 0; i < ACTION_KEYS && ACTIONS[k].screens & where; i++) {
            if (ACTIONS[k].keys[i] == key) return ACTIONS[k].id;
        }
    }
    return ACTION_NONE;
}
