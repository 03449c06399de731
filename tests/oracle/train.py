#!/usr/bin/python3
"""Writes train.safetensors: losses and gradients of a small GPT-2 in float64 by PyTorch's own differentiation, and three steps of
its Adam (Debian: python3-torch). Written from the formulas; no code shared with the program.

Blocks are laid out as in src/net/block.h: token embedding, positions, LN_f gain and bias, then each layer's parts."""
import json, math, os, struct
import numpy as np, torch

HERE = os.path.dirname(os.path.abspath(__file__))
L, H, C, F, T, V, B = 2, 2, 8, 12, 25, 122, 3
D = C // H
rng = np.random.default_rng(7)
torch.set_default_dtype(torch.float64)


def shapes(F):
    out = [("wte", (V, C)), ("wpe", (T, C)), ("lnf.g", (C,)), ("lnf.b", (C,))]
    for l in range(L):
        out += [(f"{l}.ln1.g", (C,)), (f"{l}.ln1.b", (C,)), (f"{l}.qkv", (C, 3 * C)), (f"{l}.qkv.b", (3 * C,)), (f"{l}.out", (C, C)),
                (f"{l}.out.b", (C,)), (f"{l}.ln2.g", (C,)), (f"{l}.ln2.b", (C,)), (f"{l}.in", (C, F)), (f"{l}.in.b", (F,)),
                (f"{l}.mlp", (F, C)), (f"{l}.mlp.b", (C,))]
    return out


def norm(x, g, b):
    m = x.mean(-1, keepdim=True)
    return (x - m) / torch.sqrt(((x - m) ** 2).mean(-1, keepdim=True) + 1e-5) * g + b


def loss_of(p, ids, mask, divide, mlp):
    x = p["wte"][ids] + p["wpe"]
    for l in range(L):
        q, k, v = (norm(x, p[f"{l}.ln1.g"], p[f"{l}.ln1.b"]) @ p[f"{l}.qkv"] + p[f"{l}.qkv.b"]).split(C, -1)
        q, k, v = (t.view(B, T, H, D).transpose(1, 2) for t in (q, k, v))
        s = q @ k.transpose(-1, -2) / (math.sqrt(D) if divide else 1)
        if mask:
            s = s.masked_fill(torch.ones(T, T).triu(1).bool(), -math.inf)
        x = x + (s.softmax(-1) @ v).transpose(1, 2).reshape(B, T, C) @ p[f"{l}.out"] + p[f"{l}.out.b"]
        if mlp:
            u = norm(x, p[f"{l}.ln2.g"], p[f"{l}.ln2.b"]) @ p[f"{l}.in"] + p[f"{l}.in.b"]
            g = 0.5 * u * (1 + torch.tanh(math.sqrt(2 / math.pi) * (u + 0.044715 * u ** 3)))
            x = x + g @ p[f"{l}.mlp"] + p[f"{l}.mlp.b"]
    logits = norm(x, p["lnf.g"], p["lnf.b"]) @ p["wte"].T
    return torch.nn.functional.cross_entropy(logits[:, :-1].reshape(-1, V), ids[:, 1:].reshape(-1))


out, words = {}, {}


def keep(name, array, kind="F32"):
    out[name] = (kind, np.ascontiguousarray(array, "<f4" if kind == "F32" else "<i4"))


ids = rng.integers(0, V, (B, T))
keep("ids", ids, "I32")
for case, (mask, divide, mlp) in {"plain": (1, 1, 1), "unmasked": (0, 1, 1), "undivided": (1, 0, 1), "no-mlp": (1, 1, 0)}.items():
    p = {}
    for name, shape in shapes(F if mlp else 1):
        a = rng.normal(0, 0.4, shape) + (1 if name.endswith(".g") else 0)
        if not mlp and (".in" in name or ".mlp" in name):
            a = a * 0
        p[name] = torch.tensor(a.astype(np.float32).astype(np.float64), requires_grad=True)
    loss = loss_of(p, torch.tensor(ids), mask, divide, mlp)
    loss.backward()
    grads = [(t.grad if t.grad is not None else torch.zeros_like(t)).numpy().ravel() for t in p.values()]
    keep(f"{case}.numbers", np.concatenate([t.detach().numpy().ravel() for t in p.values()]))
    keep(f"{case}.gradient", np.concatenate(grads))
    keep(f"{case}.loss", np.array([loss.item()]))

p = torch.tensor(rng.normal(0, 1, 40).astype(np.float32).astype(np.float64), requires_grad=True)
slopes = rng.normal(0, 0.1, (3, 40)).astype(np.float32)
keep("adam.before", p.detach().numpy())
keep("adam.slopes", slopes)
opt = torch.optim.Adam([p], lr=2e-3, betas=(0.9, 0.98), eps=1e-8)
for g in slopes:
    p.grad = torch.tensor(g.astype(np.float64))
    opt.step()
keep("adam.after", p.detach().numpy())

header, at = {}, 0
for name, (kind, a) in out.items():
    header[name] = {"dtype": kind, "shape": list(a.shape), "data_offsets": [at, at + a.nbytes]}
    at += a.nbytes
text = json.dumps(header, separators=(",", ":")).encode()
text += b" " * (-len(text) % 8)
with open(os.path.join(HERE, "train.safetensors"), "wb") as f:
    f.write(struct.pack("<Q", len(text)) + text + b"".join(a.tobytes() for _, a in out.values()))
