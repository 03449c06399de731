#!/usr/bin/env bash
# `lookback open` of dumps: frames, numbers, and files that are none.
. "$(dirname "$0")/common.sh"
dumps=$source_tree/tests/data/dumps

expect() { # STATUS WORDS COMMAND …: the words stand in the output
    local status=$1 words=$2
    shift 2
    "$@" >out 2>err </dev/null
    local got=$?
    [[ $got == "$status" ]] || wrong "$*: exit status $got, wanted $status: $(cat -v out err)"
    grep -qF -- "$words" out err || wrong "$*: no \"$words\": $(cat -v out err)"
    [[ $status == 0 || ! -s out ]] || wrong "$*: a failure printed on standard output"
}

for well in big_endian.npy deflate_layers.npz f32.safetensors fortran_f64.npy hqk_f16.npy lhqk.npy qk.npy stored.npz \
    tl_scores_bf16.safetensors dump.json sick_nan.npy sick_transposed.npy cross.npy; do
    for view in all sentence heatmap row map; do
        expect 0 'layer 0' "$lookback" render open "$dumps/$well" --view $view --size 100x30
    done
    expect 0 '"lookback.pattern/1"' "$lookback" render open "$dumps/$well" --format json
    expect 0 'query,key,query_token,key_token,score,weight' "$lookback" render open "$dumps/$well" --format csv
    expect 0 '"lookback.head-map/1"' "$lookback" render open "$dumps/$well" --view map --format json
done

expect 0 '"scores": null' "$lookback" render open "$dumps/f32.safetensors" --format json
expect 0 '"head_index": 2' "$lookback" render open "$dumps/f32.safetensors" --layer 1 --head-index 2 --format json
expect 0 'gives 52 % to' "$lookback" render open "$dumps/f32.safetensors" --query 8
expect 0 'holds 40 % of this head' "$lookback" render open "$dumps/f32.safetensors" --layer 1 --hide-first on
expect 1 'layer 3: a number from 0 to 2 is wanted' "$lookback" render open "$dumps/f32.safetensors" --layer 3
expect 1 'did you mean "induction"' "$lookback" render open "$dumps/f32.safetensors" --measure inducton
expect 1 'unknown setting "sentence"' "$lookback" render open "$dumps/f32.safetensors" --sentence ioi
expect 1 'weights alone' "$lookback" render open "$dumps/f32.safetensors" --divisor off
expect 1 'unknown tensor "nothing" (one of: attentions' "$lookback" render open "$dumps/f32.safetensors" --tensor nothing
expect 1 'names 2 axes' "$lookback" render open "$dumps/lhqk.npy" --axes QK
expect 1 'map has no csv' "$lookback" render open "$dumps/f32.safetensors" --view map --format csv
expect 0 'layer 0 head 0  distance 0.6036' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --size 120x30
expect 0 '"lookback.diff/1"' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --format json
expect 0 '{"layer": 2, "head_index": 0, "distance": 0.620956453},' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --format json
expect 1 'differ in shape: 1 × 3 × 4 × 9 × 9, and 1 × 1 × 2 × 4 × 7' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/cross.npy"
printf '["<|endoftext|>"," When"," Mary"," and"," John"," went"," to"," a"," store"]' >other.tokens.json
cp "$dumps/lhqk.npy" other.npy
expect 1 'differ in their text: token 1 is "When", and " When"' "$lookback" diff "$dumps/f32.safetensors" other.npy
[[ $(wc -l <err) == 1 ]] || wrong "two texts: more than one line: $(cat -v err)"
printf '{"attn": [[1, 0], [0.5, 0.5]], "attn": [[1, 0], [0.2, 0.8]]}' > twice.json
expect 1 'twice.json: attn is there twice' "$lookback" check twice.json
printf '[1, 0]' > flat.json
expect 1 'flat.json: the array is float64 [2]: patterns have 2 to 5 axes' "$lookback" open flat.json
expect 1 'cannot open' "$lookback" diff "$dumps/f32.safetensors" none.npy
expect 1 'layer 3: a number from 0 to 2 is wanted' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/lhqk.npy" --layer 3
expect 1 'diff has no csv' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/lhqk.npy" --format csv
expect 2 'two dumps are wanted' "$lookback" diff "$dumps/f32.safetensors"
expect 2 'a dump is wanted' "$lookback" open
expect 2 'one word too many' "$lookback" render open "$dumps/f32.safetensors" again
expect 1 'cannot open' "$lookback" open none.npy
expect 1 'is a directory' "$lookback" open .
mkfifo pipe
expect 1 'pipe' timeout 10 "$lookback" open pipe
: >empty.npy
expect 1 'empty.npy' "$lookback" open empty.npy
head -c 2000 "$dumps/lhqk.npy" >short.npy
expect 1 'short.npy' "$lookback" open short.npy
printf '\x80\x02}q\x00.' >old.pkl
expect 1 'import' "$lookback" open old.pkl
cp "$dumps/qk.npy" -- -odd.npy
expect 0 "layer 0" "$lookback" render open -- -odd.npy

exit $failed
