// Whichever allocation of a call fails, the file journal is as before or as after the call, and the
// next call works.
#include "catch.hpp"
#include "failing_new.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/file.hpp>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace workmem_test;
using namespace workmem::journal;

namespace {

const std::string long_text(100, 'x');

file open_in(const temporary_folder& at) {
    return file::open(at.path(), {.sync = sync_mode::never()}).value();
}

std::string seen(file& journal) {
    const auto info = journal.open_stream("s", "entity");
    if (!info) return info.error().message();
    std::string out = std::to_string(info->oldest) + '-' + std::to_string(info->last);
    const auto read = journal.read(
        "s", info->oldest, [&](const record& each) { out += ' ' + std::string{each.bytes}; });
    const auto newest = journal.newest_snapshot("s", "entity", ~std::uint64_t{0});
    if (!read || !newest) return "unreadable";
    return out + (*newest ? " snapshot " + (*newest)->bytes : std::string{});
}

struct operation {
    std::string name;
    std::function<bool(file&)> run;
};

std::vector<operation> operations() {
    return {
        {"append",
         [](file& journal) {
             const std::string_view lines[]{long_text, "b"};
             return journal.append("s", 3, lines).status == append_status::recorded;
         }},
        {"commit", [](file& journal) { return journal.commit("s", 3).has_value(); }},
        {"save_snapshot",
         [](file& journal) {
             return journal.save_snapshot("s", "entity", 3, long_text).has_value();
         }},
        {"truncate", [](file& journal) { return journal.truncate("s", 2).has_value(); }},
        {"rewrite",
         [](file& journal) {
             return journal
                 .rewrite("s", [](const record&) { return std::optional<std::string>{long_text}; })
                 .has_value();
         }},
        {"close and open",
         [](file& journal) {
             journal.close_stream("s");
             return journal.open_stream("s", "entity").has_value();
         }},
        {"read",
         [](file& journal) { return journal.read("s", 0, archetype_visitor{}).has_value(); }},
        {"newest_snapshot",
         [](file& journal) { return journal.newest_snapshot("s", "entity", 9).has_value(); }},
        {"another stream",
         [](file& journal) { return journal.open_stream("t", "entity").has_value(); }},
    };
}

void prepare(file& journal) {
    const std::string_view lines[]{"1", long_text, "3"};
    REQUIRE(journal.open_stream("s", "entity"));
    REQUIRE(journal.append("s", 0, lines).status == append_status::recorded);
    REQUIRE(journal.save_snapshot("s", "entity", 1, "old"));
}

}  // namespace

TEST_CASE("whichever allocation fails, a file journal is as before or as after the call",
          "[journal][bad_alloc]") {
    for (const auto& each : operations()) {
        INFO(each.name);
        std::string after;
        {
            const temporary_folder at;
            auto journal = open_in(at);
            prepare(journal);
            REQUIRE(each.run(journal));
            after = seen(journal);
        }
        for (std::size_t n = 1;; ++n) {
            INFO("allocation " << n);
            const temporary_folder at;
            std::string done;
            {
                auto journal = open_in(at);
                prepare(journal);
                const auto before = seen(journal);
                bool worked = false;
                const bool survived = survives(n, [&] { worked = each.run(journal); });
                done = seen(journal);
                REQUIRE((done == before || done == after));
                if (survived) REQUIRE(worked);
                if (done != after || survived) {
                    if (!survived) REQUIRE(each.run(journal));
                    REQUIRE(seen(journal) == after);
                }
                done = seen(journal);
                REQUIRE(journal.flush("s"));
                if (survived) break;
            }
            auto again = open_in(at);
            REQUIRE(seen(again) == done);
        }
    }
}
