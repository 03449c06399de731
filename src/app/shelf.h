// The models that come with the program: data/models/NAME, with the way to each. Nothing is read before a scene names
// one (lesson/shelf.h).
#ifndef LOOKBACK_APP_SHELF_H
#define LOOKBACK_APP_SHELF_H

#include "app/trainer.h"
#include "lesson/shelf.h"

// folder: that of the program's data; names and asking are borrowed for as long as the shelf lives.
struct ModelShelf *shelf_new(const char *folder, WordSet names, WordSet asking);
void shelf_delete(struct ModelShelf *shelf); // NULL is nothing

// What a library asks; borrowed.
const Shelf *shelf_face(const struct ModelShelf *shelf);

// What was trained that the scene shows: a stored run, or what is trained now.
Trainer *shelf_trainer(const Scene *s, const World *w);

#endif
