#include "model/split.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

// GPT-2's pattern. Its \s is Unicode's White_Space, spelt out: PCRE2's own has U+180E as well. No repeat has to give
// back what it took, except in white space before a word.
#define SPACES "\\x09-\\x0d\\x20\\x85\\xa0\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}"
static const char PATTERN[] = "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}++| ?\\p{N}++| ?[^" SPACES "\\p{L}\\p{N}]++|[" SPACES
                              "]+(?![^" SPACES "])|[" SPACES "]++";

bool split_open(Split *split, Error *err) {
    int code;
    PCRE2_SIZE offset;
    pcre2_code *pattern = pcre2_compile((PCRE2_SPTR)PATTERN, PCRE2_ZERO_TERMINATED, PCRE2_UTF | PCRE2_MATCH_INVALID_UTF,
                                        &code, &offset, NULL);
    if (!pattern) return error_set(err, "PCRE2 cannot make the splitting pattern (error %d)", code);
    pcre2_jit_compile(pattern, PCRE2_JIT_COMPLETE); // where there is none, it is interpreted
    *split = (Split){pattern, pcre2_match_data_create(1, NULL)};
    if (split->match) return true;
    split_close(split);
    return error_set(err, "PCRE2 has no memory");
}

void split_close(Split *split) {
    pcre2_match_data_free(split->match);
    pcre2_code_free(split->code);
    *split = (Split){0};
}

size_t split_piece(const Split *split, const char *text, size_t len, size_t at) {
    int found = pcre2_match(split->code, (PCRE2_SPTR)text, len, at, 0, split->match, NULL);
    if (found < 1) return len - at; // nothing but broken bytes is left
    const PCRE2_SIZE *where = pcre2_get_ovector_pointer(split->match);
    if (where[0] > at) return where[0] - at; // broken bytes in front of the next match
    return where[1] > at ? where[1] - at : 1;
}
