#include "lesson/search.h"

#include "base/text.h"

#include <string.h>

void search_text(const Lesson *l, int block, Str *out) {
    const ProseBlock *b = &l->prose.block[block];
    Str words = {0};
    for (int r = b->run; r < b->run + b->runs; r++) {
        const ProseRun *run = &l->prose.run[r];
        str_clear(&words);
        if (b->kind != PROSE_CODE && lesson_span(&l->prose, r, &words)) str_puts(out, "…");
        else if (run->look & PROSE_BREAK) str_putc(out, ' ');
        else str_add(out, str_text(&l->prose.text) + run->start, (size_t)run->len);
    }
    for (size_t k = 0; k < out->len; k++) {
        if (out->s[k] == '\n') out->s[k] = ' ';
    }
    str_free(&words);
}

// A fence that the lesson acts on, or a comment: nothing of it is read as it stands.
static bool is_shown(const Lesson *l, const Step *s, int block) {
    const ProseBlock *b = &l->prose.block[block];
    if (b->kind == PROSE_HTML || (s->predict && s->predict->block == block)) return false;
    for (int q = 0; q < s->quizzes; q++) {
        if (s->quiz[q].block == block) return false;
    }
    const char *info = str_text(&l->prose.text) + b->info;
    return b->kind != PROSE_CODE || b->info_len != 5 || memcmp(info, "scene", 5) != 0;
}

// Bytes of text that words match from its start on, case ignored; 0 if they do not.
static int match_length(const char *text, size_t len, const char *words) {
    size_t at = 0, words_len = strlen(words);
    for (size_t k = 0; k < words_len;) {
        int used, wanted;
        if (at >= len) return 0;
        uint32_t a = text_decode(text + at, len - at, &used), b = text_decode(words + k, words_len - k, &wanted);
        if (text_fold(a) != text_fold(b)) return 0;
        at += (size_t)used;
        k += (size_t)wanted;
    }
    return (int)at;
}

static bool match_block(const Lesson *l, int block, const char *words, Found *out, Str *scratch) {
    str_clear(scratch);
    search_text(l, block, scratch);
    int used;
    for (size_t at = 0; at < scratch->len; at += (size_t)used) {
        int len = match_length(scratch->s + at, scratch->len - at, words);
        if (len > 0) {
            out->block = block;
            out->at = (int)at;
            out->len = len;
            return true;
        }
        text_decode(scratch->s + at, scratch->len - at, &used);
    }
    return false;
}

int search_course(const Course *c, const char *words, Found *out, int most) {
    Str scratch = {0};
    int count = 0;
    for (int l = 0; l < c->count && *words; l++) {
        const Lesson *lesson = &c->entry[l].lesson;
        for (int k = 0; k < lesson->steps; k++) {
            const Step *s = &lesson->step[k];
            for (int b = s->first; b < s->first + s->count && count < most; b++) {
                out[count] = (Found){.lesson = l, .step = k};
                count += is_shown(lesson, s, b) && match_block(lesson, b, words, &out[count], &scratch);
            }
        }
    }
    str_free(&scratch);
    return count;
}
