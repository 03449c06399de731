#!/usr/bin/env bash
# The man page: free of warnings, and with every command, option, head, sentence and key.
. "$(dirname "$0")/common.sh"
need mandoc
page=$build/generated/lookback.1

said=$(mandoc -T lint -W warning "$page" 2>&1) || wrong "mandoc: $said"
LC_ALL=C grep -nP '[^\n\x20-\x7e]' "$page" && wrong 'bytes beyond ASCII in the roff source'
mandoc -T utf8 -O width=200 "$page" | sed 's/.\x08//g' >page
mandoc -T ascii "$page" | grep -F '<?>' && wrong 'a character with no stand-in in ASCII'

for heading in NAME SYNOPSIS DESCRIPTION COMMANDS OPTIONS HEADS SENTENCES KEYS 'EXIT STATUS' ENVIRONMENT FILES EXAMPLES; do
    grep -qx "$heading" page || wrong "no section $heading"
done
has() { grep -qF -- "${1//…/...}" page || wrong "not in the man page: $1"; }
"$lookback" --help >help
options=$(grep -oE -- '--[a-z][a-z-]*' help | sort -u)
commands=$(sed -nE 's/^  (lookback [a-z]+).*/\1/p' help)
[[ $(wc -w <<<"$options") -gt 15 && $(wc -l <<<"$commands") -gt 3 ]] || wrong 'no options or commands found in --help'
for option in $options; do has "$option"; done
while read -r command; do has "$command"; done <<<"$commands"
for head in $("$lookback" heads | sed -nE 's/^([a-z-]+) .*/\1/p'); do has "$head"; done
while read -r name; do has "$name"; done < <(sed -nE 's/^([a-z]+) .*\| *(.*)/\1/p' "$source_tree/data/sentences.txt")
while read -r help; do has "$help"; done < <("$lookback" keys | sed -nE 's/^  .{11}//p')
for word in LOOKBACK_DATA NO_COLOR TERM COLORTERM LC_ALL; do has "$word"; done

# Data with roff in it stays text.
cp -r "$source_tree/data" data
cp -r "$source_tree/lessons" data/lessons
printf '%s\n' '.TH | Dot | 0 | .SH \fBbold\fR "quoted" `back` ^ ~ it'"'"'s …' "'x | Quote | 0 | 'br word" >>data/sentences.txt
mkdir hostile
"$build/src/generate" data hostile 0.0 2000-01-01 || wrong 'generate fails on hostile data'
said=$(mandoc -T lint -W warning hostile/lookback.1 2>&1) || wrong "mandoc on hostile data: $said"
mandoc -T utf8 -O width=200 hostile/lookback.1 | sed 's/.\x08//g' >page.hostile
grep -qF '.SH \fBbold\fR "quoted" `back` ^ ~ it'"'"'s ...' page.hostile || wrong "roff in a sentence is not text: $(grep -F quoted page.hostile)"
grep -qF "'br word" page.hostile || wrong 'a line that starts with a quote is lost'

# The examples are commands that work, apart from those that need a terminal.
examples=0
while read -r example; do
    case $example in
    'lookback render '*)
        PATH=$build:$PATH bash -c "$example" >/dev/null 2>err || wrong "an example fails: $example: $(<err)"
        examples=$((examples + 1)) ;;
    esac
done < <(sed -n '/^EXAMPLES/,$p' page)
[[ $examples -ge 3 ]] || wrong "only $examples examples found"
exit $failed
