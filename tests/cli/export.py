"""Exports arrays of every shape people have, and reads each dump back: run as export.py SOURCE LOOKBACK in an empty folder."""
import json
import struct
import subprocess
import sys
from types import SimpleNamespace

import numpy as np

sys.path.insert(0, sys.argv[1] + "/data")
import lookback_export as le  # noqa: E402

LOOKBACK = sys.argv[2]
L, H, N, D = 3, 4, 7, 8
random = np.random.default_rng(0)
failed = []


def pattern(*shape, offset=0):
    scores = random.standard_normal(shape) * 2
    scores[..., ~np.tri(shape[-2], shape[-1], offset, bool)] = -np.inf
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    return (weights / weights.sum(-1, keepdims=True)).astype(np.float32)


class Tensor:
    """As much of a torch tensor as the exporter may use."""

    def __init__(self, array):
        self.array, self.ndim, self.shape = array, array.ndim, array.shape

    def detach(self):
        return self

    float = cpu = detach

    def numpy(self):
        return self.array


def read(path):
    raw = open(path, "rb").read()
    size = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8:8 + size])
    words = header.pop("__metadata__")
    types = {"F16": "<f2", "F32": "<f4", "F64": "<f8"}
    return {k: np.frombuffer(raw[8 + size:][slice(*v["data_offsets"])], types[v["dtype"]]).reshape(v["shape"]) for k, v in header.items()}, words


def check(what, want, *args, name="attentions", lookback=("layer, head, query, key", "nothing wrong"), **named):
    le.export("dump.safetensors", *args, **named)
    tensors, words = read("dump.safetensors")
    if tensors[name].shape != want.shape or np.abs(tensors[name] - want).max() > 1e-3:
        failed.append(f"{what}: {tensors[name].shape}, wanted {want.shape}")
    report = subprocess.run([LOOKBACK, "check", "dump.safetensors"], capture_output=True, text=True)
    if report.returncode != 0 or not all(word in report.stdout for word in lookback):
        failed.append(f"{what}: {report.stdout}{report.stderr}")
    return tensors, words


def refuse(what, said, *args, **named):
    try:
        le.export("never.safetensors", *args, **named)
        failed.append(f"{what}: was written")
    except ValueError as wrong:
        if said not in str(wrong):
            failed.append(f"{what}: {wrong}")


A = pattern(L, H, N, N)
words = [f"w{i}" for i in range(N)]

# plain arrays, lists, Hugging Face tuples, batches
check("an array", A, A)
check("an array of doubles", A, A.astype(np.float64))
check("one layer", A[:1], A[0])
check("one head", A[:1, :1], A[0, 0])
check("a list of layers", A, list(A))
check("a Hugging Face tuple", A, tuple(Tensor(a[None]) for a in A))
check("a batch", A, tuple(np.stack([a[::-1], a]) for a in A), sample=1)
check("five axes", A, np.stack([A], 1))
_, got = check("tokens and words", A, A, words, model="gpt2", n_kv_heads=2, lookback=("7 tokens from the file", "causal"))
if json.loads(got["tokens"]) != words or got["causal"] != "true" or got["model"] != "gpt2" or got["n_kv_heads"] != "2":
    failed.append(f"metadata: {got}")
both = random.dirichlet(np.ones(N), (L, H, N)).astype(np.float32)
check("a bidirectional model", both, SimpleNamespace(attentions=tuple(both)), lookback=("not causal", "nothing wrong"))
out = SimpleNamespace(encoder_attentions=list(both), decoder_attentions=list(A), cross_attentions=list(both[..., :5, :]))
tensors, _ = check("an encoder-decoder", A, out, name="decoder_attentions")
if set(tensors) != {"encoder_attentions", "decoder_attentions", "cross_attentions"} or tensors["cross_attentions"].shape != (L, H, 5, N):
    failed.append(f"an encoder-decoder: {sorted(tensors)}")

# generate(): a square first step, then a row a step
steps = [tuple(a[None, :, :4, :4] for a in A)] + [tuple(a[None, :, i:i + 1, :i + 1] for a in A) for i in range(4, N)]
check("generate()", A, steps)
_, got = check("rows with an offset", A[:, :, 3:], A[:, :, 3:], lookback=("row 0 is position 3", "nothing wrong"))
if got["row_offset"] != "3":
    failed.append(f"row_offset: {got}")

# a TransformerLens cache
q, k, v = (random.standard_normal((L, 1, N, H, D)).astype(np.float32) for _ in range(3))
scores = np.einsum("lbqhd,lbkhd->lbhqk", q, k) / D ** 0.5
scores[..., ~np.tri(N, N, 0, bool)] = -np.inf
weights = np.exp(scores - scores.max(-1, keepdims=True))
weights /= weights.sum(-1, keepdims=True)
cache = {"blocks.10.hook_resid_pre": np.zeros((1, N, 5))}
for l in range(L):
    for name, array in ("pattern", weights), ("attn_scores", scores), ("q", q), ("k", k), ("v", v):
        cache[f"blocks.{l}.attn.hook_{name}"] = Tensor(array[l])
tensors, _ = check("a TransformerLens cache", weights[:, 0], SimpleNamespace(cache_dict=cache))
if tensors["q"].shape != (L, H, N, D) or not np.allclose(tensors["v_norms"], np.linalg.norm(v[:, 0], axis=-1).swapaxes(1, 2), atol=1e-5):
    failed.append("a TransformerLens cache: q or the norms of v")
del cache["blocks.0.attn.hook_pattern"], cache["blocks.1.attn.hook_pattern"], cache["blocks.2.attn.hook_pattern"]
le.export("dump.safetensors", cache)
tensors, _ = read("dump.safetensors")
if "attentions" in tensors or not np.allclose(tensors["scores"], scores[:, 0], atol=1e-5):
    failed.append("scores alone")
report = subprocess.run([LOOKBACK, "check", "dump.safetensors"], capture_output=True, text=True)
if report.returncode != 0 or "weights are their softmax" not in report.stdout:
    failed.append(f"scores alone: {report.stdout}{report.stderr}")

# what must not be written
refuse("None", "eager", None)
refuse("a tuple of None", "eager", (None, None))
refuse("an output without", "eager", SimpleNamespace(attentions=None))
refuse("no layers", "eager", ())
refuse("a wrong number of tokens", "2 tokens for 7 keys", A, ["a", "b"])
refuse("six axes", "is wanted", A[None, None])
refuse("layers that differ", "different shapes", [A[0], A[1, :2]])
refuse("a sample too far", "sample 2 of a batch of 1", [a[None] for a in A], sample=2)
refuse("text", "numbers are wanted", np.array([["a", "b"]]))
refuse("a mapping", "hook_pattern", {"a": A})

# the command
np.savez("layers.npz", **{f"layer_{i}": a for i, a in enumerate(A)})
json.dump(words, open("words.json", "w"))
done = subprocess.run([sys.executable, le.__file__, "layers.npz", "--tokens", "words.json", "-o", "made.safetensors"], capture_output=True, text=True)
if done.returncode != 0 or np.abs(read("made.safetensors")[0]["attentions"] - A).max() > 1e-3:
    failed.append(f"the command: {done.stderr}")
done = subprocess.run([sys.executable, le.__file__, "nowhere.npy"], capture_output=True, text=True)
if done.returncode != 1 or "Traceback" in done.stderr:
    failed.append(f"the command on no file: {done.stderr}")

for line in failed:
    print(line)
sys.exit(bool(failed))
