// Every head on the text, small, where a large screen leaves room: what the others would do is seen at once.
#include "app/hit.h"
#include "app/pane.h"
#include "base/int.h"
#include "draw/halves.h"
#include "draw/palette.h"

#include <math.h>

enum {
    SCALE_MAX = 3,
    TOKENS_MOST = 48, // beyond it six patterns cost more than a frame may
    MARGIN = 2,       // for the mark of the query's row
    GAP = 3,
    BOX_MIN = 24, // columns of a title
};

// Boxes of a pattern each, a title above it; scale: columns a key, and half rows a query. Scale 0: no room.
typedef struct GalleryGrid {
    int scale, across, w, h;
} GalleryGrid;

static GalleryGrid grid_for(const Canvas *c, int tokens) {
    int h = canvas_height(c) - 2, per_row = c->ascii ? 1 : 2, half = (RULES_COUNT + 1) / 2;
    for (int scale = SCALE_MAX; scale > 0; scale--) {
        int w = int_most(MARGIN + tokens * scale, BOX_MIN) + GAP, across = (canvas_width(c) + GAP) / w;
        if (across > half) across = half; // two rows of boxes
        int rows = (tokens * scale + per_row - 1) / per_row + 2;
        if (across > 0 && (RULES_COUNT + across - 1) / across * rows - 1 <= h)
            return (GalleryGrid){scale, across, w, rows};
    }
    return (GalleryGrid){0};
}

// Colour of a weight, 0 … 1, or of a masked cell, NaN.
static Ink ink_of(double weight) {
    return isnan(weight) ? halves_masked() : (Ink){INK_HEAT, heat_level(weight)};
}

// pattern[n, n], NaN where masked; two half rows a cell where the terminal's font has half blocks.
static void draw_pattern(Canvas *c, const double *pattern, int n, int scale, int y0, int x0) {
    int per_row = c->ascii ? 1 : 2, rows = (n * scale + per_row - 1) / per_row;
    for (int y = 0; y < rows; y++) {
        int top = per_row * y / scale, low = (per_row * y + per_row - 1) / scale;
        for (int x = 0; x < n * scale; x++) {
            double upper = pattern[top * n + x / scale], lower = low < n ? pattern[low * n + x / scale] : NAN;
            halves_draw(c, y0 + y, x0 + x, ink_of(upper), ink_of(lower));
        }
    }
}

static void draw_head(Canvas *c, const Scope *in, int head, GalleryGrid g) {
    const Look *look = in->look;
    bool chosen = head == in->state->scene.head;
    Style name = style_plain(chosen ? ROLE_ACCENT : ROLE_DIM);
    if (chosen) name.attr |= ATTR_BOLD;
    canvas_textf(c, 0, 0, style_plain(ROLE_FAINT), "%d", head + 1);
    canvas_text(c, 0, MARGIN, name, RULES[head].name);
    int n = look->tokens->n;
    double pattern[TOKENS_MOST * TOKENS_MOST], entropy = 0;
    AttentionRow row = {0};
    for (int i = 0; i < n; i++) {
        if (i == look->query) attention_row(&row, &RULES[head], look->tokens, i, look->params), entropy = row.entropy;
        else attention_row_weights(&row, &RULES[head], look->tokens, i, look->params, 0, n);
        for (int j = 0; j < n; j++) pattern[i * n + j] = j < row.visible ? row.weight[j] : NAN;
    }
    draw_pattern(c, pattern, n, g.scale, 1, MARGIN);
    int half = look->query * g.scale + g.scale / 2;
    canvas_text(c, 1 + (c->ascii ? half : half / 2), 0, style_plain(ROLE_ACCENT), c->ascii ? ">" : "▸");
    canvas_textf(c, 0, BOX_MIN - 5, name, "%5.2f", entropy);
    attention_row_free(&row);
}

void pane_gallery(Canvas *c, const Scope *in) {
    int n = in->look->tokens->n;
    GalleryGrid g = grid_for(c, n + !in->state->scene.bos); // nothing moves when ⟨BOS⟩ comes
    if (g.scale == 0 || n > TOKENS_MOST || in->state->tutor.hides) return;
    canvas_text(c, 0, 0, style_plain(ROLE_DIM), "every head on this text, and the bits of the query's row");
    for (int k = 0; k < RULES_COUNT; k++) {
        Rect box = {2 + k / g.across * g.h, k % g.across * g.w, g.h - 1, g.w - GAP};
        canvas_push(c, box);
        canvas_mean(c, (Hit){HIT_HEAD, (int16_t)k, 0});
        draw_head(c, in, k, g);
        canvas_mark_hit(c, (Rect){0, 0, box.h, box.w}, (Hit){HIT_HEAD, (int16_t)k, 0});
        canvas_mean(c, (Hit){0});
        canvas_pop(c);
    }
}
