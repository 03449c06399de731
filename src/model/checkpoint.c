#include "model/checkpoint.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/pages.h"
#include "math/f32.h"
#include "math/row.h"
#include "model/safetensors.h"
#include "model/shards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CONFIG_MAX = 1 << 20, NAME_MAX_LEN = 96, SLICE = 1 << 22 }; // numbers converted at once

typedef struct CheckpointPart {
    NetPart part;
    int layer;
    Table *table; // where it lies
    Tensor *tensor;
    size_t count;     // numbers
    float *converted; // owned, by pages_new; NULL: used in place
    size_t done;      // numbers converted
} CheckpointPart;

bool checkpoint_is(const char *folder) {
    Str path = {0};
    str_printf(&path, "%s/config.json", folder);
    bool there = access(path.s, F_OK) == 0;
    str_free(&path);
    return there;
}

// ---- finding the parts

static void name_part(const Checkpoint *c, NetPart part, int layer, char out[NAME_MAX_LEN]) {
    const char *name = net_part_info(&c->config.shape, part).name;
    if (part < NET_LAYER_PARTS)
        snprintf(out, NAME_MAX_LEN, "h.%d.%s", layer, name);
    else
        snprintf(out, NAME_MAX_LEN, "%s", name);
}

// With or without "transformer." in front, in any of the files.
static bool find_tensor(Checkpoint *c, const char *name, CheckpointPart *out) {
    char longer[NAME_MAX_LEN + 16];
    snprintf(longer, sizeof longer, "transformer.%s", name);
    for (int k = 0; k < c->files; k++) {
        out->tensor = table_find(&c->file[k], name);
        if (!out->tensor) out->tensor = table_find(&c->file[k], longer);
        out->table = &c->file[k];
        if (out->tensor) return true;
    }
    return false;
}

static void put_shape(char out[64], NetPartInfo info) {
    if (info.rows)
        snprintf(out, 64, "[%d, %d]", info.rows, info.cols);
    else
        snprintf(out, 64, "[%d]", info.cols);
}

static bool has_shape(const Tensor *t, NetPartInfo info) {
    if (info.rows) return t->rank == 2 && t->shape[0] == info.rows && t->shape[1] == info.cols;
    return t->rank == 1 && t->shape[0] == info.cols;
}

static bool add_part(Checkpoint *c, NetPart part, int layer, Error *err) {
    CheckpointPart p = {.part = part, .layer = layer};
    char name[NAME_MAX_LEN], wanted[64];
    NetPartInfo info = net_part_info(&c->config.shape, part);
    name_part(c, part, layer, name);
    put_shape(wanted, info);
    if (!find_tensor(c, name, &p)) return error_set(err, "%s: %s %s is missing", c->folder, name, wanted);
    const char *file = p.table->file.path;
    TensorType type = p.tensor->type;
    if (type != TENSOR_F32 && type != TENSOR_F16 && type != TENSOR_BF16) {
        return error_set(err, "%s: %s is of type %s; float32, float16 or bfloat16 is wanted", file, name,
                         p.tensor->word);
    }
    if (!has_shape(p.tensor, info)) {
        return error_set(err, "%s: %s is %s; %s is wanted by config.json", file, name, tensor_shape(p.tensor).text,
                         wanted);
    }
    p.count = (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols;
    c->bytes += p.count * sizeof(float);
    c->part = mem_resize(c->part, (size_t)c->parts + 1, sizeof *c->part);
    c->part[c->parts++] = p;
    return true;
}

// The layer that a tensor of that name is of; −1: of none.
static long layer_of(const char *name) {
    static const char PREFIX[] = "transformer.", LAYER[] = "h.";
    char *end;
    if (strncmp(name, PREFIX, strlen(PREFIX)) == 0) name += strlen(PREFIX);
    if (strncmp(name, LAYER, strlen(LAYER)) != 0 || name[2] < '0' || name[2] > '9') return -1;
    long layer = strtol(name + 2, &end, 10);
    return *end == '.' ? layer : -1;
}

// A model of which config.json names only the first layers would say something else than it was made to.
static bool check_layers(const Checkpoint *c, Error *err) {
    for (int f = 0; f < c->files; f++) {
        for (int k = 0; k < c->file[f].count; k++) {
            const char *name = c->file[f].at[k].name;
            if (layer_of(name) < c->config.shape.layers) continue;
            return error_set(err, "%s: %.80s is there, but n_layer is %d in config.json", c->file[f].file.path, name,
                             c->config.shape.layers);
        }
    }
    return true;
}

static bool add_parts(Checkpoint *c, Error *err) {
    CheckpointPart head;
    bool there = find_tensor(c, "lm_head.weight", &head);
    if (!there && c->config.tied_said && !c->config.tied) {
        return error_set(err, "%s: lm_head.weight is missing, and tie_word_embeddings is false in config.json",
                         c->folder);
    }
    c->tied = (c->config.tied_said && c->config.tied) || !there;
    for (NetPart part = NET_LAYER_PARTS; part < NET_PARTS - (c->tied ? 1 : 0); part++) {
        if (!add_part(c, part, 0, err)) return false;
    }
    for (int layer = 0; layer < c->config.shape.layers; layer++) {
        for (NetPart part = 0; part < NET_LAYER_PARTS; part++) {
            if (!add_part(c, part, layer, err)) return false;
        }
    }
    return true;
}

// ---- opening

static bool read_config(Checkpoint *c, Error *err) {
    Str path = {0}, text = {0};
    str_printf(&path, "%s/config.json", c->folder);
    bool ok = file_read(path.s, CONFIG_MAX, &text, err);
    if (ok && !config_parse(str_text(&text), text.len, &c->config, err)) ok = error_prefix(err, "%s: ", path.s);
    str_free(&path);
    str_free(&text);
    return ok;
}

static bool open_files(Checkpoint *c, Error *err) {
    Texts names = {0};
    bool ok = shards_find(c->folder, &names, err);
    c->file = ok ? MEM_NEW(Table, (size_t)names.count) : NULL;
    for (int k = 0; ok && k < names.count; k++) {
        size_t len;
        const char *name = texts_at(&names, k, &len);
        Str path = {0};
        str_printf(&path, "%s/%.*s", c->folder, (int)len, name);
        ok = file_map_open(path.s, &c->file[k].file, err);
        if (ok) c->files = k + 1;
        ok = ok && safetensors_read(&c->file[k], err);
        str_free(&path);
    }
    texts_free(&names);
    return ok;
}

bool checkpoint_open(Checkpoint *c, const char *folder, Error *err) {
    c->folder = mem_text(folder, strlen(folder));
    if (!read_config(c, err) || !open_files(c, err) || !add_parts(c, err) || !check_layers(c, err)) return false;
    net_weights_init(&c->weights, &c->config.shape);
    return true;
}

// ---- the numbers

static void convert(const Tensor *t, const unsigned char *from, float *out, size_t count) {
    enum { STEP = 256 };
    bool halves = t->item == 2 && !t->swapped && (uintptr_t)from % 2 == 0;
    for (size_t at = 0; at < count; at += STEP) {
        int n = (int)(count - at < STEP ? count - at : STEP);
        const void *block = from + at * (size_t)t->item;
        double wide[STEP];
        if (halves && t->type == TENSOR_BF16) {
            row_from_bf16(block, out + at, n);
        } else if (halves) {
            row_from_f16(block, out + at, n);
        } else {
            tensor_convert(t, block, t->item, wide, n);
            for (int k = 0; k < n; k++) out[at + (size_t)k] = (float)wide[k];
        }
    }
}

bool checkpoint_step(Checkpoint *c, bool *more, Error *err) {
    CheckpointPart *p = &c->part[c->loaded];
    const unsigned char *file;
    if (!file_map_bytes(&p->table->file, &file, err)) return false;
    const unsigned char *from = file + p->tensor->offset;
    bool in_place = p->tensor->type == TENSOR_F32 && !p->tensor->swapped && p->tensor->offset % sizeof(float) == 0;
    if (!in_place) {
        size_t left = p->count - p->done, n = left < SLICE ? left : SLICE;
        if (!p->converted) p->converted = pages_new(p->count, sizeof *p->converted);
        convert(p->tensor, from + p->done * (size_t)p->tensor->item, p->converted + p->done, n);
        p->done += n;
        c->ready += n;
        *more = true;
        if (n < left) return true;
    } else {
        c->ready += p->count;
    }
    const float *at = in_place ? (const float *)(const void *)from : p->converted;
    net_weights_set(&c->weights, p->part, p->layer, at);
    if (c->tied && p->part == NET_TOKENS) net_weights_set(&c->weights, NET_UNEMBED, 0, at);
    *more = ++c->loaded < c->parts;
    return true;
}

bool checkpoint_load(Checkpoint *c, const char *folder, Error *err) {
    bool more = true;
    if (!checkpoint_open(c, folder, err)) return false;
    while (more) {
        if (!checkpoint_step(c, &more, err)) return false;
    }
    return true;
}

bool checkpoint_check_finite(const Checkpoint *c, int layer, Error *err) {
    enum { STEP = 1 << 16 };
    for (int k = 0; k < c->loaded; k++) {
        const CheckpointPart *p = &c->part[k];
        bool here = layer < 0 ? p->part >= NET_LAYER_PARTS : p->part < NET_LAYER_PARTS && p->layer == layer;
        const float *at = net_weights_get(&c->weights, p->part, p->layer);
        for (size_t from = 0; here && from < p->count; from += STEP) {
            size_t n = p->count - from < STEP ? p->count - from : STEP;
            char name[NAME_MAX_LEN];
            name_part(c, p->part, p->layer, name);
            if (!f32_finite(at + from, (int)n)) return error_set(err, "%s: %s holds NaN or infinity", c->folder, name);
        }
    }
    return true;
}

void checkpoint_free(Checkpoint *c) {
    for (int k = 0; k < c->parts; k++) pages_free(c->part[k].converted, c->part[k].count, sizeof(float));
    for (int k = 0; k < c->files; k++) table_free(&c->file[k]);
    net_weights_free(&c->weights);
    free(c->part);
    free(c->file);
    free(c->folder);
    *c = (Checkpoint){0};
}
