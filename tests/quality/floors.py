"""floors.py references|mentions|generated|extraction|recall|survival|traces PROGRAM: runs the program
over the data in WORKMEM_EVAL_DIR, prints what its scorer says and fails below the floors; traces runs
the tests of eviction."""
import gzip
import hashlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def play(program, dialogues, mentions):
    """The answers of the program; without mentions what the assistant said is heard."""
    lines = []
    for line in dialogues:
        dialogue = json.loads(line)
        if not mentions:
            for event in dialogue["events"]:
                event.pop("mentions", None)
        lines.append(json.dumps(dialogue))
    return subprocess.run([program, "replay", "--answers", "--window", "20"], check=True,
                          input="\n".join(lines), capture_output=True, text=True).stdout


def score(data, gold, answers):
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as predictions:
        predictions.write(answers)
        predictions.flush()
        report = json.loads(subprocess.run(
            [sys.executable, data / "references" / "score.py", "--json", gold, predictions.name],
            check=True, capture_output=True, text=True).stdout)
    everything = report["total/all"]
    control = report["control/none (no referent)"]
    answered = everything["right"] + everything["wrong"]
    print(f"all {everything['accuracy']:.4f}, precision when answered "
          f"{everything['right'] / answered:.4f}, references to nothing answered "
          f"{control['n'] - control.get('right', 0)} of {control['n']}")
    return (everything["accuracy"],
            report["total/hard (all other difficulties)"]["accuracy"],
            1 - control.get("right", 0) / control["n"])


def recorded(data):
    with gzip.open(data / "references" / "dialogues.jsonl.gz", "rt", encoding="utf-8") as lines:
        return list(lines)


def references(program, data):
    """Text track, window 20."""
    gold = data / "references" / "gold.jsonl"
    everything, hard, nothing = score(data, gold, play(program, recorded(data), False))
    return [("all", everything, 0.945), ("hard", hard, 0.84), ("control refused", 1 - nothing, 0.86)]


def mentions(program, data):
    gold = data / "references" / "gold.jsonl"
    everything, hard, nothing = score(data, gold, play(program, recorded(data), True))
    return [("all", everything, 0.914), ("hard", hard, 0.845), ("control refused", 1 - nothing, 0.95)]


def generated(program, data):
    """The generated cases, whose files have not changed since before the first run."""
    here = pathlib.Path(__file__).parent
    frozen = (here / "../../benchmarks/quality/README.md").resolve()
    with tempfile.TemporaryDirectory() as scratch:
        subprocess.run([sys.executable, frozen.parent / "generate_references.py", scratch],
                       check=True, capture_output=True)
        for name in ("dialogues.jsonl", "gold.jsonl"):
            bytes_ = pathlib.Path(scratch, name).read_bytes()
            if hashlib.sha256(bytes_).hexdigest() not in frozen.read_text(encoding="utf-8"):
                sys.exit(f"{name} is not what was frozen (benchmarks/quality/README.md)")
        with open(pathlib.Path(scratch, "dialogues.jsonl"), encoding="utf-8") as lines:
            dialogues = list(lines)
        everything, _, nothing = score(data, pathlib.Path(scratch, "gold.jsonl"),
                                       play(program, dialogues, False))
    return [("all", everything, 0.94), ("control refused", 1 - nothing, 0.88)]


def extraction(program, data):
    folder = data / "extraction"
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "score.json"
        command = f'"{program}" extract'
        subprocess.run([sys.executable, folder / "score.py", folder, "--cmd", command,
                        "--per-service", "--json", report], check=True)
        macro = json.loads(report.read_text())["macro"]
    return [("id", macro["id"], 0.98), ("id + name", macro["id_name"], 0.96),
            ("id + name + type", macro["id_name_type"], 0.94),
            ("whole case", macro["case_all"], 0.95), ("none_clean", macro["none_clean"], 0.98),
            ("without spurious", 1 - macro["spurious_per_case"], 0.97)]


def remembered(program, data, name, *arguments, mode=("full",)):
    """What the scorer says of all questions."""
    folder = data / "recall"
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "score.json"
        subprocess.run([sys.executable, folder / "score.py", "run", "--json", report,
                        "--mode", *mode, folder / f"{name}.jsonl", "--",
                        program, "recall", *arguments], check=True)
        return json.loads(report.read_text())["scores"]["all"]


def recall(program, data):
    return [(f"{name} {measure}", remembered(program, data, name)[measure], floor)
            for name, measure, floor in (("beam_dev", "R@10", 0.50), ("qmsum_dev", "P@10", 0.26))]


def survival(program, data):
    """Of the turns that answer a question, those still held 20 turns after the last of them."""
    limits = ("evict", "--lag", "t20", "--max-items", "64", "--max-tokens", "4000")
    scores = remembered(program, data, "beam_dev", "--eviction", "value_density", mode=limits)
    return [("beam_dev survival", scores["survival"], 0.72)]


def traces(program, data):
    """The tests compare and fail by themselves."""
    with tempfile.TemporaryDirectory() as scratch:
        files = []
        for packed in sorted((data / "recall" / "traces").glob("*.txt.gz")):
            files.append(str(pathlib.Path(scratch, packed.name.removesuffix(".txt.gz"))))
            pathlib.Path(files[-1]).write_bytes(gzip.decompress(packed.read_bytes()))
        if not files:
            sys.exit("there are no traces")
        subprocess.run([program, "[traces]"], check=True,
                       env={**os.environ, "WORKMEM_TRACES": ":".join(files)})
    return []


def main():
    what, program = sys.argv[1:]
    data = os.environ.get("WORKMEM_EVAL_DIR")
    folder = {"extraction": "extraction", "recall": "recall", "survival": "recall",
              "traces": "recall"}.get(what, "references")
    if not data or not pathlib.Path(data, folder).is_dir():
        sys.exit(f"WORKMEM_EVAL_DIR must name a folder that holds {folder}/, is {data!r}")
    below = 0
    measures = {"references": references, "mentions": mentions, "generated": generated,
                "extraction": extraction, "recall": recall, "survival": survival,
                "traces": traces}
    for name, value, floor in measures[what](program, pathlib.Path(data)):
        below += value < floor
        print(f"{name}: {value:.4f}, at least {floor}{'' if value >= floor else '  BELOW'}")
    sys.exit(1 if below else 0)


main()
