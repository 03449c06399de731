#!/usr/bin/env bash
# The completions: sound in their shells, with every command and option, and they complete.
. "$(dirname "$0")/common.sh"
need zsh fish
parts=$build/generated
export HOME=$folder XDG_CONFIG_HOME=$folder XDG_DATA_HOME=$folder

bash -n "$parts/lookback.bash" || wrong 'bash -n'
zsh -fn "$parts/_lookback" || wrong 'zsh -n'
fish -n "$parts/lookback.fish" || wrong 'fish -n'
LC_ALL=C grep -nP '[^\n\x20-\x7e]' "$parts"/{lookback.bash,_lookback,lookback.fish} && wrong 'bytes beyond ASCII'

"$lookback" --help >help
options=$(grep -oE -- '--[a-z][a-z-]*' help | sort -u | sed 's/^--//')
commands=$(sed -nE 's/^  lookback ([a-z]+).*/\1/p' help)
for option in $options; do
    grep -qE -- "[ (]--$option[ |)]" "$parts/lookback.bash" || wrong "bash: no --$option"
    grep -qE -- "--$option[=[}]" "$parts/_lookback" || wrong "zsh: no --$option"
    grep -qE -- " -l $option " "$parts/lookback.fish" || wrong "fish: no --$option"
done
for command in $commands; do
    grep -qE "[' ]$command[' ]" "$parts/lookback.bash" || wrong "bash: no $command"
    grep -qF "'$command:" "$parts/_lookback" || wrong "zsh: no $command"
    grep -qF -- "-a $command " "$parts/lookback.fish" || wrong "fish: no $command"
done

# Names that a shell would run or that end a quote are not offered.
cp -r "$source_tree/data" data
cp -r "$source_tree/lessons" data/lessons
printf '%s | T | 0 | word\n' '$(touch ran)' "it's" '`touch ran`' 'a b' ';ls' >>data/sentences.txt
mkdir hostile
"$build/src/generate" data hostile 0.0 2000-01-01 || wrong 'generate fails on hostile data'
for part in lookback.bash _lookback lookback.fish; do
    cmp -s "hostile/$part" "$parts/$part" || wrong "hostile names are in $part"
done

# ---- bash: the function itself, as readline calls it

. "$parts/lookback.bash"
[[ $(complete -p lookback) == 'complete -F _lookback lookback' ]] || wrong 'bash: not registered'
in_bash() { # WANTED WORD …: the last word is being typed
    local wanted=$1
    shift
    COMP_WORDS=(lookback "$@")
    COMP_CWORD=$#
    _lookback
    [[ ${COMPREPLY[*]} == $wanted ]] || wrong "bash: lookback $*: \"${COMPREPLY[*]}\", wanted \"$wanted\""
}
heads=$("$lookback" heads | sed -nE 's/^([a-z-]+) .*/\1/p' | paste -sd' ')
sentences=$(sed -nE 's/^([a-z]+) .*/\1/p' "$source_tree/data/sentences.txt" | paste -sd' ')
in_bash "$(paste -sd' ' <<<"$commands")" ''
in_bash 'render' ren
in_bash "$heads" --head ''
in_bash 'induction' --head ind
in_bash 'induction' --head = ind
in_bash "$heads" --head =
in_bash "$sentences" --sentence ''
in_bash '*text*' render ''
in_bash '--theme' --th
in_bash 'dark' render text 'a text' --theme d
in_bash 'svg' render -f sv
in_bash 'render' --head induction ren
in_bash 'render' --head = induction ren
in_bash '' --query ''
in_bash '' text ''
in_bash '03-*' lesson 03
in_bash '03-*' render lesson 03
touch 'a file.script' another
in_bash 'a file.script another' --replay a
in_bash 'another' render -o an

# ---- fish and zsh, asked as their own completion asks

in_fish() { # WANTED LINE
    local got
    got=$(fish --no-config -c "source $parts/lookback.fish; complete -C '$2'" | cut -f1 | paste -sd' ')
    [[ $got == $1 ]] || wrong "fish: $2: \"$got\", wanted \"$1\""
}
in_fish "$(sort <<<"$commands" | paste -sd' ')" 'lookback '
in_fish 'induction' 'lookback --head ind'
in_fish 'render' 'lookback --head induction ren'
in_fish '*text*' 'lookback render '
in_fish '--theme*' 'lookback --them'
in_fish 'svg' 'lookback render -f sv'
in_fish '03-*' 'lookback render lesson 03'
in_fish 'another' 'lookback --replay ano'

in_zsh() { # WANTED LINE: completed in a zsh on a pty, the way a user does
    local got
    got=$(zsh -f "$here/complete.zsh" "$parts" "$2" 2>&1 | tr -d '\r')
    [[ $got == $1 ]] || wrong "zsh: $2: \"$got\", wanted \"$1\""
}
in_zsh 'lookback --head=induction*' 'lookback --head=indu'
in_zsh 'lookback render *' 'lookback ren'
in_zsh 'lookback --head induction render *' 'lookback --head induction ren'
in_zsh 'lookback render text *' 'lookback render te'
in_zsh 'lookback render -f svg*' 'lookback render -f sv'
in_zsh 'lookback lesson 03-*' 'lookback lesson 03'
in_zsh 'lookback render lesson 03-*' 'lookback render lesson 03'
in_zsh 'lookback --replay another*' 'lookback --replay ano'
exit $failed
