#include "catch.hpp"

#include <workmem/detail/renew.hpp>

#include <memory>
#include <string>
#include <utility>

TEST_CASE("what takes another's place has what it had, and nothing of what was there", "[detail]") {
    const auto watched = std::make_shared<int>(1);
    auto to = watched;
    auto from = std::make_shared<int>(2);
    workmem::detail::renew(to, std::move(from));
    CHECK(*to == 2);
    CHECK(watched.use_count() == 1);
}

TEST_CASE("a thing that takes its own place stays as it is", "[detail]") {
    std::string text(100, 'x');
    auto& same = text;
    workmem::detail::renew(text, std::move(same));
    CHECK(text == std::string(100, 'x'));
}
