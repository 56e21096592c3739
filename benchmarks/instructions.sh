#!/bin/sh
# Counts, by callgrind, the instructions of calls that agents make all the time:
#
#     benchmarks/instructions.sh [--update]
#     benchmarks/instructions.sh --staged [COMPILER...]    (g++ and clang++-14 unless told otherwise)
#
# Without an argument they are compared with instructions/instructions.txt: one more than 3 % above its row fails. With
# --update they are written there, and one that rises so far has to be named in WORKMEM_RAISE (`hit,resolve*`). The
# table is that of g++ 12.2 on x86_64 with NDEBUG and -O2; other machines are told so and count nothing.
#
# --staged prints what staging costs: the window, which decides, records (nowhere, with journal::none) and applies,
# beside the same window written directly.
#
# Needs valgrind. CXX says which g++ is meant, and with ccache it compiles once.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

compile() {  # compiler, name of the program
    # As in cmake/developer.cmake: it need not collect its garbage.
    garbage=
    case $("$1" --version) in *clang*) ;; *) garbage=--param=ggc-min-heapsize=2000000 ;; esac
    $(command -v ccache) "$1" -std=c++20 -O2 -DNDEBUG $garbage -I "$here/../include" \
        -c "$here/instructions/$2.cpp" -o "$work/$2.o"
    "$1" "$work/$2.o" -o "$work/$2"
}

compare() {  # arguments of compare.py
    compiler=${CXX:-g++}
    version=$("$compiler" -dumpfullversion 2>/dev/null || true)
    case "$(uname -m) $version $("$compiler" --version)" in
        "x86_64 12.2."*"Free Software Foundation"*) ;;
        *)
            echo "the table is that of g++ 12.2 on x86_64, this is $compiler $version on $(uname -m): nothing is counted"
            exit 0
            ;;
    esac
    compile "$compiler" calls
    valgrind -q --tool=callgrind --collect-atstart=no --callgrind-out-file="$work/counts" "$work/calls"
    python3 "$here/instructions/compare.py" "$here/instructions/instructions.txt" "$@" "$work"/counts.*
}

count() {  # program arguments... -> instructions of the whole run
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 |
        awk '/Collected/ {print $4}'
}
per_operation() {  # program arguments... -> of one; the difference of two runs spares the set-up
    few=$(count "$@" 9000)
    many=$(count "$@" 27000)
    echo $(((many - few + 9000) / 18000))
}

staged() {  # compilers
    echo '| compiler | operation | staged | direct | ratio |'
    echo '| --- | --- | --- | --- | --- |'
    for compiler in "$@"; do
        compile "$compiler" staged
        for operation in insert re-add hit miss; do
            staged=$(per_operation "$work/staged" staged $operation)
            direct=$(per_operation "$work/staged" direct $operation)
            ratio=$(awk "BEGIN {printf \"%.2f\", $staged / $direct}")
            echo "| $compiler | $operation | $staged | $direct | $ratio |"
        done
    done
}

case "${1-}" in
    "" | --update) compare "$@" ;;
    --staged)
        shift
        [ $# -gt 0 ] || set -- g++ clang++-14
        staged "$@"
        ;;
    *)
        echo "usage: $0 [--update | --staged [COMPILER...]]" >&2
        exit 2
        ;;
esac
