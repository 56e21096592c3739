#include "catch.hpp"

#include <workmem/detail/hash.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem::detail;

namespace {

/// Texts that differ in one number only, behind a word that is the same in all of them.
std::vector<std::string> texts_behind(std::uint64_t word, std::size_t size) {
    std::vector<std::string> out;
    for (std::uint64_t i = 0; i < 8'192; ++i) {
        std::string text(size, 'x');
        std::memcpy(text.data(), &word, sizeof word);
        std::memcpy(text.data() + sizeof word, &i, sizeof i);
        out.push_back(std::move(text));
    }
    return out;
}

/// How many fall into the fullest of 1,024 cells, by the upper or the lower bits.
std::size_t most_in_a_cell(const std::vector<std::string>& texts, const hash_key& key, int shift) {
    std::array<std::size_t, 1'024> cells{};
    for (const auto& each : texts) ++cells[hash_bytes(each, key) >> shift & 1'023U];
    return *std::max_element(cells.begin(), cells.end());
}

}  // namespace

TEST_CASE("a hash depends on every byte, the length and the seed, and on nothing else",
          "[detail]") {
    std::set<std::uint64_t> lengths;
    for (std::size_t size = 0; size <= 40; ++size) {
        const std::string zeros(size, '\0');
        lengths.insert(hash_bytes(zeros, decision_key));
        std::set<std::uint64_t> seen{hash_bytes(zeros, decision_key)};
        for (std::size_t i = 0; i < size; ++i) {
            auto other = zeros;
            other[i] = 1;
            seen.insert(hash_bytes(other, decision_key));
        }
        CHECK(seen.size() == size + 1);
    }
    CHECK(lengths.size() == 41);
    CHECK(hash_bytes("abc", decision_key, 1) != hash_bytes("abc", decision_key, 2));
    CHECK(hash_bytes(std::string("abc"), decision_key) == hash_bytes("abc", decision_key));
    CHECK(text_hash{}("abc") == hash_bytes("abc", process_key()));
}

TEST_CASE("hashes that records depend on are the same everywhere", "[detail]") {
    CHECK(hash_bytes("", decision_key) == 0x850F9794D5108B4U);
    CHECK(hash_bytes("ann", decision_key) == 0x9396AAE82831D8E0U);
    CHECK(hash_bytes("a text of more than sixteen bytes", decision_key) == 0x6FFD5853CD069D5BU);
}

TEST_CASE("who does not know the key of a process cannot choose texts of one hash", "[detail]") {
    CHECK(process_key().block != decision_key.block);
    CHECK(process_key().length != decision_key.length);
    CHECK(process_key().seed != decision_key.seed);
    const auto one = draw_key(), other = draw_key();
    CHECK(one.block != other.block);
    CHECK(one.length != other.length);
    CHECK(one.seed != other.seed);
    // Known words make a factor 0 where they stand for the key. Of 101 keys, the same in every run,
    // the middle one: a key in a hundred has few bits to spread numbers with, which nobody knows.
    std::mt19937_64 random{1};
    std::vector<hash_key> keys(101);
    for (auto& each : keys) each = {random(), random(), random()};
    for (const auto word : {decision_key.length * 17, decision_key.length * 18, decision_key.block,
                            decision_key.seed, std::uint64_t{0}})
        for (const std::size_t size : {16U, 17U, 24U, 32U, 48U}) {
            CAPTURE(word, size);
            const auto texts = texts_behind(word, size);
            for (const int shift : {0, 32}) {
                std::vector<std::size_t> most;
                for (const auto& key : keys) most.push_back(most_in_a_cell(texts, key, shift));
                std::nth_element(most.begin(), most.begin() + 50, most.end());
                CHECK(most[50] < 40);
            }
        }
    // The attack is one: with a key that is known it works.
    CHECK(most_in_a_cell(texts_behind(decision_key.length * 17, 16), decision_key, 0) == 8'192);
    CHECK(most_in_a_cell(texts_behind(decision_key.block, 32), decision_key, 0) == 8'192);
}
