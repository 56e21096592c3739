// What tests ask of any engine, in one word each.
#pragma once

#include "catch.hpp"

#include <workmem/journal/journal.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

using workmem::journal::append_status;

template <class Journal>
append_status append(Journal& journal, std::string_view stream, std::uint64_t expected,
                     std::vector<std::string_view> lines) {
    const auto outcome = journal.append(stream, expected, lines);
    if (outcome.status != append_status::recorded) return outcome.status;
    CHECK(journal.commit(stream, expected + lines.size()));
    return outcome.status;
}

template <class Journal>
std::string all(Journal& journal, std::string_view stream, std::uint64_t from = 0) {
    std::string out;
    const auto read = journal.read(stream, from, [&](const workmem::journal::record& each) {
        out += std::to_string(each.sequence) + ':' + std::string{each.bytes} + ' ';
    });
    if (!read) return read.error().message();
    if (read->compacted) out += "compacted " + std::to_string(read->oldest);
    return out;
}

template <class Result>
workmem::error_code code_of(const Result& answer) {
    REQUIRE_FALSE(answer);
    return answer.error().code();
}

}  // namespace workmem_test
