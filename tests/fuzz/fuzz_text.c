// Any bytes as text: split or refused, its tokens inside it, its display form without controls.
#include "attn/tokens.h"
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>

static void check_display(const char *bytes, size_t len, bool ascii) {
    Str out = {0};
    text_display(&out, bytes, len, ascii);
    for (size_t at = 0; at < out.len;) {
        int used;
        uint32_t rune = text_decode(out.s + at, out.len - at, &used);
        if (text_width(rune) < 0 || (ascii && (rune < ' ' || rune > '~'))) abort();
        at += (size_t)used;
    }
    str_free(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    const char *bytes = (const char *)data;
    WordSet words = {0};
    wordset_parse(&words, bytes, len < 4096 ? len : 4096);
    Tokens t = {0};
    Error err;
    if (tokens_split(&t, bytes, len, len & 1, &words, &words, &err)) {
        for (int i = 0; i < t.n; i++) {
            int size;
            const char *token = tokens_text(&t, i, &size);
            if (size <= 0 || t.kind[i] > i || !tokens_same(&t, i, t.kind[i])) abort();
            check_display(token, (size_t)size, false);
        }
    }
    check_display(bytes, len, false);
    check_display(bytes, len, true);
    tokens_free(&t);
    wordset_free(&words);
    return 0;
}
