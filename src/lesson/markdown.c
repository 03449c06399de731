// The tree is walked by libcmark's iterator, never by recursion: 50,000 nested quotes are a legal file.
#include "lesson/markdown.h"

#include <assert.h>
#include <cmark.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct Walk {
    Prose *out;
    int line_shift; // what to add to cmark's line numbers
    int depth;      // boxes entered, however many
    int boxes;      // ever entered: the next box's id
    ProseBox box[PROSE_DEPTH]; // the outermost of them
    bool list_opens; // the next block is the first of a list and keeps its distance
    int emph, strong, link; // how deep each is nested
    int line;        // of the inline at hand
} Walk;

// ---- blocks

static bool in_tight_list(cmark_node *node) {
    cmark_node *parent = cmark_node_parent(node);
    if (cmark_node_get_type(parent) != CMARK_NODE_ITEM) return false;
    return cmark_node_get_list_tight(cmark_node_parent(parent));
}

static ProseBlock *add_block(Walk *w, cmark_node *node, ProseKind kind) {
    ProseBlock block = {.kind = kind, .line = cmark_node_get_start_line(node) + w->line_shift};
    block.gap = w->list_opens || !in_tight_list(node);
    block.depth = w->depth < PROSE_DEPTH ? w->depth : PROSE_DEPTH;
    memcpy(block.box, w->box, sizeof block.box);
    for (int k = 0; k < PROSE_DEPTH; k++) w->box[k].marker = false;
    w->list_opens = false;
    w->line = block.line;
    return prose_add_block(w->out, block);
}

static void enter_box(Walk *w, ProseBox box) {
    box.id = ++w->boxes;
    if (w->depth < PROSE_DEPTH) w->box[w->depth] = box;
    w->depth++;
}

// The number of an item is its list's start and the items before it; the list keeps the count as its user data.
static void enter_item(Walk *w, cmark_node *item) {
    cmark_node *list = cmark_node_parent(item);
    ProseBox box = {.kind = BOX_BULLET, .marker = true};
    if (cmark_node_get_list_type(list) == CMARK_ORDERED_LIST) {
        intptr_t before = (intptr_t)cmark_node_get_user_data(list);
        cmark_node_set_user_data(list, (void *)(before + 1));
        box.kind = BOX_NUMBER;
        box.number = (int)((cmark_node_get_list_start(list) + (int64_t)before) % 1000000000);
        box.delim = cmark_node_get_list_delim(list) == CMARK_PAREN_DELIM ? ')' : '.';
    }
    enter_box(w, box);
}

// An item with nothing in it still shows its marker.
static void leave_item(Walk *w, cmark_node *item) {
    bool empty = !cmark_node_first_child(item);
    if (empty) {
        bool tight = cmark_node_get_list_tight(cmark_node_parent(item));
        bool opens = w->list_opens;
        add_block(w, item, PROSE_PARAGRAPH)->gap = opens || !tight;
    }
    w->depth--;
}

static void add_literal(Walk *w, unsigned look, const char *literal) {
    if (literal) prose_add_run(w->out, look, w->line, literal, strlen(literal));
}

static void add_code_block(Walk *w, cmark_node *node) {
    ProseBlock *block = add_block(w, node, PROSE_CODE);
    const char *info = cmark_node_get_fence_info(node);
    if (info && *info) {
        block->info = (int)w->out->text.len;
        block->info_len = (int)strlen(info);
        str_puts(&w->out->text, info);
    }
    add_literal(w, PROSE_MONO, cmark_node_get_literal(node));
}

static void enter_block(Walk *w, cmark_node *node) {
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_BLOCK_QUOTE: enter_box(w, (ProseBox){.kind = BOX_QUOTE}); break;
    case CMARK_NODE_LIST: w->list_opens = w->list_opens || !in_tight_list(node); break;
    case CMARK_NODE_ITEM: enter_item(w, node); break;
    case CMARK_NODE_CODE_BLOCK: add_code_block(w, node); break;
    case CMARK_NODE_HTML_BLOCK:
        add_block(w, node, PROSE_HTML);
        add_literal(w, 0, cmark_node_get_literal(node));
        break;
    case CMARK_NODE_PARAGRAPH: add_block(w, node, PROSE_PARAGRAPH); break;
    case CMARK_NODE_HEADING: add_block(w, node, PROSE_HEADING)->level = cmark_node_get_heading_level(node); break;
    case CMARK_NODE_THEMATIC_BREAK: add_block(w, node, PROSE_RULE); break;
    default: break;
    }
}

static void leave_block(Walk *w, cmark_node *node) {
    cmark_node_type type = cmark_node_get_type(node);
    if (type == CMARK_NODE_BLOCK_QUOTE) w->depth--;
    if (type == CMARK_NODE_ITEM) leave_item(w, node);
}

// ---- inlines

static unsigned look_now(const Walk *w) {
    return (w->emph ? PROSE_EMPH : 0u) | (w->strong ? PROSE_STRONG : 0u) | (w->link ? PROSE_LINK : 0u);
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

// The destination of a link, unless the text of the link is the destination already.
static void add_destination(Walk *w, cmark_node *link) {
    const char *url = cmark_node_get_url(link);
    cmark_node *text = cmark_node_first_child(link);
    bool plain = text && !cmark_node_next(text) && cmark_node_get_type(text) == CMARK_NODE_TEXT;
    const char *shown = plain ? cmark_node_get_literal(text) : "";
    const char *bare = starts_with(url, "mailto:") ? url + 7 : url;
    if (!*url || strcmp(shown, url) == 0 || strcmp(shown, bare) == 0) return;
    add_literal(w, PROSE_SIDE, text ? " <" : "<");
    add_literal(w, PROSE_SIDE, url);
    add_literal(w, PROSE_SIDE, ">");
}

// A comment inside a paragraph is not shown, but for one that is meant for the lesson and would have no effect there:
// it is to be seen.
static bool is_misplaced(const char *html) {
    const char *words = html + strspn(html, "<!- ");
    return starts_with(html, "<!--") &&
           (starts_with(words, "note:") || starts_with(words, "pause") || starts_with(words, "expect:"));
}

static void enter_inline(Walk *w, cmark_node *node) {
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_TEXT: add_literal(w, look_now(w), cmark_node_get_literal(node)); break;
    case CMARK_NODE_CODE: add_literal(w, look_now(w) | PROSE_MONO, cmark_node_get_literal(node)); break;
    case CMARK_NODE_HTML_INLINE:
        if (is_misplaced(cmark_node_get_literal(node))) {
            add_literal(w, PROSE_SIDE, cmark_node_get_literal(node));
        } else if (!starts_with(cmark_node_get_literal(node), "<!--")) {
            add_literal(w, look_now(w), cmark_node_get_literal(node));
        }
        break;
    case CMARK_NODE_SOFTBREAK:
        add_literal(w, look_now(w), " ");
        w->line++;
        break;
    case CMARK_NODE_LINEBREAK:
        add_literal(w, PROSE_BREAK, "");
        w->line++;
        break;
    case CMARK_NODE_EMPH: w->emph++; break;
    case CMARK_NODE_STRONG: w->strong++; break;
    case CMARK_NODE_LINK: w->link++; break;
    case CMARK_NODE_IMAGE:
        add_literal(w, PROSE_SIDE, "[image: ");
        break;
    default: break;
    }
}

static void leave_inline(Walk *w, cmark_node *node) {
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_EMPH: w->emph--; break;
    case CMARK_NODE_STRONG: w->strong--; break;
    case CMARK_NODE_LINK:
        w->link--;
        add_destination(w, node);
        break;
    case CMARK_NODE_IMAGE: add_literal(w, PROSE_SIDE, "]"); break;
    default: break;
    }
}

// ---- the walk

static void walk(Walk *w, cmark_node *root) {
    cmark_iter *iter = cmark_iter_new(root);
    for (cmark_event_type event; (event = cmark_iter_next(iter)) != CMARK_EVENT_DONE;) {
        cmark_node *node = cmark_iter_get_node(iter);
        bool block = cmark_node_get_type(node) <= CMARK_NODE_LAST_BLOCK;
        if (event == CMARK_EVENT_ENTER) {
            if (block) enter_block(w, node);
            else enter_inline(w, node);
        } else if (block) {
            leave_block(w, node);
        } else {
            leave_inline(w, node);
        }
    }
    cmark_iter_free(iter);
    assert(w->depth == 0);
}

// The line where a stretch without a blank line grows too long; 0 if none does. Quote marks and spaces do not count.
static int long_stretch(const char *text, size_t len) {
    int line = 1;
    size_t stretch = 0;
    bool blank = true;
    for (size_t k = 0; k < len && len > MARKDOWN_STRETCH_MAX; k++) {
        if (text[k] == '\n') {
            if (blank) stretch = 0;
            blank = true;
            line++;
        } else if (text[k] != ' ' && text[k] != '\t' && text[k] != '\r' && text[k] != '>') {
            blank = false;
            stretch++;
        }
        if (stretch > MARKDOWN_STRETCH_MAX) return line;
    }
    return 0;
}

// Of the boxes of a text: the next text's ids go on from there.
static int highest_id(const Prose *p) {
    int most = 0;
    for (int k = 0; k < p->blocks; k++) {
        const ProseBlock *b = &p->block[k];
        for (int d = 0; d < b->depth; d++) most = b->box[d].id > most ? b->box[d].id : most;
    }
    return most;
}

bool markdown_parse(Prose *out, const char *text, size_t len, int first_line, Error *err) {
    if (len > MARKDOWN_MAX) {
        return error_set(err, "%d: longer than %d bytes, the most that is read", first_line, MARKDOWN_MAX);
    }
    int line = long_stretch(text, len);
    if (line) {
        line += first_line - 1;
        return error_set(err, "%d: more than %d bytes without a blank line", line, MARKDOWN_STRETCH_MAX);
    }
    cmark_node *root = cmark_parse_document(text, len, CMARK_OPT_VALIDATE_UTF8);
    Walk w = {.out = out, .line_shift = first_line - 1, .boxes = highest_id(out)};
    walk(&w, root);
    cmark_node_free(root);
    return true;
}
