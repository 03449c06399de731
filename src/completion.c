#include "completion.h"

#include "attn/rule.h"
#include "draw/glyph.h"
#include "options.h"

#include <string.h>

// ---- words to offer

// Words that are safe in any shell's list.
static bool is_plain(const char *word) {
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    return *word && strspn(word, PLAIN) == strlen(word);
}

static void add_word(Str *out, const char *word) {
    if (is_plain(word)) str_printf(out, "%s%s", out->len ? " " : "", word);
}

// Appends the values of an option, with a space between them; nothing if they are no list.
static void add_values(Str *out, const Option *o, const World *w) {
    Str words = {0};
    if (o->values == VALUES_LIST) str_puts(&words, o->list);
    for (int k = 0; o->values == VALUES_HEADS && k < RULES_COUNT; k++) add_word(&words, RULES[k].name);
    for (int k = 0; o->values == VALUES_SENTENCES && k < w->library.corpus.count; k++)
        add_word(&words, w->library.corpus.sentence[k].name);
    str_puts(out, str_text(&words));
    str_free(&words);
}

static bool can_be_rendered(const Command *c) {
    return *c->name && command_opens(c);
}

static bool takes_file(const Command *c) {
    return strstr(c->argument, "FILE") != NULL;
}

static void add_lessons(Str *out, const World *w) {
    for (int k = 0; k < w->course.count; k++) add_word(out, course_name_at(k, &w->course));
}

// Appends every spelling of the options that take a value, with `between` them.
static void add_valued(Str *out, const char *between) {
    const char *gap = "";
    for (int k = 0; k < OPTIONS_COUNT; k++) {
        const Option *o = &OPTIONS[k];
        if (!option_wants_value(o)) continue;
        str_printf(out, "%s--%s", gap, o->name);
        gap = between;
        if (o->letter) str_printf(out, "%s-%c", gap, o->letter);
    }
}

// Appends text in ASCII with a backslash before each of the characters in `special`.
static void add_escaped(Str *out, const char *text, const char *special) {
    Str ascii = {0};
    glyph_spell(&ascii, text);
    for (const char *c = str_text(&ascii); *c; c++) {
        if (strchr(special, *c)) str_putc(out, '\\');
        if (*c == '\'' && !strchr(special, '\'')) str_puts(out, "'\\''"); // out of the quotes, as sh wants it
        else str_putc(out, *c);
    }
    str_free(&ascii);
}

// ---- bash

static void bash_values(Str *out, const World *w) {
    for (int k = 0; k < OPTIONS_COUNT; k++) {
        const Option *o = &OPTIONS[k];
        if (!option_wants_value(o)) continue;
        str_puts(out, "    ");
        if (o->letter) str_printf(out, "-%c | ", o->letter);
        str_printf(out, "--%s) ", o->name);
        if (o->values == VALUES_FILE) {
            str_puts(out, "_lookback_files \"$cur\" ''; return ;;\n");
        } else if (o->values == VALUES_NONE) {
            str_puts(out, "return ;;\n");
        } else {
            str_puts(out, "words='");
            add_values(out, o, w);
            str_puts(out, "' ;;\n");
        }
    }
}

static void bash_commands(Str *out, const World *w) {
    Str all = {0}, rendered = {0}, options = {0}, lessons = {0};
    add_lessons(&lessons, w);
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        add_word(&all, COMMANDS[k].name);
        if (can_be_rendered(&COMMANDS[k])) add_word(&rendered, COMMANDS[k].name);
    }
    for (int k = 0; k < OPTIONS_COUNT; k++) {
        str_printf(&options, "%s--%s", k ? " " : "", OPTIONS[k].name);
        if (OPTIONS[k].letter) str_printf(&options, " -%c", OPTIONS[k].letter);
    }
    str_printf(out, "    if [[ -z $words && $cur == -* ]]; then\n        words='%s'\n", str_text(&options));
    str_puts(out, "    elif [[ -z $words ]]; then\n        case ${given[*]} in\n");
    str_printf(out, "        '') words='%s' ;;\n        render) words='%s' ;;\n", str_text(&all), str_text(&rendered));
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        const char *name = COMMANDS[k].name, *also = COMMANDS[k].id == COMMAND_LESSON ? str_text(&lessons) : "";
        if (!takes_file(&COMMANDS[k])) continue;
        str_printf(out, "        %s | 'render %s') _lookback_files \"$cur\" '%s'; return ;;\n", name, name, also);
    }
    str_puts(out, "        esac\n    fi\n");
    str_free(&all);
    str_free(&rendered);
    str_free(&options);
    str_free(&lessons);
}

void completion_bash(Str *out, const World *w) {
    str_puts(out, "# bash completion for lookback, made by its build\n\n"
                  "_lookback_files() { # WORD NAMES\n"
                  "    compopt -o filenames 2>/dev/null\n"
                  "    mapfile -t COMPREPLY < <(compgen -W \"$2\" -- \"$1\"; compgen -f -- \"$1\")\n"
                  "}\n\n"
                  "_lookback() {\n"
                  "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} words='' k\n"
                  "    local given=() # words that are neither options nor their values\n"
                  "    COMPREPLY=()\n"
                  "    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD - 2]}\n"
                  "    [[ $cur == = ]] && cur=''\n"
                  "    for ((k = 1; k < COMP_CWORD; k++)); do\n"
                  "        case ${COMP_WORDS[k]} in\n        ");
    add_valued(out, " | ");
    str_puts(out, ")\n"
                  "            [[ ${COMP_WORDS[k + 1]} == = ]] && k=$((k + 1))\n"
                  "            k=$((k + 1)) ;;\n"
                  "        -*) ;;\n"
                  "        *) given+=(\"${COMP_WORDS[k]}\") ;;\n"
                  "        esac\n"
                  "    done\n"
                  "    case $prev in\n");
    bash_values(out, w);
    str_puts(out, "    esac\n");
    bash_commands(out, w);
    str_puts(out, "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
                  "}\n\n"
                  "complete -F _lookback lookback\n");
}

// ---- zsh

// One argument of _arguments: '(-o --output)'{-o+,--output=}'[help]:FILE:_files'.
static void zsh_option(Str *out, const Option *o, const World *w) {
    const char *with = option_wants_value(o) ? "=" : "";
    if (o->letter) {
        str_printf(out, "        '(-%c --%s)'{-%c%s,--%s%s}'[", o->letter, o->name, o->letter, o->argument ? "+" : "",
                   o->name, with);
    } else {
        str_printf(out, "        '--%s%s[", o->name, with);
    }
    add_escaped(out, o->help, "[]:\\");
    str_putc(out, ']');
    if (option_wants_value(o)) {
        str_putc(out, ':');
        add_escaped(out, o->argument, "[]:\\");
        str_putc(out, ':');
        if (o->values == VALUES_FILE) {
            str_puts(out, "_files");
        } else if (o->values == VALUES_NONE) {
            str_putc(out, ' ');
        } else {
            str_putc(out, '(');
            add_values(out, o, w);
            str_putc(out, ')');
        }
    }
    str_puts(out, "' \\\n");
}

static void zsh_commands(Str *out, const char *list, bool (*has)(const Command *)) {
    str_printf(out, "    %s=(\n", list);
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        if (!*COMMANDS[k].name || (has && !has(&COMMANDS[k]))) continue;
        str_printf(out, "        '%s:", COMMANDS[k].name);
        add_escaped(out, COMMANDS[k].help, "\\:");
        str_puts(out, "'\n");
    }
    str_puts(out, "    )\n");
}

// A case for each command that takes a file: names are offered beside files.
static void zsh_files(Str *out, const World *w) {
    str_puts(out, "_lookback_files() {\n    case $1 in\n");
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        if (!takes_file(&COMMANDS[k])) continue;
        Str names = {0};
        if (COMMANDS[k].id == COMMAND_LESSON) add_lessons(&names, w);
        str_printf(out, "    %s) _alternative 'names:name:(%s)' 'files:file:_files' ;;\n", COMMANDS[k].name,
                   str_text(&names));
        str_free(&names);
    }
    str_puts(out, "    esac\n}\n");
}

void completion_zsh(Str *out, const World *w) {
    str_puts(out, "#compdef lookback\n# zsh completion for lookback, made by its build\n\n"
                  "_lookback() {\n"
                  "    local curcontext=$curcontext state line\n"
                  "    local -a commands rendered\n"
                  "    typeset -A opt_args\n");
    zsh_commands(out, "commands", NULL);
    zsh_commands(out, "rendered", can_be_rendered);
    str_puts(out, "    _arguments -s \\\n");
    for (int k = 0; k < OPTIONS_COUNT; k++) zsh_option(out, &OPTIONS[k], w);
    str_puts(out, "        '1: :->first' '2: :->second' '3: :->third'\n"
                  "    case $state in\n"
                  "    first) _describe command commands ;;\n"
                  "    second)\n"
                  "        if [[ $line[1] == render ]]; then _describe command rendered\n"
                  "        else _lookback_files $line[1]\n"
                  "        fi ;;\n"
                  "    third) [[ $line[1] == render ]] && _lookback_files $line[2] ;;\n"
                  "    esac\n}\n\n");
    zsh_files(out, w);
    str_puts(out, "\n_lookback \"$@\"\n");
}

// ---- fish

static void fish_command(Str *out, const Command *c, const char *after) {
    str_printf(out, "complete -c lookback -n '__lookback_after%s' -a %s -d '", after, c->name);
    add_escaped(out, c->help, "'\\");
    str_puts(out, "'\n");
}

static void fish_option(Str *out, const Option *o, const World *w) {
    str_puts(out, "complete -c lookback");
    if (o->letter) str_printf(out, " -s %c", o->letter);
    str_printf(out, " -l %s", o->name);
    if (option_wants_value(o)) str_puts(out, o->values == VALUES_FILE ? " -r -F" : " -x");
    if (option_wants_value(o) && o->values != VALUES_FILE && o->values != VALUES_NONE) {
        str_puts(out, " -a '");
        add_values(out, o, w);
        str_putc(out, '\'');
    }
    str_puts(out, " -d '");
    add_escaped(out, o->help, "'\\");
    str_puts(out, "'\n");
}

void completion_fish(Str *out, const World *w) {
    str_puts(out, "# fish completion for lookback, made by its build\n\n"
                  "function __lookback_after --description 'Whether the words so far, without options, are these'\n"
                  "    set -l words (commandline -opc)\n"
                  "    set -e words[1]\n"
                  "    set -l given\n"
                  "    set -l skip 0\n"
                  "    for word in $words\n"
                  "        if test $skip = 1\n"
                  "            set skip 0\n"
                  "            continue\n"
                  "        end\n"
                  "        switch $word\n"
                  "            case ");
    add_valued(out, " ");
    str_puts(out, "\n"
                  "                set skip 1\n"
                  "            case '-*'\n"
                  "            case '*'\n"
                  "                set -a given $word\n"
                  "        end\n"
                  "    end\n"
                  "    test \"$given\" = \"$argv\"\n"
                  "end\n\n"
                  "complete -c lookback -f\n");
    for (int k = 0; k < COMMANDS_COUNT; k++) {
        const Command *c = &COMMANDS[k];
        if (*c->name) fish_command(out, c, "");
        if (can_be_rendered(c)) fish_command(out, c, " render");
        if (!takes_file(c)) continue;
        str_printf(out, "complete -c lookback -n '__lookback_after %s; or __lookback_after render %s' -F", c->name,
                   c->name);
        Str names = {0};
        if (c->id == COMMAND_LESSON) add_lessons(&names, w);
        if (names.len) str_printf(out, " -a '%s'", str_text(&names));
        str_free(&names);
        str_putc(out, '\n');
    }
    for (int k = 0; k < OPTIONS_COUNT; k++) fish_option(out, &OPTIONS[k], w);
}
