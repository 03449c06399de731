#!/usr/bin/env python3
"""Write attention to one safetensors file that `lookback open` and `lookback check` read. Needs numpy alone.

In a program:

    from lookback_export import export
    out = model(**inputs, output_attentions=True)     # Hugging Face, loaded with attn_implementation="eager"
    export("dump.safetensors", out.attentions, tokens=tokenizer.convert_ids_to_tokens(inputs.input_ids[0]))
    export("dump.safetensors", out)                   # also encoder-decoder models: all three kinds
    export("dump.safetensors", cache, tokens=model.to_str_tokens(text))     # a TransformerLens cache, with scores, q, k

On the command line, for arrays that are already in a file:

    python3 lookback_export.py attention.npy --tokens tokens.json -o dump.safetensors

What can be given: an array [layer, head, query, key], [head, query, key] or [query, key]; a list or tuple with one array
[batch, head, query, key] or [head, query, key] a layer; the tuple of steps that generate() returns; a mapping with
names like blocks.0.attn.hook_pattern; an object with .attentions. Arrays may be torch tensors.
"""
import argparse
import json
import re
import struct
import sys

import numpy as np

EAGER = 'attentions are None: load the model with attn_implementation="eager" and call it with output_attentions=True'
KINDS = ("attentions", "decoder_attentions", "encoder_attentions", "cross_attentions")


def as_array(value):
    """Any tensor as a numpy array of at least 32 bits; None is the commonest mistake and is named."""
    if value is None:
        raise ValueError(EAGER)
    if hasattr(value, "detach"):
        value = value.detach().float().cpu().numpy()
    array = np.asarray(value)
    if array.dtype.kind not in "fiub":
        raise ValueError(f"numbers are wanted, not {array.dtype}")
    return array if array.dtype == np.float64 else array.astype(np.float32)


def layer_of(array, rank, sample):
    """One layer without its batch axis; rank is what is then left."""
    if array.ndim == rank + 1:
        if not 0 <= sample < array.shape[0]:
            raise ValueError(f"sample {sample} of a batch of {array.shape[0]}")
        array = array[sample]
    if array.ndim != rank:
        raise ValueError(f"a layer of shape {list(array.shape)}: {rank} axes are wanted, or one more for the batch")
    return array


def join_steps(steps, sample):
    """generate(): steps of layers, first [b, h, P, P], then [b, h, 1, P + s]. Each step adds its rows below."""
    layers = []
    for l in range(len(steps[0])):
        parts = [layer_of(as_array(step[l]), 3, sample) for step in steps]
        keys = parts[-1].shape[2]
        rows = [np.pad(p, ((0, 0), (0, 0), (0, keys - p.shape[2]))) for p in parts]
        layers.append(np.concatenate(rows, axis=1))
    return np.stack(layers)


def patterns_of(value, sample=0):
    """[layer, head, query, key] of whatever was given."""
    if value is None:
        raise ValueError(EAGER)
    if isinstance(value, (list, tuple)):
        if len(value) == 0:
            raise ValueError("no layers: " + EAGER)
        if isinstance(value[0], (list, tuple)) and len(value[0]) and getattr(value[0][0], "ndim", 0) >= 3:
            return join_steps(value, sample)
        if value[0] is None or getattr(value[0], "ndim", 0) >= 3:
            layers = [layer_of(as_array(v), 3, sample) for v in value]
            shapes = {layer.shape for layer in layers}
            if len(shapes) > 1:
                raise ValueError(f"layers of different shapes: {sorted(shapes)}")
            return np.stack(layers)
    array = as_array(value)
    if array.ndim == 5:  # [layer, batch, head, query, key]
        array = array[:, sample]
    if not 2 <= array.ndim <= 4:
        raise ValueError(f"an array of shape {list(array.shape)}: [layer, head, query, key] is wanted")
    return array.reshape((1,) * (4 - array.ndim) + array.shape)


def hooks(cache, name, rank, sample):
    """The layers of one TransformerLens hook, stacked; None if the cache has none."""
    found = {}
    for key in cache.keys():
        match = re.fullmatch(rf"blocks\.(\d+)\.attn\.{name}", str(key))
        if match:
            found[int(match.group(1))] = layer_of(as_array(cache[key]), rank, sample)
    return np.stack([found[l] for l in sorted(found)]) if found else None


def from_cache(cache, sample):
    """Everything a TransformerLens cache has: vectors turned from [token, head, width] to [head, token, width]."""
    tensors = {"attentions": hooks(cache, "hook_pattern", 3, sample), "scores": hooks(cache, "hook_attn_scores", 3, sample)}
    for name in "q", "k", "v":
        vectors = hooks(cache, f"hook_rot_{name}", 3, sample)  # after the rotary embedding, where there is one
        if vectors is None:
            vectors = hooks(cache, f"hook_{name}", 3, sample)
        if vectors is not None:
            tensors[name] = vectors.swapaxes(1, 2)
    if tensors.get("v") is not None:
        tensors["v_norms"] = np.linalg.norm(tensors.pop("v"), axis=-1)
    tensors = {name: array for name, array in tensors.items() if array is not None}
    if "attentions" not in tensors and "scores" not in tensors:
        raise ValueError("the cache holds no blocks.*.attn.hook_pattern")
    return tensors


def collect(attentions, sample):
    """Tensors by name, of whatever was given."""
    if hasattr(attentions, "cache_dict"):
        attentions = attentions.cache_dict
    if hasattr(attentions, "keys") and any("attn.hook_" in str(key) for key in attentions.keys()):
        return from_cache(attentions, sample)
    kinds = [kind for kind in KINDS if getattr(attentions, kind, None) is not None]
    if kinds:
        return {kind: patterns_of(getattr(attentions, kind), sample) for kind in kinds}
    if hasattr(attentions, "attentions"):
        raise ValueError(EAGER)
    if hasattr(attentions, "keys"):
        raise ValueError("a mapping without blocks.*.attn.hook_pattern: give the array or the list of layers itself")
    return {"attentions": patterns_of(attentions, sample)}


def looks_causal(array, offset):
    queries, keys = array.shape[-2:]
    return bool(np.abs(np.where(np.tri(queries, keys, offset, bool), 0, array)).max(initial=0) <= 1e-3)


def save(path, tensors, metadata):
    """A safetensors file: length of the header, the header, the numbers."""
    header, data = {"__metadata__": metadata}, []
    at = 0
    for name, array in tensors.items():
        raw = np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes()
        kind = {2: "F16", 4: "F32", 8: "F64"}[array.dtype.itemsize]
        header[name] = {"dtype": kind, "shape": list(array.shape), "data_offsets": [at, at + len(raw)]}
        data.append(raw)
        at += len(raw)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for raw in data:
            file.write(raw)


def export(path, attentions, tokens=None, *, query_tokens=None, row_offset=None, causal=None, model=None, n_kv_heads=None, q=None,
           k=None, v_norms=None, sample=0):
    """Writes the dump. tokens: one a key. row_offset: the position of the first query row (keys − queries where those differ and nothing
    else is said). causal: found out from the patterns if not given. q and k [layer, head, token, width] make the mask and the divisor
    real toggles; v_norms is [layer, head, token]. sample: which of a batch."""
    tensors = collect(attentions, sample)
    extra = {"q": q, "k": k, "v_norms": v_norms}
    tensors.update({name: as_array(value) for name, value in extra.items() if value is not None})
    main = next(iter(tensors.values()))
    queries, keys = main.shape[-2:]
    if row_offset is None:
        row_offset = max(keys - queries, 0)
    metadata = {"row_offset": str(row_offset), "format": "lookback.dump/1"}
    if list(tensors)[0] == "attentions":
        metadata["causal"] = json.dumps(looks_causal(main, row_offset) if causal is None else bool(causal))
    elif causal is not None:
        metadata["causal"] = json.dumps(bool(causal))
    if tokens is not None:
        tokens = [str(t) for t in tokens]
        if len(tokens) != keys:
            raise ValueError(f"{len(tokens)} tokens for {keys} keys: give the list that went through the model")
        metadata["tokens"] = json.dumps(tokens)
    if query_tokens is not None:
        metadata["query_tokens"] = json.dumps([str(t) for t in query_tokens])
    if model is not None:
        metadata["model"] = str(model)
    if n_kv_heads is not None:
        metadata["n_kv_heads"] = str(int(n_kv_heads))
    half = [name for name in tensors if name in KINDS]
    save(path, {name: array.astype(np.float16 if name in half else np.float32) for name, array in tensors.items()}, metadata)


def read_file(path, key):
    if path.endswith((".pt", ".pth")):
        import torch
        return torch.load(path, map_location="cpu", weights_only=True)
    loaded = np.load(path, allow_pickle=False)
    if not hasattr(loaded, "files"):
        return loaded
    if key:
        return loaded[key]
    if "attentions" in loaded.files:
        return loaded["attentions"]
    numbered = sorted((int(m.group(1)), name) for name in loaded.files if (m := re.search(r"(\d+)\D*$", name)))
    if not numbered:
        raise ValueError(f"which of {', '.join(loaded.files)}? say --key NAME")
    return [loaded[name] for _, name in numbered] if len(numbered) > 1 else loaded[numbered[0][1]]


def main():
    parser = argparse.ArgumentParser(description="Turn attention in .npy, .npz or .pt into a dump for lookback.")
    parser.add_argument("file")
    parser.add_argument("-o", "--output", default="dump.safetensors")
    parser.add_argument("--tokens", help="a JSON list, or one token a line")
    parser.add_argument("--key", help="which array of an .npz")
    parser.add_argument("--row-offset", type=int)
    parser.add_argument("--causal", choices=("on", "off"))
    parser.add_argument("--sample", type=int, default=0, help="which of a batch")
    parser.add_argument("--model")
    args = parser.parse_args()
    try:
        tokens = None
        if args.tokens:
            with open(args.tokens, encoding="utf-8") as file:
                text = file.read()
            tokens = json.loads(text) if args.tokens.endswith(".json") else text.splitlines()
        causal = None if args.causal is None else args.causal == "on"
        export(args.output, read_file(args.file, args.key), tokens, row_offset=args.row_offset, causal=causal, model=args.model,
               sample=args.sample)
    except (OSError, ValueError, KeyError, ImportError) as wrong:
        sys.exit(f"lookback_export: {wrong}")


if __name__ == "__main__":
    main()
