"""compare.py TABLE [--update] DUMP…: instructions of a call, as callgrind has counted them, are at most 3 % more than
its row of the table says. An update writes the table anew; a row that would rise further has to be named in
WORKMEM_RAISE (`hit,resolve*`), or nothing is written. What rises by less keeps its row: little by little is seen, too.
"""

import fnmatch
import os
import pathlib
import re
import sys

MOST = 1.03


def counted(dump):
    """The row that a dump belongs to and the instructions of one of its calls; none at the program's end."""
    text = dump.read_text(errors="replace")
    name = re.search(r"^desc: Trigger: Client Request: (\w+) (\d+)$", text, re.M)
    if not name:
        return []
    total = re.search(r"^totals: (\d+)$", text, re.M)
    return [(name[1], round(int(total[1]) / int(name[2])))]


table, *dumps = sys.argv[1:]
update = dumps[0] == "--update"
table = pathlib.Path(table)
counts = dict(row for dump in dumps[update:] for row in counted(pathlib.Path(dump)))
before = {}
if table.exists():
    before = {name: int(count) for name, count in map(str.split, table.read_text().splitlines())}

for name, count in sorted(counts.items()):
    was = before.get(name)
    print(f"{name:16}{count:12,}" + (f"{was:12,}{(count / was - 1) * 100:+8.1f} %" if was else "         new"))

named = [each for each in os.environ.get("WORKMEM_RAISE", "").split(",") if each] if update else []
risen = [name for name, count in counts.items() if count > before.get(name, count) * MOST
         and not any(fnmatch.fnmatch(name, each) for each in named)]
problems = [f"{name} rises from {before[name]:,} to {counts[name]:,} instructions, more than 3 %"
            + (": name it in WORKMEM_RAISE if it has to" if update else f" above {table}") for name in sorted(risen)]
if update:
    problems += [f"WORKMEM_RAISE names {each}, which is no row" for each in named
                 if not any(fnmatch.fnmatch(name, each) for name in counts)]
elif counts.keys() != before.keys():
    problems.append(f"{table} has other rows than are counted, {', '.join(sorted(counts.keys() ^ before.keys()))}: "
                    "write it anew with --update")
if problems or not counts:
    sys.exit("\n".join(problems) or "nothing was counted")
if update:
    kept = {name: count if any(fnmatch.fnmatch(name, each) for each in named) else min(count, before.get(name, count))
            for name, count in counts.items()}
    table.write_text("".join(f"{name} {count}\n" for name, count in sorted(kept.items())))
