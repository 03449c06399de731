#include "base/findings.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

Finding *findings_add(Findings *list, const char *code) {
    list->at = mem_resize(list->at, (size_t)list->count + 1, sizeof *list->at);
    Finding *f = &list->at[list->count++];
    *f = (Finding){.code = code};
    return f;
}

void findings_free(Findings *list) {
    for (int k = 0; k < list->count; k++) {
        str_free(&list->at[k].where);
        str_free(&list->at[k].message);
        str_free(&list->at[k].fix);
    }
    free(list->at);
    *list = (Findings){0};
}

const Finding *findings_find(const Findings *list, const char *code) {
    for (int k = 0; k < list->count; k++) {
        if (strcmp(list->at[k].code, code) == 0) return &list->at[k];
    }
    return NULL;
}
