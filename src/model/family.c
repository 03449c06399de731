#include "model/family.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_letter(char c) {
    return lower(c) >= 'a' && lower(c) <= 'z';
}

// Past leading zeros; *len digits follow.
static const char *number_at(const char *p, size_t *len) {
    while (*p == '0' && is_digit(p[1])) p++;
    for (*len = 0; is_digit(p[*len]);) ++*len;
    return p;
}

int family_natural_order(const char *a, const char *b) {
    while (*a && *b) {
        if (is_digit(*a) && is_digit(*b)) {
            size_t m, n;
            a = number_at(a, &m);
            b = number_at(b, &n);
            int order = m != n ? (m < n ? -1 : 1) : memcmp(a, b, m);
            if (order != 0) return order;
            a += m;
            b += n;
        } else {
            if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

// ---- words of a name

// Whether the word (of letters) stands in the name, between anything that is no letter.
static bool has_word(const char *name, const char *word) {
    size_t len = strlen(word);
    for (const char *p = name; *p; p++) {
        if (p > name && is_letter(p[-1])) continue;
        size_t k = 0;
        while (k < len && lower(p[k]) == word[k]) k++;
        if (k == len && !is_letter(p[k])) return true;
    }
    return false;
}

static bool has_any(const char *name, const char *const *word) {
    for (; *word; word++) {
        if (has_word(name, *word)) return true;
    }
    return false;
}

// Whether the last word of the name is one of these.
static bool ends_with_any(const char *name, const char *const *word) {
    const char *end = name + strlen(name), *start;
    while (end > name && !is_letter(end[-1])) end--;
    for (start = end; start > name && is_letter(start[-1]);) start--;
    for (; *word; word++) {
        size_t k = 0, len = strlen(*word);
        while (k < len && start + k < end && lower(start[k]) == (*word)[k]) k++;
        if (k == len && start + k == end) return true;
    }
    return false;
}

static FamilyPart part_of(const char *name) {
    static const char *const SCORES[] = {"scores", "score", "logits", NULL},
                             *const Q[] = {"q", "query", "queries", NULL}, *const K[] = {"k", "key", "keys", NULL},
                             *const NORMS[] = {"norm", "norms", NULL}, *const V[] = {"v", "value", "values", NULL},
                             *const OTHER[] = {"v",      "z",    "o",   "out", "value", "values", "result",
                                               "weight", "bias", "ids", "id",  "mask",  NULL};
    if (has_any(name, NORMS)) return has_any(name, V) ? FAMILY_V_NORMS : FAMILY_OTHER;
    if (has_any(name, SCORES)) return FAMILY_SCORES;
    if (ends_with_any(name, Q)) return FAMILY_Q;
    if (ends_with_any(name, K)) return FAMILY_K;
    return ends_with_any(name, OTHER) ? FAMILY_OTHER : FAMILY_WEIGHTS;
}

static int rank_of_name(const char *name) {
    static const char *const SURE[] = {"attentions", "attention", "attn",  "attns", "pattern",
                                       "patterns",   "weights",   "probs", NULL},
                             *const LAYER[] = {"layer", "layers", "arr", "block", "blocks", NULL};
    int rank = has_any(name, SURE) ? 40 : has_any(name, LAYER) ? 20 : 0;
    if (has_word(name, "cross")) rank -= 3;
    if (has_word(name, "encoder")) rank -= 2;
    if (has_word(name, "decoder")) rank -= 1;
    return rank;
}

// ---- grouping

static char *starred(const char *name) {
    Str s = {0};
    for (const char *p = name; *p; p++) {
        if (!is_digit(*p)) str_putc(&s, *p);
        else if (p == name || !is_digit(p[-1])) str_putc(&s, '*');
    }
    return s.s ? s.s : mem_text("", 0);
}

static Family *family_of(Families *f, const char *star) {
    for (int k = f->count; k-- > 0;) {
        if (strcmp(f->at[k].name, star) == 0) return &f->at[k];
    }
    return NULL;
}

// What families_find sorts: a tensor's name, its index, its family.
typedef struct Named {
    const char *name;
    int index;
} Named;

static int by_name(const void *a, const void *b) {
    const Named *x = a, *y = b;
    int order = family_natural_order(x->name, y->name);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static void add_family(Families *f, const char *tensor_name, char *star) {
    static const char *const LAYER[] = {"layer", "layers", "block", "blocks", "h", NULL};
    f->at = mem_resize(f->at, (size_t)f->count + 1, sizeof *f->at);
    Family *family = &f->at[f->count++];
    *family = (Family){.name = star, .part = part_of(tensor_name), .rank_of_name = rank_of_name(tensor_name)};
    family->layered = strchr(star, '*') && has_any(star, LAYER);
}

static void sort_families(Families *f) {
    for (int i = 1; i < f->count; i++) { // by insertion: equals keep their order
        Family moved = f->at[i];
        int j = i;
        for (; j > 0 && f->at[j - 1].rank_of_name < moved.rank_of_name; j--) f->at[j] = f->at[j - 1];
        f->at[j] = moved;
    }
}

enum { FAMILIES_MAX = 256 };

void families_find(Families *out, const Table *table) {
    families_free(out);
    Named *order = MEM_NEW(Named, (size_t)table->count);
    for (int k = 0; k < table->count; k++) order[k] = (Named){table->at[k].name, k};
    qsort(order, (size_t)table->count, sizeof *order, by_name);
    for (int k = 0; k < table->count; k++) {
        char *star = starred(order[k].name);
        Family *family = family_of(out, star);
        if (!family && out->count < FAMILIES_MAX) {
            add_family(out, order[k].name, star);
            family = &out->at[out->count - 1];
        } else {
            free(star);
        }
        if (!family) continue;
        if ((family->count & (family->count - 1)) == 0) {
            family->tensor =
                mem_resize(family->tensor, family->count ? (size_t)family->count * 2 : 1, sizeof *family->tensor);
        }
        family->tensor[family->count++] = order[k].index;
    }
    free(order);
    sort_families(out);
}

void families_free(Families *f) {
    for (int k = 0; k < f->count; k++) {
        free(f->at[k].name);
        free(f->at[k].tensor);
    }
    free(f->at);
    *f = (Families){0};
}

const Family *families_first(const Families *f, FamilyPart part) {
    for (int k = 0; k < f->count; k++) {
        if (f->at[k].part == part) return &f->at[k];
    }
    return NULL;
}

const Family *families_named(const Families *f, const Table *table, const char *name) {
    for (int k = 0; k < f->count; k++) {
        if (strcmp(f->at[k].name, name) == 0) return &f->at[k];
        for (int i = 0; i < f->at[k].count; i++) {
            if (strcmp(table->at[f->at[k].tensor[i]].name, name) == 0) return &f->at[k];
        }
    }
    return NULL;
}
