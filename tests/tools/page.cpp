#include "catch.hpp"

#include <workmem/result.hpp>
#include <workmem/tools/arguments.hpp>
#include <workmem/tools/page.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <vector>

using nlohmann::json;
namespace tools = workmem::tools;

TEST_CASE("a list shows the beginning of a long text, and says so", "[tools]") {
    json small{{"content", "a short text"}};
    tools::cut_content(small);
    CHECK(small == json{{"content", "a short text"}});
    json large{{"content", std::string(tools::listed_text_bytes + 1, 'x')}};
    tools::cut_content(large);
    CHECK(large["content"].get<std::string>().size() == tools::listed_text_bytes);
    CHECK(large["content_truncated"] == true);
    json inside{{"content", std::string(tools::listed_text_bytes - 1, 'x') + "\u00e4"}};
    tools::cut_content(inside);
    CHECK(inside["content"].get<std::string>().size() == tools::listed_text_bytes - 1);
}

TEST_CASE("an answer is sent as JSON, and once more as JSON in a text", "[tools]") {
    const json value{{"a", "b"}};
    CHECK(tools::sent_bytes(value) == value.dump().size() + json(value.dump()).dump().size());
}

TEST_CASE("a cursor is one that an answer gave", "[tools]") {
    const auto at = [](const json& given) {
        return tools::cursor_of(tools::arguments<json>{given});
    };
    CHECK(at(json::object()).value() == 0);
    CHECK(at({{"cursor", tools::to_cursor(17)}}).value() == 17);
    for (const auto* const text : {"", "x", "17x", "-1", "99999999999999999999"}) {
        CAPTURE(text);
        const auto refused = at({{"cursor", text}});
        REQUIRE_FALSE(refused);
        CHECK(refused.error().code() == workmem::error_code::validation_error);
        CHECK_THAT(refused.error().message(), workmem_test::contains("cursor"));
    }
}

TEST_CASE("a page that is too long is asked for again with less, down to one", "[tools]") {
    std::vector<std::size_t> asked;
    const auto fetch = [&](std::size_t limit) {
        asked.push_back(limit);
        return workmem::result<json>{json(std::vector<std::string>(limit, std::string(98, 'x')))};
    };
    CHECK(tools::fitting(3, fetch, 1'000)->size() == 3);
    CHECK(asked.size() == 1);
    const auto page = tools::fitting(100, fetch, 1'000);
    CHECK(page->size() >= 5);
    CHECK(page->dump().size() <= 1'000);
    CHECK(tools::fitting(100, fetch, 10)->size() == 1);
    std::size_t tried = 0;
    const auto failing = [&](std::size_t) {
        ++tried;
        return workmem::result<json>{workmem::error{workmem::error_code::storage_error, "gone"}};
    };
    CHECK_FALSE(tools::fitting(100, failing, 10));
    CHECK(tried == 1);
}
