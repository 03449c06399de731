#include "math/share.h"

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

typedef struct Part {
    void (*work)(void *context, int part);
    void *context;
    int part;
    pthread_t thread;
    bool started;
} Part;

static void *run_part(void *part) {
    Part *p = part;
    p->work(p->context, p->part);
    return NULL;
}

// A part whose thread cannot be had is done by the caller.
void share_work(int parts, void (*work)(void *context, int part), void *context) {
    Part part[SHARE_MOST];
    assert(parts <= SHARE_MOST);
    for (int k = 1; k < parts; k++) {
        part[k] = (Part){.work = work, .context = context, .part = k};
        part[k].started = pthread_create(&part[k].thread, NULL, run_part, &part[k]) == 0;
    }
    if (parts > 0) work(context, 0);
    for (int k = 1; k < parts; k++) {
        if (part[k].started) pthread_join(part[k].thread, NULL);
        else work(context, k);
    }
}
