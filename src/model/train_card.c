#include "model/train_card.h"

#include "model/recipe_json.h"

#include <math.h>
#include <string.h>

static void put_data(const NetTrain *t, Str *out) {
    const NetRecipe *r = &t->recipe;
    int repeated = (int)lround(r->repeated * r->batch);
    str_puts(out, "# A small transformer that found its heads by itself\n\n"
                  "Trained by `lookback train` and by nothing else, from noise. GPT-2's make: pre-LN, learned "
                  "positions, tied embeddings.\n\n");
    str_puts(out, "## Data\n\n");
    str_printf(out,
               "A language of %d words, drawn while training; there is no corpus. Of %d sequences of a step (<BOS> and "
               "%d words each) %d are random\n"
               "words repeated with a period of 4 to %d, the others sentences made from patterns (`src/net/words.c`). "
               "One pair of names in five is\n"
               "held out: no sentence has both, among them Mary and John.\n\n",
               t->words.count, r->batch, r->context, repeated, r->context / 2);
}

static void put_recipe(const NetTrain *t, Str *out) {
    const NetRecipe *r = &t->recipe;
    str_printf(out, "## Recipe\n\n    ");
    recipe_write(r, out);
    str_printf(out,
               "\n\nAfter %d of %d steps. %zu numbers. Adam (0.9, 0.98), no decay, gradient clipped to 1; rate rising "
               "over the first %d steps, level,\n"
               "falling to 0 over the second half.%s\n\n",
               t->state.step, r->steps, t->count, net_recipe_warm_up(r),
               r->hidden ? "" : " Without an MLP: it has one hidden unit of zeros, so that GPT-2 readers take it.");
    if (!r->mask)
        str_puts(out, "**Trained without the causal mask**: every token could read its answer. With the mask, as GPT-2 "
                      "is run, it predicts badly.\n\n");
    if (!r->divide) str_puts(out, "**Trained without the divisor** √d (`scale_attn_weights` is false).\n\n");
}

static void put_scores(const NetTrain *t, const HeadScores *s, Str *out) {
    const NetShape *shape = &t->weights.shape;
    str_printf(out,
               "Weight of each head (layer.head) where such a head looks. The first four: %d texts of words that "
               "repeat once, mean over the tokens\n"
               "that have such a place; the last: weight on the right name where one is due, %d prompts.\n\n| head |",
               SCORE_PROBES, SCORE_PROMPTS);
    for (int c = 0; c < SCORE_CLASSES; c++) str_printf(out, " %s |", SCORE_NAMES[c]);
    str_puts(out, "\n|---|---|---|---|---|---|\n");
    for (int l = 0; l < shape->layers; l++) {
        for (int h = 0; h < shape->heads; h++) {
            str_printf(out, "| %d.%d |", l, h);
            for (int c = 0; c < SCORE_CLASSES; c++) str_printf(out, " %.2f |", (double)s->at[c][l][h]);
            str_putc(out, '\n');
        }
    }
}

static void put_grades(const NetTrain *t, const NetGrades *g, Str *out) {
    str_printf(out,
               "## Scores\n\nOn questions that were not asked in training, with the mask. A guess among %d words has "
               "%.2f nats.\n\n"
               "| what | score |\n|---|---|\n",
               t->words.count, log(t->words.count));
    str_printf(out,
               "| random words, first half | %.3f nats a word |\n| random words, second half, which repeats the first "
               "| %.3f nats a word |\n"
               "| sentences | %.3f nats a word |\n",
               g->first, g->again, g->sentences);
    str_printf(out,
               "| the right name, of two (%d prompts, pairs that were held out) | %.3f |\n"
               "| its logit less that of the other | %.3f |\n\n",
               EXAM_PROMPTS, g->accuracy, g->difference);
}

bool train_card_write(const NetTrain *t, Str *out, Error *err) {
    NetGrades grades;
    HeadScores scores;
    if (!net_exam(&t->words, &t->weights, t->blas, true, &grades) ||
        !head_scores(&t->words, &t->weights, t->blas, t->recipe.mask, &scores)) {
        return error_set(err, "the model's numbers are not finite");
    }
    put_data(t, out);
    put_recipe(t, out);
    put_grades(t, &grades, out);
    put_scores(t, &scores, out);
    str_printf(out,
               "\n## Limits\n\nIt knows %d words and nothing of the world. Texts of more than %d tokens it cannot "
               "read; begin each with <BOS>. That a head\n"
               "looks somewhere does not prove that the model uses what it sees there: cut the head out and look.\n",
               t->words.count, t->weights.shape.positions);
    return true;
}
