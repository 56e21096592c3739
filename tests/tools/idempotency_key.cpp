#include "catch.hpp"

#include <workmem/tools/arguments.hpp>
#include <workmem/tools/idempotency_key.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
namespace tools = workmem::tools;

TEST_CASE("a call with a key is good for the same tool and arguments only", "[tools]") {
    const json given{{"idempotency_key", "k"}, {"id", 7}},
        other{{"idempotency_key", "k"}, {"id", 8}};
    const tools::retriable_call first{tools::arguments<json>{given, "update"}};
    const tools::retriable_call again{tools::arguments<json>{given, "update"}};
    const tools::retriable_call with_other{tools::arguments<json>{other, "update"}};
    const tools::retriable_call of_other{tools::arguments<json>{given, "remove"}};
    CHECK(first.options().idempotency_key == "k");
    CHECK(first.options().request == again.options().request);
    CHECK(first.options().request != with_other.options().request);
    CHECK(first.options().request != of_other.options().request);
}

TEST_CASE("arguments that are no UTF-8 can be retried, too", "[tools]") {
    const json given{{"idempotency_key", "k"}, {"content", "caf\xe9"}};
    const tools::retriable_call first{tools::arguments<json>{given, "add"}};
    const tools::retriable_call again{tools::arguments<json>{given, "add"}};
    CHECK(first.options().request == again.options().request);
}

TEST_CASE("each of several changes has a key of its own, the same in a retry", "[tools]") {
    const json given{{"idempotency_key", "k"}};
    tools::retriable_call call{tools::arguments<json>{given, "promote"}};
    const std::string first{call.part("a").idempotency_key}, second{call.part("b").idempotency_key};
    CHECK(first == "k/a");
    CHECK(second == "k/b");
    tools::retriable_call again{tools::arguments<json>{given, "promote"}};
    CHECK(again.part("a").idempotency_key == first);
}

TEST_CASE("without a key nothing can be retried, and who calls is said all the same", "[tools]") {
    const json given = json::object();
    tools::retriable_call call{tools::arguments<json>{given, "promote", "ann"}};
    CHECK(call.options().idempotency_key.empty());
    CHECK(call.part("a").idempotency_key.empty());
    CHECK(call.options().actor == "ann");
}
