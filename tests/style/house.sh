#!/usr/bin/env bash
# The rules of the house (src/README.md) over the source tree given: prints what breaks one, exit status 1 if anything does.
set -u
cd "$1" || exit 2
broken=0
tell() { # prints standard input, each line behind the rule's name
    while IFS= read -r line; do
        printf '%s: %s\n' "$1" "$line"
        broken=1
    done
}
sources() { find "$@" -name '*.[ch]' 2>/dev/null | sort; }

# ---- layers: own folder, or one with a lower number

declare -A LEVEL=([base]=0 [math]=1 [attn]=2 [draw]=2 [net]=2 [model]=3 [link]=3 [lesson]=3 [out]=3 [app]=4 [tui]=5)
layers() {
    local file folder used
    for file in $(sources src); do
        folder=${file#src/}
        [[ $folder == */* ]] && folder=${folder%%/*} || folder=main
        while read -r used; do
            if [[ $used != */* ]]; then
                [[ $folder == main ]] || echo "$file: \"$used\" without its folder"
            elif [[ -z ${LEVEL[${used%%/*}]+known} ]]; then
                echo "$file: \"$used\" is in no layer"
            elif [[ $folder != main && ${used%%/*} != "$folder" && ${LEVEL[${used%%/*}]} -ge ${LEVEL[$folder]:--1} ]]; then
                echo "$file: $folder must not see \"$used\""
            fi
        done < <(sed -nE 's/^#include "([^"]+)".*/\1/p' "$file")
    done
}
tell layer < <(layers)

# ---- libraries: each seen by one folder alone

only() { # FOLDER PATTERN
    sources src | grep -v "^src/$1/" | xargs -r grep -nE "#include <($2)" /dev/null
}
tell 'only tui/ sees ncurses' < <(only tui 'ncurses|curses|term\.h|panel\.h')
tell 'only lesson/ sees cmark' < <(only lesson 'cmark')
tell 'only model/ sees JSON in' < <(only model 'jansson')
tell 'only math/ sees BLAS' < <(only math 'cblas|openblas')

# ---- sizes

lines() {
    sources src tests | xargs -r wc -l | awk '$2 != "total" && $1 > 500 {print $2 ": " $1 " lines, 500 is the most"}'
}
tell 'file too long' < <(lines)

# Of the program: a test's function may hold a long table. A function starts at a line in column 0 that ends in ) {, or in { below such a head, and ends at } in column 0. Its body is level 1;
# braces that open and close on one line make no level.
functions() {
    sources src | xargs -r awk '
        FNR == 1 {inside = 0; head = 0}
        {
            code = $0
            gsub(/\\./, "", code); gsub(/"[^"]*"/, "", code); gsub(/\x27[^\x27]*\x27/, "", code); sub(/\/\/.*/, "", code)
        }
        !inside && code ~ /^[A-Za-z_].*\(/ && code !~ /;[ \t]*$/ {head = FNR; name = code}
        !inside && head && code ~ /^[A-Za-z_ ].*\)[ \t]*{[ \t]*$/ {inside = 1; depth = 0; deepest = 0; start = head}
        !inside && code ~ /^}|;[ \t]*$/ {head = 0}
        inside {
            depth += gsub(/{/, "{", code) - gsub(/}/, "}", code)
            if (depth > deepest) deepest = depth
            if (depth <= 0) {
                sub(/\(.*/, "", name); sub(/.*[ *]/, "", name)
                if (FNR - start + 1 > 60) print FILENAME ":" start ": " name " has " FNR - start + 1 " lines, 60 is the most"
                if (deepest > 4) print FILENAME ":" start ": " name " is " deepest " levels deep, 4 is the most"
                inside = 0; head = 0
            }
        }'
}
tell 'function' < <(functions)

# ---- calls and words

banned='strcpy|strcat|sprintf|vsprintf|gets|atoi|atol|atof|strtok|system|popen|alloca|rand|srand'
tell 'banned call' < <(sources src tests | xargs -r grep -nE "(^|[^A-Za-z0-9_])($banned)\(" /dev/null)
tell 'memory outside base/mem' < <(sources src | grep -v '^src/base/mem' | xargs -r grep -nE '(^|[^A-Za-z0-9_])(malloc|calloc|realloc|strdup|strndup)\(' /dev/null)
tell 'exit outside main' < <(sources src | grep -E '^src/[^/]+/' | grep -v '^src/tui/' | xargs -r grep -nE '(^|[^A-Za-z0-9_])exit\(' /dev/null)
tell 'clock' < <(sources src/base src/math src/attn src/draw src/net src/app src/out | xargs -r grep -nE '(^|[^A-Za-z0-9_])(time|clock|clock_gettime|gettimeofday|nanosleep|usleep|sleep)\(' /dev/null)
tell 'sleeping test' < <(sources tests | grep -v '^tests/bench/' | xargs -r grep -nE '(^|[^A-Za-z0-9_])(sleep|usleep|nanosleep)\(' /dev/null)
tell 'left open' < <(sources src tests | xargs -r grep -nwE 'TODO|FIXME|XXX' /dev/null)
tell 'tab' < <(sources src tests | xargs -r grep -nP '^\s*\t' /dev/null)

# A variable in column 0 that can change. tui/ may hold the one screen.
globals() {
    sources src | grep -v '^src/tui/' | xargs -r awk '
        /^[A-Za-z_][A-Za-z0-9_ *]*(\[[^]]*\])*( = .*|;)$/ &&
        !/(^|[ *])const / && !/^(typedef|extern|enum|struct [A-Za-z]+;|union|return|goto|#)/ {print FILENAME ":" FNR ": " $0}'
}
tell 'mutable global' < <(globals)

# ---- headers

guards() {
    local file guard
    for file in $(sources src | grep '\.h$'); do
        guard=$(echo "LOOKBACK_${file#src/}" | tr 'a-z/.' 'A-Z__')
        grep -q "^#ifndef $guard\$" "$file" || echo "$file: no guard $guard"
    done
}
tell 'header' < <(guards)

own_first() {
    local file own
    for file in $(sources src | grep '/[^/]*/[^/]*\.c$'); do
        own=${file#src/}
        own=${own%.c}.h
        [[ -f src/$own ]] || continue
        [[ $(grep -m1 '^#include' "$file") == "#include \"$own\"" ]] || echo "$file: $own is not its first include"
    done
}
tell 'include order' < <(own_first)

# ---- the map: src/README.md has one line for every file, under its folder, and none for a file that is gone

mapped() {
    awk '/^## / {folder = ""} /^\*\*[a-z]+\/\*\*/ {folder = substr($1, 3); sub(/\*.*/, "", folder)}
        folder != "" && /^    [a-z]/ {print "src/" folder $1}' src/README.md
    grep -oE '\b[a-z_]+\.c\b' src/README.md | sort -u | sed 's/^/src\//' | grep -xFf <(ls src/*.c 2>/dev/null)
}
present() {
    local file
    for file in $(sources src); do
        case $file in
            src/*/*.c) echo "${file%.c}" ;;
            src/*/*.h) [[ -f ${file%.h}.c ]] || echo "$file" ;;
            *.c) echo "$file" ;;
        esac
    done
}
tell 'src/README.md' < <(diff <(mapped | sort) <(present | sort) | sed -nE 's/^< (.*)/\1 is listed, once too often/p; s/^> (.*)/\1 has no line/p')

exit $broken
