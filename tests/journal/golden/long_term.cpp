// Long-term memory in the table of golden.cpp.
#include "catch.hpp"
#include "golden.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/long_term/long_term_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;

namespace {

using recorded = workmem::journal::memory;

using store = workmem::basic_long_term_store<session_recorded>;

constexpr auto stream = golden_stream;

// The store whose records these are.
golden_history written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    workmem::basic_long_term_store<session_policies<kept_as_written>> memory{
        {}, {.clock = clock, .journal = journal, .stream = stream}};
    memory.put({.id = "tea",
                .content = "Say \"tea\"\nto Ann",
                .core = "people",
                .tags = {"t", "u"},
                .metadata = {{"price", 9.5},
                             {"open", true},
                             {"city", std::string{"Rome"}},
                             {"count", std::int64_t{3}},
                             {"nothing", nullptr}},
                .relations = {{"about", "ann", {{"since", std::int64_t{2031}}}}, {"x", "y", {}}}});
    clock.advance(minutes{1});
    const workmem::long_term_memory many[]{{.id = "a", .content = "a"},
                                           {.id = "tea", .content = "known"},
                                           {.id = "b", .content = "b", .core = "letters"}};
    memory.put_all(many);
    clock.advance(workmem::milliseconds{1'500});
    memory.erase("a");
    memory.put({.id = "c", .content = "c"}, {.actor = "planner", .idempotency_key = "k-1"});
    memory.snapshot();
    const auto snapshot = newest_snapshot_in(journal, "long_term");
    memory.replace({.id = "c", .content = "d"});
    auto out = history_of(journal, "long_term");
    out.snapshot = snapshot;
    return out;
}

// What a store is, all of it, is what its snapshot says.
std::string state_of(recorded journal) {
    store{{}, {.journal = journal, .stream = stream}}.snapshot();
    return newest_snapshot_in(journal, "long_term");
}

}  // namespace

workmem_test::golden_memory workmem_test::golden_long_term() {
    return {.name = "long_term",
            .files = {"long_term.put.1", "long_term.put.1.many", "long_term.erase.1",
                      "long_term.put.1.by", "long_term.replace.1"},
            .others = {"long_term.erased.1"},
            .written = &written,
            .state_of = &state_of,
            .is_its_snapshot = true};
}

TEST_CASE("long-term memory's snapshot knows the keys of calls", "[long_term][journal][golden]") {
    const auto golden = golden_long_term();
    const auto journal = golden.with_snapshot(golden("long_term.snapshot.1"));
    store memory{{}, {.journal = journal, .stream = stream}};
    CHECK(memory.put({.id = "c", .content = "c"}, {.idempotency_key = "k-1"}));
    CHECK(memory.search("tea").size() == 1);
}

TEST_CASE("what is erased of long-term memory leaves a record without content",
          "[long_term][journal][golden]") {
    const auto golden = golden_long_term();
    CHECK(workmem::without_long_term(golden("long_term.put.1.many"), "a") ==
          golden("long_term.put.1.scrubbed"));
    CHECK(workmem::without_long_term(golden("long_term.erase.1"), "a") ==
          golden("long_term.erased.1"));
    CHECK_FALSE(workmem::without_long_term(golden("long_term.put.1"), "a"));
    const auto one = golden("long_term.put.1");
    CHECK(golden.opened({one, golden("long_term.erased.1")}) == golden.opened({one}));
}
