#include "model/bpe.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void ids_add(Ids *ids, int id) {
    if (ids->count == ids->room) {
        ids->room = ids->room ? 2 * ids->room : 64;
        ids->at = mem_resize(ids->at, (size_t)ids->room, sizeof *ids->at);
    }
    ids->at[ids->count++] = id;
}

void ids_free(Ids *ids) {
    free(ids->at);
    *ids = (Ids){0};
}

// ---- the merges

static uint32_t hash(int left, int right) {
    uint64_t h = ((uint64_t)(uint32_t)left << 32 | (uint32_t)right) * UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)(h >> 32);
}

static BpeMerge *find_slot(const Bpe *bpe, int left, int right) {
    for (uint32_t at = hash(left, right) & (bpe->slots - 1);; at = (at + 1) & (bpe->slots - 1)) {
        BpeMerge *m = &bpe->slot[at];
        if (m->rank < 0 || (m->left == left && m->right == right)) return m;
    }
}

static void grow_table(Bpe *bpe) {
    uint32_t old_slots = bpe->slots;
    BpeMerge *old = bpe->slot;
    bpe->slots = old_slots ? 2 * old_slots : 512;
    bpe->slot = mem_new(bpe->slots, sizeof *bpe->slot);
    for (uint32_t k = 0; k < bpe->slots; k++) bpe->slot[k].rank = -1;
    for (uint32_t k = 0; k < old_slots; k++) {
        if (old[k].rank >= 0) *find_slot(bpe, old[k].left, old[k].right) = old[k];
    }
    free(old);
}

void bpe_start(Bpe *bpe, const Vocabulary *v) {
    for (int b = 0; b < 256; b++) bpe->byte_id[b] = vocabulary_find(v, &(char){(char)b}, 1);
}

static bool unknown(const char *bytes, size_t len, Error *err) {
    return error_set(err, "\"%.*s\" is no token of the vocabulary", (int)(len < 80 ? len : 80), bytes);
}

bool bpe_add(Bpe *bpe, const Vocabulary *v, const char *left, size_t left_len, const char *right, size_t right_len,
             Error *err) {
    Str whole = {0};
    str_add(&whole, left, left_len);
    str_add(&whole, right, right_len);
    BpeMerge m = {vocabulary_find(v, left, left_len), vocabulary_find(v, right, right_len),
                  vocabulary_find(v, str_text(&whole), whole.len), bpe->count};
    bool ok = m.left >= 0 && m.right >= 0 && m.whole >= 0;
    if (m.left < 0) unknown(left, left_len, err);
    else if (m.right < 0) unknown(right, right_len, err);
    else if (!ok) unknown(str_text(&whole), whole.len, err);
    str_free(&whole);
    if (!ok) return false;
    if (2 * ++bpe->count > (int)bpe->slots) grow_table(bpe);
    BpeMerge *slot = find_slot(bpe, m.left, m.right);
    if (slot->rank < 0) *slot = m; // the same pair again: the first counts
    return true;
}

void bpe_free(Bpe *bpe) {
    free(bpe->slot);
    *bpe = (Bpe){0};
}

// ---- a piece: a chain of symbols, and a heap of the merges that two neighbours have

typedef struct Symbol {
    int id, before, behind; // of the chain; −1: none. id −1: was joined to the one before
} Symbol;

typedef struct Candidate {
    int rank, at;    // the symbol on the left
    int left, right; // as they were: neighbours that changed since do not count
} Candidate;

typedef struct Piece {
    const Bpe *bpe;
    Symbol *symbol;
    Candidate *heap;
    int candidates;
} Piece;

static bool earlier(const Candidate *a, const Candidate *b) {
    return a->rank != b->rank ? a->rank < b->rank : a->at < b->at;
}

static void push(Piece *p, Candidate c) {
    int at = p->candidates++;
    for (; at > 0 && earlier(&c, &p->heap[(at - 1) / 2]); at = (at - 1) / 2) p->heap[at] = p->heap[(at - 1) / 2];
    p->heap[at] = c;
}

static Candidate pop(Piece *p) {
    Candidate first = p->heap[0], last = p->heap[--p->candidates];
    int at = 0;
    for (int child; (child = 2 * at + 1) < p->candidates; at = child) {
        if (child + 1 < p->candidates && earlier(&p->heap[child + 1], &p->heap[child])) child++;
        if (!earlier(&p->heap[child], &last)) break;
        p->heap[at] = p->heap[child];
    }
    p->heap[at] = last;
    return first;
}

// Looks whether symbol `at` and the one behind it have a merge.
static void consider(Piece *p, int at) {
    if (at < 0 || p->symbol[at].behind < 0 || !p->bpe->slots) return;
    int left = p->symbol[at].id, right = p->symbol[p->symbol[at].behind].id;
    const BpeMerge *m = find_slot(p->bpe, left, right);
    if (m->rank >= 0) push(p, (Candidate){m->rank, at, left, right});
}

static void join(Piece *p, Candidate c) {
    Symbol *left = &p->symbol[c.at];
    if (left->id != c.left || left->behind < 0 || p->symbol[left->behind].id != c.right) return;
    Symbol *right = &p->symbol[left->behind];
    left->id = find_slot(p->bpe, c.left, c.right)->whole;
    left->behind = right->behind;
    right->id = -1;
    if (left->behind >= 0) p->symbol[left->behind].before = c.at;
    consider(p, left->before);
    consider(p, c.at);
}

bool bpe_encode(const Bpe *bpe, const char *piece, size_t len, Ids *out, Error *err) {
    if (len == 0) return true;
    for (size_t k = 0; k < len; k++) {
        if (bpe->byte_id[(unsigned char)piece[k]] < 0)
            return error_set(err, "the byte 0x%02X has no token", (unsigned char)piece[k]);
    }
    // every join adds at most two candidates to the len − 1 of the start
    Piece p = {bpe, MEM_NEW(Symbol, len), MEM_NEW(Candidate, 3 * len), 0};
    int n = (int)len;
    for (int k = 0; k < n; k++)
        p.symbol[k] = (Symbol){bpe->byte_id[(unsigned char)piece[k]], k - 1, k + 1 < n ? k + 1 : -1};
    for (int k = 0; k < n; k++) consider(&p, k);
    while (p.candidates > 0) join(&p, pop(&p));
    for (int k = 0; k >= 0; k = p.symbol[k].behind) ids_add(out, p.symbol[k].id);
    free(p.symbol);
    free(p.heap);
    return true;
}
