// Prose: paragraphs of styled runs, reflowed to whatever width there is.
//
// A Prose is a flat list of blocks. What a block stands in (quotes, list items) is a short stack of boxes in the
// block itself, so that nothing here walks a tree however deep the text was nested. The bytes of a run may be
// anything; drawing shows them in their display form.
#ifndef LOOKBACK_DRAW_PROSE_H
#define LOOKBACK_DRAW_PROSE_H

#include "base/str.h"
#include "draw/canvas.h"

// How a run looks; bits.
enum {
    PROSE_EMPH = 1,
    PROSE_STRONG = 2,
    PROSE_MONO = 4,  // code
    PROSE_LINK = 8,  // the text of a link
    PROSE_SIDE = 16, // second to the text: where a link leads, what frames an image's words
    PROSE_VALUE = 32, // a number the program has computed
    PROSE_GOOD = 64,
    PROSE_BAD = 128,
    PROSE_BREAK = 256, // no text: the line ends here
};

typedef struct ProseRun {
    int start, len; // bytes of Prose.text
    int line;       // in the source
    uint16_t look;
} ProseRun;

typedef enum ProseKind {
    PROSE_PARAGRAPH,
    PROSE_HEADING, // level 1 … 6
    PROSE_CODE,    // lines as they are
    PROSE_RULE,
    PROSE_HTML, // a comment or raw HTML: kept for those who read comments, never drawn
} ProseKind;

typedef enum ProseBoxKind { BOX_QUOTE, BOX_BULLET, BOX_NUMBER } ProseBoxKind;

// What a block stands in.
typedef struct ProseBox {
    uint8_t kind;
    bool marker; // this block is the item's first: the bullet or number stands beside it
    char delim;  // behind a number: '.' or ')'
    int number;
    int id; // equal in two blocks iff they stand in the same box
} ProseBox;

enum { PROSE_DEPTH = 6 }; // boxes drawn; what is nested deeper stands at this depth

typedef struct ProseBlock {
    ProseKind kind;
    int level;
    int line;      // where it starts in the source
    bool gap;      // a blank line goes before it
    int run, runs; // [run, run + runs) of Prose.run
    int info, info_len; // a code block's info string, bytes of Prose.text
    int depth;
    ProseBox box[PROSE_DEPTH];
    Hit hit; // what a click on any of its lines means
    bool selected; // drawn as chosen
} ProseBlock;

// {0} is valid and empty.
typedef struct Prose {
    Str text;
    ProseRun *run;
    int runs, run_room;
    ProseBlock *block;
    int blocks, block_room;
} Prose;

void prose_free(Prose *p);
void prose_clear(Prose *p); // empty, memory kept

// Adds a block like `like` with no runs yet, and returns it (borrowed until the next one is added).
ProseBlock *prose_add_block(Prose *p, ProseBlock like);
// Adds text to the last block; joined to the run before it when that looks the same. There must be a block.
void prose_add_run(Prose *p, unsigned look, int line, const char *bytes, size_t len);
void prose_add_text(Prose *p, unsigned look, const char *utf8);

// The bytes of a block's runs, one behind the other, appended to out.
void prose_plain(const Prose *p, int block, Str *out);

// Which part is shown, and how.
typedef struct ProseView {
    int first, count; // blocks [first, first + count)
    int scroll;       // rows above the pane
    const char *find; // runs of text to light up, case ignored; NULL or "": none
    bool tight;       // no blank row below a heading
    bool ascii;       // drawing takes the canvas's; measuring needs to be told
} ProseView;

// Draws into the current pane, reflowed to its width, and returns the rows the whole would take.
int prose_draw(Canvas *c, const Prose *p, ProseView v);

// The same rows without drawing. width ≥ 1.
int prose_height(const Prose *p, ProseView v, int width);

// The row where a block starts (its gap not counted); -1 if it is not among those shown.
int prose_row_of(const Prose *p, ProseView v, int width, int block);

// The first row ≥ from that holds the start of a match of v.find; -1 if there is none.
int prose_find(const Prose *p, ProseView v, int width, int from);

#endif
