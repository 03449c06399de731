// The command line: commands and options as tables. --help, the man page and the completions are made from them.
#ifndef LOOKBACK_OPTIONS_H
#define LOOKBACK_OPTIONS_H

#include "base/error.h"
#include "lesson/scene.h"

#include <stdbool.h>
#include <stdint.h>

#define LOOKBACK_SUMMARY "see attention: heads as heatmaps and arrows, with the mask, the divisor and ⟨BOS⟩ under your hand"

typedef enum CommandId {
    COMMAND_SCREEN,
    COMMAND_TEXT,
    COMMAND_RENDER,
    COMMAND_LESSON,
    COMMAND_HEADS,
    COMMAND_LESSONS,
    COMMAND_KEYS,
    COMMAND_CHECK,
    COMMAND_NOTES,
    COMMAND_OPEN,
    COMMAND_MODEL,
    COMMAND_EXPORT,
    COMMAND_TRAIN,
    COMMAND_DIFF
} CommandId;

typedef struct Command {
    CommandId id;
    const char *name;     // "" for none: lookback alone
    const char *argument; // what follows it, as printed
    const char *help;
    ScreenId screen;      // that COMMAND_SCREEN opens
} Command;

extern const Command COMMANDS[];
extern const int COMMANDS_COUNT;

// Whether the command opens a view, so that it may also stand behind `render`.
bool command_opens(const Command *c);

typedef enum OptionGroup {
    GROUP_VIEW,
    GROUP_SCREEN,
    GROUP_RENDER,
    GROUP_DUMP,
    GROUP_MODEL,
    GROUP_TRAIN,
    GROUP_PROGRAM,
    GROUP_COUNT
} OptionGroup;
extern const char *const OPTION_GROUP_NAMES[]; // headings

// Where an option's values come from, for completions.
typedef enum OptionValues { VALUES_NONE, VALUES_FILE, VALUES_LIST, VALUES_HEADS, VALUES_SENTENCES } OptionValues;

typedef struct Option {
    const char *name;     // without dashes
    char letter;          // short form; 0: none
    const char *argument; // NULL: takes none; in brackets: may be left out
    const char *help;
    OptionGroup group;
    OptionValues values;
    const char *list;     // for VALUES_LIST: space-separated
} Option;

bool option_wants_value(const Option *option); // it may also take none, or one in brackets

extern const Option OPTIONS[];
extern const int OPTIONS_COUNT;

// Frames, then tables of numbers: which of those there are is the screen's to say.
typedef enum Format {
    FORMAT_TEXT, FORMAT_ANSI, FORMAT_SVG, FORMAT_HTML,
    FORMAT_FRAMES, FORMAT_JSON = FORMAT_FRAMES, FORMAT_CSV, FORMAT_LATEX, FORMAT_MATRICES,
    FORMAT_COUNT
} Format;
extern const char *const FORMAT_NAMES[];
typedef enum Glyphs { GLYPHS_BY_LOCALE, GLYPHS_UTF8, GLYPHS_ASCII } Glyphs;

enum { SETTINGS_MAX = 64, OPTIONS_MAX = 128 };

// One property of the view, to be given to scene_set: borrowed from argv.
typedef struct SettingArg {
    const char *name, *value;
} SettingArg;

typedef struct Options {
    CommandId command;
    CommandId opened; // what is opened: the command itself, or the one behind `render`
    ScreenId screen;  // that it opens
    const char *file; // the FILE a command was given; NULL: none
    const char *other; // the second FILE of diff
    SettingArg setting[SETTINGS_MAX];
    int settings;
    bool mode_given;
    ColorMode mode;
    Glyphs glyphs;
    Format format;
    int rows, cols;
    const char *step_word; // --step as it was given; NULL: it was not
    int step; // of a lesson or a training, counted from 1; 0: not given
    bool watch;   // the lesson is read again when it is saved
    int autoplay; // seconds after which a lesson goes on by itself; 0: never
    const char *output, *record, *replay; // files; NULL: none
    const char *axes, *tensor; // of a dump; NULL: guess
    const char *words, *ids;   // of a model: the text, or its ids; NULL: none
    int causal; // 0: guess, 1: off, 2: on
    bool help, version;
    bool given[OPTIONS_MAX]; // which OPTIONS were given, by their index
} Options;

// The value of a setting; NULL if it was not given.
const char *options_setting(const Options *o, const char *name);

// Reads argv. False with a message: *usage then tells whether the line could not be understood (exit status 2) or a
// value is wrong (1).
bool options_read(int argc, char **argv, Options *out, bool *usage, Error *err);

// Whether a lesson is to be on screen: one that was named, or the tour.
bool options_open_lesson(const Options *o);

// Fails where --watch or --autoplay was given without a lesson on a screen.
bool options_play(const Options *o, Error *err);

#endif
