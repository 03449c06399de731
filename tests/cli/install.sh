#!/usr/bin/env bash
# An installed copy finds its data wherever it is moved and by whatever name it is called, and every part lies where Debian looks.
. "$(dirname "$0")/common.sh"

DESTDIR=$folder/stage cmake --install "$build" --prefix /usr >log 2>&1 || { cat log; exit 1; }
stage=$folder/stage/usr
for file in bin/lookback share/lookback/{sentences,names,asking}.txt share/lookback/worked/the-cat-sat.txt share/lookback/lessons/01-tokens-need-to-talk.md \
    share/man/man1/lookback.1 \
    share/bash-completion/completions/lookback share/zsh/site-functions/_lookback share/fish/vendor_completions.d/lookback.fish; do
    [[ -s $stage/$file ]] || wrong "not installed: $file"
done
[[ -z $(find "$stage" -name generate -o -name '*.a') ]] || wrong 'installed more than the program'

# A sentence that only the installed copy has tells which data was read.
mv "$stage" "$folder/moved copy"
printf 'here | Here | 0 | only in the installed copy\n' >>"moved copy/share/lookback/sentences.txt"
ln -s "$folder/moved copy/bin/lookback" one
ln -s one two
for program in "moved copy/bin/lookback" ./one ./two; do
    env -i "$program" render --format json --sentence here >out 2>err || wrong "$program: $(cat -v err)"
    grep -qF '"tokens": ["only", "in", "the", "installed", "copy"]' out || wrong "$program: other tokens: $(head -c 300 out)"
done
(cd "moved copy/bin" && env -i PATH=. lookback render --format json --sentence here >/dev/null) || wrong 'not found by way of PATH'
mv "moved copy/share/lookback/names.txt" gone
env -i ./one render >out 2>err
[[ $? == 1 && ! -s out && $(<err) == *'moved copy/'*names.txt* ]] || wrong "an incomplete copy is not named: $(cat -v err)"
exit $failed
