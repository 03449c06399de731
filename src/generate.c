// Run by the build, not installed: writes the man page and the shell completions into a folder.
#include "app/world.h"
#include "base/file.h"
#include "base/text.h"
#include "completion.h"
#include "manual.h"

#include <stdio.h>
#include <string.h>

static bool write_part(const char *folder, const char *name, Str *text, Error *err) {
    Str path = {0};
    str_printf(&path, "%s/%s", folder, name);
    bool ok = file_write(str_text(&path), str_text(text), text->len, err);
    str_free(&path);
    str_free(text);
    return ok;
}

// generate DATA FOLDER VERSION DATE
int main(int argc, char **argv) {
    Error err = {"usage: generate DATA FOLDER VERSION DATE"};
    World world = {0};
    text_init();
    bool ok = argc == 5 && world_load(argv[1], &world, &err);
    if (ok) {
        Str page = {0}, bash = {0}, zsh = {0}, fish = {0};
        manual_page(&page, &world.library.corpus, argv[3], argv[4]);
        completion_bash(&bash, &world);
        completion_zsh(&zsh, &world);
        completion_fish(&fish, &world);
        bool page_ok = write_part(argv[2], "lookback.1", &page, &err);
        bool bash_ok = write_part(argv[2], "lookback.bash", &bash, &err);
        bool zsh_ok = write_part(argv[2], "_lookback", &zsh, &err);
        ok = write_part(argv[2], "lookback.fish", &fish, &err) && page_ok && bash_ok && zsh_ok;
    }
    if (!ok) fprintf(stderr, "%s\n", err.text);
    world_free(&world);
    return ok ? 0 : 1;
}
