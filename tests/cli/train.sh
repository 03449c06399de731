#!/usr/bin/env bash
# `lookback train --headless`: what it writes, that it is the same each time, and what it refuses.
. "$(dirname "$0")/common.sh"
small=(--layers 1 --heads 2 --width 16 --mlp 16)

expect 0 'step   100 ' "$lookback" train --headless --steps 100 --seed 3 "${small[@]}" -o one
expect 0 '' "$lookback" train --headless --steps 100 --seed 3 "${small[@]}" -o two
diff -r one two || wrong 'the same seed gave other bytes'
expect 0 '' "$lookback" train --headless --steps 100 --seed 4 "${small[@]}" -o two
! cmp -s one/model.safetensors two/model.safetensors || wrong 'another seed gave the same bytes'
expect 0 'nothing wrong was found' "$lookback" check one 'When Mary and John went to the store'
expect 0 '' "$lookback" train --headless --resume one
expect 1 'xylophone' "$lookback" check one 'Mary xylophone'

expect 0 'all steps are done' "$lookback" train --headless --resume one
rm one/resume.safetensors
expect 0 'all steps are done' "$lookback" train --headless --resume one
[[ ! -e one/resume.safetensors ]] || wrong 'a finished training was written again'
expect 0 'step  100' "$lookback" render train --resume one
expect 0 'step 75 of 100' "$lookback" render model one --step 80
expect 0 '"step": 75' "$lookback" render model one --step 80 --format json
expect 0 '"step": 100' "$lookback" render model one --view predictions --format json
expect 1 'step 101: the training has steps 0 to 100' "$lookback" render model one --step 101
expect 1 '"xylophone" is not among the' "$lookback" render train --text 'Mary xylophone'
expect 0 'After "cat"' "$lookback" render train --text 'the cat saw the cat' --ascii
expect 2 'a folder to write is wanted' "$lookback" train --headless
expect 2 'means nothing then' "$lookback" train --headless --resume one -o two
expect 2 '--width: --resume goes on with the recipe' "$lookback" train --headless --resume one --width 8
expect 1 'steps is 0' "$lookback" train --headless --steps 0 -o three
expect 1 'width 65 is not divisible by 4 heads' "$lookback" train --headless --width 65 -o three
expect 1 'the learning rate is 1e+30; a number above 0 is wanted, 1e6 at most' "$lookback" train --headless --rate 1e30 -o three
expect 1 '--rate is "fast"' "$lookback" train --headless --rate fast -o three
expect 1 '--mask is "of"' "$lookback" train --headless --mask of -o three
expect 2 '--theme means nothing to train' "$lookback" train --headless --theme dark -o three
expect 2 '--steps goes with training' "$lookback" lab --steps 3
render=("$lookback" render train "${small[@]}" --seed 3 --step 30)
expect 0 '"step": 30' "${render[@]}" --format json
cp out first && expect 0 '' "${render[@]}" --format json
cmp -s first out || wrong 'the same seed gave other numbers on screen'
expect 0 'step   30' "${render[@]}"
expect 0 '<svg' "${render[@]}" --format svg
expect 1 'layer 1: the layers' "$lookback" render train --layers 1 --layer 1
expect 1 'width 65 is not divisible by 4 heads' "$lookback" render train --width 65
expect 1 'something else' "$lookback" train -o /
[[ ! -e three ]] || wrong 'a refused training left a folder'
mkdir other && echo mine >other/file
expect 1 'something else' "$lookback" train --headless --steps 100 "${small[@]}" -o other
cp -r two torn && truncate -s 4000 torn/resume.safetensors
for how in 'train --headless' train 'render train'; do
    expect 1 'no training of lookback' "$lookback" $how --resume nowhere
    expect 1 'no training of lookback' "$lookback" $how --resume other
    expect 1 'torn/resume.safetensors' "$lookback" $how --resume torn
    expect 2 '--seed: --resume goes on with the recipe' "$lookback" $how --resume torn --seed 4
    [[ $(wc -l <err) == 1 ]] || wrong "$how --resume: more than a line: $(cat err)"
done
expect 1 'training diverged' "$lookback" train --headless --steps 300 --rate 1000 "${small[@]}" -o far
expect 0 'nothing wrong was found' "$lookback" check far 'Mary and John'
expect 0 'step  725' "$lookback" render train --run words --step 800
expect 0 '"step": 400' "$lookback" render train --run cheat --format json
expect 1 'did you mean "cheat"?' "$lookback" render train --run chet
expect 1 'the recipe of a stored run is what it is' "$lookback" render train --run words --layers 3
for more in --headless '-o four' '--resume two'; do
    expect 2 'nothing is trained, and nothing written' "$lookback" train --run words $more
done
if [[ $(id -u) != 0 ]]; then
    mkdir closed && chmod 500 closed
    expect 1 'cannot write' "$lookback" train --headless --steps 100 "${small[@]}" -o closed
fi
exit $failed
