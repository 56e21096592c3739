#!/bin/sh
# Prints what staging costs: instructions per operation of the window, which decides, records
# (nowhere, with journal::none) and applies, beside those of the same window written directly; then
# what one call of a memory of 20 costs.
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
per_operation() {  # runs program arguments...: the difference of two runs spares the set-up
    runs=$1
    shift
    few=$(count "$@" "$runs")
    many=$(count "$@" $((runs * 3)))
    echo $(((many - few + runs) / (runs * 2)))
}

echo '| compiler | operation | staged | direct | ratio |'
echo '| --- | --- | --- | --- | --- |'
[ $# -gt 0 ] || set -- g++ clang++-14
for compiler in "$@"; do
    for program in main calls; do
        "$compiler" -std=c++20 -O2 -DNDEBUG -I "$here/../include" \
            "$here/instructions/$program.cpp" -o "$work/$program"
    done
    for operation in insert re-add hit miss; do
        staged=$(per_operation 9000 "$work/main" staged $operation)
        direct=$(per_operation 9000 "$work/main" direct $operation)
        ratio=$(awk "BEGIN {printf \"%.2f\", $staged / $direct}")
        echo "| $compiler | $operation | $staged | $direct | $ratio |"
    done
    for operation in parse observe observe_text hear resolve parse_turn turn; do
        echo "| $compiler | $operation | $(per_operation 100 "$work/calls" $operation) | | |"
    done
done
