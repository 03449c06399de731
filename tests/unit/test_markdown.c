// Markdown as a flat list of blocks: kinds, boxes, runs and source lines; and nothing a file holds may break it.
#include "base/text.h"
#include "lesson/markdown.h"

#include "check.h"

static Prose parse(const char *text) {
    Prose p = {0};
    Error err;
    assert_true(markdown_parse(&p, text, strlen(text), 1, &err));
    return p;
}

static void check_block(const Prose *p, int k, ProseKind kind, int line, const char *text) {
    Str plain = {0};
    assert_true(k < p->blocks);
    assert_int_equal(p->block[k].kind, kind);
    assert_int_equal(p->block[k].line, line);
    prose_plain(p, k, &plain);
    assert_string_equal(str_text(&plain), text);
    str_free(&plain);
}

static void blocks_have_kind_line_and_text(void **state) {
    (void)state;
    Prose p = parse("# One *two*\n\nA line\nand `more`  \nend.\n\n```c x\nint\n  a;\n```\n***\n<!-- note: hm -->\n\n   "
                    " tab\tcode\n");
    assert_int_equal(p.blocks, 6);
    check_block(&p, 0, PROSE_HEADING, 1, "One two");
    assert_int_equal(p.block[0].level, 1);
    check_block(&p, 1, PROSE_PARAGRAPH, 3, "A line and more\nend.");
    check_block(&p, 2, PROSE_CODE, 7, "int\n  a;\n");
    assert_memory_equal(p.text.s + p.block[2].info, "c x", 3);
    assert_int_equal(p.block[2].info_len, 3);
    check_block(&p, 3, PROSE_RULE, 11, "");
    check_block(&p, 4, PROSE_HTML, 12, "<!-- note: hm -->\n");
    check_block(&p, 5, PROSE_CODE, 14, "tab\tcode\n");
    prose_free(&p);
}

static void runs_have_looks_and_lines(void **state) {
    (void)state;
    Prose p = parse("a *b **c*** `d`\n[e](f) <gg:h> ![i](j) <b>k</b> <!-- l -->");
    static const struct {
        const char *text;
        unsigned look;
        int line;
    } WANT[] = {
        {"a ", 0, 1}, {"b ", PROSE_EMPH, 1}, {"c", PROSE_EMPH | PROSE_STRONG, 1}, {" ", 0, 1}, {"d", PROSE_MONO, 1}, {" ", 0, 1},
        {"e", PROSE_LINK, 2}, {" <f>", PROSE_SIDE, 2}, {" ", 0, 2}, {"gg:h", PROSE_LINK, 2},
    };
    for (size_t k = 0; k < 10; k++) {
        const ProseRun *r = &p.run[k];
        assert_int_equal(r->len, strlen(WANT[k].text));
        assert_memory_equal(p.text.s + r->start, WANT[k].text, strlen(WANT[k].text));
        assert_int_equal(r->look, WANT[k].look);
        assert_int_equal(r->line, WANT[k].line);
    }
    Str plain = {0};
    prose_plain(&p, 0, &plain);
    assert_string_equal(plain.s, "a b c d e <f> gg:h [image: i] <b>k</b> ");
    str_free(&plain);
    prose_free(&p);
}

static void lists_and_quotes_are_boxes(void **state) {
    (void)state;
    Prose p = parse("9) a\n10) b\n\n    c\n\n> - d\n>   - e\n>\n> f\n\n-\n");
    check_block(&p, 0, PROSE_PARAGRAPH, 1, "a");
    assert_int_equal(p.block[0].depth, 1);
    assert_int_equal(p.block[0].box[0].kind, BOX_NUMBER);
    assert_int_equal(p.block[0].box[0].number, 9);
    assert_int_equal(p.block[0].box[0].delim, ')');
    assert_int_equal(p.block[1].box[0].number, 10);
    assert_true(p.block[1].box[0].marker);
    assert_false(p.block[2].box[0].marker); // c: the second paragraph of b
    assert_int_equal(p.block[2].box[0].id, p.block[1].box[0].id);
    check_block(&p, 4, PROSE_PARAGRAPH, 7, "e");
    assert_int_equal(p.block[4].depth, 3);
    assert_int_equal(p.block[4].box[0].kind, BOX_QUOTE);
    assert_int_equal(p.block[4].box[2].kind, BOX_BULLET);
    assert_false(p.block[4].gap); // in a tight list
    assert_int_equal(p.block[5].box[0].id, p.block[4].box[0].id);
    check_block(&p, 6, PROSE_PARAGRAPH, 11, ""); // an empty item keeps its bullet
    assert_true(p.block[6].box[0].marker);
    prose_free(&p);
}

static void lines_start_where_told(void **state) {
    (void)state;
    Prose p = {0};
    Error err;
    assert_true(markdown_parse(&p, "> a", 3, 1, &err));
    assert_true(markdown_parse(&p, "> b", 3, 40, &err));
    assert_int_equal(p.block[1].line, 40);
    assert_int_not_equal(p.block[0].box[0].id, p.block[1].box[0].id);
    prose_free(&p);
}

static void depth_and_size_are_bounded(void **state) {
    (void)state;
    static char text[MARKDOWN_MAX + 2];
    memset(text, '>', 50000);
    text[50000] = 'a';
    Prose p = parse(text);
    assert_int_equal(p.blocks, 1);
    assert_int_equal(p.block[0].depth, PROSE_DEPTH);
    prose_free(&p);
    for (size_t k = 0; k < sizeof text - 1; k++) text[k] = k % 80 == 79 || k % 80 == 78 ? '\n' : 'x';
    Error err;
    assert_false(markdown_parse(&p, text, MARKDOWN_MAX + 1, 1, &err));
    assert_string_equal(err.text, "1: longer than 1048576 bytes, the most that is read");
    assert_int_equal(p.blocks, 0);
    assert_true(markdown_parse(&p, text, MARKDOWN_MAX, 1, &err));
    prose_free(&p);
    for (size_t k = 0; k + 6 < sizeof text; k += 6) memcpy(text + k, "![[]()", 6); // quadratic in libcmark 0.30
    assert_false(markdown_parse(&p, text, MARKDOWN_MAX, 7, &err));
    assert_string_equal(err.text, "7: more than 16384 bytes without a blank line");
}

static void entities_and_bad_bytes_are_kept_for_the_display(void **state) {
    (void)state;
    Prose p = parse("&#27;[31m \x1b \xff \xc3");
    Str plain = {0};
    prose_plain(&p, 0, &plain);
    assert_string_equal(plain.s, "\x1b[31m \x1b \xEF\xBF\xBD \xEF\xBF\xBD");
    str_free(&plain);
    prose_free(&p);
}

int main(void) {
    text_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_have_kind_line_and_text),
        cmocka_unit_test(runs_have_looks_and_lines),
        cmocka_unit_test(lists_and_quotes_are_boxes),
        cmocka_unit_test(lines_start_where_told),
        cmocka_unit_test(depth_and_size_are_bounded),
        cmocka_unit_test(entities_and_bad_bytes_are_kept_for_the_display),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
