// What a memory has touched is recorded when it is closed, and what was moved from is an empty one.
#include "any_bundles.hpp"
#include "catch.hpp"

#include <workmem/journal/memory.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

using namespace workmem_test;
using entities_type = workmem::basic_entity_memory<workmem::entity, over_any>;

namespace {

entities_type::parts on(const workmem::journal::memory& journal) { return {.journal = journal}; }

// One whose streams cannot be opened, as where another process has them.
struct closed_journal : workmem::journal::memory {
    std::shared_ptr<int> calls = std::make_shared<int>(0);

    workmem::error problem() const {
        ++*calls;
        return {workmem::error_code::storage_error, "the stream is open elsewhere"};
    }
    workmem::result<workmem::journal::stream_info> open_stream(std::string_view, std::string_view) {
        return problem();
    }
    workmem::result<std::optional<workmem::journal::stream_info>> find_stream(std::string_view) {
        return problem();
    }
    workmem::journal::append_outcome append(std::string_view, std::uint64_t,
                                            std::span<const std::string_view>,
                                            std::string_view = {}) {
        return {workmem::journal::append_status::failed, problem()};
    }
    workmem::result<void> commit(std::string_view, std::uint64_t) { return problem(); }
};

void know_two_rooms(entities_type& memory) {
    memory.add({.type = "room", .id = "r-1", .name = "Attic"});
    memory.add({.type = "room", .id = "r-2", .name = "Cellar"});
}

std::uint64_t records_in(workmem::journal::memory journal) {
    std::uint64_t out = 0;
    (void)journal.read("", 0, [&](const workmem::journal::record&) { ++out; }).value();
    return out;
}

// Each of them has one thing in it.
void fill(entities_type& memory) { memory.add({.type = "room", .id = "r-1", .name = "Attic"}); }
void fill(workmem::basic_bounded_store<over_any>& memory) { memory.memorize("x"); }
void fill(workmem::basic_session<over_any>& memory) { memory.add({.content = "x"}); }
void fill(workmem::basic_long_term_store<over_any>& memory) {
    memory.put({.id = "m", .content = "x"});
}
void fill(workmem::basic_task_memory<over_any>& memory) { memory.add_task({.title = "x"}); }

}  // namespace

TEST_CASE("a memory that is closed and opened again knows what it is about", "[journal][entity]") {
    const workmem::journal::memory journal;
    std::optional<entities_type> memory{std::in_place, workmem::entity_options{}, on(journal)};
    know_two_rooms(*memory);
    CHECK(memory->resolve("vacuum the attic")->id == "r-1");
    memory.reset();
    entities_type again{{}, on(journal)};
    CHECK(again.resolve("vacuum it")->id == "r-1");
}

TEST_CASE("closing records each touch once, and nothing where nothing was touched",
          "[journal][entity]") {
    const workmem::journal::memory journal;
    {
        entities_type memory{{}, on(journal)};
        know_two_rooms(memory);
        memory.resolve("vacuum the attic");
        const auto before = records_in(journal);
        { const auto copy = memory; }
        CHECK(records_in(journal) == before);
        const auto moved = std::move(memory);
        CHECK(moved.size() == 2);
        CHECK(records_in(journal) == before);
    }
    const auto closed = records_in(journal);
    CHECK(closed == 3);
    { entities_type memory{{}, on(journal)}; }
    CHECK(records_in(journal) == closed);
}

TEMPLATE_TEST_CASE("what was moved from is an empty memory", "[journal]", entities_type,
                   workmem::basic_bounded_store<over_any>, workmem::basic_session<over_any>,
                   workmem::basic_long_term_store<over_any>, workmem::basic_task_memory<over_any>) {
    typename TestType::parts with{.journal = workmem::journal::memory{}};
    TestType memory{{}, with};
    fill(memory);
    const auto moved = std::move(memory);
    CHECK(moved.size() == 1);
    CHECK(memory.size() == 0);  // NOLINT(bugprone-use-after-move)
    TestType other{{}, {.journal = workmem::journal::memory{}}};
    fill(other);
    memory = std::move(other);
    CHECK(memory.size() == 1);
    CHECK(other.size() == 0);  // NOLINT(bugprone-use-after-move)
    // It goes on as another handle of its stream.
    fill(other);
    other.catch_up();
    memory.catch_up();
    CHECK(other.size() >= 1);
    CHECK(other.size() == memory.size());
}

TEMPLATE_TEST_CASE("a memory that could not be opened closes without another try", "[journal]",
                   entities_type, workmem::basic_bounded_store<over_any>,
                   workmem::basic_session<over_any>, workmem::basic_long_term_store<over_any>,
                   workmem::basic_task_memory<over_any>) {
    const closed_journal journal;
    const auto made = TestType::try_make({}, {.journal = journal});
    REQUIRE_FALSE(made);
    CHECK(made.error().code() == workmem::error_code::storage_error);
    CHECK(*journal.calls == 1);
}
