"""fit_estimate.py VECTORS: fits what estimate_counter adds up to the counts of o200k and cl100k in VECTORS (JSON
lines: cls, text, o200k, cl100k) and writes include/workmem/tokens/estimate_costs.hpp to standard output. What
it is off by, fitted on all and on the other half, goes to standard error: mean over the texts of a class of
|estimate − count| / count, then mean and worst over the classes."""
import collections
import json
import sys

# What follows the last end is "other". Only scripts some class of the vectors has are fitted.
SCRIPTS = [(0xC0, "punctuation"), (0x100, "latin_1"), (0x2B0, "latin_extended"), (0x370, "mark"),
           (0x400, "greek"), (0x530, "cyrillic"), (0x590, "other"), (0x600, "hebrew"), (0x900, "arabic"),
           (0xE00, "indic"), (0xF00, "thai"), (0x1E00, "other"), (0x1F00, "vietnamese"),
           (0x2000, "greek"), (0x2070, "punctuation"), (0x2E80, "symbol"), (0x3040, "wide_sign"),
           (0x3100, "kana"), (0xA000, "han"), (0xAC00, "other"), (0xD7B0, "hangul"), (0xF900, "other"),
           (0xFB00, "han"), (0xFE00, "arabic"), (0xFE10, "variation"), (0xFE70, "wide_sign"),
           (0xFF00, "arabic"), (0xFFF0, "wide_sign"), (0x1F000, "rare"), (0x1F1E6, "emoji"),
           (0x1F200, "flag"), (0x1F3FB, "emoji"), (0x1F400, "skin_tone"), (0x20000, "emoji"),
           (0xE0000, "han"), (0xE0080, "tag")]
NAMES = list(dict.fromkeys([name for _, name in SCRIPTS] + ["other"]))
LATIN = {"latin_1", "latin_extended", "vietnamese"}
DIGITS = (0x660, 0x6F0, 0x966, 0x9E6, 0xE50)
WORDS = ["word", "fresh_word", "word_after_word", "word_after_number", "word_after_other", "beyond_3",
         "beyond_6", "beyond_10", "capital", "capital_word", "capitals"]
OTHERS = ["three_digits", "number_after_space", "number_after_word", "signs", "second_sign", "fourth_sign",
          "sign_after_number", "spaces", "lines", "lines_after_sign", "second_line", "fresh_other"]
# In tokens. Three digits are one token in both; of the others the vectors have no text: names of languages and
# countries in a dozen scripts, and Vietnamese with its accents composed, which the vectors have apart.
FIXED = {"o200k": {"three_digits": 1, "other": 0.6, "other run": 0.5, "rare": 2, "vietnamese": 0.4},
         "cl100k": {"three_digits": 1, "other": 2, "other run": 0.5, "rare": 3, "vietnamese": 1.6}}


def script_of(c):
    return next((name for end, name in SCRIPTS if c < end), "other")


def is_special(script, c):
    """A letter or digit of the script that is dearer than its others."""
    if script == "greek":
        return 0x386 <= c <= 0x3AB and c != 0x390
    if script == "cyrillic":
        return not 0x410 <= c <= 0x44F
    return script in ("arabic", "indic", "thai") and any(0 <= c - zero < 10 for zero in DIGITS)


def features(text):
    """How often the counter adds each cost, for one text; as estimate_counter.hpp."""
    out = collections.Counter()
    codes = [ord(c) for c in text]
    size = len(codes)
    lower = lambda i: i < size and 97 <= codes[i] <= 122
    upper = lambda i: i < size and 65 <= codes[i] <= 90
    digit = lambda i: i < size and 48 <= codes[i] <= 57
    latin = lambda i: i < size and codes[i] >= 0xC0 and script_of(codes[i]) in LATIN
    blank = lambda i: i < size and codes[i] in (9, 10, 13, 32)
    at, before = 0, "line"
    while at < size:
        begin = at
        if lower(at) or upper(at) or latin(at):
            while upper(at):
                at += 1
            capitals = at - begin
            while lower(at) or latin(at):
                if latin(at):
                    out[script_of(codes[at])] += 1
                at += 1
            out["word"] += 1
            if before in ("line", "sign"):
                out["fresh_word"] += 1
            if before in ("word", "number", "other"):
                out["word_after_" + before] += 1
            for most in (3, 6, 10):
                out[f"beyond_{most}"] += max(0, at - begin - most)
            if capitals == 1:
                out["capital"] += 1
            elif capitals:
                out["capital_word"] += 1
                out["capitals"] += capitals
            for c in codes[begin:at]:
                if c < 0x80:
                    out[chr(c).lower()] += 1
            before = "word"
        elif digit(at):
            while digit(at):
                at += 1
            out["three_digits"] += (at - begin + 2) // 3
            if before in ("space", "word"):
                out["number_after_" + before] += 1
            before = "number"
        elif codes[at] == 32:
            while at < size and codes[at] == 32:
                at += 1
            out["spaces"] += at - begin > 1
            before = "space"
        elif blank(at):
            while blank(at):
                at += 1
            out["lines_after_sign" if before == "sign" else "lines"] += 1
            out["second_line"] += at - begin > 1
            before = "line"
        elif codes[at] < 0x80:
            while at < size and codes[at] < 0x80 and not (lower(at) or upper(at) or digit(at) or blank(at)):
                at += 1
            out["signs"] += 1
            out["second_sign"] += at - begin - 1
            out["fourth_sign"] += max(0, at - begin - 3)
            if before == "number":
                out["sign_after_number"] += 1
            before = "sign"
        else:
            script = script_of(codes[at])
            while at < size and codes[at] >= 0x80 and script_of(codes[at]) == script:
                out[script + " special"] += is_special(script, codes[at])
                at += 1
            out[script] += at - begin
            out[script + " run"] += 1
            if before == "line":
                out["fresh_other"] += 1
            before = "other"
    return out


def solve(matrix, right):
    """Gaussian elimination with pivoting."""
    size = len(right)
    rows = [row + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(column + 1, size):
            factor = rows[r][column] / rows[column][column]
            if factor:
                for c in range(column, size + 1):
                    rows[r][c] -= factor * rows[column][c]
    out = [0.0] * size
    for r in range(size - 1, -1, -1):
        known = sum(rows[r][c] * out[c] for c in range(r + 1, size))
        out[r] = (rows[r][size] - known) / rows[r][r]
    return out


def fit(samples, fixed):
    """Costs in thousandths of a token: least absolute relative errors, each class weighing the same
    (iteratively reweighted least squares), with a small penalty on large costs."""
    names = sorted({name for _, found, _ in samples for name in found if found[name]} - set(fixed))
    index = {name: i for i, name in enumerate(names)}
    sizes = collections.Counter(cls for cls, _, _ in samples)
    rows = [([(index[name], n) for name, n in found.items() if n and name in index],
             count - sum(fixed.get(name, 0) * n for name, n in found.items()), count, sizes[cls])
            for cls, found, count in samples]
    errors = [1.0] * len(rows)
    for _ in range(15):
        matrix = [[0.0] * len(names) for _ in names]
        right = [0.0] * len(names)
        for (row, rest, count, size), error in zip(rows, errors):
            weight = 1 / size / count ** 2 / max(abs(error), 0.03)
            for i, n in row:
                right[i] += weight * n * rest
                line = matrix[i]
                for j, m in row:
                    line[j] += weight * n * m
        for i, name in enumerate(names):  # letters tell languages apart, and must not tell texts
            matrix[i][i] += 0.05 if len(name) == 1 else matrix[i][i] * 0.001
        costs = solve(matrix, right)
        errors = [(sum(costs[i] * n for i, n in row) - rest) / count for row, rest, count, _ in rows]
    return {name: round(cost * 1000) for name, cost in {**dict(zip(names, costs)), **fixed}.items()}


def estimate(costs, found):
    return max(1, (sum(costs.get(name, 0) * n for name, n in found.items()) + 500) // 1000)


def report(what, errors):
    means = {cls: sum(each) / len(each) for cls, each in errors.items()}
    worst = max(means, key=means.get)
    print(f"{what}: mean {sum(means.values()) / len(means):.4f}, worst {means[worst]:.4f} ({worst})",
          file=sys.stderr)
    return means


def struct(encoding, costs):
    cost = lambda name: f"{costs.get(name, 0)}"
    lines = [f"inline constexpr estimate_costs {encoding}_costs{{"]
    lines += [f"    .{name} = {cost(name)}," for name in WORDS + OTHERS]
    letters = [cost(chr(c)) for c in range(97, 123)]
    lines += ["    .letters = {" + ", ".join(letters[:13]) + ",",
              "                " + ", ".join(letters[13:]) + "},", "    .scripts = {"]
    for name in NAMES:
        lines.append(f"        script_cost{{{cost(name)}, {cost(name + ' run')}, {cost(name + ' special')}}},"
                     f"  // {name}")
    return "\n".join(lines + ["    }};", ""])


def header(costs):
    ends = "\n".join(f"    {{0x{end:X}, script::{name}}}," for end, name in SCRIPTS)
    members = "\n".join(f"    std::int16_t {name};" for name in WORDS + OTHERS)
    return f"""#pragma once

// Written by benchmarks/quality/fit_estimate.py, which says what is counted; not edited by hand.

#include <workmem/detail/cxx20.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace workmem::detail {{

// clang-format off

enum class script : std::uint8_t {{ {", ".join(NAMES)} }};
inline constexpr std::size_t script_count = {len(NAMES)};

/// Where a script ends, by blocks; what follows the last is `other`.
struct script_end {{
    std::uint32_t end;
    script of;
}};
inline constexpr script_end script_ends[]{{
{ends}
}};

/// Thousandths of a token for a character, for a run of them, and on top for a special one.
struct script_cost {{
    std::int16_t character, run, special;
}};
/// Thousandths of a token.
struct estimate_costs {{
{members}
    std::array<std::int16_t, 26> letters;
    std::array<script_cost, script_count> scripts;
}};

{struct("o200k", costs["o200k"])}
{struct("cl100k", costs["cl100k"])}
// clang-format on

}}  // namespace workmem::detail
"""


def main():
    with open(sys.argv[1], encoding="utf-8") as lines:
        vectors = [json.loads(line) for line in lines]
    found = [features(vector["text"]) for vector in vectors]
    halves, seen = [], collections.Counter()
    for vector in vectors:
        halves.append(seen[vector["cls"]] % 2)
        seen[vector["cls"]] += 1
    costs = {}
    for encoding in ("o200k", "cl100k"):
        samples = [(vector["cls"], each, vector[encoding]) for vector, each in zip(vectors, found)]
        costs[encoding] = fit(samples, FIXED[encoding])
        off = collections.defaultdict(list), collections.defaultdict(list)
        for half in (0, 1):
            # A class of one text is learnt from in both halves.
            other = fit([s for s, h in zip(samples, halves) if h != half or seen[s[0]] == 1], FIXED[encoding])
            for (cls, each, count), h in zip(samples, halves):
                if h == half:
                    off[0][cls].append(abs(estimate(costs[encoding], each) - count) / count)
                    off[1][cls].append(abs(estimate(other, each) - count) / count)
        fitted, crossed = report(f"{encoding}, all", off[0]), report(f"{encoding}, other half", off[1])
        for cls in fitted:
            print(f"  {cls:28} {fitted[cls]:.3f} {crossed[cls]:.3f}", file=sys.stderr)
    sys.stdout.write(header(costs))


if __name__ == "__main__":
    main()
