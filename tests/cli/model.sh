#!/usr/bin/env bash
# `lookback check` and `lookback export` of checkpoints: exit status, text, JSON, the exported file, and folders that are none.
. "$(dirname "$0")/common.sh"
need python3
tiny=$source_tree/tests/data/gpt2-tiny

for type in f32 f16 bf16; do
    expect 0 'nothing wrong was found' "$lookback" check "$tiny/$type"
    expect 0 '"earlier_rows_moved": 0' "$lookback" check "$tiny/$type" --ids '5 6 7 8 9 10' --format json
    python3 -m json.tool out >/dev/null || wrong "check $type: no JSON"
    expect 0 '' "$lookback" export "$tiny/$type" --ids '82, 61 49' -o "$type.safetensors"
    [[ ! -s out && ! -s err ]] || wrong "export $type printed something"
    # three tokens of the f16 model look about them evenly, and the doctor says so
    expect "$([[ $type == f16 ]] && echo 1 || echo 0)" ' tokens from input_ids' "$lookback" check "$type.safetensors"
done
expect 0 'a token was changed: at                                          -' "$lookback" check "$tiny/f32" --ids 3

# a model with a tokenizer: the small vocabulary's first 97 ids are single bytes, so only capitals can be read
cp -r "$tiny/f32" with && cp "$source_tree"/tests/data/bpe-small/tokenizer.json with
expect 0 '8 read: THE CATS' "$lookback" check with 'THE CATS'
expect 0 '24 read' "$lookback" check with # the usual text has ids that this model has not… unless it is cut to its own
expect 1 'the model'"'"'s vocabulary is 0 to 96' "$lookback" check with 'the cat'
expect 0 '' "$lookback" export with 'THE CATS' -o words.safetensors
expect 0 '8 tokens' "$lookback" check words.safetensors
python3 - words.safetensors <<'PY' || wrong 'export: the header is not as promised'
import json, struct, sys
data = open(sys.argv[1], "rb").read()
size = struct.unpack("<Q", data[:8])[0]
header = json.loads(data[8:8 + size])
words = header.pop("__metadata__")
assert json.loads(words["tokens"]) == list("THE CATS") and words["causal"] == "true" and abs(float(words["divisor"]) - 8 ** .5) < 1e-6
assert {k: v["shape"] for k, v in header.items()} == {"attentions": [2, 4, 8, 8], "scores": [2, 4, 8, 8], "q": [2, 4, 8, 8],
                                                      "k": [2, 4, 8, 8], "input_ids": [8]}
assert size % 8 == 0 and max(v["data_offsets"][1] for v in header.values()) == len(data) - 8 - size
PY

# ---- the view

words=$tiny/words
expect 0 'layer 1 head 2' "$lookback" render model "$words" --layer 1 --head-index 2
expect 0 'drink' "$lookback" render model "$words" 'a dog had a drink' --view predictions
expect 0 '[82]' "$lookback" render model "$tiny/f32" --ids '82, 61 49'
expect 0 '0.1 at zero' "$lookback" render model "$words" --view predictions --cuts 0.1
as_json() { # CHECK WORDS …: the JSON that render prints passes a check in Python
    local check=$1
    shift
    "$lookback" render model "$@" --format json >out 2>err || wrong "render model $*: $(cat -v err)"
    python3 -c "import json; d = json.load(open('out')); assert $check" || wrong "render model $*: not $check"
}
as_json 'd["schema"] == "lookback.pattern/1" and d["source"]["kind"] == "model" and d["layer"] == 1 and len(d["weights"]) == 13' "$words" --layer 1
as_json 'all(abs(sum(r) - 1) < 1e-6 for r in d["weights"]) and d["weights"][2][5] == 0' "$words"
as_json 'd["weights"][2][5] > 0 and d["mask"] is False and d["scope"] == "head"' "$words" --mask off
as_json 'd["tokens"][0] == "<|endoftext|>" and d["bos"] and len(d["tokens"]) == 14' "$words" --bos
as_json 'd["bos"] and len(d["tokens"]) == 5 and d["tokens"][0] == "<BOS>"' "$source_tree/data/models/words" 'Mary and John sat'
as_json 'not d["bos"] and len(d["tokens"]) == 4' "$source_tree/data/models/words" 'Mary and John sat' --bos off --scope model
as_json 'not d["bos"] and len(d["tokens"]) == 4' "$source_tree/data/models/words" --scope model --bos=off 'Mary and John sat'
# of this head alone: all others still have it, and where nobody had it only this one sees it
as_json 'd["scope"] == "head" and not d["bos"] and len(d["tokens"]) == 5 and all(r[0] == 0 and abs(sum(r) - 1) < 1e-6 for r in d["weights"][1:]) and d["weights"][0][0] == 1' "$source_tree/data/models/words" 'Mary and John sat' --bos off
as_json 'len(d["weights"]) == 13' "$words" --layer 1
cp out without.json
as_json 'd["scope"] == "head" and d["bos"] and len(d["weights"]) == 14 and all(abs(sum(r) - 1) < 1e-6 and r[0] > 0 for r in d["weights"]) and [r[1:] for r in d["scores"][1:]] == json.load(open("without.json"))["scores"]' "$words" --layer 1 --bos on --scope head
as_json 'max(abs(w - v / (1 - r[0])) for r, o in zip(json.load(open("out"))["weights"][1:], json.load(open("without.json"))["weights"]) for w, v in zip(o, r[1:])) < 1e-6' "$words" --layer 1 --bos
as_json 'd["scope"] == "model" and d["bos"] and [r[1:] for r in d["scores"][1:]] != json.load(open("without.json"))["scores"]' "$words" --layer 1 --bos --scope model
as_json 'd["bos"] and len(d["tokens"]) == 14 and d["before"]["loss_nats"][:2] == d["loss_nats"][:2] == [None, None] and d["before"]["top"] != d["top"] and not any(map(any, d["moved"]))' "$words" --view predictions --layer 1 --bos
as_json 'd["bos"] and d["scope"] == "head" and d["weights"][0] > 0 and abs(sum(d["weights"]) - 1) < 1e-6' "$words" --view trace --layer 1 --bos
as_json 'd["masked"][0] is None and d["weights"][0] == 0' "$source_tree/data/models/words" 'Mary and John sat' --bos off --view trace --query 3
as_json 'd["schema"] == "lookback.head-map/1" and d["layers"] == 2 and d["heads"] == 4' "$words" --view map
as_json 'd["schema"] == "lookback.predictions/1" and len(d["top"]) == 10 and d["loss_nats"][0] is None and d["knocked_out"] == []' "$words" --view predictions
as_json 'd["position"] == 3 and abs(d["chosen"][0]["logit"] - d["chosen"][1]["logit"] - d["logit_difference"]) < 1e-6' "$words" --view predictions --query 3 --tokens 'Mary, John'
as_json 'd["knocked_out"] == [{"layer": 0, "head_index": 1, "how": "mean"}] and d["moved"][0] == [0] * 4 and d["before"]["top"]' "$words" --view predictions --cuts 0.1:mean
as_json 'd["mask"] is False and d["divisor"] == 1' "$words" --view predictions --scope model --mask off --divisor off

# a model that divides more in each layer: what is said is what is done
cp -rL "$words" by-layer && sed -i 's/^{/{"scale_attn_by_inverse_layer_idx": true, /' by-layer/config.json
softmax='max(abs(w - __import__("math").exp(s / d["divisor"]) / sum(__import__("math").exp(x / d["divisor"]) for x in d["scores"][9][:10])) for w, s in zip(d["weights"][9], d["scores"][9][:10])) < 1e-5'
as_json "abs(d['divisor'] - 8 ** .5) < 1e-6 and $softmax" by-layer
as_json "abs(d['divisor'] - 2 * 8 ** .5) < 1e-6 and $softmax" by-layer --layer 1
as_json "abs(d['divisor'] - 8 ** .5) < 1e-6 and $softmax" by-layer --layer 1 --divisor √8
as_json 'abs(d["divisor"] - 2 * 8 ** .5) < 1e-6' by-layer --layer 1 --view trace
as_json '"before" in d and abs(d["divisor"] - 8 ** .5) < 1e-6' by-layer --view predictions --scope model --divisor √8 # not its own in layer 1
as_json '"before" not in d' by-layer --view predictions --scope model --layer 1
expect 0 '÷5.657' "$lookback" render model by-layer --layer 1
expect 0 '' "$lookback" export by-layer 'Mary and John went to the store' -o by-layer.safetensors
as_dump() { # LEVERS: layer 1 of the dump under them is that of the model
    "$lookback" render open by-layer.safetensors --layer 1 "$@" --format json >out 2>err || wrong "by-layer.safetensors: $(cat -v err)"
    python3 -c "import json; d, m = json.load(open('out')), json.load(open('mine')); assert abs(d['divisor'] - m['divisor']) < 1e-6 and all(abs(x - y) < 2e-6 for a, b in zip(d['weights'], m['weights']) for x, y in zip(a, b))" || wrong "by-layer.safetensors $*: not the model's weights"
}
for levers in '' '--mask off' '--divisor off'; do
    as_json 'True' by-layer 'Mary and John went to the store' --layer 1 $levers && cp out mine
    as_dump $levers
done

# the other pages: shares of a logit, the lens, losses; and a row all the way
as_json 'd["schema"] == "lookback.contributions/1" and [t["token"] for t in d["of"]] == ["Mary", "John"] and abs(d["embedding"] + sum(map(sum, d["heads"])) + sum(d["mlp"]) + sum(d["biases"]) + d["final_bias"] - d["logit"]) < 2e-4 and "before" not in d and d["reported"] == []' "$words" --view direct --tokens 'Mary, John'
as_json 'd["heads"][0][1] == 0 and d["before"]["heads"][0][1] != 0 and len(d["of"]) == 2 and abs(d["before"]["embedding"] + sum(map(sum, d["before"]["heads"])) + sum(d["before"]["mlp"]) + sum(d["before"]["biases"]) + d["before"]["final_bias"] - d["before"]["logit"]) < 2e-4' "$words" --view direct --tokens 'Mary, John, to' --cuts 0.1
as_json 'd["schema"] == "lookback.lens/1" and [x["after_layer"] for x in d["depths"]] == [None, 0, 1] and all(len(x["top"]) == 10 and len(x["chosen"]) == 3 for x in d["depths"])' "$words" --view lens --tokens 'Mary, John, to'
cp out lens.json
as_json 'd["top"] == json.load(open("lens.json"))["depths"][2]["top"] and d["chosen"] == json.load(open("lens.json"))["depths"][2]["chosen"]' "$words" --view predictions --tokens 'Mary, John, to'
as_json 'd["schema"] == "lookback.losses/1" and d["loss_nats"][0] is None and abs(sum(d["loss_nats"][1:]) / 12 - d["mean_loss_nats"]) < 1e-6 and d["before"]["loss_nats"] != d["loss_nats"]' "$words" --view loss --cuts 0.1
as_json 'd["schema"] == "lookback.trace/1" and d["cell"]["part"] == "q" and abs(d["cell"]["sum"] - d["q"][3]) < 1e-5 and d["knocked_out"] is None' "$words" --view trace --cell q:3
as_json 'd["knocked_out"] == "zero" and d["head_output"] == [0] * 32 and d["added"] == d["row"] and any(d["blend"])' "$words" --view trace --layer 1 --cuts 1.0
lines() { # LINES HEADING WORDS …: CSV of so many lines, all with as many fields as the heading
    local want=$1 heading=$2
    shift 2
    "$lookback" render model "$words" "$@" --format csv >out 2>err || wrong "render model $*: $(cat -v err)"
    [[ $(head -1 out) == "$heading" ]] || wrong "$*: the heading is $(head -1 out)"
    python3 -c "import csv; r = list(csv.reader(open('out'))); assert len(r) == $want and all(len(x) == len(r[0]) for x in r), len(r)" 2>&1 | tail -1 | grep . && wrong "$*: no CSV of $want lines"
}
lines 13 rank,id,token,logit,probability,probability_before --view predictions --tokens 'Mary, John'
lines 15 part,layer,head,contribution,before --view direct
lines 37 after_layer,list,rank,id,token,logit,probability,probability_before --view lens --tokens 'Mary, John'
lines 14 position,id,token,loss_nats,before --view loss
grep -q '^7,.*,"store,",[0-9]' out || wrong 'a token with a comma is not in quotes'
lines 245 part,index,value --view trace
expect 1 'cell q:8: there are 8 numbers' "$lookback" render model "$words" --view trace --cell q:8
expect 1 'a dump has no stream' "$lookback" render open words.safetensors --view trace

# ---- what is wrong

expect 1 'no tokenizer.json and no vocab.json' "$lookback" check "$tiny/f32" 'the cat'
expect 1 'the text has 65 tokens; this model reads at most 64 (n_positions)' "$lookback" check "$tiny/f32" --ids "$(printf '1 %.0s' $(seq 65))"
expect 1 'the text has no token' "$lookback" check with ''
expect 1 'the text has no token' "$lookback" check "$tiny/f32" --ids ''
expect 1 'is no list of ids' "$lookback" check "$tiny/f32" --ids '1 x'
expect 1 'is no list of ids' "$lookback" check "$tiny/f32" --ids '99999999999999999999'
expect 1 'the id 97' "$lookback" check "$tiny/f32" --ids '1 97'
expect 2 'a text or --ids' "$lookback" check with x --ids 1
expect 2 'goes with a model' "$lookback" render --ids 1
expect 2 'means nothing to export' "$lookback" export with x -o y --format json
expect 2 'a text is wanted' "$lookback" export with -o y
expect 2 'a file to write is wanted' "$lookback" export with x
expect 2 'the folder of a checkpoint is wanted' "$lookback" export
expect 2 'is no folder of a checkpoint' "$lookback" check words.safetensors 'the cat'
expect 1 'cannot open' "$lookback" export nowhere X -o y
expect 1 'No space left' "$lookback" export with X -o /dev/full
[[ ! -e y ]] || wrong 'a failed export left a file'

mkdir -p bare && cp -r "$source_tree"/data/*.txt "$source_tree"/data/worked bare && cp -r "$source_tree"/lessons .
LOOKBACK_DATA=$PWD/bare expect 1 'the folder of a GPT-2 checkpoint is wanted' "$lookback" render model
mkdir bare/models && cp -rL "$words" bare/models/words
LOOKBACK_DATA=$PWD/bare expect 0 'layer 0 head 0' "$lookback" render model # the one that comes with the program
expect 1 'cannot open' "$lookback" render model nowhere
expect 1 'the text has 65 tokens; this model reads at most 64 (n_positions)' "$lookback" render model "$words" "$(printf 'a %.0s' $(seq 65))"
expect 1 'the text has 65 tokens with' "$lookback" render model "$words" "$(printf 'a %.0s' $(seq 64))" --bos
expect 1 'the text has no token' "$lookback" render model "$words" ''
expect 1 'this model has no' "$lookback" render model "$tiny/f32" --ids 1 --bos
expect 1 'is not one token of this model' "$lookback" render model "$words" --tokens nobody
expect 1 'a number from 0 to 1 is wanted' "$lookback" render model "$words" --layer 2
expect 1 'cuts: head 4: a number from 0 to 3 is wanted' "$lookback" render model "$words" --cuts 0.4
expect 1 'with commas between' "$lookback" render model "$words" --cuts 0.1:x
expect 1 'go with a model' "$lookback" render open words.safetensors --cuts 0.1
expect 1 'a dump predicts nothing' "$lookback" render open words.safetensors --view predictions
expect 2 'a text or --ids' "$lookback" render model "$words" x --ids 1

cp -r "$tiny/f32" sick
python3 - sick/model.safetensors <<'PY'
import json, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
size = struct.unpack("<Q", data[:8])[0]
at = 8 + size + json.loads(data[8:8 + size])["h.1.mlp.c_fc.weight"]["data_offsets"][0] + 40
data[at:at + 4] = struct.pack("<f", float("nan"))
open(sys.argv[1], "wb").write(data)
PY
expect 1 'h.1.mlp.c_fc.weight holds NaN or infinity' "$lookback" check sick
for view in all map predictions; do
    expect 1 'h.1.mlp.c_fc.weight holds NaN or infinity' "$lookback" render model sick --ids 1 --view $view
    expect 1 'h.1.mlp.c_fc.weight holds NaN or infinity' "$lookback" render model sick --ids 1 --view $view --format json
done
expect 1 '"code": "not-finite"' "$lookback" check sick --format json
expect 1 'h.1.mlp.c_fc.weight holds NaN or infinity' "$lookback" export sick --ids 1 -o y
sed -i 's/"n_layer": 2/"n_layer": 1/' sick/config.json
expect 1 'is there, but n_layer is 1 in config.json' "$lookback" check sick
sed -i 's/"n_layer": 1/"n_layer": 3/' sick/config.json
expect 1 'h.2.ln_1.weight [32] is missing' "$lookback" check sick
sed -i 's/"n_head": 4/"n_head": 5/' sick/config.json
expect 1 'sick/config.json: n_embd 32 is not divisible by n_head 5' "$lookback" check sick
head -c 1000 "$tiny/f32/model.safetensors" >sick/model.safetensors
sed -i 's/"n_head": 5/"n_head": 4/' sick/config.json
expect 1 'sick/model.safetensors: ' "$lookback" check sick

# what lies behind the layers: patterns can be seen, what is said cannot
for name in wte.weight ln_f.weight; do
    rm -rf sick && cp -r "$tiny/f32" sick
    python3 - sick/model.safetensors $name <<'PY'
import json, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
size = struct.unpack("<Q", data[:8])[0]
at = 8 + size + json.loads(data[8:8 + size])[sys.argv[2]]["data_offsets"][0] + 40
data[at:at + 4] = struct.pack("<f", float("nan"))
open(sys.argv[1], "wb").write(data)
PY
    expect 0 'layer 0 head 0' "$lookback" render model sick --ids '1 2 3'
    for view in predictions direct lens loss; do
        expect 1 "sick: $name holds NaN or infinity" "$lookback" render model sick --ids '1 2 3' --view $view
        expect 1 "sick: $name holds NaN or infinity" "$lookback" render model sick --ids '1 2 3' --view $view --format json
        [[ ! -s out ]] || wrong "$name, $view: something was printed"
    done
done
rm -rf sick && cp -r "$tiny/f32" sick && sed -i 's/^{/{"tie_word_embeddings": false, /' sick/config.json
expect 1 'lm_head.weight is missing, and tie_word_embeddings is false' "$lookback" render model sick --ids 1

# finite weights, too large
rm -rf sick && cp -r "$tiny/f32" sick
python3 - sick/model.safetensors <<'PY'
import array, json, struct, sys
data = bytearray(open(sys.argv[1], "rb").read())
size = struct.unpack("<Q", data[:8])[0]
first, last = (8 + size + x for x in json.loads(data[8:8 + size])["h.1.attn.c_attn.weight"]["data_offsets"])
data[first:last] = array.array("f", (x * 1e25 for x in array.array("f", bytes(data[first:last])))).tobytes()
open(sys.argv[1], "wb").write(data)
PY
expect 1 'layer 1 gives numbers that are not finite' "$lookback" render model sick --ids '1 2 3'
expect 1 'it gives numbers that are not finite on this text' "$lookback" check sick --ids '1 2 3'
expect 1 '"code": "overflow"' "$lookback" check sick --ids '1 2 3' --format json
python3 -m json.tool out >/dev/null || wrong 'check of what overflows: no JSON'
exit $failed
