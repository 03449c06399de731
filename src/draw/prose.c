#include "draw/prose.h"

#include "base/mem.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void prose_free(Prose *p) {
    str_free(&p->text);
    free(p->run);
    free(p->block);
    *p = (Prose){0};
}

void prose_clear(Prose *p) {
    str_clear(&p->text);
    p->runs = p->blocks = 0;
}

ProseBlock *prose_add_block(Prose *p, ProseBlock like) {
    if (p->blocks == p->block_room) {
        p->block_room = p->block_room ? p->block_room * 2 : 16;
        p->block = mem_resize(p->block, (size_t)p->block_room, sizeof *p->block);
    }
    ProseBlock *block = &p->block[p->blocks++];
    *block = like;
    block->run = p->runs;
    block->runs = 0;
    return block;
}

// Whether more text in this look can go on in the run: code spans stay apart, they may each be a number to compute.
static bool joins(const Prose *p, const ProseBlock *block, unsigned look) {
    if (block->runs == 0 || (look & (PROSE_MONO | PROSE_BREAK | PROSE_VALUE))) return false;
    return p->run[p->runs - 1].look == look;
}

void prose_add_run(Prose *p, unsigned look, int line, const char *bytes, size_t len) {
    assert(p->blocks > 0);
    ProseBlock *block = &p->block[p->blocks - 1];
    if (!joins(p, block, look)) {
        if (p->runs == p->run_room) {
            p->run_room = p->run_room ? p->run_room * 2 : 32;
            p->run = mem_resize(p->run, (size_t)p->run_room, sizeof *p->run);
        }
        p->run[p->runs++] = (ProseRun){.start = (int)p->text.len, .line = line, .look = (uint16_t)look};
        block->runs++;
    }
    p->run[p->runs - 1].len += (int)len;
    str_add(&p->text, bytes, len);
}

void prose_add_text(Prose *p, unsigned look, const char *utf8) {
    prose_add_run(p, look, 0, utf8, strlen(utf8));
}

void prose_plain(const Prose *p, int block, Str *out) {
    const ProseBlock *b = &p->block[block];
    for (int r = b->run; r < b->run + b->runs; r++) {
        if (p->run[r].look & PROSE_BREAK) str_putc(out, '\n');
        else str_add(out, str_text(&p->text) + p->run[r].start, (size_t)p->run[r].len);
    }
}
