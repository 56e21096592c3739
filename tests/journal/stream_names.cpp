#include "catch.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/journal/none.hpp>
#include <workmem/journal/stream_names.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem::journal;

TEST_CASE("streams below a prefix, by what follows it", "[journal]") {
    memory journal;
    for (const auto* const name : {"task/b", "task/a", "tasks", "session/a"}) {
        const std::string_view line[]{"x"};
        REQUIRE(journal.append(name, 0, line).status == append_status::recorded);
    }
    CHECK(names_below(journal, "task/").value() == std::vector<std::string>{"a", "b"});
    CHECK(names_below(journal, "none/").value().empty());
    CHECK(holds_stream(journal, "tasks").value());
    CHECK_FALSE(holds_stream(journal, "task").value());
    // A journal that keeps nothing has none.
    CHECK(names_below(none{}, "").value().empty());
    CHECK_FALSE(holds_stream(none{}, "task/a").value());
}
