#include "tui/choose.h"

#include <string.h>

static bool is_set(const char *value) {
    return value && value[0];
}

static bool begins(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static bool ends(const char *text, const char *end) {
    size_t len = strlen(text), tail = strlen(end);
    return len >= tail && strcmp(text + len - tail, end) == 0;
}

// Terminals known to show 24-bit colour whatever their terminfo entry says, or where it is often missing.
static bool is_direct_name(const char *term) {
    static const char *const FAMILIES[] = {"xterm-kitty", "xterm-ghostty", "foot", "alacritty", "wezterm", "contour"};
    for (size_t k = 0; k < sizeof FAMILIES / sizeof FAMILIES[0]; k++) {
        if (begins(term, FAMILIES[k])) return true;
    }
    return ends(term, "-direct");
}

static bool is_multiplexer(const char *term) {
    return begins(term, "tmux") || begins(term, "screen");
}

// Unknown variants of these understand what xterm does: "xterm-something" from a machine with a newer terminfo.
static bool is_like_xterm(const char *term) {
    return begins(term, "xterm") || begins(term, "rxvt") || is_multiplexer(term) || is_direct_name(term);
}

static bool list_has(const char *list, const char *word) {
    size_t len = strlen(word);
    for (const char *at = list; at && *at;) {
        size_t part = strcspn(at, ",");
        if (part == len && strncmp(at, word, len) == 0) return true;
        at += part + (at[part] == ',');
    }
    return false;
}

// Whether the terminal may show more than its entry says. COLORTERM and TMUX outlive a change of TERM: one that has no
// colours, or is a console, is believed before them.
static bool may_show_more(const ChooseFacts *f) {
    return !f->known || (f->colors >= 8 && !begins(f->term, "linux"));
}

static bool env_says_direct(const ChooseFacts *f) {
    bool colorterm = f->colorterm && (strcmp(f->colorterm, "truecolor") == 0 || strcmp(f->colorterm, "24bit") == 0);
    return f->rgb || is_direct_name(f->term) || (colorterm && may_show_more(f));
}

static ColorMode mode_of_colors(const ChooseFacts *f) {
    if (!f->known || f->colors >= 256) return COLOR_256; // unknown: opened as one of the stand-ins
    return f->colors >= 8 ? COLOR_8 : COLOR_MONO;
}

static ColorMode choose_mode(const ChooseFacts *f) {
    if (f->mode_given) return f->mode;
    if (is_set(f->no_color)) return COLOR_MONO;
    if (is_set(f->tmux) && may_show_more(f)) return list_has(f->tmux_features, "RGB") ? COLOR_TRUE : COLOR_256;
    // GNU screen drops 24-bit colour silently: no colour at all would be left.
    if (!is_set(f->sty) && env_says_direct(f)) return COLOR_TRUE;
    return mode_of_colors(f);
}

static ChooseEntry choose_entry(const ChooseFacts *f, ColorMode mode) {
    // In an entry with direct colour, colours above 7 are RGB: it serves 8 colours, not 256.
    bool own = f->known;
    if (mode == COLOR_TRUE) return CHOOSE_DIRECT;
    if (mode == COLOR_256) own = own && f->colors >= 256 && !f->rgb;
    if (mode == COLOR_8) own = own && f->colors >= 8;
    if (own) return CHOOSE_OWN;
    return is_multiplexer(f->term) ? CHOOSE_SCREEN_256 : CHOOSE_XTERM_256;
}

static bool refuse(const ChooseFacts *f, Error *err) {
    if (!is_set(f->term)) {
        return error_set(err, "TERM is not set: no usable terminal (try TERM=xterm-256color, or lookback render)");
    }
    if (strcmp(f->term, "dumb") == 0 || (f->known && !f->can_move)) {
        return error_set(err, "TERM=%.64s: this terminal cannot move its cursor (lookback render prints without one)",
                         f->term);
    }
    if (!f->known && !is_like_xterm(f->term)) {
        return error_set(err, "TERM=%.64s: unknown terminal (try TERM=xterm-256color, or lookback render)", f->term);
    }
    return true;
}

bool choose_wants_features(const ChooseFacts *facts) {
    return is_set(facts->term) && is_set(facts->tmux) && may_show_more(facts) && !facts->mode_given &&
           !is_set(facts->no_color);
}

bool choose_screen(const ChooseFacts *facts, Choice *out, Error *err) {
    if (!refuse(facts, err)) return false;
    ColorMode mode = choose_mode(facts);
    *out = (Choice){choose_entry(facts, mode), mode};
    return true;
}
