#include "catch.hpp"

#include <workmem/agent/asked.hpp>

#include <string>

using workmem::call_options;
using workmem::detail::asked;

namespace {

template <class What>
std::string request_of(const What& what) {
    const call_options call{.idempotency_key = "k"};
    const asked by{what, call};
    return std::string{by.call().request};
}

}  // namespace

TEST_CASE("what a key stands for is what the caller gave", "[agent][keys]") {
    const workmem::new_item note{.text = "Home is old"};
    CHECK(request_of(note) == request_of(note));
    CHECK(request_of(note) != request_of(workmem::new_item{.text = "Home is new"}));
    CHECK(request_of(note) != request_of(workmem::new_item{.text = "Home is old", .pinned = true}));
    CHECK(request_of(workmem::new_session_memory{.content = "a"}) !=
          request_of(workmem::new_session_memory{.content = "a", .tags = {"b"}}));
    CHECK(request_of(workmem::new_task{.title = "a"}) !=
          request_of(workmem::new_task{.title = "a", .needs_review = true}));
}

TEST_CASE("a call without a key, or that says what it was asked, stays as it is",
          "[agent][keys]") {
    const workmem::new_item note{.text = "Home is old"};
    const call_options plain{.actor = "ann"};
    const asked by{note, plain};
    CHECK(by.call().request.empty());
    CHECK(by.call().actor == "ann");
    const call_options told{.idempotency_key = "k", .request = "of a tool"};
    const asked as_told{note, told};
    CHECK(as_told.call().request == "of a tool");
}
