#include "catch.hpp"
#include "repetitions.hpp"
#include "temporary_folder.hpp"

#include <workmem/tokens/bpe_counter.hpp>

#include <array>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using workmem::bpe_counter;
using workmem::error_code;
using workmem::rank_table;
using workmem::token_encoding;

namespace {

std::string base64(std::string_view bytes) {
    constexpr std::string_view digits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        unsigned held = 0;
        for (std::size_t j = 0; j < 3; ++j)
            held =
                held << 8 | (i + j < bytes.size() ? static_cast<unsigned char>(bytes[i + j]) : 0U);
        for (std::size_t j = 0; j < 4; ++j)
            out += i + j > bytes.size() ? '=' : digits[held >> (18 - 6 * j) & 63U];
    }
    return out;
}

// All single bytes, then these in the order of their ranks.
std::string ranks(const std::vector<std::string>& tokens) {
    std::string out;
    std::size_t rank = 0;
    const auto add = [&](std::string_view token) {
        out += base64(token) + ' ' + std::to_string(rank++) + '\n';
    };
    for (unsigned byte = 0; byte < 256; ++byte) {
        const auto c = static_cast<char>(byte);
        add({&c, 1});
    }
    for (const auto& token : tokens) add(token);
    return out;
}

bpe_counter counter(const std::vector<std::string>& tokens) {
    return {rank_table::parse(ranks(tokens), "ranks").value(), token_encoding::o200k};
}

std::string refused(const std::string& text) {
    const auto answer = rank_table::parse(text, "ranks");
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code() == error_code::validation_error);
    return answer.error().message();
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

TEST_CASE("a damaged rank file is named, with the line", "[tokens]") {
    const auto good = ranks({"ab"});
    CHECK(rank_table::parse(good, "ranks")->size() == 257);
    CHECK(rank_table::parse(good.substr(0, good.size() - 1), "ranks")->size() == 257);

    CHECK_THAT(refused(good + "YWJj"), contains("\"ranks\", line 258: it has no space"));
    CHECK_THAT(refused(good + "YW!j 257\n"), contains("line 258: its token is not base64"));
    CHECK_THAT(refused(good + "YWJ 257\n"), contains("line 258: its token is not base64"));
    CHECK_THAT(refused(good + "YX== 257\n"), contains("line 258: its token is not base64"));
    CHECK_THAT(refused(good + " 257\n"), contains("line 258: its token is empty"));
    CHECK_THAT(refused(good + "YWI= 257\n"), contains("line 258: its token came before"));
    CHECK_THAT(refused(good + "YWJj 25\n"), contains("line 258: its rank came before"));
    for (const auto* rank : {"", "x", "-1", "25 7", "4294967295", "99999999999999999999"})
        CHECK_THAT(refused(good + "YWJj " + rank + "\n"), contains("line 258: its rank is not"));
    CHECK_THAT(refused("\n" + good), contains("line 1: it has no space"));
    CHECK_THAT(refused(""), contains("ends without a token for the byte: \"0\""));
    CHECK_THAT(refused(good.substr(good.find('\n') + 1)), contains("the byte: \"0\""));
    CHECK_THAT(refused(good.substr(0, 2000)), contains("line "));
}

TEST_CASE("no damage to a rank file does more than to refuse it", "[tokens]") {
    const auto good = ranks({"ab", "abc"});
    for (std::size_t i = 0; i < good.size(); i += 7) {
        for (const char byte : {'\0', '\n', ' ', '=', '9', '\xff'}) {
            auto damaged = good;
            damaged[i] = byte;
            const auto answer = rank_table::parse(damaged, "ranks");
            if (answer)
                CHECK(answer->size() == 258);
            else
                CHECK(answer.error().code() == error_code::validation_error);
        }
        const auto cut = rank_table::parse(std::string_view{good}.substr(0, i), "ranks");
        CHECK((!cut || cut->size() < 258));
    }
    CHECK_THAT(refused(std::string(100'000, '\n')), contains("line 1: it has no space"));
}

TEST_CASE("what an error quotes cannot forge a line", "[tokens]") {
    CHECK(refused("a\x1b[31m\n").find('\x1b') == std::string::npos);
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
