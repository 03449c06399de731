#include "options.h"

#include "base/names.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const Command COMMANDS[] = {
    {COMMAND_SCREEN, "", "", "the tour: lessons first; with options, the explorer", SCREEN_EXPLORER},
    {COMMAND_LESSON, "lesson", "[NAME|FILE.md]", "play one lesson", SCREEN_EXPLORER},
    {COMMAND_NOTES, "notes", "", "the presenter's notes of the lesson that plays in another terminal", SCREEN_EXPLORER},
    {COMMAND_TEXT, "text", "\"TEXT\"", "explore them on a sentence of your own", SCREEN_EXPLORER},
    {COMMAND_SCREEN, "play", "", "drag q and k as arrows: geometry becomes probability", SCREEN_PLAY},
    {COMMAND_SCREEN, "worked", "[FILE]", "the worked example: every number, with a pen", SCREEN_WORKED},
    {COMMAND_SCREEN, "lab", "", "why scores are divided by √d", SCREEN_LAB},
    {COMMAND_SCREEN, "row", "[FILE]", "one position, all the way through a head", SCREEN_ROW},
    {COMMAND_SCREEN, "sum", "", "many heads are a sum", SCREEN_SUM},
    {COMMAND_OPEN, "open", "FILE", "an attention dump: one head, or --view map for all of them", SCREEN_OPEN},
    {COMMAND_MODEL, "model", "[DIR [TEXT]]", "a GPT-2 checkpoint on a text: its heads, and what it says next", SCREEN_OPEN},
    {COMMAND_DIFF, "diff", "FILE FILE", "two dumps of one shape: where and how far they differ", SCREEN_DIFF},
    {COMMAND_RENDER, "render", "[COMMAND …]", "print any of these as one frame or one table, no terminal needed", SCREEN_EXPLORER},
    {COMMAND_HEADS, "heads", "", "list the hand-written heads", SCREEN_EXPLORER},
    {COMMAND_LESSONS, "lessons", "", "list the lessons", SCREEN_EXPLORER},
    {COMMAND_KEYS, "keys", "", "list the keys", SCREEN_EXPLORER},
    {COMMAND_CHECK, "check", "FILE|DIR [TEXT]", "examine a dump, a GPT-2 checkpoint, a lesson, or all in a folder", SCREEN_EXPLORER},
    {COMMAND_TRAIN, "train", "", "train a small transformer from noise: heads that nobody wrote", SCREEN_TRAIN},
    {COMMAND_EXPORT, "export", "DIR TEXT -o FILE", "a GPT-2 checkpoint's attention on a text, as a dump", SCREEN_EXPLORER},
};
const int COMMANDS_COUNT = sizeof COMMANDS / sizeof COMMANDS[0];

const Option OPTIONS[] = {
    {"sentence", 0, "NAME", "the sentence to look at", GROUP_VIEW, VALUES_SENTENCES, NULL},
    {"text", 0, "TEXT", "a text of your own instead", GROUP_VIEW, VALUES_NONE, NULL},
    {"head", 0, "NAME", "the head; lookback heads lists them", GROUP_VIEW, VALUES_HEADS, NULL},
    {"query", 0, "I", "the token that looks, counted from 0; in play the arrow x,y", GROUP_VIEW, VALUES_NONE, NULL},
    {"key", 0, "J", "the token looked at; in play one arrow, \"NAME x,y\"", GROUP_VIEW, VALUES_NONE, NULL},
    {"mask", 0, "on|off", "the causal mask", GROUP_VIEW, VALUES_LIST, "on off"},
    {"divisor", 0, "on|off|NUMBER", "the divisor: √d, none, or a number", GROUP_VIEW, VALUES_LIST, "on off"},
    {"keys", 0, "LIST|N", "play: all keys, \"store 2.3,0.5; Mary 0.5,2.4\"; lab: how many a row has, 2 to 16", GROUP_VIEW, VALUES_NONE,
     NULL},
    {"length", 0, "NUMBER", "play: the query so many times as long, 0.4 to 8", GROUP_VIEW, VALUES_NONE, NULL},
    {"d", 0, "N", "the head width d, which the divisor follows", GROUP_VIEW, VALUES_NONE, NULL},
    {"bos", 0, "[on|off]", "put a ⟨BOS⟩ token before the text, or not; off unless the model is meant to have it", GROUP_VIEW, VALUES_LIST, "on off"},
    {"view", 0, "NAME", "all, sentence, heatmap or row; of a dump also map or pair; of two all or map; of a model predictions, direct, lens, loss or trace", GROUP_VIEW, VALUES_LIST,
     "all sentence heatmap row map pair predictions direct lens loss trace"},
    {"example", 0, "NAME", "worked, row: the-cat-sat or a-dog-barks", GROUP_VIEW, VALUES_LIST, "the-cat-sat a-dog-barks"},
    {"cell", 0, "MATRIX:ROW,COL", "worked: the cell to stand on, as A:2,0; of a model with --view trace a number, as q:13", GROUP_VIEW, VALUES_NONE, NULL},
    {"set", 0, "MATRIX:ROW,COL=N", "worked: a number of X, W_Q, W_K or W_V, as X:0,1=2", GROUP_VIEW, VALUES_NONE, NULL},
    {"zero-after", 0, "on|off", "worked: zero after the softmax instead of masking", GROUP_VIEW, VALUES_LIST, "on off"},
    {"exercise", 0, "on|off", "worked: hide what is to be worked out", GROUP_VIEW, VALUES_LIST, "on off"},
    {"seed", 0, "N", "lab: of what is sampled; train: of the noise it begins with", GROUP_VIEW, VALUES_NONE, NULL},
    {"gap", 0, "NUMBER", "lab: between the scores of two keys, 0 to 12", GROUP_VIEW, VALUES_NONE, NULL},
    {"normalise", 0, "on|off", "row: a layer norm first, as in a model", GROUP_VIEW, VALUES_LIST, "on off"},
    {"heads", 0, "LIST", "sum: the heads that are on: 1,3 or all or none; train: how many in a layer", GROUP_VIEW, VALUES_LIST, "all none"},
    {"layer", 0, "L", "open, train: the layer, counted from 0", GROUP_VIEW, VALUES_NONE, NULL},
    {"head-index", 0, "H", "open, train: the head of the layer", GROUP_VIEW, VALUES_NONE, NULL},
    {"batch", 0, "B", "open: the sample of the batch", GROUP_VIEW, VALUES_NONE, NULL},
    {"hide-first", 0, "on|off", "open: leave key 0 out and renormalise", GROUP_VIEW, VALUES_LIST, "on off"},
    {"follow", 0, "on|off", "open: the key goes with the query, along the diagonal", GROUP_VIEW, VALUES_LIST, "on off"},
    {"pan", 0, "Y,X", "open: the heatmap's window so many tokens from query and key", GROUP_VIEW, VALUES_NONE, NULL},
    {"log", 0, "on|off", "open: colours by the logarithm of the weight", GROUP_VIEW, VALUES_LIST, "on off"},
    {"zoom", 0, "N", "open: larger cells of the heatmap, or below 0 smaller ones", GROUP_VIEW, VALUES_NONE, NULL},
    {"measure", 0, "NAME", "open: what the map is coloured by", GROUP_VIEW, VALUES_LIST,
     "previous-token duplicate-token induction first-token entropy distance mul-previous-token mul-duplicate-token mul-induction "
     "stripe-previous-token stripe-duplicate-token stripe-induction active js-distance"},
    {"words", 0, "on|off", "open: tokens merged into words", GROUP_VIEW, VALUES_LIST, "on off"},
    {"cells", 0, "on|off", "open: one coloured cell a head on the map", GROUP_VIEW, VALUES_LIST, "on off"},
    {"sorted", 0, "on|off", "open: the map's heads in order of the measure", GROUP_VIEW, VALUES_LIST, "on off"},
    {"marks", 0, "L.H,…", "open: marked heads, as 3.1,4.11", GROUP_VIEW, VALUES_NONE, NULL},
    {"average", 0, "on|off", "open: the mean of the marked heads", GROUP_VIEW, VALUES_LIST, "on off"},
    {"scope", 0, "head|model", "model: mask, divisor and edges bear on this head or on the whole model", GROUP_VIEW, VALUES_LIST, "head model"},
    {"cuts", 0, "LIST", "model: heads cut out, as 3.1,4.11:mean or 9.9:alone (of what is said only), and edges, as 5.5:14>3", GROUP_VIEW, VALUES_NONE, NULL},
    {"values", 0, "on|off", "model: weights times what their values would add, as shares of the row", GROUP_VIEW, VALUES_LIST, "on off"},
    {"tokens", 0, "LIST", "model: the tokens whose logits are shown, as \" Mary, John\"", GROUP_VIEW, VALUES_NONE, NULL},
    {"theme", 0, "NAME", "dark, light or contrast", GROUP_VIEW, VALUES_LIST, "dark light contrast"},
    {"map", 0, "NAME", "colour map: viridis, magma or cividis", GROUP_VIEW, VALUES_LIST, "viridis magma cividis"},
    {"project", 0, NULL, "for a class: heavy strokes, big letters, few colours, light unless a theme is chosen", GROUP_VIEW, VALUES_NONE, NULL},
    {"step", 0, "N|NAME", "of a lesson, counted from 1; train: to go to first; model: of its training; worked: project, score, scale, softmax or mix", GROUP_SCREEN,
     VALUES_LIST,
     "project score scale softmax mix"},
    {"watch", 0, NULL, "read the lesson again whenever it is saved", GROUP_SCREEN, VALUES_NONE, NULL},
    {"autoplay", 0, "SECONDS", "lessons go on by themselves, round and round, until a key is pressed", GROUP_SCREEN, VALUES_NONE, NULL},
    {"color", 0, "MODE", "truecolor, 256, 8 or mono", GROUP_SCREEN, VALUES_LIST, "truecolor 256 8 mono"},
    {"unicode", 0, NULL, "draw with Unicode whatever the locale says", GROUP_SCREEN, VALUES_NONE, NULL},
    {"ascii", 0, NULL, "draw with ASCII only", GROUP_SCREEN, VALUES_NONE, NULL},
    {"record", 0, "FILE", "write every event to FILE as a script", GROUP_SCREEN, VALUES_FILE, NULL},
    {"replay", 0, "FILE", "let the events of a script happen first", GROUP_SCREEN, VALUES_FILE, NULL},
    {"format", 'f', "FORMAT", "a frame: text, ansi, svg, html; numbers: json, csv, latex, matrices", GROUP_RENDER, VALUES_LIST,
     "text ansi svg html json csv latex matrices"},
    {"size", 0, "COLSxROWS", "of the frame; 80x24 if not given", GROUP_RENDER, VALUES_NONE, NULL},
    {"output", 'o', "FILE", "write to FILE, not to standard output; train: the folder to write", GROUP_RENDER, VALUES_FILE, NULL},
    {"axes", 0, "LETTERS", "which axis is which: L layer, B batch, H head, Q query, K key, like LHQK", GROUP_DUMP, VALUES_NONE, NULL},
    {"tensor", 0, "NAME", "the tensor to look at, if there are several", GROUP_DUMP, VALUES_NONE, NULL},
    {"causal", 0, "on|off", "whether the model is causal, if the dump does not say", GROUP_DUMP, VALUES_LIST, "on off"},
    {"ids", 0, "LIST", "token ids instead of a text: \"464 3797 3332\"", GROUP_MODEL, VALUES_NONE, NULL},
    {"headless", 0, NULL, "train without a screen; a line every 100 steps", GROUP_TRAIN, VALUES_NONE, NULL},
    {"run", 0, "NAME", "look at a stored training, words or cheat, from --step on", GROUP_TRAIN, VALUES_LIST, "words cheat"},
    {"resume", 0, "DIR", "go on with what is in the folder", GROUP_TRAIN, VALUES_FILE, NULL},
    {"steps", 0, "N", "how long to train; 6000 if not given", GROUP_TRAIN, VALUES_NONE, NULL},
    {"layers", 0, "N", "layers of the model, 1 to 8; 2 if not given. --heads, --seed, --mask, --divisor too mean what they say", GROUP_TRAIN,
     VALUES_NONE, NULL},
    {"width", 0, "N", "numbers of a token, divisible by the heads; 64 if not given", GROUP_TRAIN, VALUES_NONE, NULL},
    {"mlp", 0, "N", "hidden units of the MLP, 0 for none; 128 if not given", GROUP_TRAIN, VALUES_NONE, NULL},
    {"repeated", 0, "SHARE", "share of texts that are random words repeated, 0 to 1; 0.5 if not given", GROUP_TRAIN, VALUES_NONE, NULL},
    {"rate", 0, "NUMBER", "the largest learning rate; 0.004 if not given", GROUP_TRAIN, VALUES_NONE, NULL},
    {"help", 'h', NULL, "this help", GROUP_PROGRAM, VALUES_NONE, NULL},
    {"version", 'V', NULL, "the version", GROUP_PROGRAM, VALUES_NONE, NULL},
};
enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };
const int OPTIONS_COUNT = OPTION_COUNT;
_Static_assert((int)OPTION_COUNT <= (int)OPTIONS_MAX, "Options.given has room for each");

const char *const OPTION_GROUP_NAMES[] = {"The view", "The screen", "With render", "With a dump", "With a model", "Training", "The program"};

const char *const FORMAT_NAMES[] = {"text", "ansi", "svg", "html", "json", "csv", "latex", "matrices"};

static const char *command_name_at(int i, const void *names) {
    (void)names;
    return COMMANDS[i + 1].name; // the first has no name
}

static const char *option_name_at(int i, const void *names) {
    (void)names;
    return OPTIONS[i].name;
}

// ---- values

static bool read_size(Options *o, const char *value, Error *err) {
    char *x, *end;
    long cols = strtol(value, &x, 10), rows = *x == 'x' ? strtol(x + 1, &end, 10) : 0;
    bool digits = *value >= '0' && *value <= '9' && *x == 'x' && x[1] >= '0' && x[1] <= '9' && !*end;
    if (!digits || cols < 1 || rows < 1 || cols > CANVAS_MAX_SIDE || rows > CANVAS_MAX_SIDE) {
        return error_set(err, "--size is \"%.80s\": COLSxROWS is wanted, each 1 to %d", value, CANVAS_MAX_SIDE);
    }
    o->cols = (int)cols;
    o->rows = (int)rows;
    return true;
}

// One of count names into *out.
static bool read_name(int *out, const char *what, const char *value, const char *const *names, int count, Error *err) {
    *out = names_require(what, value, names_in_array, names, count, err);
    return *out >= 0;
}

static bool read_mode(Options *o, const char *value, Error *err) {
    int mode;
    if (!read_name(&mode, "color", value, COLOR_MODE_NAMES, COLOR_COUNT, err)) return false;
    o->mode = (ColorMode)mode;
    o->mode_given = true;
    return true;
}

static bool read_format(Options *o, const char *value, Error *err) {
    int format;
    if (!read_name(&format, "format", value, FORMAT_NAMES, FORMAT_COUNT, err)) return false;
    o->format = (Format)format;
    return true;
}

static bool read_causal(Options *o, const char *value, Error *err) {
    static const char *const NAMES[] = {"off", "on"};
    int causal;
    if (!read_name(&causal, "causal", value, NAMES, 2, err)) return false;
    o->causal = causal + 1;
    return true;
}

enum { STEP_MAX = 1000000, AUTOPLAY_MAX = 3600 };

static bool read_whole(int *out, const char *name, const char *value, int most, Error *err) {
    char *end;
    long number = strtol(value, &end, 10);
    if (*value < '0' || *value > '9' || *end || number < 1 || number > most) {
        return error_set(err, "--%s is \"%.80s\": a whole number from 1 to %d is wanted", name, value, most);
    }
    *out = (int)number;
    return true;
}

static bool add_setting(Options *o, const char *name, const char *value, Error *err) {
    if (o->settings == SETTINGS_MAX) return error_set(err, "more than %d settings of the view", SETTINGS_MAX);
    o->setting[o->settings++] = (SettingArg){name, value};
    return true;
}

static bool take_option(Options *o, const Option *option, const char *value, Error *err) {
    const char *name = option->name;
    if (option->values == VALUES_FILE && !*value) return error_set(err, "--%s is empty: a file name is wanted", name);
    if (option->group == GROUP_VIEW || option->group == GROUP_TRAIN)
        return add_setting(o, name, value ? value : "on", err);
    if (strcmp(name, "color") == 0) return read_mode(o, value, err);
    if (strcmp(name, "format") == 0) return read_format(o, value, err);
    if (strcmp(name, "size") == 0) return read_size(o, value, err);
    // of a screen
    if (strcmp(name, "step") == 0) {
        o->step_word = value;
        return true;
    }
    if (strcmp(name, "causal") == 0) return read_causal(o, value, err);
    if (strcmp(name, "autoplay") == 0) return read_whole(&o->autoplay, name, value, AUTOPLAY_MAX, err);
    if (strcmp(name, "unicode") == 0) o->glyphs = GLYPHS_UTF8;
    else if (strcmp(name, "ascii") == 0) o->glyphs = GLYPHS_ASCII;
    else if (strcmp(name, "watch") == 0) o->watch = true;
    else if (strcmp(name, "record") == 0) o->record = value;
    else if (strcmp(name, "replay") == 0) o->replay = value;
    else if (strcmp(name, "output") == 0) o->output = value;
    else if (strcmp(name, "axes") == 0) o->axes = value;
    else if (strcmp(name, "tensor") == 0) o->tensor = value;
    else if (strcmp(name, "ids") == 0) o->ids = value;
    else if (strcmp(name, "help") == 0) o->help = true;
    else o->version = true;
    return true;
}

// ---- words

bool command_opens(const Command *c) {
    return c->id == COMMAND_SCREEN || c->id == COMMAND_TEXT || c->id == COMMAND_LESSON || c->id == COMMAND_OPEN ||
           c->id == COMMAND_MODEL || c->id == COMMAND_TRAIN || c->id == COMMAND_DIFF;
}

static const Command *find_command(const char *word, Error *err) {
    int found = names_require("command", word, command_name_at, NULL, COMMANDS_COUNT - 1, err);
    return found < 0 ? NULL : &COMMANDS[found + 1];
}

const char *options_setting(const Options *o, const char *name) {
    for (int k = 0; k < o->settings; k++) {
        if (strcmp(o->setting[k].name, name) == 0) return o->setting[k].value;
    }
    return NULL;
}

// What train takes besides its own options.
static bool trains_with(const Options *o, const Option *option) {
    static const char *const ALSO[] = {"heads", "seed", "mask", "divisor", "output", "ascii", "unicode"};
    static const char *const SEEN[] = {"layer",   "head-index", "sentence", "theme",  "map",
                                       "project", "step",       "color",    "record", "replay"};
    bool also = option->group == GROUP_TRAIN || option->group == GROUP_PROGRAM;
    size_t seen = options_setting(o, "headless") ? 0 : sizeof SEEN / sizeof SEEN[0];
    for (size_t k = 0; k < seen; k++) also = also || strcmp(option->name, SEEN[k]) == 0;
    for (size_t k = 0; k < sizeof ALSO / sizeof ALSO[0]; k++) also = also || strcmp(option->name, ALSO[k]) == 0;
    return also;
}

// Why the command would pass the option over; NULL if it does not. %s in it: the option's name.
static const char *passed_over(const Options *o, const Option *option) {
    bool opens = o->command != COMMAND_RENDER && o->opened == o->command;
    bool list = o->command == COMMAND_HEADS || o->command == COMMAND_KEYS || o->command == COMMAND_LESSONS;
    bool check = o->command == COMMAND_CHECK, export = o->command == COMMAND_EXPORT,
         output = strcmp(option->name, "output") == 0;
    bool glyphs = strcmp(option->name, "ascii") == 0 || strcmp(option->name, "unicode") == 0;
    if (o->command == COMMAND_TRAIN) return trains_with(o, option) ? NULL : "--%s means nothing to train";
    if (option->group == GROUP_TRAIN && o->opened != COMMAND_TRAIN) return "--%s goes with training: lookback train";
    if (check && option->group == GROUP_VIEW) return "--%s means nothing to check";
    if (export && !output && option->group != GROUP_MODEL && option->group != GROUP_PROGRAM)
        return "--%s means nothing to export";
    if (list && !output && !glyphs) return "--%s means nothing to a list";
    if (opens && !list && !check && !export && option->group == GROUP_RENDER)
        return "--%s goes with render: lookback render …";
    if (!check && o->opened != COMMAND_OPEN && o->opened != COMMAND_DIFF && option->group == GROUP_DUMP)
        return "--%s goes with a dump: lookback open FILE";
    if (!check && !export && o->opened != COMMAND_MODEL && option->group == GROUP_MODEL)
        return "--%s goes with a model: lookback model DIR";
    return NULL;
}

static bool refuse_option(const char *why, const char *name, Error *err) {
    const char *at = strstr(why, "%s");
    return error_set(err, "%.*s%s%s", (int)(at - why), why, name, at + 2);
}

// --resume goes on with the recipe that is in the folder.
static bool keeps_recipe(const Options *o, Error *err) {
    static const char *const OF_RECIPE[] = {"steps", "layers",   "heads", "width", "mlp",
                                            "seed",  "repeated", "rate",  "mask",  "divisor"};
    for (size_t k = 0; k < sizeof OF_RECIPE / sizeof OF_RECIPE[0]; k++) {
        if (options_setting(o, OF_RECIPE[k]))
            return error_set(err, "--%s: --resume goes on with the recipe that is in the folder", OF_RECIPE[k]);
    }
    return true;
}

static bool fits_training(const Options *o, Error *err) {
    bool resume = options_setting(o, "resume");
    if (options_setting(o, "run") && (resume || o->output || options_setting(o, "headless")))
        return error_set(err, "--run looks at a training that is stored: nothing is trained, and nothing written");
    if (!options_setting(o, "headless"))
        return !resume || !o->output ||
               error_set(err, "--resume DIR writes into the same folder; -o means nothing then");
    if (!resume && !o->output) return error_set(err, "train: a folder to write is wanted: -o DIR");
    return !resume || !o->output || error_set(err, "--resume DIR writes into the same folder; -o means nothing then");
}

// An option that a command would pass over is a mistake.
static bool fits_command(const Options *o, Error *err) {
    for (int k = 0; k < OPTION_COUNT; k++) {
        const char *why = o->given[k] ? passed_over(o, &OPTIONS[k]) : NULL;
        if (why) return refuse_option(why, OPTIONS[k].name, err);
    }
    if (o->opened == COMMAND_TRAIN && options_setting(o, "resume") && !keeps_recipe(o, err)) return false;
    if (o->command == COMMAND_TRAIN) return fits_training(o, err);
    if (o->words && o->ids) return error_set(err, "a text or --ids, not both");
    if (o->command == COMMAND_EXPORT && !o->words && !o->ids) {
        return error_set(err, "export: a text is wanted: lookback export DIR \"When Mary and John …\" -o FILE");
    }
    if (o->command == COMMAND_EXPORT && !o->output) return error_set(err, "export: a file to write is wanted: -o FILE");
    bool report = o->format == FORMAT_TEXT || o->format == FORMAT_JSON;
    return o->command != COMMAND_CHECK || report ||
           error_set(err, "check writes text or json, not %s", FORMAT_NAMES[o->format]);
}

// --step means a state of a training that is kept, of a model's or a stored one, a part of the worked example, a step of a lesson or of a training.
static bool take_step(Options *o, bool *usage, Error *err) {
    const char *word = o->step_word;
    *usage = false;
    if (!word) return true;
    bool moment = o->screen >= SCREEN_OPEN || (o->screen == SCREEN_TRAIN && options_setting(o, "run"));
    if (moment || (*word >= 'a' && *word <= 'z')) return add_setting(o, "step", word, err);
    if (!read_whole(&o->step, "step", word, STEP_MAX, err)) return false;
    *usage = true;
    return o->screen == SCREEN_EXPLORER || o->screen == SCREEN_TRAIN ||
           error_set(err, "--step %d is a step of a lesson: %s names its steps", o->step,
                     SCENE_SCREEN_NAMES[o->screen]);
}

// The words that are not options: [render] [command [its argument]].
static bool take_words(Options *o, char **word, int count, Error *err) {
    int at = 0;
    const Command *command = &COMMANDS[0];
    if (count > 0 && !(command = find_command(word[at++], err))) return false;
    o->command = command->id;
    if (o->command == COMMAND_RENDER) {
        command = at < count ? find_command(word[at], err) : &COMMANDS[0];
        if (!command) return false;
        if (!command_opens(command))
            return error_set(err, "render %s: that is already printed by \"lookback %s\"", word[at], word[at]);
        if (at < count) at++;
    }
    o->opened = command->id;
    o->screen = command->screen;
    if (command->id == COMMAND_TEXT) {
        if (at == count) return error_set(err, "text: a text is wanted: lookback text \"When Mary and John …\"");
        if (!add_setting(o, "text", word[at++], err)) return false;
    }
    bool reads = command->id == COMMAND_CHECK || command->id == COMMAND_EXPORT, model = command->id == COMMAND_MODEL;
    if ((model || strstr(command->argument, "FILE")) && at < count) o->file = word[at++];
    if ((reads || model) && at < count) o->words = word[at++];
    if (command->id == COMMAND_DIFF && at < count) o->other = word[at++];
    if (command->id == COMMAND_DIFF && !o->other)
        return error_set(err, "diff: two dumps are wanted: lookback diff FILE FILE");
    if (command->id == COMMAND_OPEN && !o->file)
        return error_set(err, "open: a dump is wanted: .safetensors, .npy, .npz or .json");
    if (reads && !o->file) {
        return error_set(err, command->id == COMMAND_CHECK
                                  ? "check: a dump, a checkpoint, a lesson or a folder of lessons is wanted"
                                  : "export: the folder of a checkpoint is wanted");
    }
    if (at < count)
        return error_set(err, "\"%.80s\" is one word too many (a text is one argument: put it in quotes)", word[at]);
    return true;
}

// got is what getopt_long returned for arg: ':' a value is missing, '?' not known or a value too many; letter: of a
// short option.
static void explain_bad_option(int got, const char *arg, int letter, Error *err) {
    if (strncmp(arg, "--", 2) != 0) {
        if (got == ':') error_set(err, "-%c takes a value", letter);
        else error_set(err, "unknown option \"-%c\" (lookback --help lists them)", letter);
        return;
    }
    char name[80];
    size_t len = strcspn(arg + 2, "=");
    if (len >= sizeof name) len = sizeof name - 1;
    memcpy(name, arg + 2, len);
    name[len] = '\0';
    int known = names_require("option", name, option_name_at, NULL, OPTIONS_COUNT, err);
    if (known >= 0) error_set(err, "--%s takes %s", name, OPTIONS[known].argument ? "a value" : "no value");
}

bool option_wants_value(const Option *option) {
    return option->argument && option->argument[0] != '[';
}

static int argument_of(const Option *option) {
    return !option->argument ? no_argument : option_wants_value(option) ? required_argument : optional_argument;
}

// The value of an option that may have one: `--bos=off` or, where the next word is one of its values, `--bos off`.
static char *value_of(const Option *option, int argc, char **argv) {
    char *next = optind < argc ? argv[optind] : NULL;
    bool may = !optarg && option->argument && !option_wants_value(option) && next;
    if (!may || (strcmp(next, "on") != 0 && strcmp(next, "off") != 0)) return optarg;
    optind++;
    return next;
}

bool options_read(int argc, char **argv, Options *out, bool *usage, Error *err) {
    Options o = {.rows = 24, .cols = 80};
    struct option longs[OPTION_COUNT + 1] = {{0}};
    char shorts[2 * OPTION_COUNT + 2] = ":";
    size_t used = 1;
    for (int k = 0; k < OPTION_COUNT; k++) {
        longs[k] =
            (struct option){OPTIONS[k].name, argument_of(&OPTIONS[k]), NULL, 256 + k};
        if (!OPTIONS[k].letter) continue;
        shorts[used++] = OPTIONS[k].letter;
        if (OPTIONS[k].argument) shorts[used++] = ':';
    }
    *usage = true;
    opterr = 0;
    for (int got; (got = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        int k = got - 256;
        for (int i = 0; i < OPTION_COUNT && got < 256; i++) {
            if (OPTIONS[i].letter == got) k = i;
        }
        if (got == '?' || got == ':' || k < 0) {
            explain_bad_option(got, argv[optind - 1], optopt, err);
            return false;
        }
        o.given[k] = true;
        if (!take_option(&o, &OPTIONS[k], value_of(&OPTIONS[k], argc, argv), err)) {
            *usage = false;
            return false;
        }
    }
    bool reads = !o.help && !o.version;
    if (reads && (!take_words(&o, argv + optind, argc - optind, err) || !fits_command(&o, err))) return false;
    if (reads && !take_step(&o, usage, err)) return false;
    *out = o;
    return true;
}

// ---- lessons

// Options that only say how things look leave `lookback` the tour.
static bool is_tour(const Options *o) {
    bool tour = o->command == COMMAND_SCREEN && o->screen == SCREEN_EXPLORER && !o->replay;
    for (int k = 0; k < o->settings; k++) {
        const char *name = o->setting[k].name;
        tour = tour && (strcmp(name, "theme") == 0 || strcmp(name, "map") == 0);
    }
    return tour;
}

bool options_open_lesson(const Options *o) {
    return o->opened == COMMAND_LESSON || is_tour(o);
}

bool options_play(const Options *o, Error *err) {
    bool screen = o->command != COMMAND_RENDER;
    if (o->watch && !(screen && o->opened == COMMAND_LESSON && o->file)) {
        return error_set(err, "--watch goes with a lesson: lookback lesson FILE.md --watch");
    }
    if (o->autoplay && !(screen && options_open_lesson(o))) {
        return error_set(err, "--autoplay goes with lessons: lookback lesson NAME --autoplay %d", o->autoplay);
    }
    return true;
}
