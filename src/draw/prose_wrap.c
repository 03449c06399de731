#include "draw/prose_wrap.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void pieces_free(Pieces *p) {
    free(p->at);
    str_free(&p->scratch);
    *p = (Pieces){0};
}

// ---- filling

static const struct {
    uint32_t rune;
    const char *ascii;
} SPELLED[] = {
    {0x221A, "sqrt "}, {0x2192, "->"},  {0x2190, "<-"},   {0x2264, "<="},  {0x2265, ">="}, {0x2260, "!="},
    {0x2026, "..."},   {0x2014, "--"},  {0x2248, "~"},    {0x03A3, "sum "}, {0x00B2, "^2"}, {0x221E, "inf"},
    {0x0394, "delta "}, {0x03B4, "delta"}, {0x2202, "d"}, {0x1D62, "_i"},  {0x2C7C, "_j"}, {0x2080, "_0"},
    {0x2081, "_1"},    {0x2082, "_2"},  {0x2083, "_3"},   {0x2084, "_4"},  {0x1D40, "^T"}, {0x2211, "sum "},
};

static const char *spelled(uint32_t rune) {
    for (size_t k = 0; k < sizeof SPELLED / sizeof SPELLED[0]; k++) {
        if (SPELLED[k].rune == rune) return SPELLED[k].ascii;
    }
    return NULL;
}

static void push(Pieces *p, uint32_t rune, int width, unsigned look) {
    if (p->n == p->room) {
        p->room = p->room ? p->room * 2 : 256;
        p->at = mem_resize(p->at, (size_t)p->room, sizeof *p->at);
    }
    p->at[p->n++] = (Piece){.rune = rune, .look = (uint16_t)look, .width = (uint8_t)width};
}

static void push_rune(Pieces *p, uint32_t rune, unsigned look, bool ascii) {
    int width = text_width(rune);
    const char *words = ascii && rune >= 0x80 ? spelled(rune) : NULL;
    if (words) {
        for (; *words; words++) push(p, (unsigned char)*words, 1, look);
    } else if (width > 0) {
        push(p, rune, width, look);
    } else if (width == 0 && p->n > 0 && p->at[p->n - 1].rune != '\n') {
        Piece *last = &p->at[p->n - 1];
        if (!last->mark[0]) last->mark[0] = rune;
        else if (!last->mark[1]) last->mark[1] = rune;
    }
}

// One line of a run: no newline in it. Tabs in code go to the next multiple of four columns.
static void push_text(Pieces *p, const char *bytes, size_t len, unsigned look, bool ascii, int line_start) {
    for (size_t at = 0; at < len;) {
        const char *tab = memchr(bytes + at, '\t', len - at);
        size_t end = tab ? (size_t)(tab - bytes) : len;
        str_clear(&p->scratch);
        text_display(&p->scratch, bytes + at, end - at, false);
        for (size_t k = 0; k < p->scratch.len;) {
            int used;
            uint32_t rune = text_decode(p->scratch.s + k, p->scratch.len - k, &used);
            push_rune(p, rune, look, ascii);
            k += (size_t)used;
        }
        if (tab) {
            do push(p, ' ', 1, look);
            while ((p->n - line_start) % 4);
        }
        at = end + (tab != NULL);
    }
}

void pieces_fill(Pieces *p, const Prose *prose, const ProseBlock *block, bool ascii) {
    p->n = 0;
    int line_start = 0;
    for (int r = block->run; r < block->run + block->runs; r++) {
        const ProseRun *run = &prose->run[r];
        const char *bytes = str_text(&prose->text) + run->start;
        if (run->look & PROSE_BREAK) push(p, '\n', 0, 0);
        for (size_t at = 0, len = (size_t)run->len; at < len;) {
            const char *newline = memchr(bytes + at, '\n', len - at);
            size_t end = newline ? (size_t)(newline - bytes) : len;
            push_text(p, bytes + at, end - at, run->look, ascii, line_start);
            if (newline) {
                push(p, '\n', 0, run->look);
                line_start = p->n;
            }
            at = end + (newline != NULL);
        }
    }
    if (block->kind == PROSE_CODE && p->n > 0 && p->at[p->n - 1].rune == '\n') p->n--;
}

// ---- finding

// Whether the needle's runes (folded, n of them) stand at piece `at`. A line's end matches a space.
static bool stands_at(const Pieces *p, int at, const uint32_t *needle, int n) {
    if (at + n > p->n) return false;
    for (int k = 0; k < n; k++) {
        uint32_t rune = p->at[at + k].rune;
        if (text_fold(rune == '\n' ? ' ' : rune) != needle[k]) return false;
    }
    return true;
}

void pieces_find(Pieces *p, const char *find) {
    enum { FIND_MAX = 128 };
    uint32_t needle[FIND_MAX];
    int n = 0;
    size_t len = find ? strlen(find) : 0;
    for (size_t at = 0; at < len && n < FIND_MAX;) {
        int used;
        needle[n++] = text_fold(text_decode(find + at, len - at, &used));
        at += (size_t)used;
    }
    for (int at = 0; n > 0 && at < p->n; at++) {
        if (!stands_at(p, at, needle, n)) continue;
        for (int k = 0; k < n; k++) p->at[at + k].found = k == 0 ? 2 : 1;
        at += n - 1;
    }
}

// ---- breaking

// Whether a line may end before piece k (start < k < n): behind a space, and beside a character of a script that is
// written without spaces (they are the wide ones).
static bool may_break(const Pieces *p, int k) {
    const Piece *left = &p->at[k - 1], *right = &p->at[k];
    return left->rune == ' ' || ((left->width == 2 || right->width == 2) && right->rune != ' ');
}

PieceLine pieces_line(const Pieces *p, int start, int room, bool verbatim) {
    int columns = 0, end = start, good = -1; // good: the last place where the line may end
    for (; end < p->n && p->at[end].rune != '\n'; end++) {
        const Piece *piece = &p->at[end];
        if (end > start && !verbatim && may_break(p, end)) good = end;
        bool hangs = !verbatim && piece->rune == ' '; // a space at the edge is not shown
        if (columns + piece->width > room && end > start && !hangs) break;
        columns += piece->width;
    }
    PieceLine line = {start, end, end};
    if (end == p->n) {
        line.next = end;
    } else if (p->at[end].rune == '\n') {
        line.next = end + 1;
    } else if (!verbatim && good > start) {
        line.end = line.next = good;
    }
    while (!verbatim && line.end > start && p->at[line.end - 1].rune == ' ') line.end--;
    return line;
}
