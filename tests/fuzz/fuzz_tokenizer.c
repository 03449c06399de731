// Parts between lines of "--": tokenizer.json and a text, or vocab.json, merges.txt and a text. The files are read or
// refused; the text is encoded, and comes back byte by byte.
#include "base/text.h"
#include "fuzz.h"
#include "model/tokenizer.h"
#include "model/tokenizer_json.h"

#include <stdlib.h>
#include <string.h>

typedef struct Section {
    const char *at;
    size_t len;
} Section;

static int cut(const char *data, size_t len, Section out[3]) {
    int count = 0;
    size_t start = 0;
    for (size_t k = 0; k + 4 <= len && count < 2; k++) {
        if (memcmp(data + k, "\n--\n", 4) != 0) continue;
        out[count++] = (Section){data + start, k - start};
        start = k + 4;
        k += 3; // its last newline begins no other
    }
    out[count++] = (Section){data + start, len - start};
    return count;
}

static void check_text(const Tokenizer *t, Section text, Specials specials) {
    Ids ids = {0};
    Str back = {0};
    Error err;
    bool ok = tokenizer_encode(t, text.at, text.len, specials, &ids, &err);
    for (int i = 0; i < ids.count; i++) {
        if (ids.at[i] < 0 || ids.at[i] >= t->vocabulary.count) abort();
    }
    tokenizer_decode(t, ids.at, ids.count, &back);
    bool exact = ok && t->kind == TOKENIZER_BPE && !t->space_first;
    if (exact && (back.len != text.len || memcmp(str_text(&back), text.at, text.len) != 0)) abort();
    tokenizer_find(t, text.at, text.len, &err);
    ids_free(&ids);
    str_free(&back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    Section part[3];
    Tokenizer t = {0};
    Error err;
    text_init();
    int count = cut((const char *)data, len, part);
    bool ok = count == 3 ? tokenizer_parse_vocabulary(&t, part[0].at, part[0].len, &err) &&
                               tokenizer_parse_merges(&t, part[1].at, part[1].len, &err) && tokenizer_finish(&t, &err)
                         : tokenizer_json_parse(&t, part[0].at, part[0].len, &err);
    if (ok) {
        check_text(&t, part[count - 1], SPECIALS_AS_TEXT);
        check_text(&t, part[count - 1], SPECIALS_AS_TOKENS);
    }
    tokenizer_free(&t);
    return 0;
}
