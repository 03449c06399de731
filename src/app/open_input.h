// What keys (open_input.c, open_model.c) and mouse (open_mouse.c) do on the screens of a source.
#ifndef LOOKBACK_APP_OPEN_INPUT_H
#define LOOKBACK_APP_OPEN_INPUT_H

#include "app/action.h"
#include "app/state.h"

// Lets the source take up what the scene names.
void open_follow(State *s, const World *w);

// Puts the key where the query looks most.
void open_find_strongest(State *s, const World *w);

// Settles query and key when the screens are first gone to.
void open_prepare(State *s, const World *w);

// Goes back from words to tokens.
void open_leave_words(State *s, const World *w);

void open_act(State *s, const World *w, ActionId action, Event e);  // one head
void open_mouse(State *s, const World *w, Event e);
bool open_type(State *s, const World *w, Event e);
void open_map_act(State *s, const World *w, ActionId action, Event e); // the map
void open_map_mouse(State *s, const World *w, Event e);

void open_predict_act(State *s, const World *w, ActionId action, Event e); // what a model says next
void open_predict_mouse(State *s, const World *w, Event e);

void open_trace_act(State *s, const World *w, ActionId action, Event e); // a row of a model, all the way
void open_trace_mouse(State *s, const World *w, Event e);
void open_trace_enter(State *s, const World *w); // goes to that screen

// What only a model has: texts, knock-outs, the scope of levers. Whether the action was one of these.
bool open_model_act(State *s, const World *w, ActionId action);

// Takes the line that was typed: a text, tokens or a divisor, as State.asked says. False with a message.
bool open_accept(State *s, const World *w, Error *err);
// Before a lever is pulled where what comes next is shown: it bears on the whole model, unless heads alone are changed.
void open_reach(State *s, const World *w);
void open_ask(State *s, Asked what, const char *line);  // opens the line to type on, with what stands in it
void open_next_text(State *s, const World *w); // of those that were looked at
void open_text(const State *s, const World *w, Line *line); // the text on display, to be edited

// For open_mouse.c and open_model.c.
void open_move_query(State *s, const World *w, int by);
void open_move_key(State *s, const World *w, int by);
void open_move_to_head(State *s, const World *w, int head); // layer × heads + head, around the ends
void open_choose_head(State *s, const World *w, int head);  // the same, and its strongest key
void open_keep_lag(State *s); // the distance from the diagonal that is kept from now on

void open_leave_pan(State *s, int query, int key); // where the cursor goes from there the window goes too

// Whether the heads have the numbers that the map shows.
bool open_map_ready(const State *s, const World *w);

// Where head k stands in the map's order, and the other way round. order[layers × heads].
void open_map_order(const State *s, const World *w, int *order);

#endif
