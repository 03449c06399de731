// Where the explorer's panes stand: never outside the screen, never one over another.
#include "app/layout.h"

#include "check.h"

enum { PANES = 10 };

static void read_panes(const Layout *at, Rect pane[PANES]) {
    const Rect all[PANES] = {at->title,  at->tabs,  at->sentence, at->heatmap, at->bars,
                             at->entropy, at->blurb, at->legend,   at->status,  at->focus};
    for (int k = 0; k < PANES; k++) pane[k] = all[k];
}

static bool is_shown(Rect r) {
    return r.h > 0 && r.w > 0;
}

static bool overlap(Rect a, Rect b) {
    return a.y < b.y + b.h && b.y < a.y + a.h && a.x < b.x + b.w && b.x < a.x + a.w;
}

static void check_panes(const Layout *at, int h, int w, const char *what) {
    Rect pane[PANES];
    read_panes(at, pane);
    for (int a = 0; a < PANES; a++) {
        if (!is_shown(pane[a])) continue;
        bool inside = pane[a].y >= 0 && pane[a].x >= 0 && pane[a].y + pane[a].h <= h && pane[a].x + pane[a].w <= w;
        if (!inside) fail_msg("%s %dx%d: pane %d is not on the screen", what, w, h, a);
        for (int b = a + 1; b < PANES; b++) {
            if (is_shown(pane[b]) && overlap(pane[a], pane[b]))
                fail_msg("%s %dx%d: panes %d and %d overlap", what, w, h, a, b);
        }
    }
}

static void panes_do_not_overlap(void **state) {
    (void)state;
    static const int WIDTHS[] = {20, 40, 60, 80, 120, 200};
    for (int h = 4; h <= 60; h++) {
        for (int k = 0; k < 6 * VIEW_COUNT; k++) {
            int w = WIDTHS[k / VIEW_COUNT];
            for (int tokens = 1; tokens <= 40; tokens += 13) {
                Needs n = {.view = (SceneView)(k % VIEW_COUNT),
                           .lines = 1 + tokens * 6 / w,
                           .tokens = tokens,
                           .label = 6,
                           .big_lines = 0};
                Layout at = layout_for(h, w, n);
                check_panes(&at, h, w, "normal");
                n.guess = tokens > 1;
                at = layout_project(h, w, n);
                check_panes(&at, h, w, "projected");
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(panes_do_not_overlap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
