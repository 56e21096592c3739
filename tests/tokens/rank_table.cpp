#include "catch.hpp"
#include "rank_file.hpp"

#include <workmem/tokens/rank_table.hpp>

#include <cstddef>
#include <string>
#include <string_view>

using workmem::error_code;
using workmem::rank_table;
using workmem_test::contains;
using workmem_test::ranks;

namespace {

std::string refused(const std::string& text) {
    const auto answer = rank_table::parse(text, "ranks");
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code() == error_code::validation_error);
    return answer.error().message();
}

}  // namespace

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

TEST_CASE("a token has the rank of its line, and other bytes have none", "[tokens]") {
    const auto table = rank_table::parse(ranks({"ab", "abc"}), "ranks").value();
    CHECK(table.size() == 258);
    CHECK(table.find("a") == 'a');
    CHECK(table.find("ab") == 256);
    CHECK(table.find("abc") == 257);
    CHECK(table.find("bc") == rank_table::none);
    CHECK(table.find(std::string(1'000, 'a')) == rank_table::none);
}
