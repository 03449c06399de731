#include "net/batch.h"

#include <string.h>

void batch_repeated(const Words *w, Random *r, int period, int context, int *out) {
    out[0] = WORDS_BOS;
    for (int i = 0; i < context; i++) out[1 + i] = i < period ? words_draw(w, r) : out[1 + i - period];
}

void batch_sentences(const Words *w, Random *r, int context, int *out) {
    int sentence[WORDS_SENTENCE_MAX];
    out[0] = WORDS_BOS;
    for (int at = 0; at < context;) {
        int n = words_sentence(w, r, sentence), room = context - at;
        if (n > room) n = room;
        memcpy(out + 1 + at, sentence, (size_t)n * sizeof *out);
        at += n;
    }
}

void batch_fill(const Words *w, Random *r, int rows, int repeated, int context, int *ids, int *period) {
    int most = context / 2;
    for (int k = 0; k < rows; k++, ids += 1 + context) {
        period[k] =
            k < repeated ? BATCH_PERIOD_MIN + (int)(random_next(r) % (uint64_t)(most - BATCH_PERIOD_MIN + 1)) : 0;
        if (period[k])
            batch_repeated(w, r, period[k], context, ids);
        else
            batch_sentences(w, r, context, ids);
    }
}
