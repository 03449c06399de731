#!/usr/bin/python3
"""A step of training here and in PyTorch (Debian: python3-torch), one thread, in turn, in one run: process time, the least of many.

    cmake --build build/release --target bench_train && tests/bench/train.py build/release/tests/bench_train

PyTorch is given the same BLAS kernels that the program chooses (OPENBLAS_CORETYPE), and once more what it chooses itself."""
import math, os, subprocess, sys, time

B, T, C, H, V, L = 32, 49, 64, 4, 122, 2
D = C // H


def torch_step(hidden, seconds):
    import torch
    import torch.nn as nn
    import torch.nn.functional as fn
    torch.set_num_threads(int(os.environ.get("THREADS", "1")))

    class Block(nn.Module):
        def __init__(self):
            super().__init__()
            self.ln1, self.ln2 = nn.LayerNorm(C), nn.LayerNorm(C)
            self.qkv, self.out, self.up, self.down = nn.Linear(C, 3 * C), nn.Linear(C, C), nn.Linear(C, hidden), nn.Linear(hidden, C)
            self.register_buffer("mask", torch.ones(T, T).triu(1).bool())

        def forward(self, x):
            q, k, v = self.qkv(self.ln1(x)).view(B, T, 3, H, D).permute(2, 0, 3, 1, 4)
            a = (q @ k.transpose(-1, -2) / math.sqrt(D)).masked_fill(self.mask, -math.inf).softmax(-1)
            x = x + self.out((a @ v).transpose(1, 2).reshape(B, T, C))
            return x + self.down(fn.gelu(self.up(self.ln2(x)), approximate="tanh"))

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.tokens, self.positions = nn.Embedding(V, C), nn.Parameter(torch.randn(T, C) * 0.1)
            self.blocks, self.norm = nn.ModuleList(Block() for _ in range(L)), nn.LayerNorm(C)

        def forward(self, ids):
            x = self.tokens(ids) + self.positions
            for block in self.blocks:
                x = block(x)
            return self.norm(x) @ self.tokens.weight.T

    model = Model()
    adam = torch.optim.Adam(model.parameters(), lr=2e-3, betas=(0.9, 0.98))
    ids = torch.randint(0, V, (B, T))
    best, end = 1e9, time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.process_time() if torch.get_num_threads() == 1 else time.perf_counter()
        loss = fn.cross_entropy(model(ids)[:, :-1].reshape(-1, V), ids[:, 1:].reshape(-1))
        adam.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        adam.step()
        best = min(best, (time.process_time() if torch.get_num_threads() == 1 else time.perf_counter()) - start)
    print(best * 1e3)


if sys.argv[1] == "torch":
    torch_step(int(sys.argv[2]), float(sys.argv[3]))
    sys.exit()


def run_torch(hidden, **env):
    return float(subprocess.run([sys.executable, __file__, "torch", str(hidden), "2.5"], env={**os.environ, **env}, capture_output=True, text=True).stdout)


flags = open("/proc/cpuinfo").read()
kernels = "SkylakeX" if " avx512vl " in flags and " avx512dq " in flags else "Haswell" if " avx2 " in flags else ""
own = {"OPENBLAS_CORETYPE": kernels} if kernels else {}
print("MLP   step   products  PyTorch  its own kernels   two threads   step/products  PyTorch/step  its own/step  two/step")
for hidden in (128, 256):
    best = [1e9] * 5
    for _ in range(3):
        step, products = map(float, subprocess.run([sys.argv[1], str(hidden), "100"], capture_output=True, text=True).stdout.split())
        new = [step, products, run_torch(hidden, **own), run_torch(hidden), run_torch(hidden, THREADS="2", **own)]
        best = [min(a, b) for a, b in zip(best, new)]
    s, p, same, default, two = best
    print(f"{hidden:3d} {s:6.2f} ms {p:6.2f} ms {same:6.2f} ms {default:6.2f} ms       {two:6.2f} ms       {s / p:5.2f}         {same / s:5.2f}         {default / s:5.2f}       {two / s:5.2f}")
