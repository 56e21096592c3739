// A connection that breaks at any byte of any call: what was acknowledged is there, once.
#include "catch.hpp"
#include "cutting_proxy.hpp"
#include "journal_calls.hpp"
#include "redis_server.hpp"

#include <workmem_redis/redis.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

using namespace workmem::journal;
using namespace workmem_test;
using std::chrono::milliseconds;

namespace {

constexpr auto never = (std::numeric_limits<std::int64_t>::max)();

struct cut_setting {
    cutting_proxy proxy{shared_redis().port()};
    std::string prefix = fresh_prefix();
    redis direct = redis::open(shared_redis().url(), options()).value();

    redis_options options() const {
        auto out = patient(in_prefix(prefix));
        out.erase_files = false;  // which takes its time
        return out;
    }
    redis through() const {
        return redis::open(redis_server::url(proxy.port()), options()).value();
    }
    // `call(n)` with the connection cut after each byte in both directions; how often it was.
    template <class Call>
    int at_every_byte(Call&& call) {
        int cuts = 0;
        for (const auto direction : {cutting_proxy::to_server, cutting_proxy::to_client})
            for (std::int64_t after = 0;; ++after) {
                INFO((direction == cutting_proxy::to_server ? "to the server" : "to the client")
                     << " after " << after << " bytes");
                proxy.cut_after(direction, after);
                call(cuts);
                const bool is_cut = proxy.has_cut();
                proxy.cut_after(direction, never);
                if (!is_cut) break;
                ++cuts;
            }
        return cuts;
    }
};

}  // namespace

TEST_CASE("an append is recorded once, wherever its connection is cut", "[redis][threads]") {
    cut_setting with;
    auto journal = with.through();
    std::uint64_t last = 0;
    const auto cuts = with.at_every_byte([&](int) {
        const std::string_view lines[]{"the same", "for all"};
        REQUIRE(journal.append("s", last, lines).status == append_status::recorded);
        last += 2;
        REQUIRE(with.direct.open_stream("s", "")->last == last);
    });
    const auto counts = journal.counts();
    CHECK(counts.reconciled > 0);
    CHECK(counts.retries >= static_cast<std::uint64_t>(cuts));
    CHECK(counts.conflicts == 0);
    WARN("cuts: " << cuts << "; retries: " << counts.retries
                  << ", reconciled: " << counts.reconciled);
}

TEST_CASE("an append that others were faster than is none, wherever its connection is cut",
          "[redis][threads]") {
    cut_setting with;
    auto journal = with.through();
    append(with.direct, "s", 0, {"the same"});
    (void)with.at_every_byte([&](int) {
        const std::string_view lines[]{"the same"};
        REQUIRE(journal.append("s", 0, lines).status == append_status::conflict);
        REQUIRE(journal.append("s", 7, lines).status == append_status::conflict);
    });
    CHECK(with.direct.open_stream("s", "")->last == 1);
    CHECK(journal.counts().conflicts > 0);
}

TEST_CASE("a stream is made once, wherever its connection is cut", "[redis][threads]") {
    cut_setting with;
    auto journal = with.through();
    int made = 0;
    (void)with.at_every_byte([&](int n) {
        const auto name = "s" + std::to_string(n) + '-' + std::to_string(made++);
        const auto opened = journal.open_stream(name, "task");
        REQUIRE(opened);
        CHECK(opened->incarnation == with.direct.open_stream(name, "task")->incarnation);
    });
    CHECK(with.direct.streams()->size() == static_cast<std::size_t>(made));
}

TEST_CASE("whatever else is done is done once, wherever its connection is cut",
          "[redis][threads]") {
    cut_setting with;
    auto journal = with.through();
    const auto other = [](const record& each) {
        return each.bytes == "secret" ? std::optional<std::string>{"-"}
                                      : std::optional<std::string>{};
    };
    SECTION("reading") {
        append(with.direct, "s", 0, {"a", "b"});
        (void)with.at_every_byte([&](int) { REQUIRE(all(journal, "s") == "1:a 2:b "); });
    }
    SECTION("saving and finding a snapshot") {
        append(with.direct, "s", 0, {"a", "b"});
        (void)with.at_every_byte([&](int n) {
            REQUIRE(journal.save_snapshot("s", "entity", 2, std::to_string(n)));
            REQUIRE((*journal.newest_snapshot("s", "entity", 9))->bytes == std::to_string(n));
        });
    }
    SECTION("truncating") {
        std::uint64_t last = 0;
        (void)with.at_every_byte([&](int) {
            append(with.direct, "s", last++, {"a"});
            REQUIRE(journal.truncate("s", last - 1));
            REQUIRE(all(with.direct, "s", last - 1) == std::to_string(last) + ":a ");
        });
    }
    SECTION("rewriting") {
        std::uint64_t last = 0;
        (void)with.at_every_byte([&](int) {
            append(with.direct, "s", last, {"secret", "x"});
            REQUIRE(journal.rewrite("s", other));
            REQUIRE(all(with.direct, "s", last) ==
                    std::to_string(last + 1) + ":- " + std::to_string(last + 2) + ":x ");
            last += 2;
            REQUIRE(with.direct.truncate("s", last));
        });
    }
    SECTION("erasing") {
        (void)with.at_every_byte([&](int) {
            append(with.direct, "s", 0, {"a"});
            REQUIRE(*journal.erase_stream("s"));
            REQUIRE_FALSE(with.direct.find_stream("s")->has_value());
        });
        CHECK(with.direct.streams()->empty());
    }
    SECTION("listing") {
        append(with.direct, "s", 0, {"a"});
        append(with.direct, "t", 0, {"a"});
        (void)with.at_every_byte([&](int) { REQUIRE(journal.streams()->size() == 2); });
    }
    SECTION("waiting") {
        append(with.direct, "s", 0, {"a"});
        (void)with.at_every_byte(
            [&](int) { REQUIRE_FALSE(journal.wait_for_changes("s", 1, milliseconds{1})); });
    }
}

TEST_CASE("a connection that is cut while it is made is made again", "[redis][threads]") {
    redis_server at{{"--appendfsync", "always", "--requirepass", "open sesame"}};
    cutting_proxy proxy{at.port()};
    auto options = patient(in_prefix("p"));
    options.password = "open sesame";
    auto journal = redis::open(redis_server::url(proxy.port()), options).value();
    std::uint64_t last = 0;
    for (const auto direction : {cutting_proxy::to_server, cutting_proxy::to_client})
        for (std::int64_t after = 0;; after += 3) {
            INFO((direction == cutting_proxy::to_server ? "to the server" : "to the client")
                 << " after " << after << " bytes");
            REQUIRE(proxy.drop());
            proxy.cut_after(direction, after);
            const std::string_view lines[]{"a"};
            REQUIRE(journal.append("s", last++, lines).status == append_status::recorded);
            const bool is_cut = proxy.has_cut();
            proxy.cut_after(direction, never);
            REQUIRE(journal.open_stream("s", "")->last == last);
            if (!is_cut) break;
        }
}
