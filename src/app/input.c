#include "app/input.h"

#include "app/line.h"
#include "app/open_input.h"
#include "app/train_look.h"
#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The text of a training, as it is typed.
static void open_words(State *s, const World *w) {
    const Words *words = &w->trainer->run.train.words;
    TrainText text = {0};
    Str typed = {0};
    if (w->trainer->begun) train_text(words, &s->scene.train, &text);
    if (text.n > 1) words_write(words, text.ids + 1, text.n - 1, &typed);
    line_set(&s->line, str_text(&typed), (int)typed.len);
    str_free(&typed);
}

void input_open(State *s, const World *w) {
    s->asked = ASKED_TEXT;
    s->recalled = 0;
    s->overlay = OVERLAY_INPUT;
    if (s->scene.screen == SCREEN_TRAIN) {
        open_words(s, w);
        return;
    }
    if (s->scene.screen >= SCREEN_OPEN) {
        open_text(s, w, &s->line);
        return;
    }
    const Scene *c = &s->scene;
    const char *text = c->sentence < 0 ? c->text : w->library.corpus.sentence[c->sentence].text;
    line_set(&s->line, text, c->sentence < 0 ? c->text_len : (int)strlen(text));
}

bool input_take_setting(State *s, const World *w, const char *name, Error *err) {
    Scene *next = mem_new(1, sizeof *next); // large: not for the stack
    char *value = mem_text(s->line.bytes, (size_t)s->line.len);
    scene_copy(next, &s->scene);
    bool ok = scene_set(next, &w->library, name, value, err);
    if (ok) scene_copy(&s->scene, next);
    free(value);
    free(next);
    return ok;
}

static void accept_input(State *s, const World *w) {
    Error refused;
    if (s->scene.screen == SCREEN_TRAIN) {
        bool ok = input_take_setting(s, w, "text", &refused);
        if (!ok) snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, refused.text);
        if (ok) line_remember(s, s->line.bytes, s->line.len);
        if (ok) s->overlay = OVERLAY_NONE;
        return;
    }
    if (s->scene.screen >= SCREEN_OPEN) {
        bool ok = open_accept(s, w, &refused);
        if (!ok) snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, refused.text);
        if (ok && s->asked == ASKED_TEXT) line_remember(s, s->line.bytes, s->line.len);
        if (ok) s->overlay = OVERLAY_NONE;
        return;
    }
    Scene *next = mem_new(1, sizeof *next); // large: not for the stack
    *next = s->scene;
    memcpy(next->text, s->line.bytes, (size_t)s->line.len);
    next->text_len = s->line.len;
    next->sentence = next->query = next->key = -1;
    Error err;
    if (scene_finish(next, &w->library, &err)) {
        scene_copy(&s->scene, next);
        s->has_before = false;
        s->overlay = OVERLAY_NONE;
        line_remember(s, s->line.bytes, s->line.len);
    } else {
        snprintf(s->note, sizeof s->note, "%.*s", NOTE_MAX - 1, err.text);
    }
    free(next);
}

static void recall(State *s, int by) {
    int len, n = s->recalled + by;
    const char *text = n > 0 ? line_recall(s, n - 1, &len) : NULL;
    if (n < 0 || (n > 0 && !text)) return;
    if (n > 0 && s->recalled == 0) s->draft = s->line;
    s->recalled = n;
    if (text) line_set(&s->line, text, len);
    else s->line = s->draft;
}

Effect input_key(State *s, const World *w, Event e) {
    bool command = !e.pasted;
    if (command && e.key == KEY_CODE_ENTER) accept_input(s, w);
    else if (command && e.key == KEY_CODE_ESCAPE) s->overlay = OVERLAY_NONE;
    else if (command && e.key == 0x03) return EFFECT_QUIT;
    else if (command && e.key == KEY_CODE_UP) recall(s, 1);
    else if (command && e.key == KEY_CODE_DOWN) recall(s, -1);
    else if (line_key(&s->line, e) && s->line.len + 4 > LINE_MAX_BYTES) {
        snprintf(s->note, sizeof s->note, "a text has at most %d bytes: what is beyond is left out", LINE_MAX_BYTES);
    }
    return EFFECT_NONE;
}
