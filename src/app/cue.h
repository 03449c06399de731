// What a presenter's notes are about: the step on display and what comes next. And its form between two processes: one
// packet of bytes, lines and then the notes as they are.
//
//     lookback-notes 1
//     lesson 3 03-with-a-pen      its number (0: it has none) and name
//     title With a pen            texts are the rest of the line: any bytes but newlines, at most CUE_TEXT_MAX
//     step 4 9                    counted from 1, of so many
//     pause 1 2                   pauses gone on from, of so many in this step
//     heading Scores              of the step; may be empty
//     next step Weights           or `next lesson TITLE`, or `next end`
//     notes 21                    so many bytes follow, and nothing behind them
//     Ask first. Then wait.
//
// or, when no lesson is open, the first line and then `closed`. Numbers are 0 to CUE_NUMBER_MAX.
#ifndef LOOKBACK_APP_CUE_H
#define LOOKBACK_APP_CUE_H

#include "app/state.h"

// A packet is never longer than CUE_PACKET_MAX.
enum { CUE_NUMBER_MAX = 9999, CUE_TEXT_MAX = 400, CUE_NOTES_MAX = 60000, CUE_PACKET_MAX = 65000 };

typedef enum CueNext { CUE_NEXT_STEP, CUE_NEXT_LESSON, CUE_NEXT_END } CueNext;

// {0} is valid: no lesson is open. Texts may hold any bytes: show them in display form.
typedef struct Cue {
    bool open;
    int order, step, steps, passed, pauses;
    CueNext next;
    Str name, title, heading, next_title, notes;
} Cue;

void cue_free(Cue *c);

// What the state shows, in a form that cue_format can write: long texts are cut. Replaces out.
void cue_of(const State *s, const World *w, Cue *out);

// Appends the packet.
void cue_format(const Cue *c, Str *out);

// Reads a packet of any bytes. False, and out unchanged, if it is none.
bool cue_parse(Cue *out, const char *bytes, size_t len, Error *err);

#endif
