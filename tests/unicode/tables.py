"""tables.py FOLDER [HEADER]: writes text/unicode_tables.hpp from the files of the Unicode Character
Database in FOLDER, or compares it with HEADER. A later release of the database gives the same
tables: what came after VERSION is left out. Without the database the exit status is 77, or 1 where
CI is set."""
import os
import pathlib
import sys

VERSION = (15, 0)
END = 0x110000
OTHER, UPPER, LOWER, LETTER, MARK, NUMBER, EVEN_UPPER, ODD_UPPER = range(8)
CLASSES = {"Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lm": LETTER, "Lo": LETTER,
           "Mn": MARK, "Mc": MARK, "Me": MARK, "Nd": NUMBER, "Nl": NUMBER, "No": NUMBER}


def fields(folder, name):
    for line in (folder / name).read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield [field.strip() for field in line.split(";")]


def bounds(text):
    ends = [int(end, 16) for end in text.split("..")]
    return ends[0], ends[-1] + 1


def known(folder):
    """Whether each code point is in VERSION."""
    out = bytearray(END)
    for points, age in fields(folder, "DerivedAge.txt"):
        if tuple(map(int, age.split("."))) <= VERSION:
            begin, end = bounds(points)
            out[begin:end] = b"\1" * (end - begin)
    return out


def classes(folder, in_version):
    out = bytearray(END)
    begin = None
    for point, name, category, *_ in fields(folder, "UnicodeData.txt"):
        point = int(point, 16)
        if name.endswith(", First>"):
            begin = point
            continue
        for each in range(point if begin is None else begin, point + 1):
            if in_version[each]:
                out[each] = CLASSES.get(category, OTHER)
        begin = None
    return out


def class_ranges(classes):
    """(first, class), with four and more capitals and small letters in turn as one."""
    out = []
    at = 0
    while at < END:
        begin = at
        while at + 1 < END and {classes[at], classes[at + 1]} == {UPPER, LOWER}:
            at += 1
        at += 1
        if at - begin >= 4:
            kind = EVEN_UPPER if (classes[begin] == UPPER) == (begin % 2 == 0) else ODD_UPPER
        else:
            at, kind = begin, classes[begin]
            while at < END and classes[at] == kind:
                at += 1
        if not out or out[-1][1] != kind:
            out.append((begin, kind))
    return out


def fold_ranges(folder, in_version):
    """[first, last, what to add, step] of simple case folding: status C and S."""
    out = []
    for point, status, mapping, *_ in fields(folder, "CaseFolding.txt"):
        point = int(point, 16)
        if status not in "CS" or not in_version[point]:
            continue
        add = int(mapping, 16) - point
        if out and out[-1][2] == add:
            step = point - out[-1][1]
            if step == out[-1][3] or (step <= 2 and out[-1][0] == out[-1][1]):
                out[-1][1], out[-1][3] = point, step
                continue
        out.append([point, point, add, 1])
    return out


def base_letters(folder, in_version, first, last):
    """The small letter of a to z below the accents of each Latin letter, as its decomposition or
    its name tells ("LATIN SMALL LETTER O WITH STROKE"); a dot where there is none."""
    out = ["."] * (last - first + 1)
    for point, name, *_ in fields(folder, "UnicodeData.txt"):
        point = int(point, 16)
        if first <= point <= last and in_version[point]:
            words = name.split()
            if words[0] == "LATIN" and words[2:3] == ["LETTER"] and words[4:5] == ["WITH"]:
                if len(words[3]) == 1:
                    out[point - first] = words[3].lower()
    return "".join(out)


def compatible(folder, in_version):
    """({code point: what it stands for}) of compatibility decompositions (the K of NFKC) and of full
    case folding, without what is a sign, radicals, Arabic forms, enclosed and squared words, and what is beyond the BMP but for
    mathematical letters."""
    tagged, plain = {}, {}
    for point, _, category, _, _, mapping, *_ in fields(folder, "UnicodeData.txt"):
        point, parts = int(point, 16), mapping.split()
        if parts and in_version[point]:
            into = tagged if parts[0][0] == "<" else plain
            into[point] = [int(each, 16) for each in parts if each[0] != "<"]

    def whole(point):
        parts = tagged.get(point) or plain.get(point) or [point]
        return parts if parts == [point] else [each for part in parts for each in whole(part)]

    out = {point: whole(point) for point in tagged}
    for point, status, mapping, *_ in fields(folder, "CaseFolding.txt"):
        point = int(point, 16)
        if status == "F" and in_version[point] and not 0x1F00 <= point <= 0x1FFF:
            out.setdefault(point, [int(each, 16) for each in mapping.split()])
    left_out = ((0x1D2C, 0x1DBF), (0x2474, 0x24FF), (0x2E80, 0x2FDF), (0x3200, 0x33FF), (0xFB50, 0xFDFF), (0xFE10, 0xFEFF), (0x10000, 0x1D3FF), (0x1D800, END))
    marks = range(0x300, 0x370)
    return {point: text for point, text in sorted(out.items())
            if text[0] != 0x20 and not any(first <= point <= last for first, last in left_out)
            and not (len(text) == 2 and text[1] in marks)}


def compatible_ranges(texts):
    """[first, last, what to add] of those that stand for one code point."""
    out = []
    for point, text in texts.items():
        if len(text) > 1:
            continue
        if out and out[-1][1] == point - 1 and out[-1][2] == text[0] - point:
            out[-1][1] = point
        else:
            out.append([point, point, text[0] - point])
    return out


def literal(text):
    return "\n".join(f'    "{text[at:at + 90]}"' for at in range(0, len(text), 90))


def rows(items):
    line, out = "   ", []
    for item in items:
        if len(line) + len(item) + 2 > 100:
            out.append(line)
            line = "   "
        line += f" {item},"
    return "\n".join(out + [line])


def header(folder):
    in_version = known(folder)
    ranges = class_ranges(classes(folder, in_version))
    folds = fold_ranges(folder, in_version)
    latin = base_letters(folder, in_version, 0xC0, 0x24F)
    more_latin = base_letters(folder, in_version, 0x1E00, 0x1EFF)
    texts = compatible(folder, in_version)
    ones = compatible_ranges(texts)
    several = {point: text for point, text in texts.items() if len(text) > 1}
    parts = [each for text in several.values() for each in text]
    places, at = [], 0
    for point, text in several.items():
        places.append(f"{{0x{point:X}, {at}, {len(text)}}}")
        at += len(text)
    version = ".".join(map(str, VERSION))
    return f"""#pragma once

// Written by tests/unicode/tables.py from the Unicode Character Database {version}
// (https://www.unicode.org/license.txt); not edited by hand.

#include <workmem/detail/cxx20.hpp>

#include <cstdint>

namespace workmem::text::detail {{

// clang-format off

/// Where a class of code points begins, times 16, plus the class (unicode.hpp); 6 and 7 are
/// capitals and small letters in turn, with the capitals on even and on odd code points.
inline constexpr std::uint32_t class_ranges[]{{
{rows(f"0x{first << 4 | kind:X}" for first, kind in ranges)}
}};

/// Every `step`th code point of a range folds to itself plus `add`.
struct fold_range {{
    std::uint32_t first, last;
    std::int32_t add;
    std::uint32_t step;
}};
inline constexpr fold_range fold_ranges[]{{
{rows(f"{{0x{first:X}, 0x{last:X}, {add}, {step}}}" for first, last, add, step in folds)}
}};

/// The letters below the accents of U+00C0 to U+024F and of U+1E00 to U+1EFF; a dot: none.
inline constexpr char latin_base_letters[]{{
{literal(latin)}}};
inline constexpr char more_latin_base_letters[]{{
{literal(more_latin)}}};

/// Each code point of a range stands for itself plus `add` in compatible text.
struct compatible_range {{
    std::uint32_t first, last;
    std::int32_t add;
}};
inline constexpr compatible_range compatible_ranges[]{{
{rows(f"{{0x{first:X}, 0x{last:X}, {add}}}" for first, last, add in ones)}
}};
/// Code points that stand for several, which begin at a place of the parts.
struct compatible_text {{
    std::uint16_t point, at, count;
}};
inline constexpr compatible_text compatible_texts[]{{
{rows(places)}
}};
inline constexpr std::uint16_t compatible_parts[]{{
{rows(f"0x{each:X}" for each in parts)}
}};

// clang-format on

}}  // namespace workmem::text::detail
"""


def main():
    folder = pathlib.Path(sys.argv[1])
    if not (folder / "UnicodeData.txt").is_file():
        print(f"{folder} has no UnicodeData.txt: install unicode-data")
        sys.exit(1 if os.environ.get("CI") else 77)
    text = header(folder)
    if len(sys.argv) == 2:
        sys.stdout.write(text)
    elif pathlib.Path(sys.argv[2]).read_text(encoding="utf-8") != text:
        sys.exit(f"{sys.argv[2]} is not what the database in {sys.argv[1]} gives")


main()
