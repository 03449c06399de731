// Any bytes as config.json, and as an index of files: read or refused; what was read can be a model.
#include "base/text.h"
#include "fuzz.h"
#include "model/config.h"
#include "model/shards.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    Config c;
    Error err;
    Texts files = {0};
    text_init();
    if (config_parse((const char *)data, len, &c, &err)) {
        const NetShape *s = &c.shape;
        bool sizes =
            s->layers > 0 && s->heads > 0 && s->width > 0 && s->hidden > 0 && s->positions > 0 && s->vocabulary > 0;
        if (!sizes || s->width % s->heads != 0 || !(s->eps >= 0) || c.bos >= s->vocabulary) abort();
        for (NetPart part = 0; part < NET_PARTS; part++) {
            if (net_part_info(s, part).cols < 1) abort();
        }
    }
    if (shards_parse((const char *)data, len, &files, &err)) {
        for (int k = 0; k < files.count; k++) {
            size_t size;
            const char *name = texts_at(&files, k, &size);
            if (size == 0 || memchr(name, '/', size)) abort();
        }
    }
    texts_free(&files);
    return 0;
}
