#!/usr/bin/env bash
# Bad input: one line on standard error, exit status 1 or 2, nothing on standard output, and never a control character anywhere.
. "$(dirname "$0")/common.sh"

has_control() { # FILE: a control but newline; C1 controls and bidi overrides in UTF-8 too
    LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\t|\r|\xc2[\x80-\x9f]|\xe2\x80[\xaa-\xae]|\xe2\x81[\xa6-\xa9]' "$1"
}

# refuse STATUS WORDS COMMAND …: the message has these words.
refuse() {
    local status=$1 words=$2 got
    shift 2
    timeout 60 "$@" >out 2>err </dev/null
    got=$?
    [[ $got == "$status" ]] || wrong "status $got, wanted $status: $*"
    [[ ! -s out ]] || wrong "something on standard output: $*"
    [[ $(wc -l <err) == 1 && $(tail -c1 err | wc -l) == 1 ]] || wrong "not one line on standard error: $*: $(cat -v err)"
    grep -qF -- "$words" err || wrong "wanted \"$words\" for $*: $(cat -v err)"
    ! has_control err || wrong "a control on standard error: $*: $(cat -v err)"
    LC_ALL=C.UTF-8 iconv -f UTF-8 -t UTF-8 err >/dev/null || wrong "bad UTF-8 on standard error: $*"
}

# accept COMMAND …: done, and what is printed is harmless.
accept() {
    timeout 60 "$@" >out 2>err </dev/null || wrong "status $?: $*: $(cat -v err)"
    [[ -s out && ! -s err ]] || wrong "wanted output and no complaint: $*"
    ! has_control out || wrong "a control on standard output: $*"
}

# ---- texts

many=$(printf 'a %.0s' $(seq 5000))
refuse 1 'blank' "$lookback" text ''
refuse 1 'blank' "$lookback" render text ''
refuse 1 'blank' "$lookback" render --text $' \t\n  '
refuse 1 'more than 1024 tokens' "$lookback" render text "$many"
refuse 1 'at most 32768' "$lookback" render text "$(head -c 40000 /dev/zero | tr '\0' a)"
for format in text svg html json csv; do
    accept "$lookback" render text one --format "$format"
    accept "$lookback" render text $'\xff\xfe \xe2\x82 \x1b[31mred\x1b]2;title\a \xc2\x9b \x7f \x01 tab' --format "$format"
    accept "$lookback" render text $'\u202eoverride\u202c \u2066isolate\u2069 e\u0301\u0301\u0301\u0301 日本 👩‍👩‍👧' --format "$format"
done

# ---- values

refuse 1 'outside the text' "$lookback" render --query 99
refuse 1 'whole number' "$lookback" render --query -1
refuse 1 'whole number' "$lookback" render --query 99999999999999999999
refuse 1 'whole number' "$lookback" render --query 1e1
refuse 1 'outside the text' "$lookback" render --key 15
for divisor in 0 -0 -8 nan NAN -nan inf 1e-9 1e99 8x '' ' '; do
    refuse 1 'divisor is' "$lookback" render --divisor="$divisor"
done
for size in 0x0 0x5 5x0 99999x99999 4294967376x24 80 80x 80x24x x24 -80x24 ' 80x24' 80X24 1e2x24 ''; do
    refuse 1 '--size' "$lookback" render --size="$size"
done
refuse 1 'whole number' "$lookback" render --d 0
refuse 1 'whole number' "$lookback" render --d 99999
refuse 1 'on or off' "$lookback" render --mask maybe

# ---- names: the nearest one is told

refuse 2 'did you mean "render"?' "$lookback" rendr
refuse 2 'did you mean "text"?' "$lookback" render tetx
refuse 2 'did you mean "sentence"?' "$lookback" --sentense cat
refuse 1 'did you mean "induction"?' "$lookback" render --head inducton
refuse 2 "means nothing to a list" "$lookback" heads --head induction
refuse 2 "means nothing to a list" "$lookback" keys --format json
refuse 2 "goes with render" "$lookback" --sentence ioi --format json
refuse 1 "number from" "$lookback" render --divisor 0x10
refuse 1 "number from" "$lookback" render --divisor "√-4"
refuse 1 'did you mean "ioi"?' "$lookback" render --sentence iio
refuse 1 'did you mean "heatmap"?' "$lookback" render --view heatmp
refuse 1 'did you mean "contrast"?' "$lookback" render --theme contrats
refuse 1 'did you mean "magma"?' "$lookback" render --map magna
refuse 1 'did you mean "truecolor"?' "$lookback" render --color truecolour
refuse 1 'did you mean "json"?' "$lookback" render --format jsn
refuse 1 'one of: ' "$lookback" render --head zebra

# ---- the command line

refuse 2 'unknown option "-z"' "$lookback" -z
refuse 2 '-o takes a value' "$lookback" render -o
refuse 2 '-f takes a value' "$lookback" render -f
refuse 2 '--head takes a value' "$lookback" render --head
refuse 2 '--ascii takes no value' "$lookback" render --ascii=on
refuse 1 '--bos is "maybe": on or off is wanted' "$lookback" render --bos=maybe
refuse 2 'a text is wanted' "$lookback" text
refuse 2 'one word too many' "$lookback" text two words
refuse 2 'already printed' "$lookback" render heads
refuse 2 'already printed' "$lookback" render lessons
refuse 2 'wanted' "$lookback" check
refuse 2 'unknown command' "$lookback" $'\x1b]2;title\a'
refuse 2 'unknown option' "$lookback" $'--\x1b[31m\xff'
refuse 2 'unknown option' "$lookback" $'-\x1b'
refuse 1 'unknown head' "$lookback" render --head $'\x1b[31m\n\u202e\u009b'
refuse 1 'unknown head' "$lookback" render --head "$many"

# ---- files

refuse 1 'cannot write' "$lookback" render -o /nonexistent/frame
refuse 1 'is a directory' "$lookback" render -o .
refuse 1 'a file name is wanted' "$lookback" render -o ''
refuse 1 'No space left' "$lookback" render -o /dev/full
refuse 1 'cannot write' "$lookback" --record /nonexistent/script
refuse 1 'cannot open' "$lookback" render --replay /nonexistent/script
refuse 1 'cannot open' "$lookback" --replay /nonexistent/script
printf 'dance 3\n' >bad.script
refuse 1 'bad.script:1' "$lookback" render --replay bad.script
refuse 1 'bad.script:1' "$lookback" --replay bad.script
refuse 1 'cannot open: No such file' "$lookback" render -o "$folder/x" --replay $'\x1b[31m'
[[ ! -e x ]] || wrong 'a failure wrote its output file'

# ---- lessons

refuse 1 'did you mean' "$lookback" lesson 05-why-the-msak
refuse 1 'did you mean' "$lookback" render lesson 05-why-the-msak
refuse 1 'cannot open' "$lookback" lesson /nonexistent/lesson.md
refuse 1 'whole number' "$lookback" render lesson 1 --step 0
refuse 1 'steps' "$lookback" render lesson 1 --step 999
refuse 1 'steps' "$lookback" lesson 1 --step 999
printf -- '---\norder: x\n---\n# A\n' >front.md
refuse 1 'front.md:2' "$lookback" lesson front.md
refuse 1 'front.md:2' "$lookback" render lesson front.md
printf '# Odd\n\n```scene\nhead: \x1b[31m\xff\n```\n' >odd.md
"$lookback" check odd.md >out 2>err
[[ $? == 1 && $(head -1 out) == odd.md:4:* && ! -s err ]] || wrong "check: no finding in odd.md: $(cat -v out err)"
[[ $(sed 1d out) == '1 lesson, 0 numbers: mistakes found' ]] || wrong "check: no sum: $(cat -v out)"
! has_control out || wrong "a control in a finding: $(cat -v out)"

# ---- data

data() { # a fresh copy of the data, for the next command
    rm -rf data
    cp -r "$source_tree/data" data
    cp -r "$source_tree/lessons" data/lessons
}
export LOOKBACK_DATA=$folder/data
data && rm -r data/lessons
refuse 1 'lessons' "$lookback" render
data && printf -- '---\ntitle: \x1b[31m\n' >data/lessons/99-odd.md
accept "$lookback" lessons
refuse 1 'sentences.txt: cannot open' env LOOKBACK_DATA=/nonexistent "$lookback" render
refuse 1 'sentences.txt: cannot open' env LOOKBACK_DATA=/nonexistent "$lookback"
for file in $(cd "$source_tree/data" && find . -name '*.txt' -printf '%P\n'); do
    data && rm "data/$file"
    refuse 1 "data/$file: cannot open" "$lookback" render
    mkdir "data/$file"
    refuse 1 "data/$file: not a regular file" "$lookback" render
    data && : >"data/$file"
    refuse 1 "data/$file" "$lookback" render
    data && head -c 2000000 /dev/zero | tr '\0' 'a' >"data/$file"
    refuse 1 "data/$file: larger than" "$lookback" render
done
data && printf 'Mary\nJos\xe9\n' >data/names.txt
refuse 1 'names.txt:2: byte \xE9, wanted UTF-8' "$lookback" render
data && printf 'ioi | Title | 99 | too short\n' >data/sentences.txt
refuse 1 'data/sentences.txt:1' "$lookback" render
data && printf '# fine\n\x1b[31m\xff|\n' >data/sentences.txt
refuse 1 'data/sentences.txt:2' "$lookback" render
data && printf '\x1b[2J | \x1b[31m | 0 | \x1b]2;x\a one\n' >data/sentences.txt
accept "$lookback" render
refuse 1 'unknown sentence' "$lookback" render --sentence zebra
unset LOOKBACK_DATA

# ---- matrices of one's own

printf 'tokens a b\nX\n1 2\n1\n' >ragged
refuse 1 'ragged:4: X: 1 number in this row, 2 in the rows above' "$lookback" render worked ragged
refuse 1 'ragged:4' "$lookback" worked ragged
printf 'tokens a b\nX\n1 nan\n1 2\n' >nan
refuse 1 'nan:3: X: "nan" is not a number' "$lookback" render worked nan --format json
printf 'tokens a b c d e f g h i j k l m\n' >many
refuse 1 'many:1' "$lookback" render worked many
printf 'tokens a \x1b[31m\nX\n1\n' >few
refuse 1 'few:' "$lookback" render worked few
: >nothing
refuse 1 'nothing:1' "$lookback" render worked nothing
refuse 1 'absent: cannot open' "$lookback" render worked absent
refuse 1 'worked has no csv' "$lookback" render worked --format csv
refuse 1 'X has rows 0 to 2' "$lookback" render worked --set X:9,0=1
refuse 1 'cell 9,9 is outside A' "$lookback" render worked --cell A:9,9
refuse 2 'a step of a lesson' "$lookback" render worked --step 3
"$lookback" render worked --set X:0,1=2 --format matrices -o mine || wrong "matrices are not written"
accept "$lookback" render worked mine --step mix

# ---- standard output

[[ $({ "$lookback" render 2>&1 >/dev/full; echo $?; } | tail -1) == 1 ]] || wrong 'a full disk is no failure'
"$lookback" --help 2>err >/dev/full
[[ $? == 1 && $(wc -l <err) == 1 ]] || wrong "--help on a full disk: $(cat -v err)"
"$lookback" render 2>err >&-
[[ $? == 1 && $(wc -l <err) == 1 ]] || wrong "a closed standard output: $(cat -v err)"
mkfifo pipe
exec 4<>pipe 5>pipe 4<&- # now nobody reads
"$lookback" render >&5 2>err
status=$?
[[ $status == 1 && $(wc -l <err) == 1 ]] || wrong "a broken pipe: status $status: $(cat -v err)"
exec 5>&-

# ---- no terminal

refuse 2 'not a terminal' "$lookback"
refuse 2 'not a terminal' "$lookback" text 'some words'
exit $failed
