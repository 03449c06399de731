#include "app/action.h"

#define CTRL(letter) ((letter) & 0x1F)

const Action ACTIONS[] = {
    {ACTION_QUERY_UP, "Move", "↑ k", {KEY_CODE_UP, 'k'}, "query: one token up"},
    {ACTION_QUERY_DOWN, "Move", "↓ j", {KEY_CODE_DOWN, 'j'}, "query: one token down"},
    {ACTION_KEY_LEFT, "Move", "← h", {KEY_CODE_LEFT, 'h'}, "key: one token left"},
    {ACTION_KEY_RIGHT, "Move", "→ l", {KEY_CODE_RIGHT, 'l'}, "key: one token right"},
    {ACTION_PAGE_UP, "Move", "PgUp", {KEY_CODE_PAGE_UP}, "query: ten up"},
    {ACTION_PAGE_DOWN, "Move", "PgDn", {KEY_CODE_PAGE_DOWN}, "query: ten down"},
    {ACTION_FIRST, "Move", "Home g", {KEY_CODE_HOME, 'g'}, "query: the first token"},
    {ACTION_LAST, "Move", "End G", {KEY_CODE_END, 'G'}, "query: the last token"},
    {ACTION_STRONGEST, "Move", "x", {'x'}, "key: where the query looks most"},
    {ACTION_HEAD_NUMBER, "Head", "1 … 9", {0}, "this head"},
    {ACTION_HEAD_PREVIOUS, "Head", "[", {'['}, "the head before"},
    {ACTION_HEAD_NEXT, "Head", "]", {']'}, "the next head"},
    {ACTION_MASK, "Levers", "m", {'m'}, "causal mask on or off"},
    {ACTION_DIVISOR, "Levers", "d", {'d'}, "divisor on or off"},
    {ACTION_WIDTH_UP, "Levers", "+ =", {'+', '='}, "head width d: twice as wide"},
    {ACTION_WIDTH_DOWN, "Levers", "- _", {'-', '_'}, "head width d: half as wide"},
    {ACTION_BOS, "Levers", "b", {'b'}, "⟨BOS⟩ token on or off"},
    {ACTION_SENTENCE_NEXT, "Text", "s", {'s'}, "the next sentence"},
    {ACTION_SENTENCE_PREVIOUS, "Text", "S", {'S'}, "the sentence before"},
    {ACTION_EDIT, "Text", "e", {'e'}, "type a sentence of your own"},
    {ACTION_VIEW, "View", "v", {'v'}, "next view: all, sentence, heatmap, row"},
    {ACTION_THEME, "View", "t", {'t'}, "next theme: dark, light, contrast"},
    {ACTION_MAP, "View", "c", {'c'}, "next colour map"},
    {ACTION_UNDO, "Program", "u", {'u'}, "undo"},
    {ACTION_COMMAND, "Program", "Y", {'Y'}, "the command line of this view"},
    {ACTION_HELP, "Program", "?", {'?', KEY_CODE_F1}, "this help"},
    {ACTION_REDRAW, "Program", "Ctrl-L", {CTRL('L')}, "draw the screen anew"},
    {ACTION_SUSPEND, "Program", "Ctrl-Z", {CTRL('Z')}, "suspend"},
    {ACTION_QUIT, "Program", "q", {'q', CTRL('C')}, "quit"},
};

const int ACTIONS_COUNT = sizeof ACTIONS / sizeof ACTIONS[0];

ActionId action_of_key(uint32_t key, uint8_t mods) {
    if (mods & MOD_ALT || !key) return ACTION_NONE;
    if (key >= '1' && key <= '9') return ACTION_HEAD_NUMBER;
    for (int k = 0; k < ACTIONS_COUNT; k++) {
        for (int i = 0; i < ACTION_KEYS; i++) {
            if (ACTIONS[k].keys[i] == key) return ACTIONS[k].id;
        }
    }
    return ACTION_NONE;
}
