#include "base/names.h"

#include "base/int.h"
#include "base/str.h"

#include <string.h>

enum { WORD_MAX = 64 };

static bool same_letter(char a, char b) {
    return (a >= 'A' && a <= 'Z' ? a + 32 : a) == (b >= 'A' && b <= 'Z' ? b + 32 : b);
}

static bool starts_with(const char *name, const char *word) {
    while (*word && same_letter(*name, *word)) name++, word++;
    return !*word;
}

// Edits (insert, delete, replace, swap of neighbours) from a to b, whatever their case; words are cut at WORD_MAX
// bytes.
static int edit_distance(const char *a, const char *b) {
    int d[WORD_MAX + 1][WORD_MAX + 1];
    int n = int_least((int)strlen(a), WORD_MAX), m = int_least((int)strlen(b), WORD_MAX);
    for (int i = 0; i <= n; i++) d[i][0] = i;
    for (int j = 0; j <= m; j++) d[0][j] = j;
    for (int i = 1; i <= n; i++) {
        for (int j = 1; j <= m; j++) {
            d[i][j] = int_least(int_least(d[i - 1][j], d[i][j - 1]) + 1, d[i - 1][j - 1] + !same_letter(a[i - 1], b[j - 1]));
            bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2]) && same_letter(a[i - 2], b[j - 1]);
            if (swapped) d[i][j] = int_least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n][m];
}

const char *names_in_array(int i, const void *names) {
    return ((const char *const *)names)[i];
}

int names_find(const char *word, NameAt at, const void *names, int count) {
    for (int i = 0; i < count; i++) {
        if (strcmp(word, at(i, names)) == 0) return i;
    }
    return -1;
}

// Near: within a third of the word's length (at least 2 edits), or starting with it.
const char *names_nearest(const char *word, NameAt at, const void *names, int count) {
    size_t len = strlen(word);
    int best = (int)len / 3 > 2 ? (int)len / 3 : 2;
    const char *found = NULL;
    for (int i = 0; i < count; i++) {
        const char *name = at(i, names);
        int far = edit_distance(word, name);
        if (far >= (int)strlen(name)) continue; // nothing in common
        if (far <= best) {
            found = name;
            best = far - 1;
        }
    }
    for (int i = 0; i < count && !found && len > 0; i++) {
        if (starts_with(at(i, names), word)) found = at(i, names);
    }
    return found;
}

int names_require(const char *what, const char *word, NameAt at, const void *names, int count, Error *err) {
    int found = names_find(word, at, names, count);
    if (found >= 0) return found;
    const char *near = names_nearest(word, at, names, count);
    if (near) {
        error_set(err, "unknown %s \"%.80s\" (did you mean \"%s\"?)", what, word, near);
        return -1;
    }
    Str list = {0};
    for (int i = 0; i < count && i < 12; i++) str_printf(&list, "%s%s", i ? ", " : "", at(i, names));
    error_set(err, "unknown %s \"%.80s\" (one of: %s%s)", what, word, str_text(&list), count > 12 ? ", …" : "");
    str_free(&list);
    return -1;
}
