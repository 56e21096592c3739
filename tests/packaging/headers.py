"""headers.py ROWS FOLDER [--table FILE] [--update FILE] [--launcher PROGRAM]… -- COMPILER [ARGUMENT…]: every header
compiles alone, with our warnings and twice in a file, and costs no more than its row of the table says: lines behind
the preprocessor, and functions. ROWS has a line for each: its name, what is compiled (`<header>` or a file), and
further arguments of the compiler. Without a table, headers are only compiled. An update writes the table anew; a row that would rise has to be
named in WORKMEM_RAISE (`bounded/*,mcp/server.hpp`), or nothing is written.

Not each has a compilation of its own. A header may stand behind others in a file where it would include all that they
include: then what it sees is still what it includes itself. So there are chains of headers, each compiled as one file;
the chains are as few lines as can be (a path cover of the order of inclusion)."""
import argparse
import collections
import concurrent.futures
import fnmatch
import os
import pathlib
import subprocess
import sys

Row = collections.namedtuple("Row", "name what extra")


class Failure(Exception):
    pass


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, **more)
    if done.returncode:
        raise Failure(f"{' '.join(command)}\n{done.stderr}{done.stdout}")
    return done


class Check:
    def __init__(self, folder, compiler, launcher):
        self.folder, self.compiler, self.launcher = folder, compiler, launcher
        folder.mkdir(parents=True, exist_ok=True)

    def source_of(self, row):
        if not row.what.startswith("<"):
            return pathlib.Path(row.what)
        return self.source([row])

    def source(self, rows):
        path = self.folder / (rows[-1].name.replace("/", ",") + ".cpp")
        lines = [f"#include {each.what}\n" for each in rows]
        path.write_text("".join(lines + lines))  # one without a guard shows
        return path

    def preprocessed(self, row):
        """Its lines, and all files that it includes."""
        out = self.folder / (row.name.replace("/", ",") + ".ii")
        said = run([*self.compiler, *row.extra, "-H", "-E", str(self.source_of(row)), "-o", str(out)]).stderr
        with open(out, "rb") as file:
            lines = sum(each.lstrip(b" ")[:1] not in (b"", b"#", b"\n") for each in file)
        out.unlink()
        files = frozenset(os.path.realpath(line.split(" ", 1)[1]) for line in said.splitlines() if line.startswith("."))
        return lines, files

    def functions(self, rows):
        """How many a file of these emits."""
        source = self.source_of(rows[0]) if len(rows) == 1 else self.source(rows)
        out = self.folder / (rows[-1].name.replace("/", ",") + ".o")
        run([*self.launcher, *self.compiler, *rows[0].extra, "-c", str(source), "-o", str(out)])
        printed = run(["nm", str(out)]).stdout
        out.unlink()
        return sum(f" {kind} " in line for line in printed.splitlines() for kind in "tTWVu"
                   if "_in_one_file_and_" not in line)


def chains_of(rows, lines, files):
    """Rows in chains in which each includes all that those before it include. Those with the most lines find one behind
    them first: Kuhn's algorithm, whose matched set is the heaviest (a transversal matroid)."""
    behind = {a: [b for b in rows if a != b and a.extra == b.extra and files[a] < files[b]] for a in rows}
    before = {}

    def finds_place(row, tried):
        for each in behind[row]:
            if each in tried:
                continue
            tried.add(each)
            if each not in before or finds_place(before[each], tried):
                before[each] = row
                return True
        return False

    sys.setrecursionlimit(10_000)
    for row in sorted(rows, key=lambda each: -lines[each]):
        finds_place(row, set())
    not_last = set(before.values())
    chains = []
    for end in (each for each in rows if each not in not_last):
        chain = [end]
        while chain[-1] in before:
            chain.append(before[chain[-1]])
        chains.append(chain[::-1])
    return chains


def main():
    cut = sys.argv.index("--")
    parser = argparse.ArgumentParser()
    parser.add_argument("rows", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--table", type=pathlib.Path)
    parser.add_argument("--update", type=pathlib.Path)
    parser.add_argument("--launcher", action="append", default=[])
    asked = parser.parse_args(sys.argv[1:cut])
    check = Check(asked.folder, sys.argv[cut + 1:], asked.launcher)
    rows = []
    for line in asked.rows.read_text().splitlines():
        name, what, *extra = line.split()
        rows.append(Row(name, what, tuple(extra)))
    allowed = {}
    if asked.table and not asked.update:
        for line in asked.table.read_text().splitlines():
            name, most_lines, most_functions = line.split()
            allowed[name] = int(most_lines), int(most_functions)
        unknown = [row.name for row in rows if row.name not in allowed]
        if unknown:
            sys.exit(f"{asked.table} has no row for {', '.join(unknown)}; write it anew with --update {asked.table}")
    problems = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        found = dict(zip(rows, pool.map(check.preprocessed, rows)))
        lines = {row: each[0] for row, each in found.items()}
        files = {row: each[1] for row, each in found.items()}
        # What is known to emit something is measured by itself.
        alone = [row for row in rows if not row.what.startswith("<") or allowed.get(row.name, (0, 0))[1]]
        chains = chains_of([row for row in rows if row not in alone], lines, files) + [[row] for row in alone]
        # The longest first: nobody waits for it at the end.
        chains.sort(key=lambda chain: -lines[chain[-1]])

        def measure(chain):
            try:
                count = check.functions(chain)
                # A header emits no more than a file in which it is one of several.
                if count == 0 or len(chain) == 1:
                    return [(row, count) for row in chain]
                return [(row, check.functions([row])) for row in chain]
            except Failure as problem:
                problems.append(str(problem))
                return []

        functions = dict(pair for pairs in pool.map(measure, chains) for pair in pairs)
    if asked.update and not problems:
        may_rise = os.environ.get("WORKMEM_RAISE", "").split(",")
        kept = {}  # what rose by less than counts
        for line in asked.update.read_text().splitlines():
            name, *before = line.split()
            row = next((each for each in rows if each.name == name), None)
            if row is None or any(fnmatch.fnmatch(name, "*" + each) for each in may_rise if each):
                continue
            # As below, the C library's updates are nobody's fault.
            if lines[row] > int(before[0]) * 1.01 or functions[row] > int(before[1]):
                problems.append(f"{name} rises from {' and '.join(before)} to {lines[row]} and {functions[row]}: "
                                "name it in WORKMEM_RAISE if it has to")
            kept[name] = min(lines[row], int(before[0]))
        problems += [f"WORKMEM_RAISE names {each}, which is no row" for each in may_rise
                     if each and not any(fnmatch.fnmatch(row.name, "*" + each) for row in rows)]
        if problems:
            sys.exit("\n".join(problems))
        asked.update.write_text("".join(sorted(
            f"{row.name} {kept.get(row.name, lines[row])} {functions[row]}\n" for row in rows)))
        return
    for row in rows if allowed and not problems else []:
        most_lines, most_functions = allowed[row.name]
        # A hundredth of the lines is for the C library's headers, which change with its updates.
        if lines[row] > most_lines + most_lines // 100 or functions[row] > most_functions:
            problems.append(f"{row.name} costs {lines[row]} lines and {functions[row]} functions, more than the "
                            f"{most_lines} and {most_functions} of {asked.table}")
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(rows)} rows in {len(chains)} compilations")


main()
