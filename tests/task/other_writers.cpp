// Several task memories on one stream, as in several processes: what each has to hear of the others
// before it answers, and what of theirs must outlive an erasure.
#include "journal_calls.hpp"
#include "task_bundles.hpp"

#include <nlohmann/json.hpp>

#include <functional>
#include <memory>
#include <utility>

#include <workmem/journal/memory.hpp>
#include <workmem/task/task_memory.ipp>

using namespace workmem_test;
using workmem::error_code;
using workmem::milliseconds;
using workmem::task_status;

namespace {

// A journal that cannot be read on command, and in which something happens before it is rewritten.
class staged_journal : public workmem::journal::memory {
    using base = workmem::journal::memory;

public:
    struct stage {
        bool fails_to_read = false;
        std::function<void()> before_rewrite{};
    };
    std::shared_ptr<stage> on = std::make_shared<stage>();

    template <class Visit>
    workmem::result<workmem::journal::read_end> read(std::string_view name, std::uint64_t from,
                                                     Visit&& visit) {
        if (on->fails_to_read) return workmem::error{error_code::storage_error, "unreadable"};
        return base::read(name, from, std::forward<Visit>(visit));
    }
    template <class Change>
    workmem::result<void> rewrite(std::string_view name, Change&& change,
                                  workmem::journal::outdated_snapshots outdated = {}) {
        if (const auto happens = std::exchange(on->before_rewrite, {})) happens();
        return base::rewrite(name, std::forward<Change>(change), outdated);
    }
};
static_assert(workmem::journal::full_engine<staged_journal>);
using staged_memory = task_memory_of<staged_journal>;

}  // namespace

TEST_CASE("a lease ends by elapsed time after a writer whose clock is ahead", "[task][journal]") {
    using std::chrono::hours;
    using std::chrono::minutes;
    for (const auto ahead : {hours{24 * 30}, hours{24 * 365 * 200}}) {
        task_setting with;
        auto work = with.open({.name = "n", .grace = minutes{1}});
        work.add_tasks({named("a"), named("b")});
        {
            recorded_tasks visitor{{.name = "n"},
                                   {.clock = workmem::manual_clock{with.clock.now() + ahead},
                                    .journal = with.journal,
                                    .stream = "tasks"}};
            visitor.record_discovery({.content = "I was here"});
        }
        const auto claim = work.claim("a", "ann", {.lease = minutes{5}});
        with.clock.advance(minutes{4});
        CHECK(work.reclaim().empty());
        work.renew(claim);
        with.clock.advance(minutes{4});
        // Changes of others, and looking, stop nothing.
        work.add_task(named("c"));
        CHECK(work.reclaim().empty());
        with.clock.advance(minutes{2});
        CHECK(code_of(work.try_start(claim)) == error_code::expired);
        CHECK(texts(work.reclaim()) == names{"a"});
        CHECK(work.claim_next("ben", {.lease = minutes{5}})->task.str() == "a");
        with.clock.advance(minutes{7});
        CHECK(work.claim_next("ann")->task.str() == "a");
    }
}

TEST_CASE("who only reclaims hears of the claims of others", "[task][journal]") {
    task_setting with;
    auto watcher = with.open({.name = "n", .grace = milliseconds{5}});
    auto worker = with.open({.name = "n", .grace = milliseconds{5}});
    worker.add_task(named("t"));
    worker.claim("t", "ann", {.lease = milliseconds{10}});
    with.clock.advance(milliseconds{15});
    CHECK(texts(watcher.reclaim()) == names{"t"});
    CHECK(watcher.get("t").status == task_status::pending);
}

TEST_CASE("what cannot hear of others says so instead of refusing", "[task][journal]") {
    basic_task_setting<staged_memory> with;
    auto one = with.open(), other = with.open();
    one.add_task(named("t"));
    with.journal.on->fails_to_read = true;
    CHECK(code_of(other.try_claim("t", "ann")) == error_code::storage_error);
    CHECK(code_of(other.try_claim_next("ann")) == error_code::storage_error);
    CHECK(code_of(other.try_reclaim()) == error_code::storage_error);
    with.journal.on->fails_to_read = false;
    CHECK(other.claim_next("ann"));
    CHECK(code_of(other.try_claim("u", "ann")) == error_code::not_found);
}

TEST_CASE("what others record while a memory is discarded stays", "[task][journal]") {
    basic_task_setting<staged_memory> with;
    auto one = with.open(), other = with.open();
    one.add_task({.title = "a secret plan", .id = "old"});
    other.catch_up();
    with.journal.on->before_rewrite = [&] { other.add_task(named("new")); };
    one.discard();
    CHECK(texts(with.open().ids()) == names{"new"});
    one.catch_up();
    CHECK(texts(one.ids()) == names{"new"});
    CHECK_THAT(all(with.journal, "tasks"), !contains("secret"));
}

TEST_CASE("what is planned after a memory was discarded stays when it is opened again",
          "[task][journal]") {
    task_setting with;
    auto work = with.open({.name = "first", .goal = "of before"});
    work.discard();
    work.update_plan({.goal = "of now"});
    const auto again = with.open({.name = "second", .goal = "another"});
    CHECK(again.info().goal == "of now");
    CHECK(again.info().name == "second");
}

TEST_CASE("a claim from before a memory was discarded or loaded is fenced", "[task][journal]") {
    task_setting with;
    auto work = with.open();
    const auto nothing = work.to_json();
    work.add_task(named("t"));
    const auto claim = work.claim("t", "ann");
    SECTION("discarded") { work.discard(); }
    SECTION("loaded") { work.load(nothing); }
    work.add_task(named("t"));
    const auto next = work.claim("t", "ann");
    CHECK(next.token > claim.token);
    CHECK(code_of(work.try_start(claim)) == error_code::fenced);
    work.start(next);
    const auto again = with.open();
    work.catch_up();
    CHECK(again == work);
}
