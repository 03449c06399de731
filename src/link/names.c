#include "link/names.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

long link_pid_of(const char *name) {
    size_t digits = strspn(name, "0123456789");
    bool number = digits > 0 && digits < 10 && !name[digits] && name[0] != '0';
    return number ? strtol(name, NULL, 10) : 0;
}

bool link_is_alive(long pid) {
    return kill((pid_t)pid, 0) == 0 || errno != ESRCH;
}

bool link_address(const char *folder, const char *name, struct sockaddr_un *out) {
    memset(out, 0, sizeof *out);
    out->sun_family = AF_UNIX;
    int len = snprintf(out->sun_path, sizeof out->sun_path, "%s/%s", folder, name);
    return len > 0 && (size_t)len < sizeof out->sun_path;
}
