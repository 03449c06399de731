#include "model/texts.h"

#include "base/mem.h"

#include <stdlib.h>

bool texts_add(Texts *list, const char *bytes, size_t len) {
    if (list->count == TEXTS_MAX) return false;
    if ((list->count & (list->count - 1)) == 0) { // room doubles at each power of two
        list->end = mem_resize(list->end, list->count ? (size_t)list->count * 2 : 1, sizeof *list->end);
    }
    str_add(&list->bytes, bytes, len);
    list->end[list->count++] = list->bytes.len;
    return true;
}

bool texts_end_list(Texts *list) {
    if (list->lists == TEXTS_MAX) return false;
    if ((list->lists & (list->lists - 1)) == 0)
        list->list_end = mem_resize(list->list_end, list->lists ? (size_t)list->lists * 2 : 1, sizeof *list->list_end);
    list->list_end[list->lists++] = list->count;
    return true;
}

void texts_free(Texts *list) {
    str_free(&list->bytes);
    free(list->list_end);
    free(list->end);
    *list = (Texts){0};
}

const char *texts_at(const Texts *list, int i, size_t *len) {
    size_t start = i > 0 ? list->end[i - 1] : 0;
    *len = list->end[i] - start;
    return str_text(&list->bytes) + start;
}
