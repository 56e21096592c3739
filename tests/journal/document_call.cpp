#include "catch.hpp"

#include <workmem/journal/document_call.hpp>
#include <workmem/text/json_document.hpp>

#include <string>

using workmem::journal::call_with;

TEST_CASE("a call with a key asks for the document, however it is written", "[journal][repeat]") {
    const workmem::text::json_document one{R"({"a":[1]})"}, same{R"( {"a" : [1]})"},
        other{R"({"a":[2]})"};
    std::string first, second, third;
    const workmem::call_options by{.actor = "ann", .idempotency_key = "k"};
    const auto asked = call_with(by, one.root(), first);
    CHECK(asked.actor == "ann");
    CHECK(asked.idempotency_key == "k");
    CHECK(asked.request == call_with(by, same.root(), second).request);
    CHECK(asked.request != call_with(by, other.root(), third).request);
}

TEST_CASE("a call without a key, or that says what it asks, stays as it is", "[journal][repeat]") {
    const workmem::text::json_document document{"[1]"};
    std::string copy;
    CHECK(call_with({}, document.root(), copy).request.empty());
    CHECK(call_with({.idempotency_key = "k", .request = "own"}, document.root(), copy).request ==
          "own");
    CHECK(copy.empty());
}
