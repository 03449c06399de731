#!/usr/bin/env python3
"""Makes the small byte-level BPE in ../data/bpe-small and bpe_small.json, what an independent encoder makes of awkward texts
with it. Needs the module `regex`. The merges are learned from the texts below."""
import collections, json, os
import regex

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, "..", "data", "bpe-small")
PATTERN = regex.compile(r"""'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+""")
LEARN = """When Mary and John went to the store, John gave a drink to Mary. The cat sat on the mat because the cat was tired.
A quick brown fox jumps over the lazy dog. They're sure it's what we've seen; I'll say I'd do, and I'm there. Attention is a
weighted mean: each token looks back at the tokens before it, with weights that sum to one. In 1984 and 2024, 3.14 was pi.
Naïve cafés, façades, Ünïcödé. привет мир. 日本語 日本語. 😀 😀. aaaa aaaaaaaa    spaces        more spaces\n\n\n\tif (x == 3) { y[0] += 2; }
the the the the Mary Mary Mary John John"""
TEXTS = ["When Mary and John went to the store, John gave a drink to", "Hello world", " Hello  world ", "the the the", "  leading",
         "trailing  ", "tabs\tand\nnewlines\r\n\r\n", "I've can't WE'RE they'll it's 'tis 's 'S", "1234567890 3.14159 1,000,000",
         "naïve café façade", "日本語のテキスト", "привет мир", "مرحبا بالعالم", "हिन्दी पाठ", "😀 👩‍👩‍👧‍👦 ❤️ 🇯🇵", "e\u0301 combining", "zero\u200bwidth",
         "non\u00a0breaking", "\u202eright to left", "a\0b", "ESC \x1b[31m red", "--- === ###", "http://example.com/a?b=c&d=%20",
         "ﬁ ligature ① Ⅷ ½ ²", "𝔘𝔫𝔦", "ĠĠ literal Ċ", "<|endoftext|> in text", "\t\t\t", "   \n   \n", "ß ẞ İ ı", "ไทยไม่มีช่องว่าง",
         "x" * 300, "a" * 257, "\u2028 line sep \u2029", "\u0085nel\u0085 x", "\u180e mongolian \u180e\u180e x", "a  \u180e", "\u1680 ogham\u3000wide \u3000 x",
         "\x1c\x1d fs gs \x0b\x0c vt ff", "\ufeffBOM first", "𐍈 \U0010ffff", "", " ", "  ", "\n", "'", "''s'", " 's 't've", "a'ſ", "٣٤٥ ১২৩"]

printable = list(range(ord("!"), ord("~") + 1)) + list(range(0xA1, 0xAD)) + list(range(0xAE, 0x100))
letters, more = {b: chr(b) for b in printable}, 0
for b in range(256):
    if b not in letters:
        letters[b] = chr(256 + more)
        more += 1
spell = lambda text: "".join(letters[b] for b in text.encode())


def learn(count):
    words, merges = collections.Counter(tuple(spell(w)) for w in PATTERN.findall(LEARN)), []
    for _ in range(count):
        pairs = collections.Counter()
        for word, times in words.items():
            for pair in zip(word, word[1:]):
                pairs[pair] += times
        best = max(sorted(pairs), key=lambda p: pairs[p])
        merges.append(best)
        words = collections.Counter({join(word, best): times for word, times in words.items()})
    return merges


def join(word, pair):
    out, k = [], 0
    while k < len(word):
        if tuple(word[k:k + 2]) == pair:
            out.append(pair[0] + pair[1]); k += 2
        else:
            out.append(word[k]); k += 1
    return tuple(out)


merges = learn(180)
vocabulary = {}
for token in [letters[b] for b in sorted(letters)] + [a + b for a, b in merges] + ["<|endoftext|>"]:
    vocabulary.setdefault(token, len(vocabulary))


def encode(text):
    ids = []
    for piece in PATTERN.findall(text):
        word = tuple(spell(piece))
        for pair in merges:
            word = join(word, pair)
        ids += [vocabulary[s] for s in word]
    return ids


os.makedirs(DATA, exist_ok=True)
with open(os.path.join(DATA, "vocab.json"), "w") as f:
    f.write(json.dumps(vocabulary, ensure_ascii=False) + "\n")
with open(os.path.join(DATA, "merges.txt"), "w") as f:
    f.write("#version: 0.2\n" + "".join(f"{a} {b}\n" for a, b in merges))
model = {"type": "BPE", "dropout": None, "unk_token": None, "continuing_subword_prefix": "", "end_of_word_suffix": "",
         "fuse_unk": False, "byte_fallback": False, "vocab": vocabulary, "merges": [list(m) for m in merges]}
end = {"id": vocabulary["<|endoftext|>"], "content": "<|endoftext|>", "single_word": False, "lstrip": False, "rstrip": False,
       "normalized": True, "special": True}
with open(os.path.join(DATA, "tokenizer.json"), "w") as f:
    f.write(json.dumps({"version": "1.0", "truncation": None, "padding": None, "added_tokens": [end], "normalizer": None,
                        "pre_tokenizer": {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True},
                        "post_processor": None, "decoder": {"type": "ByteLevel"}, "model": model}, ensure_ascii=False) + "\n")
with open(os.path.join(HERE, "bpe_small.json"), "w") as f:
    f.write(json.dumps({"cases": [{"text": t, "ids": encode(t)} for t in TEXTS]}, ensure_ascii=True) + "\n")
