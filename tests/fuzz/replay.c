// Feeds a harness the files of a corpus folder, and every beginning of each: a fuzzer's finds stay found, without a
// fuzzer.
#include "base/file.h"
#include "base/mem.h"
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>

enum { PREFIXES = 256 }; // at most, of one file

// The harness gets memory of exactly its input's size, so that a sanitizer sees a read behind the end.
static void feed(const Str *text, size_t len) {
    char *copy = mem_text(str_text(text), len);
    copy = mem_resize(copy, len ? len : 1, 1);
    LLVMFuzzerTestOneInput((const uint8_t *)copy, len);
    free(copy);
}

static bool replay(const char *path) {
    Str text = {0};
    Error err;
    if (!file_read(path, 1 << 24, &text, &err)) {
        printf("%s\n", err.text);
        return false;
    }
    feed(&text, text.len);
    for (size_t len = 0; len < text.len && len < PREFIXES; len++) feed(&text, len);
    str_free(&text);
    return true;
}

int main(int argc, char **argv) {
    DIR *dir = argc == 2 ? opendir(argv[1]) : NULL;
    if (!dir) {
        printf("usage: replay FOLDER\n");
        return 2;
    }
    int count = 0;
    bool ok = true;
    for (struct dirent *entry; ok && (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        Str path = {0};
        str_printf(&path, "%s/%s", argv[1], entry->d_name);
        ok = replay(path.s);
        count++;
        str_free(&path);
    }
    closedir(dir);
    printf("%d inputs\n", count);
    return ok && count > 0 ? 0 : 1;
}
