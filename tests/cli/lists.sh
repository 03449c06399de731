#!/usr/bin/env bash
# --help, heads and keys: in UTF-8, and in ASCII where the locale is not UTF-8 or --ascii is given.
. "$(dirname "$0")/common.sh"

is_ascii() { ! LC_ALL=C grep -qaP '[^\n\x20-\x7e]' "$1"; }

for list in --help --version heads keys lessons; do
    "$lookback" "$list" >utf8 2>err || wrong "$list: status $?"
    [[ -s utf8 && ! -s err ]] || wrong "$list prints nothing, or complains"
    LC_ALL=C "$lookback" "$list" >ascii || wrong "$list in the C locale: status $?"
    is_ascii ascii || wrong "$list is not ASCII in the C locale: $(LC_ALL=C grep -naP '[^\n\x20-\x7e]' ascii)"
    ! grep -qF -e '\u' -e '?d' ascii || wrong "$list has a sign without a stand-in: $(grep -nF '\u' ascii)"
    [[ $(wc -l <ascii) == "$(wc -l <utf8)" ]] || wrong "$list has other lines in ASCII"
    LC_ALL=C.UTF-8 "$lookback" "$list" --ascii | cmp -s - ascii || wrong "$list --ascii is not as in the C locale"
    LC_ALL=C "$lookback" "$list" --unicode | cmp -s - utf8 || wrong "$list --unicode is not as in a UTF-8 locale"
    "$lookback" "$list" -o file && cmp -s file utf8 || wrong "$list -o does not write the same"
done
"$lookback" lessons | grep -qvE '^[^ ]+  +[^ ].*  +[0-9]+ steps?$' && wrong 'lessons: columns run into each other'
LC_ALL=C "$lookback" render | LC_ALL=C grep -qaP '[^\n\x20-\x7e]' && wrong 'a frame in the C locale is not ASCII'
LC_ALL=C "$lookback" text 2>err
is_ascii err && grep -qF '...' err || wrong "a message in the C locale is not ASCII: $(cat -v err)"
exit $failed
