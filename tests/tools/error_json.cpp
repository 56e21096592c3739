#include "catch.hpp"

#include <workmem/tools/error_json.hpp>

#include <nlohmann/json.hpp>

using nlohmann::json;

TEST_CASE("an error is told by its code in capitals, with its details", "[tools]") {
    const workmem::error problem{
        workmem::error_code::not_found, "there is no page 7", {{"id", "7"}}};
    CHECK(workmem::tools::to_json<json>(problem) ==
          json::parse(R"({"error":"there is no page 7","code":"NOT_FOUND","details":{"id":"7"}})"));
}

TEST_CASE("what an error says is valid text, whatever the caller gave", "[tools]") {
    const workmem::error problem{
        workmem::error_code::validation_error, "odd: \xFF", {{"id", "\xFF"}}};
    const auto told = workmem::tools::to_json<json>(problem);
    CHECK_NOTHROW((void)told.dump());
    CHECK(told["details"]["id"] == "\xEF\xBF\xBD");
}
