#!/usr/bin/env bash
# Lessons with mistakes: said with file and line before anything plays, and listed by check, as text and as JSON.
. "$(dirname "$0")/common.sh"

# mistake WORDS: own.md, from standard input, does not play, and the one line says so; check finds it.
mistake() {
    local words=$1 command
    cat >own.md
    for command in 'lesson own.md' 'lesson own.md --watch' 'lesson own.md --autoplay 9' 'render lesson own.md'; do
        timeout 60 "$lookback" $command >out 2>err </dev/null
        [[ $? == 1 && ! -s out && $(wc -l <err) == 1 ]] || wrong "wanted one line and status 1: $command: $(cat -v out err)"
        grep -qF -- "lookback: own.md:$words" err || wrong "wanted \"own.md:$words\" for $command: $(cat -v err)"
    done
    timeout 60 "$lookback" check own.md >out 2>err </dev/null
    [[ $? == 1 ]] || wrong "check found nothing: $words"
    grep -qF -- "own.md:$words" out || wrong "check said: $(cat -v out err)"
}

mistake '4: scene: unknown head "inducton" (did you mean "induction"?)' <<<$'# A\n\n```scene\nhead: inducton\n```'
mistake '7: scene: query 99 is outside the text' <<<$'# A\n\n***\n\n```scene\nsentence: ioi\nquery: 99\n```'
mistake '6: `= weight 99 3`: position 99 is outside the text' <<<$'# A\n\n```scene\n```\n\nIt is `= weight 99 3`.'
mistake '3: `= entropy 2`: there is no scene' <<<$'# A\n\nIt is `= entropy 2`.'
mistake '3: unknown metric "wieght" (did you mean "weight"?)' <<<$'# A\n\nIt is `= wieght 2 1`.'
mistake '4: expect: it is 0.955783, wanted > 2' <<<$'# A\n\n```scene\nexpect: weight 9 3 > 2\n```'
mistake '1: scene: a lesson shows a stored training: `run: words`' <<<$'# A\n\n```scene\nscreen: train\n```'
mistake '1: scene: a lesson shows a model of the program: `model: words`' <<<$'# A\n\n```scene\nscreen: open\n```'
mistake '5: scene: unknown model "word" (did you mean "words"?)' <<<$'# A\n\n```scene\nscreen: map\nmodel: word\n```'
mistake '5: scene: step is a moment of a stored run' <<<$'# A\n\n```scene\nscreen: train\nstep: 3\n```'
mistake '9: `= loss-at 0`' <<<$'# A\n\n```scene\nscreen: open\nmodel: words\n```\n\nx\n`= loss-at 0`'
mistake '7: predict: heads are clicked on the screen of a training' <<<$'# A\n\n```scene\nsentence: ioi\n```\n\n```predict\nask: x\nclick: head\nright: weight i j > 0\n```'
mistake '1: nothing in it to read' </dev/null
mistake '1: nothing in it to read' <<<$'<!-- note: only a note -->'
mistake '1: front matter begins here and never ends' <<<$'---\ntitle: A\n\n# A'
mistake '2: unknown front matter "titel" (did you mean "title"?)' <<<$'---\ntitel: A\n---\n\n# A'
mistake '3: unknown block "quizz" (did you mean "quiz"?)' <<<$'# A\n\n```quizz\n```'
mistake '3: predict: 225 of the 225 places to click are right' <<<$'# A\n\n```predict\nask: x\nclick: cell\nright: weight i j < 2\n```\n\n```scene\n```'

quizzes=$(for k in {1..33}; do printf '```quiz\nx\n- [x] a\n  > b\n- [ ] c\n  > d\n```\n\n'; done)
mistake '259: quiz: more than 32 in one step' <<<$'# A\n\n'"$quizzes"

timeout 60 "$lookback" lesson none.md >out 2>err </dev/null
[[ $? == 1 && ! -s out && $(wc -l <err) == 1 ]] || wrong "a missing file: $(cat -v out err)"

# ---- JSON

mkdir -p folder
printf '# A\n\n```scene\nhead: inducton\n```\n' >folder/a.md
printf '# B\n\n\033[31m `= wieght 1 1`\n' >folder/b.md
printf '# C\n' >folder/c.md
says() { # FILE LINE: has exactly this line, blanks in front aside
    sed 's/^ *//' "$1" | grep -qxF -- "$2" || wrong "no line $2 in $1: $(cat -v "$1")"
}
"$lookback" check folder --format json >found.json
[[ $? == 1 ]] || wrong "findings, and status not 1"
says found.json '"schema": "lookback.check/1",'
says found.json '"ok": false'
says found.json '"lessons": 3,'
says found.json '{"code": "scene", "where": "folder/a.md:4", "message": "scene: unknown head \"inducton\" (did you mean \"induction\"?)", "fix": "write \"induction\""},'
says found.json '{"code": "lesson", "where": "folder/b.md:3", "message": "unknown metric \"wieght\" (did you mean \"weight\"?)", "fix": "write \"weight\""}'
"$lookback" check folder/c.md --format json >none.json || wrong "no findings, and status not 0"
says none.json '"ok": true'
says none.json '"findings": [],'
"$lookback" check folder/none.md --format json >gone.json
[[ $? == 1 ]] || wrong "no file, and status not 1"
says gone.json '{"code": "file", "where": "folder/none.md", "message": "cannot open: No such file or directory", "fix": null}'
"$lookback" check "$source_tree/lessons" --format json >course.json || wrong "the course has mistakes: $(cat course.json)"
"$lookback" check folder --format svg >out 2>err && wrong "check took svg"
[[ ! -s out ]] || wrong "something on standard output"

# ---- what goes with what

refuse() { # STATUS WORDS ARGUMENT …
    local status=$1 words=$2
    shift 2
    timeout 60 "$lookback" "$@" >out 2>err </dev/null
    [[ $? == "$status" && ! -s out ]] || wrong "wanted status $status: $*"
    grep -qF -- "$words" err || wrong "wanted \"$words\" for $*: $(cat -v err)"
}
refuse 2 '--watch goes with a lesson' --watch
refuse 2 '--watch goes with a lesson' lesson --watch
refuse 2 '--watch goes with a lesson' render lesson 1 --watch
refuse 2 '--autoplay goes with lessons' play --autoplay 5
refuse 2 '--autoplay goes with lessons' --sentence ioi --autoplay 5
refuse 2 '--autoplay goes with lessons' render lesson 1 --autoplay 5
for seconds in 0 -1 1.5 x '' 3601 99999999999999999999 ' 5'; do
    refuse 1 '--autoplay is' lesson 1 --autoplay="$seconds"
done
refuse 2 'not a terminal' notes

exit $failed
