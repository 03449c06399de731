#!/usr/bin/env bash
# Each rule of house.sh sees what breaks it, in a small tree made for that, and lets a clean tree pass.
set -u
here=$(cd "$(dirname "$0")" && pwd)
tree=$(mktemp -d)
trap 'rm -r "$tree"' EXIT
failed=0

clean() {
    rm -rf "$tree"/*
    mkdir -p "$tree"/src/{base,math,attn,draw,lesson,app,tui} "$tree/tests"
    printf '#ifndef LOOKBACK_BASE_A_H\n#define LOOKBACK_BASE_A_H\nint a_one(int x);\n#endif\n' >"$tree/src/base/a.h"
    printf '**base/**\n\n    a    one\n' >"$tree/src/README.md"
    printf '#include "base/a.h"\n\nstatic const int LIMIT = 3;\n\nint a_one(int x) {\n    return x + LIMIT;\n}\n' >"$tree/src/base/a.c"
}

expect() { # WORDS FILE TEXT: house.sh must say WORDS once TEXT is added to FILE
    clean
    mkdir -p "$(dirname "$tree/$2")"
    printf "$3" >>"$tree/$2"
    said=$("$here/house.sh" "$tree")
    if [[ $? != 1 || $said != *"$1"* ]]; then
        printf 'not seen: %s\n%s\n' "$1" "$said"
        failed=1
    fi
}

clean
"$here/house.sh" "$tree" || { echo 'a clean tree does not pass'; failed=1; }

many() { for ((k = 0; k < $1; k++)); do printf '%s' "$2"; done; }
expect 'layer: src/base/b.c: base must not see "app/app.h"' src/base/b.c '#include "app/app.h"\n'
expect 'layer: src/attn/b.c: attn must not see "draw/canvas.h"' src/attn/b.c '#include "draw/canvas.h"\n'
expect 'layer: src/attn/b.c: "tokens.h" without its folder' src/attn/b.c '#include "tokens.h"\n'
expect 'layer: src/app/b.c: "what/ever.h" is in no layer' src/app/b.c '#include "what/ever.h"\n'
expect 'only tui/ sees ncurses: src/app/b.c:1' src/app/b.c '#include <ncurses.h>\n'
expect 'only lesson/ sees cmark: src/app/b.c:1' src/app/b.c '#include <cmark.h>\n'
expect 'only model/ sees JSON in: src/app/b.c:1' src/app/b.c '#include <jansson.h>\n'
expect 'only math/ sees BLAS: src/app/b.c:1' src/app/b.c '#include <cblas.h>\n'
expect 'file too long: src/app/b.c: 501 lines' src/app/b.c "$(many 500 '\n')x\n"
expect 'function: src/app/b.c:1: b_long has 61 lines' src/app/b.c "int b_long(void) {\n$(many 59 '    ;\n')}\n"
expect 'function: src/app/b.c:2: b_two_lines has 62 lines' src/app/b.c "int b_fine(void);\nint b_two_lines(int a,\n    int b) {\n$(many 59 '    ;\n')}\n"
expect 'function: src/app/b.c:1: b_deep is 5 levels deep' src/app/b.c 'int b_deep(void) {\n{\n{\n{\n{\n}\n}\n}\n}\n}\n'
expect 'banned call: src/app/b.c:1' src/app/b.c '    x = atoi(s);\n'
expect 'banned call: tests/b.c:1' tests/b.c '    strcpy(a, b);\n'
expect 'memory outside base/mem: src/app/b.c:1' src/app/b.c '    x = malloc(3);\n'
expect 'exit outside main: src/app/b.c:1' src/app/b.c '    exit(3);\n'
expect 'clock: src/app/b.c:1' src/app/b.c '    t = time(NULL);\n'
expect 'sleeping test: tests/b.c:1' tests/b.c '    usleep(3);\n'
expect 'left open: src/app/b.c:1' src/app/b.c '// TODO\n'
expect 'tab: src/app/b.c:1' src/app/b.c '\tx;\n'
expect 'mutable global: src/app/b.c:1: static int count;' src/app/b.c 'static int count;\n'
expect 'mutable global: src/app/b.c:1: char buffer[4] = "x";' src/app/b.c 'char buffer[4] = "x";\n'
expect 'header: src/app/b.h: no guard LOOKBACK_APP_B_H' src/app/b.h '#pragma once\n'
expect 'src/README.md: src/app/b has no line' src/app/b.c 'x;\n'
expect 'src/README.md: src/app/b.h has no line' src/app/b.h 'x;\n'
expect 'src/README.md: src/b.c has no line' src/b.c 'x;\n'
expect 'src/README.md: src/base/a is listed, once too often' src/README.md '    a    again\n'
expect 'src/README.md: src/base/b is listed, once too often' src/README.md '    b    gone\n'
clean
sed -i '1i #include <stdio.h>' "$tree/src/base/a.c"
[[ $("$here/house.sh" "$tree") == *'include order: src/base/a.c: base/a.h is not its first include'* ]] || { echo 'include order not seen'; failed=1; }
exit $failed
