#!/usr/bin/env bash
# `lookback check` of dumps: exit status, text, JSON, and files that are none.
. "$(dirname "$0")/common.sh"
dumps=$source_tree/tests/data/dumps

for well in lhqk.npy big_endian.npy fortran_f64.npy hqk_f16.npy qk.npy stored.npz deflate_layers.npz f32.safetensors tl_scores_bf16.safetensors \
    dump.json; do
    expect 0 'nothing wrong was found' "$lookback" check "$dumps/$well"
    expect 0 '"ok": true' "$lookback" check --format json "$dumps/$well"
done
for sick in double_softmax:uniform dropout:dropout nan:nan transposed:transposed unmasked:future-mass; do
    expect 1 "  ${sick#*:}: " "$lookback" check "$dumps/sick_${sick%:*}.npy"
    expect 1 "\"code\": \"${sick#*:}\"" "$lookback" check --format json "$dumps/sick_${sick%:*}.npy"
done

expect 0 'layer, head, key, query' "$lookback" check --axes LHKQ "$dumps/sick_transposed.npy"
expect 0 'not causal' "$lookback" check --causal off "$dumps/sick_unmasked.npy"
expect 1 'the causal mask was dropped' "$lookback" check --causal on "$dumps/sick_unmasked.npy"
expect 1 'names 2 axes' "$lookback" check --axes QK "$dumps/lhqk.npy"
expect 1 'no tensor "nothing"' "$lookback" check --tensor nothing "$dumps/lhqk.npy"
expect 1 'one of: off, on' "$lookback" check --causal perhaps "$dumps/lhqk.npy"
expect 2 'goes with a dump' "$lookback" render --axes QK
expect 2 'means nothing to check' "$lookback" check --head induction "$dumps/lhqk.npy"
expect 2 'check writes text or json' "$lookback" check --format svg "$dumps/lhqk.npy"

printf '\200\004.' >a.pkl
expect 1 'np.savez("dump.npz"' "$lookback" check a.pkl
mkfifo pipe
expect 1 'is a pipe' "$lookback" check pipe
expect 1 'No such file' "$lookback" check nowhere.npy
head -c 300 "$dumps/lhqk.npy" >cut.npy
expect 1 'is cut off' "$lookback" check cut.npy
[[ ! -s out ]] || wrong "a failure wrote to standard output: $(cat -v out)"

# What a file says reaches the terminal only in its display form.
printf '{"tokens": ["a"], "\\u001b[31mattn": [[1, 0], [0.5, 0.5]]}' >$'\x1b[2J.json'
for locale in C.UTF-8 C; do
    LC_ALL=$locale "$lookback" check $'\x1b[2J.json' >out 2>err
    ! LC_ALL=C grep -q $'[\x01-\x09\x0b-\x1f\x7f]' out err || wrong "a control in the report: $(cat -v out err)"
done

exit $failed
