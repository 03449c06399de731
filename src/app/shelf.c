#include "app/shelf.h"

#include "base/mem.h"
#include "model/net_source.h"

#include <stdlib.h>

typedef struct ModelSlot {
    bool open;
    Str folder; // borrowed by the source
    Trainer *trainer;
    ShelfModel model;
} ModelSlot;

typedef struct ModelShelf {
    Shelf face;
    Str folder;
    WordSet names, asking;
    ModelSlot slot[SHELF_MODELS];
} ModelShelf;

static const ShelfModel *open_model(void *of, int k, Error *err) {
    ModelShelf *shelf = of;
    ModelSlot *slot = &shelf->slot[k];
    if (slot->open) return &slot->model;
    str_clear(&slot->folder);
    str_printf(&slot->folder, "%s/models/%s", str_text(&shelf->folder), SHELF_NAMES[k]);
    if (!slot->trainer) slot->trainer = trainer_new();
    if (!trainer_open(slot->trainer, str_text(&slot->folder), err)) return NULL;
    Source *source =
        net_source_open(str_text(&slot->folder), (NetSourceText){NULL, NULL}, &shelf->names, &shelf->asking, err);
    if (!source) return NULL;
    const TrainRun *run = &slot->trainer->run;
    slot->model = (ShelfModel){.source = source,
                               .recipe = &run->train.recipe,
                               .shape = &run->timeline.shape,
                               .moments = slot->trainer->moments,
                               .moment = slot->trainer->moment,
                               .pulses = run->timeline.pulses,
                               .pulse = run->timeline.pulse};
    slot->open = true;
    return &slot->model;
}

static bool run_model(void *of, int k, const SourceView *v, ShelfRun *out, Error *err) {
    const ShelfModel *m = open_model(of, k, err);
    if (!m) return false;
    out->run = net_source_apart(m->source, v, &out->head, err);
    return out->run != NULL;
}

ModelShelf *shelf_new(const char *folder, WordSet names, WordSet asking) {
    ModelShelf *shelf = MEM_NEW(ModelShelf, 1);
    *shelf = (ModelShelf){.face = {shelf, open_model, run_model}, .names = names, .asking = asking};
    str_puts(&shelf->folder, folder);
    return shelf;
}

void shelf_delete(ModelShelf *shelf) {
    if (!shelf) return;
    for (int k = 0; k < SHELF_MODELS; k++) {
        net_source_free(shelf->slot[k].model.source);
        trainer_delete(shelf->slot[k].trainer);
        str_free(&shelf->slot[k].folder);
    }
    str_free(&shelf->folder);
    free(shelf);
}

const Shelf *shelf_face(const ModelShelf *shelf) {
    return &shelf->face;
}

Trainer *shelf_trainer(const Scene *s, const World *w) {
    return s->train.shelf ? w->shelf->slot[s->train.shelf - 1].trainer : w->trainer;
}
