// Any bytes as a script: read or refused; what was read is written and read back the same.
#include "app/script.h"
#include "base/text.h"
#include "fuzz.h"

#include <stdlib.h>
#include <string.h>

typedef struct Echo {
    Str first, second; // what reading the input says, what reading that says
    bool again;
} Echo;

static bool echo(Event e, void *context) {
    Echo *echo = context;
    script_write(echo->again ? &echo->second : &echo->first, e);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t len) {
    text_init();
    Echo heard = {.again = false};
    Error err;
    script_read((const char *)data, len, "fuzz", echo, &heard, &err);
    heard.again = true;
    bool ok = script_read(str_text(&heard.first), heard.first.len, "fuzz", echo, &heard, &err);
    if (!ok || strcmp(str_text(&heard.first), str_text(&heard.second)) != 0) abort();
    str_free(&heard.first);
    str_free(&heard.second);
    return 0;
}
