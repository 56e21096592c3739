"""floors.py references|extraction PROGRAM: runs the program over the data in WORKMEM_EVAL_DIR,
prints what its scorer says and fails below the floors."""
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile


def references(program, data):
    """Text track: what the assistant said is heard, not annotated. Window 20."""
    folder = data / "references"
    dialogues = []
    with gzip.open(folder / "dialogues.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            dialogue = json.loads(line)
            for event in dialogue["events"]:
                event.pop("mentions", None)
            dialogues.append(json.dumps(dialogue))
    answers = subprocess.run([program, "replay", "--answers", "--window", "20"], check=True,
                             input="\n".join(dialogues), capture_output=True, text=True).stdout
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as predictions:
        predictions.write(answers)
        predictions.flush()
        score = json.loads(subprocess.run(
            [sys.executable, folder / "score.py", "--json", folder / "gold.jsonl",
             predictions.name], check=True, capture_output=True, text=True).stdout)
    everything = score["total/all"]
    hard = score["total/hard (all other difficulties)"]
    control = score["control/none (no referent)"]
    refused = control.get("right", 0) / control["n"]
    print(f"control: {refused:.3f} of {control['n']} references to nothing were refused")
    answered = everything["right"] + everything["wrong"]
    print(f"precision when answered: {everything['right'] / answered:.4f}")
    return [("all", everything["accuracy"], 0.965), ("hard", hard["accuracy"], 0.95),
            ("control refused", refused, 0.80)]


def extraction(program, data):
    folder = data / "extraction"
    with tempfile.TemporaryDirectory() as scratch:
        report = pathlib.Path(scratch) / "score.json"
        command = f'"{program}" extract'
        subprocess.run([sys.executable, folder / "score.py", folder, "--cmd", command,
                        "--per-service", "--json", report], check=True)
        score = json.loads(report.read_text())["macro"]
    return [("id", score["id"], 0.90), ("none_clean", score["none_clean"], 0.98)]


def main():
    what, program = sys.argv[1:]
    data = os.environ.get("WORKMEM_EVAL_DIR")
    if not data or not pathlib.Path(data, what).is_dir():
        sys.exit(f"WORKMEM_EVAL_DIR must name a folder that holds {what}/, is {data!r}")
    below = 0
    for name, value, floor in {"references": references, "extraction": extraction}[what](
            program, pathlib.Path(data)):
        below += value < floor
        print(f"{name}: {value:.4f}, at least {floor}{'' if value >= floor else '  BELOW'}")
    sys.exit(1 if below else 0)


main()
