#include "data.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void data_find(Str *out) {
    const char *given = getenv("LOOKBACK_DATA");
    if (given && *given) {
        str_puts(out, given);
        return;
    }
    char exe[4096];
    ssize_t len = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[len > 0 ? len : 0] = '\0';
    char *slash = strrchr(exe, '/');
    if (slash) {
        *slash = '\0';
        str_printf(out, "%s/" LOOKBACK_SHARE, exe);
        if (access(str_text(out), R_OK) == 0) return;
        str_clear(out);
    }
    str_puts(out, LOOKBACK_SOURCE_DATA);
}
