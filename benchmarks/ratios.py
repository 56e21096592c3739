#!/usr/bin/env python3
"""Prints the table of benchmarks/README.md from the JSON output of workmem_benchmarks: medians
of the repetitions, their ratios, and the goals.

    workmem_benchmarks --benchmark_repetitions=9 --benchmark_enable_random_interleaving=true \
        --benchmark_out=speed.json --benchmark_out_format=json
    benchmarks/ratios.py speed.json [more.json]

Exit status 1 when a goal is missed. Several files count as one run.
"""
import json
import statistics
import sys

# operation, ours, the alternative, and the highest ratio per argument
GOALS = [
    ("hit", "workmem_window", "intrusive",
     {10: 0.8, 20: 0.8, 64: 1.0, 1000: 1.0, 1000000: 0.7}),
    ("miss", "workmem_window", "flat_map_and_list",
     {10: 0.6, 20: 0.6, 64: 1.0, 1000: 1.0, 1000000: 1.2}),
    ("insert", "workmem_window", "intrusive",
     {10: 0.6, 20: 0.6, 64: 1.0, 1000: 1.0, 1000000: 0.6}),
    ("context", "after_a_change", "naive", {10: 0.2}),
    ("context", "unchanged", "naive", {10: 0.02}),
    ("resolve", "by_type", "naive_by_type", {1000: 0.05}),
    ("resolve", "any_type", "naive_any_type", {1000: None}),
    ("observe", "five_kilobytes", "parse", {0: 0.3}),
    ("observe", "five_kilobytes_of_text", "parse", {0: 1.3}),
    ("remember", "rare_bm25", "rare_fts5", {1000: None, 100000: 0.33}),
    ("remember", "rare_store", "rare_fts5", {1000: None, 100000: 0.33}),
    ("remember", "mid_bm25", "mid_fts5", {1000: None, 100000: 0.33}),
    ("remember", "mid_store", "mid_fts5", {1000: None, 100000: 0.33}),
    ("remember", "common_bm25", "common_fts5", {1000: None, 100000: 0.1}),
    ("remember", "common_store", "common_fts5", {1000: None, 100000: 0.1}),
    ("remember", "question_bm25", "question_fts5", {1000: None, 100000: None}),
    ("index", "bm25", "fts5", {1000: 0.5, 100000: 0.5}),
    ("memorize", "importance_guard", "multi_index",
     {64: 0.5, 1000: 0.5, 100000: 0.5, 1000000: 0.5}),
    ("add", "sessions", "nested_map", {1000: 0.5, 10000: 0.5, 100000: 0.5, 1000000: 0.5}),
    ("get", "sessions", "nested_map", {1000: 0.6, 10000: 0.6, 100000: 0.6, 1000000: 0.6}),
    ("add", "sessions", "redis", {1000: 0.03, 100000: 0.03}),
    ("get", "sessions", "redis", {1000: 0.03, 100000: 0.03}),
    ("search", "sessions/3", "nested_map/3", {1000: 0.1}),
    ("search", "sessions/30", "nested_map/30", {1000: 0.1}),
    ("search", "sessions/300", "nested_map/300", {1000: 0.1}),
    ("search", "sessions/2000", "nested_map/2000", {1000: 0.1}),
    ("add_task", "task_memory", "task_map", {1000: 0.6, 10000: 0.6, 100000: 0.6, 1000000: 0.6}),
    ("add_task", "task_memory", "lean_map",
     {1000: None, 10000: None, 100000: None, 1000000: None}),
    ("add_task", "with_random_ids", "map_with_random_ids",
     {1000: None, 10000: None, 100000: None, 1000000: None}),
    ("ready", "task_memory", "task_map",
     {1000: None, 10000: None, 100000: 0.001, 1000000: 0.001}),
    ("add_dependency", "with_links", "adjacency_map",
     {1000: 1.0, 10000: 1.0, 100000: 1.0, 1000000: 1.0}),
    ("backwards_chain", "our_order", "pearce_kelly", {1000: 0.05, 10000: 0.05}),
]

# ours, the alternative, and the lowest ratio of operations per second, elapsed time
SPEED_GOALS = [
    ("journal_always/1", "journal_bare_fdatasync/1", 0.9),
    ("journal_always/16", "journal_always/1", 3),
    ("journal_always/64", "journal_always/1", 5),
    ("journal_never/1", "journal_bare_write/1", 0.5),
    ("journal_interval/1", "journal_bare_write/1", 0.5),
    ("sqlite_always/1", "sqlite_bare_always/1", 0.8),
    ("sqlite_never/1", "sqlite_bare_never/1", 0.8),
    ("parse_changes/10000", "open_changes/10000", 1 / 1.2),
    ("parse_changes/1000000", "open_changes/1000000", 1 / 1.2),
    ("sweep/1000000", "sweep/1000", 0.5),
    ("complete_by_handle/10000", "complete_in_rows/10000", 0.5),
    ("complete_by_handle/100000", "complete_in_rows/100000", 0.5),
    ("complete_by_handle/1000000", "complete_in_rows/1000000", 0.5),
    ("context_for/1000000", "context_for/1000", 0.5),
]


def rows(paths):
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for row in json.load(file)["benchmarks"]:
                if row.get("run_type") != "aggregate":
                    yield row


def read(paths):
    """(operation, subject, argument) -> median nanoseconds."""
    times = {}
    for row in rows(paths):
        if "<" not in row["run_name"]:
            continue
        name, *settings = row["run_name"].split("/")
        arguments = [each for each in settings if each.isdigit()]
        clock = "real_time" if {"manual_time", "real_time"} & set(settings) else "cpu_time"
        operation, _, subject = name.rstrip(">").partition("<")
        subject = "/".join([subject.split("::")[-1], *arguments[1:]]).strip("/")
        key = operation, subject, int(arguments[0]) if arguments else 0
        times.setdefault(key, []).append(row[clock])
    return {key: statistics.median(values) for key, values in times.items()}


def read_speeds(paths):
    """"operation/threads", or "operation/argument" -> median operations per second."""
    speeds = {}
    for row in rows(paths):
        name, *arguments = row["run_name"].split("/")
        if "<" in name:
            continue
        number = arguments[0] if arguments and arguments[0].isdigit() else row.get("threads", 1)
        unit = {"ns": 1e9, "us": 1e6, "ms": 1e3, "s": 1}[row["time_unit"]]
        speed = row.get("items_per_second", unit / row["real_time"])
        speeds.setdefault(f"{name}/{number}", []).append(speed)
    return {key: statistics.median(values) for key, values in speeds.items()}


def main(paths):
    times = read(paths)
    missed = 0
    print("| operation | entries | workmem | alternative | ratio | goal |")
    print("| --- | --- | --- | --- | --- | --- |")
    for operation, ours, other, goals in GOALS:
        for argument, goal in goals.items():
            a = times.get((operation, ours, argument))
            b = times.get((operation, other, argument))
            if a is None or b is None:
                continue
            ratio = a / b
            late = goal is not None and ratio > goal
            missed += late
            print(f"| {operation} {ours} | {argument:,} | {a:.1f} ns | {other} {b:.1f} ns "
                  f"| {ratio:.2f} | {'–' if goal is None else goal}{' missed' if late else ''} |")
    speeds = read_speeds(paths)
    for ours, other, goal in SPEED_GOALS:
        if ours in speeds and other in speeds:
            ratio = speeds[ours] / speeds[other]
            missed += ratio < goal
            print(f"| {ours} | | {speeds[ours]:,.0f}/s | {other} {speeds[other]:,.0f}/s "
                  f"| {ratio:.2f} | at least {goal:.2f}{' missed' if ratio < goal else ''} |")
    print("\n| operation | entries | subject | median |\n| --- | --- | --- | --- |")
    for (operation, subject, argument), value in sorted(times.items()):
        print(f"| {operation} | {argument:,} | {subject} | {value:,.1f} ns |")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
