#!/usr/bin/env bash
# `lookback open` of dumps: frames, numbers, and files that are none.
. "$(dirname "$0")/common.sh"
dumps=$source_tree/tests/data/dumps

opens() { # STATUS WORDS COMMAND …: as expect, and a failure prints nothing on standard output
    local status=$1
    expect "$@"
    [[ $status == 0 || ! -s out ]] || wrong "$*: a failure printed on standard output"
}

for well in big_endian.npy deflate_layers.npz f32.safetensors fortran_f64.npy hqk_f16.npy lhqk.npy qk.npy stored.npz \
    tl_scores_bf16.safetensors dump.json sick_nan.npy sick_transposed.npy cross.npy; do
    for view in all sentence heatmap row map; do
        opens 0 'layer 0' "$lookback" render open "$dumps/$well" --view $view --size 100x30
    done
    opens 0 '"lookback.pattern/1"' "$lookback" render open "$dumps/$well" --format json
    opens 0 'query,key,query_token,key_token,score,weight' "$lookback" render open "$dumps/$well" --format csv
    opens 0 '"lookback.head-map/1"' "$lookback" render open "$dumps/$well" --view map --format json
done

opens 0 '"scores": null' "$lookback" render open "$dumps/f32.safetensors" --format json
opens 0 '"head_index": 2' "$lookback" render open "$dumps/f32.safetensors" --layer 1 --head-index 2 --format json
opens 0 'gives 52 % to' "$lookback" render open "$dumps/f32.safetensors" --query 8
opens 0 'holds 40 % of this head' "$lookback" render open "$dumps/f32.safetensors" --layer 1 --hide-first on
opens 1 'layer 3: a number from 0 to 2 is wanted' "$lookback" render open "$dumps/f32.safetensors" --layer 3
opens 1 'did you mean "induction"' "$lookback" render open "$dumps/f32.safetensors" --measure inducton
opens 1 'unknown setting "sentence"' "$lookback" render open "$dumps/f32.safetensors" --sentence ioi
opens 1 'weights alone' "$lookback" render open "$dumps/f32.safetensors" --divisor off
opens 1 'unknown tensor "nothing" (one of: attentions' "$lookback" render open "$dumps/f32.safetensors" --tensor nothing
opens 1 'names 2 axes' "$lookback" render open "$dumps/lhqk.npy" --axes QK
opens 1 'map has no csv' "$lookback" render open "$dumps/f32.safetensors" --view map --format csv
opens 0 'layer 0 head 0  distance 0.6036' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --size 120x30
opens 0 '"lookback.diff/1"' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --format json
opens 0 '{"layer": 2, "head_index": 0, "distance": 0.620956453},' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/sick_double_softmax.npy" --format json
opens 1 'differ in shape: 1 × 3 × 4 × 9 × 9, and 1 × 1 × 2 × 4 × 7' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/cross.npy"
printf '["<|endoftext|>"," When"," Mary"," and"," John"," went"," to"," a"," store"]' >other.tokens.json
cp "$dumps/lhqk.npy" other.npy
opens 1 'differ in their text: token 1 is "When", and " When"' "$lookback" diff "$dumps/f32.safetensors" other.npy
[[ $(wc -l <err) == 1 ]] || wrong "two texts: more than one line: $(cat -v err)"
printf '{"attn": [[1, 0], [0.5, 0.5]], "attn": [[1, 0], [0.2, 0.8]]}' > twice.json
opens 1 'twice.json: attn is there twice' "$lookback" check twice.json
printf '[1, 0]' > flat.json
opens 1 'flat.json: the array is float64 [2]: patterns have 2 to 5 axes' "$lookback" open flat.json
opens 1 'cannot open' "$lookback" diff "$dumps/f32.safetensors" none.npy
opens 1 'layer 3: a number from 0 to 2 is wanted' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/lhqk.npy" --layer 3
opens 1 'diff has no csv' "$lookback" render diff "$dumps/f32.safetensors" "$dumps/lhqk.npy" --format csv
opens 2 'two dumps are wanted' "$lookback" diff "$dumps/f32.safetensors"
opens 2 'a dump is wanted' "$lookback" open
opens 2 'one word too many' "$lookback" render open "$dumps/f32.safetensors" again
opens 1 'cannot open' "$lookback" open none.npy
opens 1 'is a directory' "$lookback" open .
mkfifo pipe
opens 1 'pipe' timeout 10 "$lookback" open pipe
: >empty.npy
opens 1 'empty.npy' "$lookback" open empty.npy
head -c 2000 "$dumps/lhqk.npy" >short.npy
opens 1 'short.npy' "$lookback" open short.npy
printf '\x80\x02}q\x00.' >old.pkl
opens 1 'import' "$lookback" open old.pkl
cp "$dumps/qk.npy" -- -odd.npy
opens 0 "layer 0" "$lookback" render open -- -odd.npy

exit $failed
