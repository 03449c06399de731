#include "manual.h"

#include "app/screen.h"
#include "base/text.h"
#include "options.h"

#include <string.h>

// ---- roff

static const char *escape_of(char c) {
    switch (c) {
    case '\\': return "\\(rs";
    case '-': return "\\-";
    case '"': return "\\(dq";
    case '\'': return "\\(aq";
    case '`': return "\\(ga";
    case '^': return "\\(ha";
    case '~': return "\\(ti";
    default: return NULL;
    }
}

// Appends text in roff, on a text line or inside the quotes of a macro's argument: nothing in it is taken for a request
// or an escape.
static void put_escaped(Str *out, const char *text) {
    size_t len = strlen(text);
    bool starts = out->len == 0 || out->s[out->len - 1] == '\n';
    if (starts && *text == '.') str_puts(out, "\\&");
    for (size_t at = 0; at < len;) {
        int used;
        uint32_t rune = text_decode(text + at, len - at, &used);
        const char *escape = rune < 0x80 ? escape_of((char)rune) : NULL;
        if (escape) str_puts(out, escape);
        else if (rune == '\n') str_putc(out, ' ');
        else if (rune < 0x80) str_putc(out, (char)rune);
        else if (rune == 0x2026) str_puts(out, "..."); // groff has nothing else for it in ASCII
        else if (rune < TEXT_BAD) str_printf(out, "\\[u%04X]", (unsigned)rune);
        at += (size_t)used;
    }
}

// One line in a font, B or I.
static void put_line(Str *out, char font, const char *text) {
    str_printf(out, ".%c \"", font);
    put_escaped(out, text);
    str_puts(out, "\"\n");
}

static void put_text(Str *out, const char *text) {
    put_escaped(out, text);
    str_putc(out, '\n');
}

// An entry of a list: what is explained, in bold, its argument in italics ("": none), and the explanation.
static void put_entry(Str *out, const char *what, const char *argument, const char *text) {
    str_puts(out, ".TP\n.BI \"");
    put_escaped(out, what);
    if (*argument) str_puts(out, " \" \"");
    put_escaped(out, argument);
    str_puts(out, "\"\n");
    put_text(out, text);
}

// ---- commands and options

static void put_synopsis(Str *out) {
    str_puts(out, ".SH SYNOPSIS\n");
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        const Command *c = &COMMANDS[k];
        bool options = command_opens(c) || c->id == COMMAND_RENDER;
        if (k) str_puts(out, ".br\n");
        str_printf(out, ".B lookback%s%s\n", *c->name ? " " : "", c->name);
        if (*c->argument) put_line(out, 'I', c->argument);
        if (options) str_puts(out, ".RI [ options ]\n");
    }
}

static void put_commands(Str *out) {
    str_puts(out, ".SH COMMANDS\n");
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        Str name = {0};
        str_printf(&name, "lookback%s%s", *COMMANDS[k].name ? " " : "", COMMANDS[k].name);
        put_entry(out, str_text(&name), COMMANDS[k].argument, COMMANDS[k].help);
        str_free(&name);
    }
}

static void put_options(Str *out) {
    str_puts(out, ".SH OPTIONS\nOptions may stand anywhere, before or after the command.\n");
    for (int group = 0; group < GROUP_COUNT; group++) {
        str_printf(out, ".SS %s\n", OPTION_GROUP_NAMES[group]);
        for (int k = 0; k < OPTIONS_COUNT; k++) {
            const Option *o = &OPTIONS[k];
            if ((int)o->group != group) continue;
            Str name = {0};
            if (o->letter) str_printf(&name, "-%c, ", o->letter);
            str_printf(&name, "--%s", o->name);
            put_entry(out, str_text(&name), o->argument ? o->argument : "", o->help);
            str_free(&name);
        }
    }
}

// ---- heads, sentences, keys

static void put_heads(Str *out) {
    str_puts(out, ".SH HEADS\n");
    for (int k = 0; k < RULES_COUNT; k++) {
        put_entry(out, RULES[k].name, "", RULES[k].summary);
        str_puts(out, ".br\nScore:\n");
        put_text(out, RULES[k].formula);
    }
}

static void put_sentences(Str *out, const Corpus *corpus) {
    str_puts(out, ".SH SENTENCES\n");
    for (int k = 0; k < corpus->count; k++) put_entry(out, corpus->sentence[k].name, "", corpus->sentence[k].text);
}

enum { ALL_SCREENS = (1 << SCREEN_COUNT) - 1 };

static bool is_common(const Action *a) {
    return (a->screens & ALL_SCREENS) == ALL_SCREENS;
}

// The keys of a screen that are not those of every screen; with ON_ALL, just these.
static void put_screen_keys(Str *out, unsigned where, const char *title) {
    const char *group = NULL;
    for (int k = 0; k < ACTIONS_COUNT; k++) {
        const Action *a = &ACTIONS[k];
        bool here = where == ON_ALL ? is_common(a) : !is_common(a) && a->screens & where;
        if (!here) continue;
        if (!group) {
            str_puts(out, ".SS \"");
            put_escaped(out, title);
            str_puts(out, "\"\n");
        }
        if (!group || strcmp(group, a->group) != 0) {
            if (group) str_puts(out, ".PP\n");
            put_line(out, 'I', a->group);
        }
        group = a->group;
        put_entry(out, a->shown, "", a->help);
    }
}

static void put_keys(Str *out) {
    str_puts(out, ".SH KEYS\n");
    put_screen_keys(out, ON_ALL, "Everywhere");
    put_screen_keys(out, ON_LESSON, "In a lesson");
    put_screen_keys(out, ON_NOTES, "In lookback notes");
    for (int k = 0; k < SCREEN_COUNT; k++) put_screen_keys(out, ON(k), screen_of((ScreenId)k)->title);
}

// ---- what is in no table

typedef struct Fact {
    const char *what, *argument, *text;
} Fact;

static void put_facts(Str *out, const char *heading, const Fact *fact, int count) {
    str_printf(out, ".SH %s\n", heading);
    for (int k = 0; k < count; k++) put_entry(out, fact[k].what, fact[k].argument, fact[k].text);
}

static const Fact FILES[] = {
    {"sentences.txt", "", "the sentences: name | title | query | text a line"},
    {"names.txt", "", "first names, which the name-mover head looks for"},
    {"asking.txt", "", "words after which a name is due"},
    {"lessons/*.md", "", "the course"},
    {"worked/*.txt", "", "the worked examples and the heads of the sum, every number of them"},
};

static const Fact ENVIRONMENT[] = {
    {"LOOKBACK_DATA", "", "the folder to read instead of the installed one"},
    {"NO_COLOR", "", "if set and not empty, draw without colour unless --color asks for some"},
    {"TERM", "", "the kind of terminal; with none, or one that cannot place a cursor, only what prints works"},
    {"COLORTERM", "", "truecolor or 24bit: the terminal shows any colour"},
    {"XDG_STATE_HOME", "", "where lookback/progress is kept, which step of a lesson you are at; ~/.local/state if not set"},
    {"LC_ALL, LC_CTYPE, LANG", "", "the locale; where it is not UTF-8, frames, lists and messages are in ASCII"},
};

static const Fact STATUS[] = {
    {"0", "", "done"},
    {"1", "", "the input is wrong, or a file cannot be read or written"},
    {"2", "", "the command line cannot be understood, or there is no usable terminal"},
};

static const Fact EXAMPLES[] = {
    {"lookback", "", "Begin with the lessons; ? shows the keys."},
    {"lookback --sentence ioi", "", "Explore: arrows move, m turns the mask off, d the divisor."},
    {"lookback text \"The cat sat where the cat sat\" --head induction", "", "A head on a sentence of your own."},
    {"lookback render --sentence ioi --head name-mover --size 100x30", "", "The same frame on standard output."},
    {"lookback render --format json --divisor off", "", "Every score, weight and entropy, for a script."},
    {"lookback open attention.safetensors", "", "A model's attention that was written to a file; M shows all heads."},
    {"lookback diff before.safetensors after.safetensors", "", "Two dumps of one shape: what the second gives more, which heads differ most."},
    {"lookback render --format svg --theme light -o head.svg", "", "A picture for a slide."},
};

#define PUT_FACTS(out, heading, facts) put_facts(out, heading, facts, (int)(sizeof(facts) / sizeof(facts)[0]))

void manual_page(Str *out, const Corpus *corpus, const char *version, const char *date) {
    str_printf(out, ".TH LOOKBACK 1 \"%s\" \"lookback %s\" \"User Commands\"\n", date, version);
    str_puts(out, ".SH NAME\nlookback \\- see attention heads at work\n");
    put_synopsis(out);
    str_puts(out, ".SH DESCRIPTION\n.B lookback\nlets you\n");
    put_text(out, LOOKBACK_SUMMARY ".");
    put_text(out, "It runs in a terminal with keys and mouse; render prints the same frames and numbers without one.");
    put_commands(out);
    put_options(out);
    put_heads(out);
    put_sentences(out, corpus);
    put_keys(out);
    PUT_FACTS(out, "EXIT STATUS", STATUS);
    put_text(out, "A failure is one line on standard error and nothing on standard output.");
    PUT_FACTS(out, "ENVIRONMENT", ENVIRONMENT);
    PUT_FACTS(out, "FILES", FILES);
    put_text(out, "They lie in share/lookback beside the folder that the program is installed in.");
    PUT_FACTS(out, "EXAMPLES", EXAMPLES);
}
