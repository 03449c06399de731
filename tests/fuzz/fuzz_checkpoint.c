// config.json, a line of "--", model.safetensors: opened or refused; what was opened runs over two tokens.
#include "base/text.h"
#include "fuzz.h"
#include "model/checkpoint.h"
#include "net/checks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put(const char *folder, const char *name, const char *bytes, size_t len) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    if (!f || fwrite(bytes, 1, len, f) != len || fclose(f) != 0) abort();
}

static void drop(const char *folder, const char *name) {
    char path[96];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    unlink(path);
}

static void run(const Checkpoint *c) {
    static const int IDS[] = {0, 0};
    NetLevers levers = net_levers();
    NetRun net;
    Blas none = {0};
    NetChecks checks;
    Error err;
    int n = c->config.shape.positions < 2 ? 1 : 2;
    if (!net_run_start(&net, &c->weights, &none, IDS, n, &levers, &err)) abort();
    net_run_finish(&net);
    if (net.bad_layer >= 0) checkpoint_check_finite(c, net.bad_layer, &err);
    else if (net_checks(&net, &checks, &err) && (checks.above != 0 || checks.earlier_moved != 0)) abort();
    net_run_free(&net);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    char folder[] = "/tmp/lookback-fuzz-XX"
                    "XX"
                    "XX";
    size_t cut = 0;
    Checkpoint c = {0};
    Error err;
    text_init();
    while (cut + 4 <= len && memcmp(data + cut, "\n--\n", 4) != 0) cut++;
    if (cut + 4 > len || !mkdtemp(folder)) return 0;
    put(folder, "config.json", (const char *)data, cut);
    put(folder, "model.safetensors", (const char *)data + cut + 4, len - cut - 4);
    if (checkpoint_load(&c, folder, &err)) run(&c);
    checkpoint_free(&c);
    drop(folder, "config.json");
    drop(folder, "model.safetensors");
    rmdir(folder);
    return 0;
}
