#!/bin/sh
# Prints what staging costs: instructions per operation of the window, which decides, records
# (nowhere, with journal::none) and applies, beside those of the same window written directly.
#
#     benchmarks/instructions.sh [COMPILER...]        (g++ and clang++-14 unless told otherwise)
#
# Needs valgrind. Counts by callgrind are the same on every run but for the index's random seed.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count() {  # program arguments... -> instructions of the whole run
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 |
        awk '/Collected/ {print $4}'
}
per_operation() {  # subject operation: the difference of two runs spares the set-up
    few=$(count "$work/main" "$1" "$2" 9000)
    many=$(count "$work/main" "$1" "$2" 27000)
    echo $(((many - few + 9000) / 18000))
}

echo '| compiler | operation | staged | direct | ratio |'
echo '| --- | --- | --- | --- | --- |'
[ $# -gt 0 ] || set -- g++ clang++-14
for compiler in "$@"; do
    "$compiler" -std=c++20 -O2 -DNDEBUG -I "$here/../include" "$here/instructions/main.cpp" \
        -o "$work/main"
    for operation in insert re-add hit miss; do
        staged=$(per_operation staged $operation)
        direct=$(per_operation direct $operation)
        ratio=$(awk "BEGIN {printf \"%.2f\", $staged / $direct}")
        echo "| $compiler | $operation | $staged | $direct | $ratio |"
    done
done
