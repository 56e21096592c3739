#include "catch.hpp"

#include <workmem/session/context_text.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using workmem::session_memory;
using workmem::detail::session_context_text;

namespace {

// A token a byte.
constexpr auto bytes = [](std::string_view text) { return text.size(); };

session_memory of(std::string content, std::uint32_t importance_ppm) {
    session_memory out;
    out.content = std::move(content);
    out.importance = workmem::importance_score::from_ppm(importance_ppm);
    return out;
}

}  // namespace

TEST_CASE("the most important memories come first, and nothing is over the budget", "[session]") {
    const std::vector<session_memory> all{of("the colour is blue", 100'000),
                                          of("the door code changed", 900'000)};
    CHECK(session_context_text(all, 1'000, bytes) ==
          "- \"the door code changed\"\n- \"the colour is blue\"");
    for (std::size_t budget = 0; budget < 60; ++budget) {
        CAPTURE(budget);
        CHECK(session_context_text(all, budget, bytes).size() <= budget);
    }
}

TEST_CASE("what does not fit is cut on a code point, and the rest is counted", "[session]") {
    const std::vector<session_memory> all{of("äöüäöüäöüäöüäöü", 900'000), of("b", 800'000),
                                          of("c", 700'000)};
    const auto text = session_context_text(all, 36, bytes);
    CHECK_THAT(text, workmem_test::starts_with("- \"äöü"));
    CHECK_THAT(text, workmem_test::ends_with("…\n(and 2 more)"));
    CHECK(session_context_text(all, 5, bytes).empty());
    CHECK(session_context_text({}, 100, bytes).empty());
}

TEST_CASE("a memory stays on its line", "[session]") {
    CHECK(session_context_text({of("a\n- \"b\"", 1)}, 100, bytes) == R"(- "a\n- \"b\"")");
}
