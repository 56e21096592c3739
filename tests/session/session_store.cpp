// Many sessions, each for itself, with one long-term memory.
#include "catch.hpp"
#include "journal_calls.hpp"
#include "session_bundles.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <type_traits>
#include <vector>

using namespace workmem_test;
using std::chrono::hours;
using workmem::error_code;
using workmem::priority;
using workmem::result;

namespace {

using store = workmem::basic_session_store<session_recorded>;
using in_memory = workmem::basic_session_store<session_recorded>;

struct setting {
    workmem::manual_clock clock{};
    workmem::journal::memory journal{};
    store::parts parts() { return {.clock = clock, .journal = journal}; }
};

std::vector<std::string> known_to(store& of) {
    std::vector<std::string> out;
    for (const auto& each : of.list_sessions()) out.push_back(each.id);
    return out;
}

}  // namespace

TEST_CASE("sessions know nothing of each other", "[session]") {
    setting with;
    store all{{}, with.parts()};
    const auto id = all.try_add("ann", {.content = "x"})->id;
    all.add("ben", {.content = "y"});
    for (const auto& other : {"ben", "an", "ann ", "session/ann", "../ann", "ANN"}) {
        INFO(other);
        CHECK(code_of(all.try_get(other, id)) == error_code::not_found);
        CHECK(code_of(all.try_promote(other, id)) == error_code::not_found);
        CHECK(code_of(all.try_expire(other, id)) == error_code::not_found);
        CHECK(code_of(all.try_extend_ttl(other, id)) == error_code::not_found);
        CHECK(code_of(all.try_update(other, id, {})) == error_code::not_found);
        CHECK(code_of(all.try_relate(other, id, {"a", "b", {}})) == error_code::not_found);
        CHECK(all.try_search(other, "x")->empty());
    }
    CHECK(all.try_get("ann", id)->content == "x");
    CHECK(all.try_list("ann")->total == 1);
}

TEST_CASE("of an unknown session there is nothing", "[session]") {
    setting with;
    store all{{}, with.parts()};
    CHECK(all.try_list("nobody")->total == 0);
    CHECK(all.try_search("nobody", "x")->empty());
    CHECK(all.try_export("nobody")->empty());
    CHECK(all.try_stats("nobody")->total == 0);
    const auto unknown = all.try_clear("nobody");
    REQUIRE_FALSE(unknown);
    CHECK(unknown.error().message() == "there is no session \"nobody\"");
    CHECK(code_of(all.try_bulk_promote("nobody")) == error_code::not_found);
    CHECK(known_to(all).empty());
    for (const auto& bad : {std::string{}, std::string(513, 'x')})
        CHECK(code_of(all.try_add(bad, {.content = "x"})) == error_code::validation_error);
}

TEST_CASE("a cleared session is known until it is swept", "[session]") {
    setting with;
    store all{{}, with.parts()};
    all.add("s", {.content = "x"});
    CHECK(*all.try_clear("s") == 1);
    CHECK(*all.try_clear("s") == 0);
    CHECK(known_to(all) == std::vector<std::string>{"s"});
    CHECK(all.sweep() == 0);
    CHECK(known_to(all).empty());
    CHECK(code_of(all.try_clear("s")) == error_code::not_found);
    CHECK(all.try_add("s", {.content = "again"}));
    CHECK(all.try_list("s")->total == 1);
}

TEST_CASE("what is promoted is in long-term memory", "[session][promotion]") {
    setting with;
    store all{{}, with.parts()};
    const auto read = all.try_add("s", {.content = "read", .priority = priority::critical})->id;
    CHECK(all.try_get("s", read)->promoted);
    CHECK(all.long_term().size() == 1);
    const auto a = all.try_add("s", {.content = "a"})->id;
    all.add("s", {.content = "b", .priority = priority::critical});
    const auto done = all.try_bulk_promote("s", {a, "nobody"});
    REQUIRE(done->size() == 2);
    CHECK(all.long_term().get(done->at(0).long_term_id)->content == "a");
    CHECK(done->at(1).problem->code() == error_code::not_found);
    // Without ids: all that are pending.
    CHECK(all.try_bulk_promote("s")->size() == 1);
    CHECK(all.long_term().size() == 3);
    all.clear("s");
    CHECK(all.long_term().size() == 3);
}

TEST_CASE("what was forgotten for good can be kept again", "[session][promotion]") {
    setting with;
    const auto shared = with.parts();
    store all{{}, shared};
    const auto id = all.try_add("s", {.content = "zebra"})->id;
    CHECK(all.try_promote("s", id)->is_new);
    CHECK_FALSE(all.try_promote("s", id)->is_new);
    const workmem::call_options keyed{.idempotency_key = "k"};
    for (const bool in_bulk : {false, true}) {
        for (const auto& each : all.long_term().list({}, 10, 0).memories)
            REQUIRE(all.long_term().try_erase(each.id));
        if (in_bulk)
            CHECK_FALSE(all.try_bulk_promote("s", {id})->front().problem);
        else
            CHECK(all.try_promote("s", id, keyed)->is_new);
        REQUIRE(all.long_term().size() == 1);
        CHECK(all.long_term().list({}, 10, 0).memories.front().content == "zebra");
    }
    // A repetition is none: neither by its key nor of what is there.
    CHECK(all.try_promote("s", id, keyed)->is_new);
    CHECK_FALSE(all.try_promote("s", id)->is_new);
    CHECK(all.long_term().size() == 1);
    store again{{}, shared};
    CHECK(again.long_term().size() == 1);
    CHECK_FALSE(again.try_promote("s", id)->is_new);
}

TEST_CASE("sessions are there when the store is opened again", "[session][journal]") {
    setting with;
    {
        store all{{}, with.parts()};
        all.add("ann", {.content = "x", .priority = priority::high});
        all.add("ben", {.content = "y", .priority = priority::low});
        all.promote("ann", all.try_list("ann")->memories.front().id);
    }
    with.clock.advance(hours{2});
    store again{{}, with.parts()};
    CHECK(known_to(again) == std::vector<std::string>{"ann", "ben"});
    CHECK(again.try_stats("ben")->expired == 1);
    CHECK(again.long_term().size() == 1);
    CHECK(again.sweep() == 1);
    CHECK(known_to(again) == std::vector<std::string>{"ann"});
    // Two stores on one journal.
    store other{{}, with.parts()};
    const auto id = other.try_add("carl", {.content = "z"})->id;
    CHECK(again.try_get("carl", id)->content == "z");
}

TEST_CASE("to find a session that is not open, no other stream is asked for",
          "[session][journal]") {
    struct counting : workmem::journal::memory {
        std::shared_ptr<int> listings = std::make_shared<int>(0);
        workmem::result<std::vector<std::string>> streams() {
            ++*listings;
            return workmem::journal::memory::streams();
        }
    };
    using stores = workmem::basic_session_store<session_policies<counting>>;
    counting journal;
    const auto id = stores{{}, {.journal = journal}}.add("ann", {.content = "x"}).id;
    stores all{{}, {.journal = journal}};
    CHECK(all.get("ann", id).content == "x");
    CHECK(all.list("nobody").total == 0);
    CHECK(code_of(all.try_get("ben", id)) == error_code::not_found);
    CHECK(*journal.listings == 0);
    CHECK(all.list_sessions().size() == 1);
    CHECK(*journal.listings == 1);
    CHECK(journal.workmem::journal::memory::streams()->size() == 2);  // none was made by asking
}

TEST_CASE("a journal that cannot be read is an error, and no session unknown", "[session]") {
    struct unreadable : workmem::journal::memory {
        std::shared_ptr<bool> fails = std::make_shared<bool>(false);
        static workmem::error problem() { return {error_code::storage_error, "the disk is gone"}; }
        workmem::result<std::vector<std::string>> streams() {
            if (*fails) return problem();
            return workmem::journal::memory::streams();
        }
        workmem::result<std::optional<workmem::journal::stream_info>> find_stream(
            std::string_view name) {
            if (*fails) return problem();
            return workmem::journal::memory::find_stream(name);
        }
    };
    unreadable journal;
    workmem::basic_session_store<session_policies<unreadable>> all{{}, {.journal = journal}};
    *journal.fails = true;
    CHECK(code_of(all.try_list("s")) == error_code::storage_error);
    CHECK(code_of(all.try_get("s", "x")) == error_code::storage_error);
    CHECK(code_of(all.try_list_sessions()) == error_code::storage_error);
}

TEST_CASE("without a journal sessions live as long as the store", "[session]") {
    in_memory all;
    CHECK(all.try_add("s", {.content = "x"}));
    CHECK(all.list_sessions().front().memories == 1);
    CHECK(all.try_search("s", "x")->size() == 1);
}

TEST_CASE("8 threads in sessions of their own and in one lose nothing", "[session][threads]") {
    workmem::basic_session_store<
        session_policies<workmem::journal::memory, workmem::observer::none, std::mutex>>
        all;
    std::vector<std::thread> threads;
    for (int t = 0; t < 8; ++t)
        threads.emplace_back([&, t] {
            const auto own = "own-" + std::to_string(t);
            for (int i = 0; i < 30; ++i) {
                (void)all.try_add(own, {.content = std::to_string(i)});
                const auto added = all.try_add("shared", {.content = own + std::to_string(i)});
                (void)all.try_get("shared", added->id);
                (void)all.try_search("shared", own);
                if (i % 10 == 0) (void)all.try_sweep();
            }
        });
    for (auto& each : threads) each.join();
    CHECK(all.try_list("shared", {}, 1)->total == 8 * 30);
    CHECK(all.list_sessions().size() == 9);
    CHECK(all.try_stats("shared")->accesses == 2 * 8 * 30);
}

TEST_CASE("a tick sweeps when a sweep is due", "[session]") {
    setting with;
    store all{{.sweep_every = std::chrono::minutes{5}}, with.parts()};
    const auto id = all.add("ann", {.content = "x", .priority = priority::low}).id;
    all.add("ann", {.content = "y", .priority = priority::high});
    all.expire("ann", id);
    with.clock.advance(std::chrono::minutes{5} - std::chrono::milliseconds{1});
    CHECK(all.tick() == 0);
    with.clock.advance(std::chrono::milliseconds{1});
    CHECK(all.tick() == 1);
    CHECK(all.stats("ann").total == 1);
    CHECK(all.tick() == 0);
    CHECK(workmem::problem_of(workmem::session_options{.sweep_every = {}}).has_value());
}

TEST_CASE("a store flushes the accesses of all its sessions", "[session]") {
    setting with;
    std::string id;
    {
        store all{{}, with.parts()};
        id = all.add("ann", {.content = "x"}).id;
        all.get("ann", id);
        all.flush();
    }
    store again{{}, with.parts()};
    CHECK(again.get("ann", id).access_count == 3);
}

TEST_CASE("a store sees what another one did when it catches up", "[session]") {
    setting with;
    store mine{{}, with.parts()}, theirs{{}, with.parts()};
    mine.add("ann", {.content = "x"});
    mine.catch_up("nobody");
    theirs.add("ann", {.content = "y"});
    CHECK(mine.list("ann").memories.size() == 1);
    mine.catch_up("ann");
    CHECK(mine.list("ann").memories.size() == 2);
}

TEST_CASE("what is erased leaves long-term memory, too", "[session]") {
    setting with;
    store all{{}, with.parts()};
    const auto id = all.add("ann", {.content = "x"}).id;
    all.add("ben", {.content = "x"});
    all.promote("ann", id);
    CHECK(all.long_term().size() == 1);
    CHECK(code_of(all.try_erase("nobody", id)) == error_code::not_found);
    CHECK(all.clear("ann") == 1);
    all.sweep();
    CHECK(all.erase("ann", id));
    CHECK(all.long_term().size() == 0);
    CHECK(all.list("ben").total == 1);
    CHECK(code_of(all.try_get("ann", id)) == error_code::not_found);
}

TEST_CASE("a memory that is erased while it is put into long-term memory is taken back",
          "[session][promotion]") {
    // Where another writer acts just before a promotion is put.
    struct interrupted {
        store& others;
        std::string id;
        result<bool> try_put(const workmem::long_term_memory& memory) {
            CHECK(others.erase("ann", id));
            return others.long_term().try_put(memory);
        }
        result<bool> try_erase(std::string_view long_term_id) {
            return others.long_term().try_erase(long_term_id);
        }
        std::optional<workmem::long_term_memory> get(std::string_view long_term_id) const {
            return others.long_term().get(long_term_id);
        }
        workmem::long_term_page list(const workmem::long_term_filter& filter, std::size_t limit,
                                     std::uint64_t after) const {
            return others.long_term().list(filter, limit, after);
        }
        std::vector<workmem::found_memory> search(std::string_view query, std::size_t limit,
                                                  const workmem::long_term_filter& filter) {
            return others.long_term().search(query, limit, filter);
        }
    };
    setting with;
    store theirs{{}, with.parts()};
    const auto id = theirs.add("ann", {.content = "x"}).id;
    auto mine = store::session_type{
        {}, {.clock = with.clock, .journal = with.journal, .name = "ann", .stream = "session/ann"}};
    const auto kept = mine.promote(id).memory.id;
    interrupted meanwhile{theirs, id};
    CHECK(mine.deliver(meanwhile) == 1);
    CHECK_FALSE(theirs.long_term().get(kept));
    CHECK(mine.deliver(meanwhile) == 0);
}

TEST_CASE("sessions that look alike promote to memories of their own", "[session]") {
    setting with;
    store all{{}, with.parts()};
    for (const auto& [one, other] : std::vector<std::pair<std::string, std::string>>{
             {"team/alpha", "team_alpha"}, {"a", "a-b"}}) {
        const auto first = all.add(one, {.content = one == "a" ? "b-c" : "x"}).id;
        const auto second = all.add(other, {.content = one == "a" ? "c" : "x"}).id;
        CHECK(first == second);
        const auto kept = all.promote(one, first).memory.id;
        const auto kept_too = all.promote(other, second).memory.id;
        CHECK(kept != kept_too);
        const auto session_of = [&](const std::string& id) {
            const auto memory = all.long_term().get(id);
            REQUIRE(memory);
            return std::get<std::string>(
                *workmem::find_attribute(memory->metadata, "working_memory_session"));
        };
        CHECK(session_of(kept) == one);
        CHECK(session_of(kept_too) == other);
        CHECK(all.get(other, second).promoted->id == kept_too);
    }
}

TEST_CASE("a call that fails makes no session", "[session]") {
    setting with;
    store all{{}, with.parts()};
    CHECK(code_of(all.try_add("ghost", {.content = ""})) == error_code::validation_error);
    CHECK(known_to(all).empty());
    CHECK(code_of(all.try_clear("ghost")) == error_code::not_found);
}
