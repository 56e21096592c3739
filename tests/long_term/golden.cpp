// The form in which journals keep the changes of long-term memory, for good: one file of
// tests/long_term/golden for each kind of record, named after kind and version. What is written is
// these bytes; what is read is what they meant when they were written.
#include "golden.hpp"
#include "catch.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/time/manual_clock.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using std::chrono::minutes;

namespace {

using recorded = workmem::journal::memory;

template <class Journal>
struct on : workmem::default_policies {
    using clock = workmem::manual_clock;
    using journal = Journal;
};
using store = workmem::basic_long_term_store<on<recorded>>;

constexpr auto stream = "agent";

const golden_files golden{
    "tests/long_term/golden",
    {"long_term.put.1", "long_term.put.1.many", "long_term.erase.1", "long_term.put.1.by"}};

// The store whose records these are.
kept_as_written written() {
    kept_as_written journal;
    workmem::manual_clock clock;
    workmem::basic_long_term_store<on<kept_as_written>> memory{
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
    return journal;
}

// What a store is, all of it, is what its snapshot says.
struct opened_store {
    explicit opened_store(const recorded& in) : journal{in} {}
    recorded journal;
    store is{{}, {.journal = journal, .stream = stream}};
    std::string to_json_text() {
        is.snapshot();
        return journal.newest_snapshot(stream, "long_term", ~std::uint64_t{0}).value()->bytes;
    }
};
std::string opened(const std::vector<std::string>& records) {
    return opened_with(records, [](const recorded& journal) { return opened_store{journal}; });
}

}  // namespace

TEST_CASE("what long-term memory writes is what it has always been",
          "[long_term][journal][golden]") {
    auto journal = written();
    std::size_t i = 0;
    REQUIRE(journal.read(stream, 0, [&](const workmem::journal::record& each) {
        if (i == golden.names.size()) return;
        INFO(golden.names[i]);
        CHECK(each.bytes == golden(golden.names[i++]));
    }));
    REQUIRE(i == golden.names.size());
    const auto snapshot = journal.newest_snapshot(stream, "long_term", ~std::uint64_t{0});
    REQUIRE(snapshot);
    REQUIRE(*snapshot);
    CHECK((*snapshot)->bytes == golden("long_term.snapshot.1"));
}

TEST_CASE("what long-term memory wrote means what it meant", "[long_term][journal][golden]") {
    for (std::size_t i = 0; i < golden.names.size(); ++i) {
        INFO(golden.names[i]);
        CHECK(opened(golden.up_to(i + 1)) == golden("state/" + golden.names[i]));
    }
    recorded journal;
    REQUIRE(journal.save_snapshot(stream, "long_term", 0, golden("long_term.snapshot.1")));
    opened_store at{journal};
    CHECK(at.to_json_text() == golden("long_term.snapshot.1"));
    CHECK_FALSE(at.is.put({.id = "d", .content = "d"}, {.idempotency_key = "k-1"}));
    CHECK(at.is.search("tea").size() == 1);
}

TEST_CASE("what is erased of long-term memory leaves a record without content",
          "[long_term][journal][golden]") {
    CHECK(workmem::without_long_term(golden("long_term.put.1.many"), "a") ==
          golden("long_term.put.1.scrubbed"));
    CHECK(workmem::without_long_term(golden("long_term.erase.1"), "a") ==
          golden("long_term.erased.1"));
    CHECK_FALSE(workmem::without_long_term(golden("long_term.put.1"), "a"));
    const auto one = golden("long_term.put.1");
    CHECK(opened({one, golden("long_term.erased.1")}) == opened({one}));
}

TEST_CASE("a newer version and an unknown kind of long-term memory are refused, and it says so",
          "[long_term][journal][golden]") {
    auto all = golden.names;
    all.push_back("long_term.erased.1");
    for (const auto& name : all) {
        INFO(name);
        const auto kind = name.substr(0, name.find(".1"));
        CHECK_THAT(opened({with_version_2(golden(name))}),
                   contains(kind + " has version 2, this library knows up to 1"));
    }
    const auto one = golden("long_term.put.1");
    CHECK_THAT(opened({one, R"({"kind":"long_term.unheard_of","version":1})"}),
               contains("its kind \"long_term.unheard_of\" is unknown"));
    CHECK(opened({one, R"({"kind":"session.put","version":9})"}) == opened({one}));
}
