#include "catch.hpp"
#include "rank_file.hpp"
#include "repetitions.hpp"
#include "temporary_folder.hpp"

#include <workmem/tokens/bpe_counter.hpp>

#include <cstddef>
#include <fstream>
#include <string>
#include <vector>

using namespace workmem_test;
using workmem::bpe_counter;
using workmem::error_code;
using workmem::rank_table;
using workmem::token_encoding;

namespace {

bpe_counter counter(const std::vector<std::string>& tokens) {
    return {rank_table::parse(ranks(tokens), "ranks").value(), token_encoding::o200k};
}

}  // namespace

TEST_CASE("pairs merge by rank, not from left to right", "[tokens]") {
    const auto count = counter({"bc", "ab", "abc"});
    CHECK(count("") == 0);
    CHECK(count("b") == 1);
    CHECK(count("ab") == 1);
    CHECK(count("abc") == 1);
    CHECK(count("abcd") == 2);  // bc, abc, then d
    CHECK(count("abb") == 2);
    CHECK(counter({"bc", "ab", "abcd"})("abcde") == 4);  // a, bc, d, e
}

TEST_CASE("of equal pairs the leftmost merges first", "[tokens]") {
    const auto count = counter({"aa"});
    CHECK(count("aaa") == 2);
    CHECK(count("aaaaa") == 3);
    CHECK(count("aaaaab") == 4);
}

TEST_CASE("a token that no merge makes counts where it is a whole piece", "[tokens]") {
    const auto count = counter({"word"});
    CHECK(count("word") == 1);
    CHECK(count(" word") == 5);
}

TEST_CASE("nothing merges across pieces", "[tokens]") {
    CHECK(counter({"a1"})("a1") == 2);
    CHECK(counter({"<|endoftext|>"})("<|endoftext|>") > 1);
}

TEST_CASE("what is not UTF-8 counts as the replacement character", "[tokens]") {
    const auto count = counter({"\xEF\xBF", "\xEF\xBF\xBD"});
    CHECK(count("\xFF") == 1);
    CHECK(count("\xFF\xC3") == 2);
    CHECK(count("\xFF") == count("\xEF\xBF\xBD"));
}

TEST_CASE("a piece of a megabyte is no matter of minutes", "[tokens]") {
    const auto count = counter({"aa", "aaaa", "aaaaaaaa"});
    constexpr std::size_t size = std::size_t{1} << (workmem_test::slowness > 1 ? 17 : 20);
    CHECK(count(std::string(size, 'a')) == size / 8);
    CHECK(count(std::string(size, '!')) == size);
}

TEST_CASE("copies count alike", "[tokens]") {
    static_assert(workmem::token_counter<bpe_counter>);
    const auto copy = [] { return bpe_counter{counter({"ab"})}; }();
    CHECK(copy("ab") == 1);
}

TEST_CASE("a rank file that cannot be read is a storage error", "[tokens]") {
    const temporary_folder folder;
    const auto file = folder.path() + "/o200k_base.tiktoken";
    const auto code = [](const std::string& path) {
        const auto answer = bpe_counter::open(path, token_encoding::o200k);
        REQUIRE_FALSE(answer);
        CHECK_THAT(answer.error().message(), contains(path));
        return answer.error().code();
    };
    CHECK(code(file) == error_code::storage_error);
    CHECK(code(folder.path()) == error_code::storage_error);

    std::ofstream{file, std::ios::binary} << "no ranks\n";
    CHECK(code(file) == error_code::validation_error);
}

TEST_CASE("a rank file that was cut between two lines is noticed", "[tokens]") {
    const temporary_folder folder;
    const auto file = folder.path() + "/o200k_base.tiktoken";
    std::ofstream{file, std::ios::binary} << ranks({"ab"});
    CHECK(rank_table::open(file)->size() == 257);
    const auto answer = bpe_counter::open(file, token_encoding::o200k);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code() == error_code::validation_error);
    CHECK_THAT(answer.error().message(), contains("ends after line 257"));
}
