#!/usr/bin/env python3
"""Turns dialogues of the evaluation data into what reference_features plays.

reference_dialogues.py DIALOGUES GOLD OUT: the first may be compressed by gzip; a line of JSON for each dialogue."""
import gzip
import json
import sys


def result_of(event):
    result, ids = event["result"], event.get("ids")
    if isinstance(result, list) and ids:
        return [{"id": id, **{key: value for key, value in row.items() if key != "id"}}
                for id, row in zip(ids, result)]
    return result


def events_of(dialogue, means):
    heard = None
    for event in dialogue["events"]:
        kind = event["kind"]
        if kind == "tool_result":
            yield {"tool": event["tool"], "arguments": event.get("arguments", {}), "result": result_of(event)}
        elif kind in ("system", "assistant"):
            yield {"assistant": event["text"]}
        elif kind == "user":
            heard = event["text"]
            yield {"user": heard}
        elif kind == "query":
            if event["utterance"] != heard:
                heard = event["utterance"]
                yield {"user": heard}
            yield {"ask": event["reference"], "means": means[dialogue["dialogue"], event["query"]]}


def main():
    dialogues, gold, out = sys.argv[1:]
    with open(gold, encoding="utf-8") as lines:
        means = {(each["dialogue"], each["query"]): each["ids"] or [] for each in map(json.loads, lines)}
    with (gzip.open if dialogues.endswith(".gz") else open)(dialogues, "rt", encoding="utf-8") as lines, \
            open(out, "w", encoding="utf-8") as file:
        for dialogue in map(json.loads, lines):
            file.write(json.dumps({"source": (dialogue["services"] or ["none"])[0].split("_")[0],
                                   "events": list(events_of(dialogue, means))}) + "\n")


if __name__ == "__main__":
    main()
