#!/usr/bin/env bash
# What is typed wrong is answered in one line on standard error, nothing on standard output, with the right exit status.
#
#     bad_input.sh LOOKBACK
set -u
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failed=0
export LC_ALL=C.UTF-8

problem() {
    printf '%s\n  in: lookback %s\n  said: %q\n' "$1" "$2" "$(cat "$folder/err")"
    failed=1
}

# refuse STATUS WORDS ARGUMENT …: WORDS must stand in the line.
refuse() {
    local want=$1 words=$2 status
    shift 2
    "$program" "$@" >"$folder/out" 2>"$folder/err" </dev/null
    status=$?
    [[ $status == "$want" ]] || problem "exit status $status, wanted $want" "$*"
    [[ ! -s $folder/out ]] || problem 'something on standard output' "$*"
    [[ $(wc -l <"$folder/err") == 1 ]] || problem 'not one line' "$*"
    grep -qF -- "$words" "$folder/err" || problem "does not say: $words" "$*"
    ! LC_ALL=C grep -qP '[\x00-\x08\x0B-\x1F\x7F]' "$folder/err" || problem 'a control character' "$*"
}

many() { for ((k = 0; k < $1; k++)); do printf '%s ' "$2"; done; }

# ---- names and values: 1
refuse 1 'did you mean "induction"?' render --head inducton
refuse 1 'one of:' render --head zebra
refuse 1 'did you mean "ioi"?' render --sentence io
refuse 1 'query' render --query 15
refuse 1 'query' render --query -1
refuse 1 'query' render --query 3x
refuse 1 'query' render --query 99999999999999999999
refuse 1 'key' render --key 15
for bad in 0 -1 nan inf 1e999 x ''; do refuse 1 'divisor' render --divisor "$bad"; done
for bad in 0x0 0x24 80x0 99999x99999 80 80x 80x24x2 -80x24 axb; do refuse 1 'size' render --size "$bad"; done
refuse 1 'd' render --d 0
refuse 1 'mask' render --mask maybe
refuse 1 'did you mean "light"?' render --theme lihgt
refuse 1 'did you mean "svg"?' render --format svgg
refuse 1 'blank' text ''
refuse 1 'blank' render text $' \t\n'
refuse 1 '1024' render text "$(many 5000 a)"
refuse 1 'bytes' render text "$(many 20000 word)"
refuse 1 'unknown head' render --head $'\033]0;title\a\033[31m'
refuse 1 'unknown head' render --head "$(many 2000 long)"

# ---- files: 1
refuse 1 'No such file' render -o "$folder/no/such/file"
refuse 1 'directory' render -o "$folder"
refuse 1 'No space left' render -o /dev/full
refuse 1 'No such file' render --replay "$folder/none.txt"
printf 'key m\nkey Entr\n' >"$folder/script.txt"
refuse 1 'script.txt:2: unknown key "Entr" (did you mean "Enter"?)' render --replay "$folder/script.txt"

# ---- the line itself: 2
refuse 2 'did you mean "head"?' render --haed induction
refuse 2 'did you mean "render"?' rendre
refuse 2 'head' render --head
refuse 2 '' render one two three
refuse 2 'lookback render' # standard output is no terminal

# ---- data: 1, with the file's name
cp -r "$2" "$folder/data"
export LOOKBACK_DATA=$folder/data
mv "$folder/data/names.txt" "$folder/kept"
refuse 1 'names.txt' render
printf '' >"$folder/data/names.txt"
refuse 1 'names.txt' render
mv "$folder/kept" "$folder/data/names.txt"
printf 'one|One|0|fine\nbroken\n' >"$folder/data/sentences.txt"
refuse 1 'sentences.txt:2:' render
head -c 100000 /dev/urandom >"$folder/data/sentences.txt"
refuse 1 'sentences.txt:' render
export LOOKBACK_DATA=$folder/nowhere
refuse 1 'nowhere' render
unset LOOKBACK_DATA

# ---- a broken pipe, and standard output on a full disk
"$program" render --size 200x60 --format ansi 2>"$folder/err" | true
[[ ${PIPESTATUS[0]} -le 1 ]] || problem "broken pipe: exit status ${PIPESTATUS[0]}" 'render | true'
"$program" render >/dev/full 2>"$folder/err"
[[ $? == 1 && $(wc -l <"$folder/err") == 1 ]] || problem 'a full disk is not told' 'render > /dev/full'

# ---- hostile text is drawn, without a control character
"$program" render text $'\033[31mred\033[0m \u202egnp.exe e\u0301\u0302\u0303 \xE2\x82 \u009b31m 世界' >"$folder/out" 2>"$folder/err" || problem 'hostile text is refused' 'render text …'
! LC_ALL=C grep -qP '[\x00-\x09\x0B-\x1F\x7F]' "$folder/out" || problem 'a control character in the frame' 'render text …'

exit $failed
