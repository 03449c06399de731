#include "net/front.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void net_front_free(NetFront *f) {
    net_run_free(&f->lone);
    net_run_free(&f->run);
    *f = (NetFront){0};
}

// Every array of the run with the row that lies before it.
static NetRun make_run(const NetRun *of, int id) {
    size_t layers = (size_t)of->w->shape.layers, n = (size_t)of->n, c = (size_t)of->w->shape.width;
    NetRun run = {.w = of->w, .blas = of->blas, .levers = of->levers, .n = of->n + 1, .bad_layer = -1, .front = 1};
    run.levers.apart = true;
    run.ids = MEM_NEW(int, n + 1);
    run.input = MEM_NEW(float *, layers + 1);
    run.qk = MEM_NEW(float *, layers);
    run.ids[0] = id;
    memcpy(run.ids + 1, of->ids, n * sizeof *run.ids);
    for (size_t l = 0; l < layers; l++) run.qk[l] = of->qk[l] - 2 * c;
    for (size_t l = 0; l <= layers; l++) run.input[l] = of->input[l] - c;
    return run;
}

bool net_front_start(NetFront *f, const NetRun *of, int id, Error *err) {
    NetRun lone;
    if (!net_run_start(&lone, of->w, of->blas, &id, 1, &of->levers, err)) return false;
    net_front_free(f);
    f->lone = lone;
    f->of = of;
    f->run = make_run(of, id);
    net_front_meet(f);
    return true;
}

void net_front_meet(NetFront *f) {
    size_t c = (size_t)f->of->w->shape.width;
    int done = f->lone.done < f->of->done ? f->lone.done : f->of->done;
    memcpy(f->run.input[0], f->lone.input[0], c * sizeof(float));
    for (; f->filled < done; f->filled++) {
        memcpy(f->run.qk[f->filled], f->lone.qk[f->filled], 2 * c * sizeof(float));
        memcpy(f->run.input[f->filled + 1], f->lone.input[f->filled + 1], c * sizeof(float));
    }
    f->run.done = f->run.own = done;
}
