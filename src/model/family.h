// The tensors of a file by what their names say: attention weights, scores, q, k, norms of v; one tensor for
// everything, or one a layer: names that differ in their numbers alone are a family, in the order of those numbers
// (layer_10 after layer_2).
#ifndef LOOKBACK_MODEL_FAMILY_H
#define LOOKBACK_MODEL_FAMILY_H

#include "model/table.h"

typedef enum FamilyPart { FAMILY_WEIGHTS, FAMILY_SCORES, FAMILY_Q, FAMILY_K, FAMILY_V_NORMS, FAMILY_OTHER } FamilyPart;

typedef struct Family {
    char *name; // owned: as in the file, numbers written * ("blocks.*.attn.hook_pattern")
    FamilyPart part;
    int rank_of_name; // how much the name sounds like the patterns one means: higher first
    bool layered;     // the name numbers layers, even if there is one tensor alone
    int count;
    int *tensor; // owned: indices into the table, in the order of their numbers
} Family;

// {0} is valid and empty.
typedef struct Families {
    int count;
    Family *at; // the best name first; among equals, by name
} Families;

void families_find(Families *out, const Table *table);
void families_free(Families *f);

// The first of this part, or the one named so (with * or with its numbers); NULL if there is none.
const Family *families_first(const Families *f, FamilyPart part);
const Family *families_named(const Families *f, const Table *table, const char *name);

// Compares names so that numbers count as numbers: <0, 0, >0.
int family_natural_order(const char *a, const char *b);

#endif
