// Drawing and measuring are one walk over the rows, so they can never disagree.
#include "draw/prose.h"

#include "base/text.h"
#include "draw/prose_wrap.h"

#include <limits.h>
#include <stdio.h>

// One row of text, as the walk hands it out.
typedef struct Row {
    int y; // from the top of the whole text
    int x; // where the text starts, behind quote bars and markers
    int block;
    bool first; // of its block
    PieceLine line;
} Row;

typedef struct Walk {
    const Prose *prose;
    ProseView view;
    int width;
    Canvas *canvas; // NULL: only measuring
    int y;
    int last;       // block drawn before this one, -1
    int want_block, want_row; // the questions of prose_row_of and prose_find
    int answer;
    Pieces pieces;
} Walk;

// ---- what stands left of the text

static int box_width(const ProseBox *box) {
    if (box->kind != BOX_NUMBER) return 2;
    char digits[16];
    return snprintf(digits, sizeof digits, "%d", box->number) + 2;
}

// How many of the boxes are drawn: they may take half of the width.
static int boxes_shown(const ProseBlock *block, int width) {
    int shown = 0, columns = 0;
    while (shown < block->depth && (columns += box_width(&block->box[shown])) <= width / 2) shown++;
    return shown;
}

static int prefix_width(const ProseBlock *block, int width) {
    int columns = 0;
    for (int k = 0, shown = boxes_shown(block, width); k < shown; k++) columns += box_width(&block->box[k]);
    return columns;
}

static void draw_marker(Canvas *c, int y, int x, const ProseBlock *block, const ProseBox *box, int depth) {
    static const uint32_t BULLET[] = {0x2022, 0x25E6, 0x00B7};
    Style s = style_plain(block->selected ? ROLE_ACCENT : ROLE_DIM);
    if (box->kind == BOX_BULLET) canvas_rune(c, y, x, s, BULLET[depth % 3]);
    else canvas_textf(c, y, x, s, "%d%c", box->number, box->delim);
}

// Bars of all quotes, markers only on a block's first row. boxes: how many of them.
static void draw_prefix(Canvas *c, int y, const ProseBlock *block, int boxes, bool first) {
    int x = 0, depth = 0;
    for (int k = 0; k < boxes; k++) {
        const ProseBox *box = &block->box[k];
        if (box->kind == BOX_QUOTE) canvas_rune(c, y, x, style_plain(ROLE_ACCENT), 0x2502);
        else if (box->marker && first) draw_marker(c, y, x, block, box, depth);
        depth += box->kind != BOX_QUOTE;
        x += box_width(box);
    }
}

// ---- the text

static Style style_for(const ProseBlock *block, const Piece *piece) {
    unsigned look = piece->look;
    Role fg = look & PROSE_GOOD ? ROLE_GOOD : look & PROSE_BAD ? ROLE_BAD : look & PROSE_SIDE ? ROLE_DIM : ROLE_TEXT;
    Role bg = look & (PROSE_MONO | PROSE_VALUE) || block->kind == PROSE_CODE ? ROLE_PANEL : ROLE_PAPER;
    if (block->kind == PROSE_HEADING && block->level == 1) fg = ROLE_ACCENT;
    if (block->selected && bg == ROLE_PAPER) bg = ROLE_SELECT;
    Style s = style_of(fg, bg);
    if (look & (PROSE_STRONG | PROSE_VALUE) || block->kind == PROSE_HEADING) s.attr |= ATTR_BOLD;
    if (look & (PROSE_EMPH | PROSE_LINK)) s.attr |= ATTR_UNDERLINE;
    if (piece->found) s.attr |= ATTR_REVERSE;
    return s;
}

// A rune with its marks, through the canvas so that clipping and wide runes are its business.
static void draw_piece(Canvas *c, int y, int x, Style s, const Piece *piece) {
    if (!piece->mark[0]) {
        canvas_rune(c, y, x, s, piece->rune);
        return;
    }
    Str text = {0};
    uint32_t runes[] = {piece->rune, piece->mark[0], piece->mark[1]};
    for (int k = 0; k < 3 && runes[k]; k++) {
        char utf8[4];
        str_add(&text, utf8, (size_t)text_encode(runes[k], utf8));
    }
    canvas_text(c, y, x, s, str_text(&text));
    str_free(&text);
}

static void draw_row(const Walk *w, Row row) {
    const ProseBlock *block = &w->prose->block[row.block];
    Canvas *c = w->canvas;
    int y = row.y - w->view.scroll;
    if (block->selected) canvas_tint(c, (Rect){y, 0, 1, w->width}, ink_role(ROLE_SELECT));
    draw_prefix(c, y, block, boxes_shown(block, w->width), row.first);
    int x = row.x;
    if (block->kind == PROSE_RULE) {
        for (; x < w->width; x++) canvas_rune(c, y, x, style_plain(ROLE_FAINT), 0x2500);
    }
    if (block->kind == PROSE_CODE) canvas_fill(c, (Rect){y, x, 1, w->width - x}, style_panel(ROLE_TEXT), ' ');
    for (int k = row.line.start; k < row.line.end; k++) {
        const Piece *piece = &w->pieces.at[k];
        draw_piece(c, y, x, style_for(block, piece), piece);
        x += piece->width;
    }
    if (block->hit.kind) canvas_mark_hit(c, (Rect){y, 0, 1, w->width}, block->hit);
}

// ---- the walk

static bool on_screen(const Walk *w, int y) {
    return w->canvas && y >= w->view.scroll && y - w->view.scroll < canvas_height(w->canvas);
}

static void answer_row(Walk *w, Row row) {
    if (w->answer >= 0) return;
    if (row.block == w->want_block) w->answer = row.y;
    if (w->want_row < 0 || row.y < w->want_row) return;
    for (int k = row.line.start; k < row.line.end; k++) {
        if (w->pieces.at[k].found == 2) w->answer = row.y;
    }
}

static void give_row(Walk *w, Row row) {
    answer_row(w, row);
    if (on_screen(w, row.y)) draw_row(w, row);
    if (w->y < INT_MAX - 1) w->y++;
}

// The blank row before a block; quotes that hold both neighbours go through.
static void give_gap(Walk *w, const ProseBlock *block) {
    const ProseBlock *above = &w->prose->block[w->last];
    int same = 0, shown = boxes_shown(block, w->width);
    while (same < shown && same < above->depth && above->box[same].id == block->box[same].id) same++;
    if (on_screen(w, w->y)) draw_prefix(w->canvas, w->y - w->view.scroll, block, same, false);
    w->y++;
}

static void walk_block(Walk *w, int k) {
    const ProseBlock *block = &w->prose->block[k];
    if (block->kind == PROSE_HTML) return;
    bool tight = w->view.tight && w->last >= 0 && w->prose->block[w->last].kind == PROSE_HEADING;
    if (w->last >= 0 && block->gap && !tight) give_gap(w, block);
    pieces_fill(&w->pieces, w->prose, block, w->view.ascii);
    pieces_find(&w->pieces, w->view.find);
    Row row = {.x = prefix_width(block, w->width), .block = k, .first = true};
    bool verbatim = block->kind == PROSE_CODE;
    int room = w->width - row.x;
    int at = 0;
    do {
        row.y = w->y;
        row.line = pieces_line(&w->pieces, at, room, verbatim);
        at = row.line.next;
        give_row(w, row);
        row.first = false;
    } while (at < w->pieces.n);
    w->last = k;
}

// Walks all rows; returns how many there are.
static int walk(Walk *w) {
    int end = w->view.first + w->view.count;
    w->last = w->answer = -1;
    for (int k = w->view.first; k < end && k < w->prose->blocks; k++) walk_block(w, k);
    pieces_free(&w->pieces);
    return w->y;
}

int prose_draw(Canvas *c, const Prose *p, ProseView v) {
    int width = canvas_width(c);
    if (width < 1) return 0;
    v.ascii = c->ascii;
    Walk w = {.prose = p, .view = v, .width = width, .canvas = c, .want_block = -1, .want_row = -1};
    return walk(&w);
}

int prose_height(const Prose *p, ProseView v, int width) {
    Walk w = {.prose = p, .view = v, .width = width, .want_block = -1, .want_row = -1};
    return walk(&w);
}

int prose_row_of(const Prose *p, ProseView v, int width, int block) {
    Walk w = {.prose = p, .view = v, .width = width, .want_block = block, .want_row = -1};
    walk(&w);
    return w.answer;
}

int prose_find(const Prose *p, ProseView v, int width, int from) {
    Walk w = {.prose = p, .view = v, .width = width, .want_block = -1, .want_row = from < 0 ? 0 : from};
    walk(&w);
    return w.answer;
}
