#include "model/train_files.h"

#include "base/file.h"
#include "model/checkpoint.h"
#include "model/safetensors.h"
#include "model/safetensors_write.h"
#include "model/recipe_json.h"
#include "model/train_card.h"
#include "model/train_words.h"
#include "net/block.h"

#include <dirent.h>
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PARTS_MAX = NET_RECIPE_LAYERS * NET_LAYER_PARTS + NET_PARTS };
static const char KIND[] = "resume";

// ---- the folder

static bool is_empty(const char *folder) {
    DIR *dir = opendir(folder);
    bool empty = true;
    for (struct dirent *e = dir ? readdir(dir) : NULL; e && empty; e = readdir(dir)) {
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    }
    if (dir) closedir(dir);
    return empty;
}

bool train_files_prepare(const char *folder, Error *err) {
    struct stat st;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST)
        return error_set(err, "%s: cannot make the folder: %s", folder, strerror(errno));
    if (stat(folder, &st) != 0 || !S_ISDIR(st.st_mode)) return error_set(err, "%s: is not a folder", folder);
    if (access(folder, W_OK | X_OK) != 0) return error_set(err, "%s: cannot write: %s", folder, strerror(errno));
    Str path = {0};
    str_printf(&path, "%s/timeline.safetensors", folder);
    bool ours = access(path.s, F_OK) == 0;
    str_free(&path);
    return ours || is_empty(folder) ||
           error_set(err, "%s: holds something else than a training of lookback; name a new folder", folder);
}

// ---- writing

static bool write_text(const char *folder, const char *name, const Str *text, Error *err) {
    Str path = {0};
    str_printf(&path, "%s/%s", folder, name);
    bool ok = file_write(path.s, str_text(text), text->len, err);
    str_free(&path);
    return ok;
}

static void make_config(const NetTrain *t, Str *out) {
    const NetShape *s = &t->weights.shape;
    json_t *c = json_pack("{s:[s], s:s, s:i, s:i, s:i, s:i, s:i, s:i}", "architectures", "GPT2LMHeadModel",
                          "model_type", "gpt2", "n_layer", s->layers, "n_head", s->heads, "n_embd", s->width, "n_inner",
                          s->hidden, "n_positions", s->positions, "vocab_size", s->vocabulary);
    json_t *more = json_pack("{s:s, s:f, s:b, s:b, s:i, s:i, s:f, s:f, s:f, s:s}", "activation_function", "gelu_new",
                             "layer_norm_epsilon", 1e-5, "scale_attn_weights", s->divide, "tie_word_embeddings", 1,
                             "bos_token_id", WORDS_BOS, "eos_token_id", WORDS_BOS, "attn_pdrop", 0.0, "embd_pdrop", 0.0,
                             "resid_pdrop", 0.0, "torch_dtype", "float32");
    json_object_update(c, more);
    json_decref(more);
    train_words_dump(c, out);
}

static bool write_model(const NetTrain *t, const char *folder, Error *err) {
    OutTensor tensor[PARTS_MAX] = {0};
    NetBlockPart p;
    int count = 0;
    for (; net_block_part(&t->weights.shape, count, &p); count++) {
        NetPartInfo info = net_part_info(&t->weights.shape, p.part);
        OutTensor *out = &tensor[count];
        if (p.layer < 0)
            snprintf(out->name, sizeof out->name, "transformer.%s", info.name);
        else
            snprintf(out->name, sizeof out->name, "transformer.h.%d.%s", p.layer, info.name);
        out->type = TENSOR_F32;
        if (info.rows) out->shape[out->rank++] = info.rows;
        out->shape[out->rank++] = info.cols;
        out->at = t->state.numbers + p.offset;
    }
    const OutWord format = {"format", "pt"};
    Str path = {0};
    str_printf(&path, "%s/model.safetensors", folder);
    bool ok = safetensors_write(path.s, tensor, count, &format, 1, err);
    str_free(&path);
    return ok;
}

static bool write_resume(const NetTrain *t, const char *folder, Error *err) {
    int64_t count = (int64_t)t->count;
    const OutTensor tensor[] = {{"step", TENSOR_INT, 1, {1}, &t->state.step},
                                {"numbers", TENSOR_F32, 1, {count}, t->state.numbers},
                                {"mean", TENSOR_F32, 1, {count}, t->state.mean},
                                {"square", TENSOR_F32, 1, {count}, t->state.square}};
    Str path = {0}, recipe = {0}, list = {0};
    str_printf(&path, "%s/resume.safetensors", folder);
    recipe_write(&t->recipe, &recipe);
    train_words_list(&t->words, &list);
    const OutWord word[] = {{"lookback", KIND}, {"recipe", recipe.s}, {"words", list.s}};
    bool ok = safetensors_write(path.s, tensor, 4, word, 3, err);
    str_free(&path);
    str_free(&recipe);
    str_free(&list);
    return ok;
}

bool train_files_write(const NetTrain *t, const Timeline *timeline, const char *folder, Error *err) {
    Str card = {0}, config = {0}, tokenizer = {0};
    make_config(t, &config);
    train_words_tokenizer(&t->words, &tokenizer);
    bool ok = train_card_write(t, &card, err) && write_resume(t, folder, err) && write_model(t, folder, err) &&
              timeline_write(timeline, &t->words, folder, err) &&
              write_text(folder, "config.json", &config, err) &&
              write_text(folder, "tokenizer.json", &tokenizer, err) && write_text(folder, "README.md", &card, err);
    str_free(&card);
    str_free(&config);
    str_free(&tokenizer);
    return ok;
}

// ---- going on

static const Tensor *find_block(const Table *table, const char *name, size_t count, Error *err) {
    const Tensor *t = table_find(table, name);
    bool fits = t && t->type == TENSOR_F32 && t->rank == 1 && t->shape[0] == (int64_t)count;
    if (!fits) error_set(err, "%s is not as a training has it", name);
    return fits ? t : NULL;
}

static bool read_block(const Table *table, const char *name, float *out, size_t count, Error *err) {
    const Tensor *t = find_block(table, name, count, err);
    if (!t || !table_read(table, t, 0, out, count * sizeof *out, err)) return false;
    for (size_t k = 0; k < count; k++) {
        if (!(out[k] - out[k] == 0)) return error_set(err, "%s holds NaN or infinity", name);
    }
    return true;
}

static bool read_resume(NetTrain *t, const Table *table, Error *err) {
    const Tensor *step = table_find(table, "step");
    NetState s = t->state;
    int32_t at;
    if (!step || step->type != TENSOR_INT || step->size != sizeof at)
        return error_set(err, "step is not as a training has it");
    if (!table_read(table, step, 0, &at, sizeof at, err)) return false;
    if (at < 0 || at > t->recipe.steps) return error_set(err, "step is %d of %d", at, t->recipe.steps);
    s.step = at;
    bool ok = read_block(table, "numbers", s.numbers, t->count, err) &&
              read_block(table, "mean", s.mean, t->count, err) && read_block(table, "square", s.square, t->count, err);
    if (ok) net_train_go_on(t, s.step);
    return ok;
}

static bool take_model(NetTrain *t, const Checkpoint *c, Error *err) {
    const NetShape *a = &t->weights.shape, *b = &c->weights.shape;
    NetBlockPart p;
    if (a->layers != b->layers || a->heads != b->heads || net_block_count(a) != net_block_count(b))
        return error_set(err, "%s: model.safetensors and timeline.safetensors are of two trainings", c->folder);
    for (int k = 0; net_block_part(a, k, &p); k++)
        memcpy(t->state.numbers + p.offset, net_weights_get(&c->weights, p.part, p.layer), p.count * sizeof(float));
    net_train_go_on(t, t->recipe.steps);
    return true;
}

// All steps are done: what is only needed to go on may be missing.
static bool open_finished(NetTrain *t, Timeline *timeline, const Words *words, const Blas *blas, const char *folder,
                          Error *err) {
    Checkpoint c = {0};
    if (!file_in_folder(folder, "timeline.safetensors"))
        return error_set(err, "%s: there is no training of lookback to go on with", folder);
    if (!timeline_open(timeline, words, folder, err)) return false;
    if (timeline->done < timeline->recipe.steps)
        return error_set(err, "%s: without resume.safetensors it cannot go on after step %d of %d", folder,
                         timeline->done, timeline->recipe.steps);
    bool ok = checkpoint_load(&c, folder, err);
    if (ok) net_train_init(t, &timeline->recipe, blas);
    ok = ok && take_model(t, &c, err);
    checkpoint_free(&c);
    return ok;
}

static bool open_resume(NetTrain *t, Timeline *timeline, const Words *words, const Blas *blas, const char *folder,
                        Error *err) {
    Table table = {0};
    Str path = {0};
    NetRecipe recipe;
    str_printf(&path, "%s/resume.safetensors", folder);
    bool ok =
        train_words_open(&table, path.s, KIND, words, &recipe, err) && timeline_open(timeline, words, folder, err);
    NetShape shape = ok ? net_recipe_shape(&recipe, words->count) : (NetShape){0};
    if (ok && !find_block(&table, "numbers", net_block_count(&shape), err)) ok = error_prefix(err, "%s: ", path.s);
    if (ok) {
        net_train_init(t, &recipe, blas);
        ok = read_resume(t, &table, err) || error_prefix(err, "%s: ", path.s);
        bool same = timeline->count == t->count && timeline->recipe.seed == recipe.seed &&
                    timeline->recipe.steps == recipe.steps;
        if (ok && !same)
            ok = error_set(err, "%s: resume.safetensors and timeline.safetensors are of two trainings", folder);
        timeline_cut(timeline, t->state.step);
        timeline->done = t->state.step;
    }
    table_free(&table);
    str_free(&path);
    return ok;
}

bool train_files_resume(NetTrain *t, Timeline *timeline, const Blas *blas, const char *folder, Error *err) {
    Words words;
    words_init(&words);
    bool ok = file_in_folder(folder, "resume.safetensors") ? open_resume(t, timeline, &words, blas, folder, err)
                                                     : open_finished(t, timeline, &words, blas, folder, err);
    if (!ok) {
        net_train_free(t);
        timeline_free(timeline);
    }
    words_free(&words);
    return ok;
}
