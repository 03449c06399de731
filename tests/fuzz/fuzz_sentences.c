// Any bytes as data/sentences.txt: read or refused; each sentence read has tokens and its query inside them.
#include "attn/corpus.h"
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    Corpus corpus = {0};
    Error err;
    if (corpus_parse_sentences(&corpus, (const char *)data, len, "fuzz", &err)) {
        for (int k = 0; k < corpus.count; k++) {
            const Sentence *s = &corpus.sentence[k];
            Tokens t = {0};
            bool ok = tokens_split(&t, s->text, strlen(s->text), false, &(WordSet){0}, &(WordSet){0}, &err);
            if (!ok || s->query < 0 || s->query >= t.n || !s->name[0]) abort();
            tokens_free(&t);
        }
    }
    corpus_free(&corpus);
    return 0;
}
