#!/usr/bin/python3
"""GPT-2 in PyTorch, eager, as bench_forward asks for it: for each line "n" a line "wall_ms cpu_ms logit".

All patterns are kept, as a viewer wants them, and one position's logits are computed. THREADS threads; the weights and
the ids lie in the folder given. Started by bench_forward once as it comes and once tuned: large pages for malloc
(GLIBC_TUNABLES=glibc.malloc.hugetlb=1), threads that wait without spinning (OMP_WAIT_POLICY=passive), and the kernels
of OpenBLAS that the program chose (OPENBLAS_CORETYPE): one older than the processor takes its slowest by itself."""
import json
import os
import struct
import sys
import time

import numpy
import torch
import torch.nn.functional as fn


def load(folder):
    weights = {}
    with open(folder + "/model.safetensors", "rb") as file:
        size = struct.unpack("<Q", file.read(8))[0]
        header = json.loads(file.read(size))
        for name, what in header.items():
            if name == "__metadata__":
                continue
            file.seek(8 + size + what["data_offsets"][0])
            count = int(numpy.prod(what["shape"]))
            weights[name] = torch.from_numpy(numpy.fromfile(file, numpy.float32, count).reshape(what["shape"]))
    return weights


def layer_norm(w, x, name):
    return fn.layer_norm(x, x.shape[-1:], w[name + ".weight"], w[name + ".bias"], 1e-5)


def linear(w, x, name):
    return torch.addmm(w[name + ".bias"], x, w[name + ".weight"])


@torch.no_grad()
def forward(w, config, ids):
    n, width, heads = len(ids), config["n_embd"], config["n_head"]
    hidden_keys = torch.ones(n, n, dtype=torch.bool).triu(1)
    x = w["wte.weight"][ids] + w["wpe.weight"][:n]
    patterns = []
    for layer in range(config["n_layer"]):
        name = "h.%d." % layer
        qkv = linear(w, layer_norm(w, x, name + "ln_1"), name + "attn.c_attn")
        q, k, v = [part.view(n, heads, -1).transpose(0, 1) for part in qkv.split(width, 1)]
        scores = (q @ k.transpose(-1, -2)).mul_((width // heads) ** -0.5)
        patterns.append(scores.masked_fill_(hidden_keys, -torch.inf).softmax(-1))
        mixed = (patterns[-1] @ v).transpose(0, 1).reshape(n, width)
        x = x + linear(w, mixed, name + "attn.c_proj")
        hidden = fn.gelu(linear(w, layer_norm(w, x, name + "ln_2"), name + "mlp.c_fc"), approximate="tanh")
        x = x + linear(w, hidden, name + "mlp.c_proj")
    return patterns, fn.linear(layer_norm(w, x[-1:], "ln_f"), w["wte.weight"])


def main():
    folder = sys.argv[1]
    torch.set_num_threads(int(os.environ["THREADS"]))
    with open(folder + "/config.json") as file:
        config = json.load(file)
    weights = load(folder)
    ids = torch.from_numpy(numpy.fromfile(folder + "/ids.i32", numpy.int32).astype("int64"))
    print("ready", flush=True)
    for line in sys.stdin:
        wall, cpu = time.perf_counter(), time.process_time()
        patterns, logits = forward(weights, config, ids[:int(line)])
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print("%.3f %.3f %.6f" % (1e3 * wall, 1e3 * cpu, float(logits.max())), flush=True)
        del patterns, logits


main()
