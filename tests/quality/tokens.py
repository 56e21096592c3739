"""tokens.py vectors|exact|tools PROGRAM: counts tokens with the program and fails below the floors; `tools` counts those of
the tools it offers to MCP clients. `vectors` and `exact` need the counted texts in WORKMEM_EVAL_DIR; `exact` and `tools`
need node and the unpacked npm package gpt-tokenizer in WORKMEM_TOKENIZER_DIR (npm pack gpt-tokenizer@4.0.0). What is
missing is a failure."""
import base64
import collections
import json
import os
import pathlib
import random
import re
import string
import subprocess
import sys
import unicodedata
import uuid

ENCODINGS = ("o200k", "cl100k")
PROSE = {"user_msg (BEAM)", "speech (QMSum)"}
BOUNDED = PROSE | {"markdown (BEAM assistant)", "json compact (octokit)", "json pretty (octokit)", "code C++",
                   "code JS", "code JS minified", "uuid list", "sha/hex", "base64", "numbers csv", "log lines",
                   "url list"}
NODE = """
const [folder] = process.argv.slice(1);
const plain = {allowedSpecial: new Set(), disallowedSpecial: new Set()};
const {readFileSync} = await import('node:fs');
const {pathToFileURL} = await import('node:url');
const load = async name => (await import(pathToFileURL(`${folder}/esm/encoding/${name}_base.js`).href)).default;
const [o200k, cl100k] = [await load('o200k'), await load('cl100k')];
for (const line of readFileSync(0, 'utf8').split('\\n').filter(line => line)) {
  const {text} = JSON.parse(line);
  console.log(JSON.stringify([o200k.encode(text, plain).length, cl100k.encode(text, plain).length]));
}
"""


def folder(variable, part):
    path = pathlib.Path(os.environ.get(variable) or "/nowhere")
    if not (path / part).exists():
        sys.exit(f"{variable} must name a folder that holds {part}, is {os.environ.get(variable)!r}")
    return path


def lines(texts):
    return "".join(json.dumps({"text": text}) + "\n" for text in texts)


def counts(program, texts, *options):
    answer = subprocess.run([program, "tokens", *options], check=True, input=lines(texts), capture_output=True,
                            text=True).stdout
    out = [json.loads(line) for line in answer.splitlines()]
    if len(out) != len(texts):
        sys.exit(f"{len(texts)} texts went in, {len(out)} counts came out")
    return out


def exact(program, tokenizer, texts):
    """The counts in both encodings, text by text."""
    each = [[count["exact"] for count in counts(program, texts, "--bpe",
                                                str(tokenizer / "data" / f"{encoding}_base.tiktoken"))]
            for encoding in ENCODINGS]
    return list(zip(*each))


def counted(tokenizer, texts):
    """The counts of gpt-tokenizer in both encodings, text by text."""
    answer = subprocess.run(["node", "--input-type=module", "-e", NODE, str(tokenizer.resolve())], check=True,
                            input=lines(texts), capture_output=True, text=True).stdout
    return [tuple(json.loads(line)) for line in answer.splitlines()]


def mean(values):
    return sum(values) / len(values)


def bound_floors(name, texts, tokens, at_most):
    """tokens: the larger of both encodings."""
    under = [text for text, most, least in zip(texts, at_most, tokens) if most < least]
    beyond = sum(most > len(text.encode()) for text, most in zip(texts, at_most))
    for text in under[:3]:
        print(f"under-counted: {text[:200]!a}")
    return [(f"{name}: not under-counted", 1 - len(under) / len(texts), 1),
            (f"{name}: not above the bytes", 1 - beyond / len(texts), 1)]


def vectors(program):
    data = folder("WORKMEM_EVAL_DIR", "recall/token_vectors.jsonl")
    with open(data / "recall/token_vectors.jsonl", encoding="utf-8") as file:
        known = [json.loads(line) for line in file]
    texts = [each["text"] for each in known]
    floors = []
    for encoding in ENCODINGS:
        found = counts(program, texts, "--encoding", encoding)
        off = collections.defaultdict(list)
        for each, count in zip(known, found):
            off[each["cls"]].append(abs(count["estimate"] - each[encoding]) / each[encoding])
        means = {cls: mean(errors) for cls, errors in off.items()}
        for cls, error in means.items():
            print(f"  {encoding} {cls:28} {error:.3f}")
        floors += [(f"{encoding}: 1 - mean error of the estimate", 1 - mean(list(means.values())), 0.94),
                   (f"{encoding}: 1 - its error on the worst class", 1 - max(means.values()), 0.85)]
    most = [max(each[encoding] for encoding in ENCODINGS) for each in known]
    bounds = [count["at_most"] for count in found]
    for name, classes in (("English, JSON, code, ids, logs", BOUNDED), ("other texts", None)):
        chosen = [i for i, each in enumerate(known) if (each["cls"] in BOUNDED) == (classes is not None)]
        floors += bound_floors(name, [texts[i] for i in chosen], [most[i] for i in chosen],
                               [bounds[i] for i in chosen])
    for cls in sorted(PROSE):
        ratios = sorted(bound / count for each, bound, count in zip(known, bounds, most) if each["cls"] == cls)
        print(f"  {cls}: at most {ratios[len(ratios) // 2]:.2f} times its tokens (median)")
        floors.append((f"{cls}: 1.6 over the median bound", 1.6 / ratios[len(ratios) // 2], 1))
    return floors


def plans(tokenizer):
    """(encoding, text, tokens) of the package's test plans."""
    text = (tokenizer / "data/TestPlans.txt").read_text(encoding="utf-8")
    for name, sample, tokens in re.findall(r"^EncodingName: (\w+)\nSample: (.*?)\nEncoded: \[(.*?)\]$", text,
                                           re.MULTILINE | re.DOTALL):
        if name.split("_")[0] in ENCODINGS:
            yield name.split("_")[0], sample, len(tokens.split(",")) if tokens else 0


def unicode_texts(dice, count):
    """Random texts of what the pieces depend on. The package counts U+FEFF as two: it reads its own ranks as text
    with a byte order mark."""
    known = [chr(c) for c in range(0x110000)
             if unicodedata.category(chr(c)) not in ("Cn", "Cs") and c != 0xFEFF]
    pools = [list(" \n\r\t\u00a0\u3000\u2028\u0085"), list("ABCxyz"), list("\u01c5\u02b0\u00ba\u3042\u4e2d\u05d0"),
             list("\u0300\u0301\u0903\u20dd"), list("'\u2019stdmrevlREVL\u017f"), list("0123\u0663\u00b2\u2167\u00bd"),
             list("!/.,;:-_{}[]()\"\\/"), known, [chr(c) for c in range(128)], list("\u00c0\u00e9\u00df\u00f1\u0416\u03c9"),
             [chr(c) for c in range(0x1F300, 0x1F700)] + ["\u200d", "\ufe0f"], ["'s", "'LL", " the", "Word", "ABC"]]
    for _ in range(count):
        chosen = dice.sample(pools, dice.randint(1, 4))
        yield "".join(dice.choice(dice.choice(chosen)) * dice.choice([1, 1, 1, 1, 2, 3, dice.randint(1, 30)])
                      for _ in range(dice.randint(1, 40)))


def bounded_texts(dice, words, count):
    """(kind, text) of what a prompt may hold."""
    word = lambda: dice.choice(words)
    several = lambda make, least=1: [make() for _ in range(dice.choice([1, 1, 2, 5, 20]) + least - 1)]
    letters = lambda alphabet: "".join(dice.choices(alphabet, k=dice.randint(1, 20)))
    value = lambda: dice.choice([word(), dice.getrandbits(30), dice.random(), None, True, [word()],
                                 str(uuid.UUID(int=dice.getrandbits(128)))])
    def log():
        return (f"2026-{dice.randint(1, 12):02}-{dice.randint(1, 28):02}T{dice.randint(0, 23):02}:{dice.randint(0, 59):02}:"
                f"{dice.randint(0, 59):02}.{dice.randint(0, 999):03}Z [{dice.choice(['INFO', 'WARN', 'error'])}] {word()} "
                f"pid={dice.getrandbits(15)} req={dice.getrandbits(32):08x} took {dice.getrandbits(10)}ms /{word()}/{word()}")
    kinds = {
        "words": lambda: " ".join(several(word)),
        "capitals": lambda: " ".join(several(word)).upper(),
        "titles": lambda: " ".join(several(word)).title(),
        "camelCase": lambda: word() + "".join(each.capitalize() for each in several(word)),
        "snake_case": lambda: dice.choice("_-./").join(several(word, 2)),
        "random letters": lambda: " ".join(several(lambda: letters(dice.choice(
            [string.ascii_lowercase, string.ascii_uppercase, string.ascii_letters])))),
        "base64": lambda: dice.choice([base64.b64encode, base64.urlsafe_b64encode, base64.b32encode])(
            dice.randbytes(dice.choice([3, 16, 60, 300]))).decode(),
        "UUIDs": lambda: dice.choice([str, lambda u: str(u).upper()])(
            " ".join(several(lambda: str(uuid.UUID(int=dice.getrandbits(128)))))),
        "hexadecimal": lambda: dice.randbytes(dice.choice([2, 8, 20, 64, 256])).hex(),
        "signs": lambda: "".join(dice.choices(string.punctuation + " \n", k=dice.choice([3, 10, 60]))),
        "ASCII": lambda: "".join(dice.choices([chr(c) for c in range(128)], k=dice.choice([4, 20, 80]))),
        "spaces": lambda: "".join(dice.choice(" \n\t\r") * dice.choice([1, 1, 2, 3, 9, 40])
                                  + dice.choice([word(), "12", "{", ";", ""]) for _ in range(dice.randint(1, 9))),
        "numbers": lambda: dice.choice([" ", ",", "\n", "; "]).join(several(lambda: str(dice.choice(
            [dice.getrandbits(8), dice.getrandbits(40), dice.random() * 1000, -dice.getrandbits(20)])))),
        "logs": lambda: "\n".join(several(log)),
        "URLs": lambda: "\n".join(several(
            lambda: f"https://{word()}.{word()}.org/{word()}/{word()}?{word()}={word()}&id={dice.getrandbits(30)}#{word()}")),
        "minified JSON": lambda: json.dumps({word(): value() for _ in several(word)}, separators=(",", ":")),
        "JSON": lambda: json.dumps({word(): value() for _ in several(word)}, indent=dice.choice([2, 4, "\t"])),
        "C++": lambda: "\n".join(several(
            lambda: f"    const auto {word()}_{word()} = std::{word()}<{word()}>({word()}, {dice.getrandbits(9)});")),
        "Python": lambda: "\n".join(several(
            lambda: f"def {word()}(self, {word()}=None):\n    return self.{word()}[\"{word()}\"]  # {word()}")),
        "SQL": lambda: "\n".join(several(lambda: f"SELECT {word()}, COUNT(*) FROM {word()} WHERE {word()} = '{word()}';")),
        "contractions": lambda: " ".join(several(lambda: f"{word()}'s don't '{word()}' we've"))}
    for kind, make in kinds.items():
        yield kind, [make() for _ in range(count)]


def words_of(known):
    """English words, common and rare, and what looks like words."""
    out = set()
    for each in known:
        if each["cls"] in PROSE or each["cls"].startswith(("code", "UDHR fi", "UDHR de")):
            out.update(re.findall("[a-z]{2,}", each["text"]))
    rare = """anomie plectrons zyzzyva tmesis syzygy crwth euouae rhythm sphinx quixotic xylem mnemonic phlegm gnostic
    bdellium chthonic ytterbium vivisepulture floccinaucinihilipilification otorhinolaryngologist kerfuffle wabbit
    widdershins borborygmus defenestrate sesquipedalian ouzel cwm qanat fjord pizzicato knapsack jejune""".split()
    return sorted(out) + rare * 20


def against_exact(program):
    tokenizer = folder("WORKMEM_TOKENIZER_DIR", "data/o200k_base.tiktoken")
    data = folder("WORKMEM_EVAL_DIR", "recall/token_vectors.jsonl")
    with open(data / "recall/token_vectors.jsonl", encoding="utf-8") as file:
        known = [json.loads(line) for line in file]
    found = exact(program, tokenizer, [each["text"] for each in known])
    same = [count == (each["o200k"], each["cl100k"]) for each, count in zip(known, found)]
    floors = [("counted texts, exactly", mean(same), 1)]

    planned = list(plans(tokenizer))
    found = exact(program, tokenizer, [text for _, text, _ in planned])
    same = [count[ENCODINGS.index(encoding)] == tokens for (encoding, _, tokens), count in zip(planned, found)]
    print(f"{len(planned)} test plans")
    floors += [("test plans", mean(same), 1), ("test plans found, of 80", len(planned) / 80, 1)]

    dice = random.Random(20261122)
    texts = list(unicode_texts(dice, 10_000))
    found = exact(program, tokenizer, texts)
    same = [count == right for count, right in zip(found, counted(tokenizer, texts), strict=True)]
    for text, right in zip(texts, same):
        if not right:
            print(f"differs: {text[:100]!a}")
    floors.append(("random Unicode, as gpt-tokenizer counts", mean(same), 1))

    for kind, texts in bounded_texts(dice, words_of(known), 300):
        tokens = [max(each) for each in exact(program, tokenizer, texts)]
        floors += bound_floors(kind, texts, tokens, [count["at_most"] for count in counts(program, texts)])
    return floors


def tools(program):
    """What a client puts into a prompt before anybody has said a word: every tool, as it is listed."""
    tokenizer = folder("WORKMEM_TOKENIZER_DIR", "esm/encoding/o200k_base.js")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "tokens", "version": "1"}}
    asked = [{"jsonrpc": "2.0", "id": id, "method": method, "params": params}
             for id, (method, params) in enumerate([("initialize", hello), ("tools/list", {})])]
    session, plain = ["--tools", "session"], ["--no-output-schemas"]
    read_by_models = ("name", "description", "inputSchema")
    for name, options, number, most in (("sessions", session, 15, 4_000),
                                        ("sessions without output schemas", session + plain, 15, 2_200),
                                        ("an agent's memory", ["--tools", "memory"] + plain, 11, 1_200),
                                        ("sessions and long-term memory", ["--tools", "session,long-term"], 19, 4_600),
                                        ("the same without output schemas", ["--tools", "session,long-term"] + plain, 19, 2_200),
                                        ("what models read by default", [], 7, 700)):
        answer = subprocess.run([program, "mcp", "--store", "memory", *options], check=True, capture_output=True,
                                input="".join(json.dumps(each) + "\n" for each in asked), text=True, encoding="utf-8").stdout
        listed = json.loads(answer.splitlines()[1])["result"]["tools"]
        if len(listed) != number:
            sys.exit(f"{len(listed)} tools are listed")
        if not options:
            listed = [{key: tool[key] for key in read_by_models} for tool in listed]
        text = json.dumps(listed, ensure_ascii=False, separators=(",", ":"))
        (o200k, _), = counted(tokenizer, [text])
        print(f"  {name}: {o200k} tokens, at most {most}")
        yield f"{name}: {most} over its tokens", most / o200k, 1


def main():
    what, program = sys.argv[1:]
    below = 0
    for name, value, floor in {"vectors": vectors, "exact": against_exact, "tools": tools}[what](program):
        below += value < floor
        print(f"{name}: {value:.4f}, at least {floor}{'' if value >= floor else '  BELOW'}")
    sys.exit(1 if below else 0)


main()
