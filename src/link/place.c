#include "link/place.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool place_make(const char *folder, Error *err) {
    struct stat st;
    if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        return error_set(err, "%s: cannot make the folder: %s", folder, strerror(errno));
    if (lstat(folder, &st) != 0) return error_set(err, "%s: cannot look at it: %s", folder, strerror(errno));
    if (!S_ISDIR(st.st_mode)) return error_set(err, "%s: a folder is wanted, and there is something else", folder);
    if (st.st_uid != geteuid()) return error_set(err, "%s: belongs to someone else, and is not used", folder);
    if (st.st_mode & 077)
        return error_set(err, "%s: is open to others, and is not used (chmod 700 makes it yours alone)", folder);
    return true;
}

static bool is_folder(const char *path) {
    struct stat st;
    return path && path[0] == '/' && stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool place_open(const char *xdg_runtime_dir, Str *out, Error *err) {
    str_clear(out);
    if (is_folder(xdg_runtime_dir)) str_printf(out, "%s/lookback", xdg_runtime_dir);
    else str_printf(out, "/tmp/lookback-%lu", (unsigned long)geteuid());
    return place_make(str_text(out), err);
}
