// Whichever allocation of a call fails, the SQLite journal is as before or as after the call, and
// the next call works.
#include "catch.hpp"
#include "failing_new_operators.hpp"
#include "journal_calls.hpp"
#include "temporary_folder.hpp"

#include <workmem_sqlite/sqlite.hpp>

#include <optional>
#include <string>
#include <string_view>

using namespace workmem::journal;
using namespace workmem_test;

namespace {

const std::string long_text(100, 'x');

sqlite open_in(const temporary_folder& at) {
    return sqlite::open(at.path() + "/j.db", {.sync = sync_mode::never()}).value();
}

std::string seen(sqlite& journal) {
    std::string out;
    const auto names = journal.streams();
    if (!names) return names.error().message();
    for (const auto& name : *names) {
        const auto info = journal.open_stream(name, "");
        const auto newest = journal.newest_snapshot(name, "entity", ~std::uint64_t{0});
        if (!info || !newest) return "unreadable";
        out += name + ' ' + all(journal, name, info->oldest);
        if (*newest) out += "snapshot " + (*newest)->bytes + ' ';
    }
    return out;
}

struct operation {
    const char* name;
    bool (*run)(sqlite&);
};

constexpr operation operations[]{
    {"append",
     [](sqlite& journal) {
         const std::string_view lines[]{long_text, "b"};
         return journal.append("s", 3, lines).status == append_status::recorded;
     }},
    {"append to another stream",
     [](sqlite& journal) {
         const std::string_view lines[]{long_text, "b"};
         return journal.append(long_text, 0, lines).status == append_status::recorded;
     }},
    {"open_stream",
     [](sqlite& journal) { return journal.open_stream(long_text, "entity").has_value(); }},
    {"save_snapshot",
     [](sqlite& journal) {
         return journal.save_snapshot("s", "entity", 3, long_text).has_value();
     }},
    {"newest_snapshot",
     [](sqlite& journal) { return journal.newest_snapshot("s", "entity", 9).has_value(); }},
    {"read", [](sqlite& journal) { return journal.read("s", 0, archetype_visitor{}).has_value(); }},
    {"truncate", [](sqlite& journal) { return journal.truncate("s", 2).has_value(); }},
    {"rewrite",
     [](sqlite& journal) {
         return journal
             .rewrite("s", [](const record&) { return std::optional<std::string>{long_text}; })
             .has_value();
     }},
    {"erase_stream", [](sqlite& journal) { return journal.erase_stream("s").has_value(); }},
    {"examine", [](sqlite& journal) { return journal.examine()->sound(); }},
};

}  // namespace

TEST_CASE("whichever allocation fails, a SQLite journal is as before or as after the call",
          "[sqlite][bad_alloc]") {
    for (const auto& each : operations) {
        std::string after;
        for (std::size_t n = 0;; ++n) {
            INFO(each.name << ", allocation " << n);
            const temporary_folder at;
            auto journal = open_in(at);
            append(journal, "s", 0, {"1", long_text, "3"});
            REQUIRE(journal.save_snapshot("s", "entity", 1, "old"));
            if (n == 0) {
                REQUIRE(each.run(journal));
                after = seen(journal);
                continue;
            }
            const auto before = seen(journal);
            bool worked = false;
            const bool survived = survives(n, [&] { worked = each.run(journal); });
            REQUIRE((worked || !survived));
            if (seen(journal) != after) {
                REQUIRE(seen(journal) == before);
                REQUIRE_FALSE(survived);
                REQUIRE(each.run(journal));
                REQUIRE(seen(journal) == after);
            }
            auto again = open_in(at);
            REQUIRE(seen(again) == after);
            if (survived) break;
        }
    }
}

TEST_CASE("whichever allocation fails, a database is opened or not, and can be",
          "[sqlite][bad_alloc]") {
    for (std::size_t n = 1;; ++n) {
        INFO("allocation " << n);
        const temporary_folder at;
        const bool survived = survives(n, [&] { (void)open_in(at); });
        auto journal = open_in(at);
        REQUIRE(append(journal, "s", 0, {"a"}) == append_status::recorded);
        if (survived) break;
    }
}
