#include "draw/bigtext.h"

#include "base/text.h"

#include <string.h>

enum { DOTS_WIDE = 5, DOTS_HIGH = 8, PITCH = 6 };

// A letter's dots row by row from row `top` on; rows left out are empty. Capitals stand on row 6, tails reach row 7.
static const struct {
    uint32_t rune;
    int top;
    const char *rows;
} FONT[] = {
    {'A', 0, ".###. #...# #...# ##### #...# #...# #...#"},
    {'B', 0, "####. #...# #...# ####. #...# #...# ####."},
    {'C', 0, ".###. #...# #.... #.... #.... #...# .###."},
    {'D', 0, "####. #...# #...# #...# #...# #...# ####."},
    {'E', 0, "##### #.... #.... ####. #.... #.... #####"},
    {'F', 0, "##### #.... #.... ####. #.... #.... #...."},
    {'G', 0, ".###. #...# #.... #.### #...# #...# .####"},
    {'H', 0, "#...# #...# #...# ##### #...# #...# #...#"},
    {'I', 0, ".###. ..#.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'J', 0, "..### ...#. ...#. ...#. ...#. #..#. .##.."},
    {'K', 0, "#...# #..#. #.#.. ##... #.#.. #..#. #...#"},
    {'L', 0, "#.... #.... #.... #.... #.... #.... #####"},
    {'M', 0, "#...# ##.## #.#.# #.#.# #...# #...# #...#"},
    {'N', 0, "#...# ##..# ##..# #.#.# #..## #..## #...#"},
    {'O', 0, ".###. #...# #...# #...# #...# #...# .###."},
    {'P', 0, "####. #...# #...# ####. #.... #.... #...."},
    {'Q', 0, ".###. #...# #...# #...# #.#.# #..#. .##.#"},
    {'R', 0, "####. #...# #...# ####. #.#.. #..#. #...#"},
    {'S', 0, ".#### #.... #.... .###. ....# ....# ####."},
    {'T', 0, "##### ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."},
    {'U', 0, "#...# #...# #...# #...# #...# #...# .###."},
    {'V', 0, "#...# #...# #...# #...# .#.#. .#.#. ..#.."},
    {'W', 0, "#...# #...# #...# #.#.# #.#.# ##.## #...#"},
    {'X', 0, "#...# #...# .#.#. ..#.. .#.#. #...# #...#"},
    {'Y', 0, "#...# #...# .#.#. ..#.. ..#.. ..#.. ..#.."},
    {'Z', 0, "##### ....# ...#. ..#.. .#... #.... #####"},
    {'a', 2, ".###. ....# .#### #...# .####"},
    {'b', 0, "#.... #.... ####. #...# #...# #...# ####."},
    {'c', 2, ".###. #.... #.... #.... .###."},
    {'d', 0, "....# ....# .#### #...# #...# #...# .####"},
    {'e', 2, ".###. #...# ##### #.... .###."},
    {'f', 0, "..##. .#... .#... ####. .#... .#... .#..."},
    {'g', 2, ".#### #...# #...# .#### ....# .###."},
    {'h', 0, "#.... #.... ####. #...# #...# #...# #...#"},
    {'i', 0, "..#.. ..... .##.. ..#.. ..#.. ..#.. .###."},
    {'j', 0, "...#. ..... ..##. ...#. ...#. ...#. #..#. .##.."},
    {'k', 0, "#.... #.... #..#. #.#.. ##... #.#.. #..#."},
    {'l', 0, ".##.. ..#.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'m', 2, "####. #.#.# #.#.# #.#.# #.#.#"},
    {'n', 2, "####. #...# #...# #...# #...#"},
    {'o', 2, ".###. #...# #...# #...# .###."},
    {'p', 2, "####. #...# #...# ####. #.... #...."},
    {'q', 2, ".#### #...# #...# .#### ....# ....#"},
    {'r', 2, "#.##. ##... #.... #.... #...."},
    {'s', 2, ".#### #.... .###. ....# ####."},
    {'t', 0, ".#... .#... ####. .#... .#... .#... ..##."},
    {'u', 2, "#...# #...# #...# #...# .####"},
    {'v', 2, "#...# #...# #...# .#.#. ..#.."},
    {'w', 2, "#...# #.#.# #.#.# #.#.# .#.#."},
    {'x', 2, "#...# .#.#. ..#.. .#.#. #...#"},
    {'y', 2, "#...# #...# #...# .#### ....# .###."},
    {'z', 2, "##### ...#. ..#.. .#... #####"},
    {'0', 0, ".###. #...# #..## #.#.# ##..# #...# .###."},
    {'1', 0, "..#.. .##.. ..#.. ..#.. ..#.. ..#.. .###."},
    {'2', 0, ".###. #...# ....# ...#. ..#.. .#... #####"},
    {'3', 0, "####. ....# ....# .###. ....# ....# ####."},
    {'4', 0, "...#. ..##. .#.#. #..#. ##### ...#. ...#."},
    {'5', 0, "##### #.... ####. ....# ....# ....# ####."},
    {'6', 0, ".###. #.... #.... ####. #...# #...# .###."},
    {'7', 0, "##### ....# ...#. ...#. ..#.. ..#.. ..#.."},
    {'8', 0, ".###. #...# #...# .###. #...# #...# .###."},
    {'9', 0, ".###. #...# #...# .#### ....# ....# .###."},
    {'!', 0, "..#.. ..#.. ..#.. ..#.. ..#.. ..... ..#.."},
    {'"', 0, ".#.#. .#.#."},
    {'#', 0, ".#.#. .#.#. ##### .#.#. ##### .#.#. .#.#."},
    {'$', 0, "..#.. .#### #.#.. .###. ..#.# ####. ..#.."},
    {'%', 0, "##..# ##..# ...#. ..#.. .#... #..## #..##"},
    {'&', 0, ".##.. #..#. #.#.. .#... #.#.# #..#. .##.#"},
    {'\'', 0, "..#.. ..#.."},
    {'(', 0, "...#. ..#.. .#... .#... .#... ..#.. ...#."},
    {')', 0, ".#... ..#.. ...#. ...#. ...#. ..#.. .#..."},
    {'*', 1, "..#.. #.#.# .###. #.#.# ..#.."},
    {'+', 1, "..#.. ..#.. ##### ..#.. ..#.."},
    {',', 5, ".##.. .##.. .#..."},
    {'-', 3, ".###."},
    {'.', 5, ".##.. .##.."},
    {'/', 0, "....# ....# ...#. ..#.. .#... #.... #...."},
    {':', 2, ".##.. .##.. ..... .##.. .##.."},
    {';', 2, ".##.. .##.. ..... .##.. .##.. .#..."},
    {'<', 0, "...#. ..#.. .#... #.... .#... ..#.. ...#."},
    {'=', 2, "##### ..... #####"},
    {'>', 0, ".#... ..#.. ...#. ....# ...#. ..#.. .#..."},
    {'?', 0, ".###. #...# ....# ...#. ..#.. ..... ..#.."},
    {'@', 0, ".###. #...# #.### #.#.# #.### #.... .###."},
    {'[', 0, ".###. .#... .#... .#... .#... .#... .###."},
    {'\\', 0, "#.... #.... .#... ..#.. ...#. ....# ....#"},
    {']', 0, ".###. ...#. ...#. ...#. ...#. ...#. .###."},
    {'^', 0, "..#.. .#.#. #...#"},
    {'_', 7, "#####"},
    {'`', 0, ".#... ..#.."},
    {'{', 0, "..##. .#... .#... #.... .#... .#... ..##."},
    {'|', 0, "..#.. ..#.. ..#.. ..#.. ..#.. ..#.. ..#.."},
    {'}', 0, ".##.. ...#. ...#. ....# ...#. ...#. .##.."},
    {'~', 2, ".#... #.#.# ...#."},
    {0x2019, 0, "..#.. ..#.."},
    {0x201C, 0, ".#.#. .#.#."},
    {0x201D, 0, ".#.#. .#.#."},
    {0x2026, 6, "#.#.#"},
    {0x00B7, 3, "..#.."},
    {0x27E8, 0, "...#. ..#.. .#... #.... .#... ..#.. ...#."},
    {0x27E9, 0, ".#... ..#.. ...#. ....# ...#. ..#.. .#..."},
    {0x00F7, 1, "..#.. ..... ##### ..... ..#.."},
};

static int find_letter(uint32_t rune) {
    for (unsigned k = 0; k < sizeof FONT / sizeof FONT[0]; k++) {
        if (FONT[k].rune == rune) return (int)k;
    }
    return -1;
}

static bool has_dot(int letter, int row, int column) {
    row -= FONT[letter].top;
    size_t at = (size_t)(row * (DOTS_WIDE + 1) + column);
    return row >= 0 && column < DOTS_WIDE && at < strlen(FONT[letter].rows) && FONT[letter].rows[at] == '#';
}

static BigSize real_size(BigSize size, bool ascii) {
    return ascii ? BIG_LETTERS : size;
}

static int pitch(BigSize size, bool ascii) {
    return real_size(size, ascii) == BIG_DOUBLE ? 2 * PITCH : PITCH;
}

int bigtext_rows(BigSize size, bool ascii) {
    return ascii || size == BIG_DOUBLE ? DOTS_HIGH : DOTS_HIGH / 2;
}

// Calls for each character that takes room; combining marks do not.
static int next_rune(const char **at, uint32_t *rune) {
    int used, width;
    do {
        *rune = text_decode(*at, strlen(*at), &used);
        *at += used;
        width = text_width(*rune);
    } while (width == 0 && **at);
    return width;
}

static int count_letters(const char *display) {
    int count = 0;
    uint32_t rune;
    while (*display) count += next_rune(&display, &rune) != 0;
    return count;
}

int bigtext_columns(const char *display, BigSize size, bool ascii) {
    int count = count_letters(display), step = pitch(size, ascii);
    return count ? count * step - step / PITCH : 0;
}

static void draw_letter(Canvas *c, int y, int x, Style s, BigSize size, int letter) {
    static const uint32_t HALVES[] = {' ', 0x2580, 0x2584, 0x2588}; // none, upper, lower, both
    bool halves = real_size(size, c->ascii) == BIG_LETTERS && !c->ascii;
    int wide = pitch(size, c->ascii) / PITCH, high = halves ? 2 : 1;
    for (int row = 0; row < DOTS_HIGH; row += high) {
        for (int column = 0; column < wide * DOTS_WIDE; column++) {
            bool upper = has_dot(letter, row, column / wide), lower = has_dot(letter, row + 1, column / wide);
            uint32_t rune = halves ? HALVES[upper + 2 * lower] : upper ? 0x2588 : ' ';
            if (rune != ' ') canvas_rune(c, y + row / high, x + column, s, rune);
        }
    }
}

int bigtext_draw(Canvas *c, int y, int x, int columns, Style s, BigSize size, const char *display) {
    int step = pitch(size, c->ascii), gap = step / PITCH, rows = bigtext_rows(size, c->ascii);
    int room = (columns + gap) / step, count = count_letters(display);
    bool cut = count > room;
    if (room < 1) return 0;
    int used = (cut ? room : count) * step - gap;
    canvas_fill(c, (Rect){y, x, rows, used}, s, ' ');
    for (int k = 0; *display && k < room; k++) {
        uint32_t rune;
        if (next_rune(&display, &rune) == 0) break;
        if (cut && k == room - 1) rune = 0x2026;
        int letter = find_letter(rune);
        if (letter >= 0) draw_letter(c, y, x + k * step, s, size, letter);
        else if (rune != ' ') canvas_rune(c, y + rows / 2, x + k * step + step / 2 - gap, style_bold(s), rune);
    }
    return used > 0 ? used : 0;
}

// ---- lines of words

// Takes the longest line of whole words from *at; at least one word.
static void take_line(const char **at, int columns, BigSize size, bool ascii, Str *line) {
    Str longer = {0};
    str_clear(line);
    while (**at) {
        size_t len = strcspn(*at, " ");
        str_clear(&longer);
        str_printf(&longer, "%s%s%.*s", str_text(line), line->len ? " " : "", (int)len, *at);
        if (line->len && bigtext_columns(str_text(&longer), size, ascii) > columns) break;
        str_clear(line);
        str_add(line, longer.s, longer.len);
        *at += len + strspn(*at + len, " ");
    }
    str_free(&longer);
}

int bigtext_lines(const char *display, int columns, BigSize size, bool ascii) {
    Str line = {0};
    int lines = 0;
    bool fits = true;
    display += strspn(display, " ");
    for (; *display && fits; lines++) {
        take_line(&display, columns, size, ascii, &line);
        fits = bigtext_columns(str_text(&line), size, ascii) <= columns;
    }
    str_free(&line);
    return fits ? lines : 0;
}

void bigtext_draw_lines(Canvas *c, int y, Style s, BigSize size, const char *display) {
    Str line = {0};
    int columns = canvas_width(c);
    display += strspn(display, " ");
    while (*display) {
        take_line(&display, columns, size, c->ascii, &line);
        bigtext_draw(c, y, 0, columns, s, size, str_text(&line));
        y += bigtext_rows(size, c->ascii);
    }
    str_free(&line);
}
