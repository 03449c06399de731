#include "bench/random_model.h"

#include "base/file.h"
#include "base/pages.h"
#include "math/random.h"
#include "model/safetensors_write.h"
#include "net/weights.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { LAYERS = 12, HEADS = 12, WIDTH = 768, HIDDEN = 3072, POSITIONS = 1024, VOCABULARY = 50257 };
enum { TENSORS = LAYERS * NET_LAYER_PARTS + 4 };

static const NetShape SHAPE = {LAYERS, HEADS, WIDTH, HIDDEN, POSITIONS, VOCABULARY, 1e-5f, true, false};
static const char CONFIG[] =
    "{\"model_type\": \"gpt2\", \"n_layer\": 12, \"n_head\": 12, \"n_embd\": 768, \"n_positions\": 1024, "
    "\"vocab_size\": 50257, \"layer_norm_epsilon\": 1e-05, \"activation_function\": \"gelu_new\"}\n";

// Bell-shaped, of standard deviation 0.02; gains of layer norms about 1; q and k four times as large, so that patterns
// are not flat.
static void fill(float *at, NetPart part, NetPartInfo info, Random *r) {
    bool gain = part == NET_LN1_GAIN || part == NET_LN2_GAIN || part == NET_LNF_GAIN;
    size_t cols = (size_t)info.cols, len = (size_t)(info.rows ? info.rows : 1) * cols;
    float unit = 0.02f / sqrtf(RANDOM_BELL_VARIANCE);
    for (size_t k = 0; k < len; k += 2) {
        int a, b;
        random_bells(r, &a, &b);
        float scale = part == NET_QKV && k % cols < 2 * WIDTH ? 4 * unit : unit;
        at[k] = gain + scale * (float)a;
        if (k + 1 < len) at[k + 1] = gain + scale * (float)b;
    }
}

static void add(OutTensor *t, NetPart part, int layer, float **at, Random *r) {
    NetPartInfo info = net_part_info(&SHAPE, part);
    size_t len = (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols;
    *t = (OutTensor){.type = TENSOR_F32, .rank = info.rows ? 2 : 1, .at = *at};
    if (part < NET_LAYER_PARTS) snprintf(t->name, sizeof t->name, "h.%d.%s", layer, info.name);
    else snprintf(t->name, sizeof t->name, "%s", info.name);
    t->shape[0] = info.rows ? info.rows : info.cols;
    t->shape[1] = info.cols;
    fill(*at, part, info, r);
    *at += len;
}

static void put_path(char out[512], const char *folder, const char *name) {
    snprintf(out, 512, "%s/%s", folder, name);
}

bool random_model_write(const char *folder, Error *err) {
    static OutTensor tensor[TENSORS];
    char path[512];
    size_t len = 0;
    int count = 0;
    Random r = {1};
    for (NetPart p = 0; p < NET_UNEMBED; p++) {
        NetPartInfo info = net_part_info(&SHAPE, p);
        len += (size_t)(info.rows ? info.rows : 1) * (size_t)info.cols * (p < NET_LAYER_PARTS ? LAYERS : 1);
    }
    float *numbers = pages_new(len, sizeof *numbers), *at = numbers;
    for (NetPart p = NET_LAYER_PARTS; p < NET_UNEMBED; p++) add(&tensor[count++], p, 0, &at, &r);
    for (int l = 0; l < LAYERS; l++) {
        for (NetPart p = 0; p < NET_LAYER_PARTS; p++) add(&tensor[count++], p, l, &at, &r);
    }
    put_path(path, folder, "model.safetensors");
    bool ok = safetensors_write(path, tensor, count, NULL, 0, err);
    pages_free(numbers, len, sizeof *numbers);
    put_path(path, folder, "config.json");
    return ok && file_write(path, CONFIG, sizeof CONFIG - 1, err);
}

void random_model_remove(const char *folder) {
    static const char *const NAMES[] = {"model.safetensors", "config.json", "ids.i32"};
    char path[512];
    for (size_t k = 0; k < sizeof NAMES / sizeof NAMES[0]; k++) {
        put_path(path, folder, NAMES[k]);
        unlink(path);
    }
    rmdir(folder);
}
