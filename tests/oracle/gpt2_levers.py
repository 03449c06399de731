#!/usr/bin/python3
"""Writes gpt2_levers.json: a GPT-2 forward pass in float64, written from the formulas alone (numpy, no code shared with
the program), over ../data/gpt2-tiny/f32 with the levers that its own reference.json leaves out."""
import json, struct, sys, os
import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
DIR = os.path.join(HERE, "..", "data", "gpt2-tiny", "f32")
with open(os.path.join(DIR, "model.safetensors"), "rb") as f:
    size = struct.unpack("<Q", f.read(8))[0]
    header = json.loads(f.read(size))
    data = f.read()
W = {k: np.frombuffer(data[v["data_offsets"][0]:v["data_offsets"][1]], "<f4").reshape(v["shape"]).astype(np.float64)
     for k, v in header.items() if k != "__metadata__"}
config = json.load(open(os.path.join(DIR, "config.json")))
ids = json.load(open(os.path.join(DIR, "reference.json")))["ids"]
L, H, C = config["n_layer"], config["n_head"], config["n_embd"]
D, n = C // H, len(ids)


def norm(x, name):
    m = x.mean(-1, keepdims=True)
    return (x - m) / np.sqrt(((x - m) ** 2).mean(-1, keepdims=True) + 1e-5) * W[name + ".weight"] + W[name + ".bias"]


def run(zero=(), mean=(), edges=(), by_layer=False, divide=True, mask=True):
    x = W["wte.weight"][ids] + W["wpe.weight"][:n]
    out = {"attentions": [], "inputs": [x], "heads": [], "bias": [], "mlp": [], "value_norms": []}
    for l in range(L):
        qkv = norm(x, f"h.{l}.ln_1") @ W[f"h.{l}.attn.c_attn.weight"] + W[f"h.{l}.attn.c_attn.bias"]
        wo, heads, patterns, norms = W[f"h.{l}.attn.c_proj.weight"], [], [], []
        for h in range(H):
            q, k, v = (qkv[:, p * C + h * D:p * C + (h + 1) * D] for p in range(3))
            s = q @ k.T / ((np.sqrt(D) if divide else 1) * (l + 1 if by_layer else 1))
            if mask:
                s[np.triu_indices(n, 1)] = -np.inf
            for (el, eh, i, j) in edges:
                if (el, eh) == (l, h):
                    s[i, j] = -np.inf
            top = s.max(1, keepdims=True)
            e = np.where(np.isinf(s), 0, np.exp(s - np.where(np.isinf(top), 0, top)))
            total = e.sum(1, keepdims=True)
            a = np.divide(e, total, out=np.zeros_like(e), where=total > 0)
            z = a @ v
            if (l, h) in zero:
                z = z * 0
            if (l, h) in mean:
                z = np.repeat(z.mean(0, keepdims=True), n, 0)
            heads.append(z @ wo[h * D:(h + 1) * D])
            norms.append(np.sqrt(((v @ wo[h * D:(h + 1) * D]) ** 2).sum(1)).tolist())
            patterns.append(a.tolist())
        mid = x + sum(heads) + W[f"h.{l}.attn.c_proj.bias"]
        u = norm(mid, f"h.{l}.ln_2") @ W[f"h.{l}.mlp.c_fc.weight"] + W[f"h.{l}.mlp.c_fc.bias"]
        g = 0.5 * u * (1 + np.tanh(np.sqrt(2 / np.pi) * (u + 0.044715 * u ** 3)))
        m = g @ W[f"h.{l}.mlp.c_proj.weight"] + W[f"h.{l}.mlp.c_proj.bias"]
        x = mid + m
        out["attentions"].append(patterns); out["heads"].append(heads); out["mlp"].append(m); out["inputs"].append(x)
        out["value_norms"].append(norms)
    out["logits"] = norm(x, "ln_f") @ W["wte.weight"].T
    return out


def short(r, extra=()):
    return {"logits_last": r["logits"][-1].tolist(), "attentions": r["attentions"], **{k: r[k] for k in extra}}


def direct(r, i, a, b):
    """Each part of the stream at i, read by u_a − u_b through the final norm whose mean and size stay as they are."""
    x = r["inputs"][-1][i]
    size = np.sqrt(((x - x.mean()) ** 2).mean() + 1e-5)
    u = W["wte.weight"][a] - (W["wte.weight"][b] if b >= 0 else 0)
    read = lambda part: float(((part - part.mean()) / size * W["ln_f.weight"]) @ u)
    return {"i": i, "a": a, "b": b, "embedding": read(r["inputs"][0][i]), "final_bias": float(W["ln_f.bias"] @ u),
            "head": [read(r["heads"][l][h][i]) for l in range(L) for h in range(H)],
            "bias": [read(W[f"h.{l}.attn.c_proj.bias"]) for l in range(L)], "mlp": [read(r["mlp"][l][i]) for l in range(L)]}


def first_head(normalised=True, biased=True, divisor=np.sqrt(D)):
    x = W["wte.weight"][ids] + W["wpe.weight"][:n]
    rows = norm(x, "h.0.ln_1") if normalised else x
    q, k = (rows @ W["h.0.attn.c_attn.weight"][:, p * C:p * C + D] + W["h.0.attn.c_attn.bias"][p * C:p * C + D] * biased for p in (0, 1))
    s = np.where(np.tri(n) > 0, q @ k.T / divisor, -np.inf)
    e = np.exp(s - s.max(1, keepdims=True))
    a = e / e.sum(1, keepdims=True)
    return a, float(-np.sum(a * np.log2(np.where(a > 0, a, 1))) / n)


plain, mean = run(), run(mean=[(0, 2), (1, 1)])
result = {
    "mean_0_2_1_1": short(mean),
    "edge_0_3_16_5": short(run(edges=[(0, 3, 16, 5)])),
    "edge_0_0_0_0": short(run(edges=[(0, 0, 0, 0)])),
    "zero_1_0_1_3": short(run(zero=[(1, 0), (1, 3)])),
    "by_layer": short(run(by_layer=True)),
    "undivided": short(run(divide=False)),
    "value_norms": plain["value_norms"],
    "lens_9": [(norm(x, "ln_f") @ W["wte.weight"].T)[9].tolist() for x in plain["inputs"]],
    "direct": [direct(plain, 16, 3, -1), direct(plain, 12, 40, 7)],
    "direct_mean": direct(mean, 15, 1, 2),
}
(own, entropy), (sharp, entropy_sharp) = first_head(), first_head(divisor=1)
result["checks"] = {"entropy": entropy, "entropy_undivided": entropy_sharp, "undivided": float(abs(sharp - own).max()),
                    "raw_row": float(abs(first_head(normalised=False)[0] - own).max()),
                    "no_bias": float(abs(first_head(biased=False)[0] - own).max())}
text = json.dumps(json.loads(json.dumps(result), parse_float=lambda s: round(float(s), 9)), separators=(",", ":"))
open(os.path.join(HERE, "gpt2_levers.json"), "w").write(text + "\n")
