#include "catch.hpp"

#include <workmem/ranking/postings.hpp>

#include <cstdint>
#include <map>
#include <random>
#include <utility>
#include <vector>

using workmem::ranking::detail::occurrence;
using workmem::ranking::detail::postings;

TEST_CASE("an occurrence fits into one number", "[ranking]") {
    using namespace workmem::ranking::detail;
    for (const auto count : {1U, 2U, 1'000U, (1U << 31U) - 1})
        for (const bool speaker : {false, true})
            CHECK(unpacked(packed({count, speaker})) == occurrence{count, speaker});
}

TEST_CASE("each term is walked over in the order of its documents, however many there are",
          "[ranking]") {
    postings all;
    std::map<std::uint32_t, std::vector<std::pair<std::uint32_t, occurrence>>> plain;
    std::mt19937 engine{7};
    const auto random = [&] { return static_cast<std::uint32_t>(engine()); };
    std::uint32_t terms = 0;
    for (std::uint32_t document = 0; document < 20'000; document += 1 + random() % 3) {
        // A few terms stand nearly everywhere, most in a single document.
        const auto term = random() % 4 == 0 ? random() % 5 : 5 + random() % 5'000;
        const auto known = term < terms ? term : terms++;
        const occurrence what{1 + (random() % 8 == 0 ? random() % 500 : 0), random() % 9 == 0};
        all.append(known, document, what);
        plain[known].emplace_back(document, what);
    }
    for (const auto& [term, documents] : plain) {
        REQUIRE(all.documents(term) == documents.size());
        postings::cursor at{all, term};
        for (const auto& [document, what] : documents) {
            REQUIRE_FALSE(at.at_end());
            REQUIRE(at.document() == document);
            REQUIRE(at.what() == what);
            at.advance();
        }
        REQUIRE(at.at_end());
    }
}

TEST_CASE("what is forgotten counts no more, and its entry stays", "[ranking]") {
    postings all;
    all.append(0, 3, {1, false});
    all.append(0, 9, {2, false});
    all.forget(0);
    CHECK(all.documents(0) == 1);
    postings::cursor at{all, 0};
    CHECK(at.document() == 3);
    at.advance();
    CHECK(at.document() == 9);
}

TEST_CASE("the largest step and the largest count are read as they were written", "[ranking]") {
    using namespace workmem::ranking::detail;
    for (const auto step : {1U, 63U, 64U, 0xFFFFFFFFU})
        for (const occurrence what : {occurrence{1, false}, occurrence{(1U << 31U) - 1, true}}) {
            unsigned char bytes[longest_entry] = {};
            const auto* const end = write_entry(bytes, step, what);
            REQUIRE(end <= bytes + longest_entry);
            CHECK(bytes[0] != 0);
            const unsigned char* at = bytes;
            occurrence read;
            CHECK(read_entry(at, read) == step);
            CHECK(read == what);
            CHECK(at == end);
        }
}
