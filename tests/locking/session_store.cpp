// Sixteen threads on one store of sessions, for ThreadSanitizer and for everyone.
#include "catch.hpp"
#include "repetitions.hpp"
#include "window_steps.hpp"

#include <workmem/journal/memory.hpp>
#include <workmem/observer/observer.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/session/session_store.ipp>
#include <workmem/time/manual_clock.hpp>

#include <atomic>
#include <cstdint>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

using namespace workmem_test;
using workmem::error_code;
using workmem::priority;
using workmem::session_notice;

namespace {

constexpr int threads = 16;

template <class Mutex, class Journal>
struct locked_by : workmem::default_policies {
    using clock = workmem::manual_clock;
    using mutex = Mutex;
    using journal = Journal;
    using observer = workmem::observer::callbacks;
    struct session : workmem::default_policies::session {
        using secrets = workmem::secrets::none;
    };
};
using exclusive = locked_by<std::mutex, workmem::journal::none>;
using shared = locked_by<std::shared_mutex, workmem::journal::none>;
using shared_recorded = locked_by<std::shared_mutex, workmem::journal::memory>;

// What one thread does, and whether what it is told is right: of a session it hears of nothing but
// that session's memories, and of an error that it may expect.
template <class Store>
class caller {
public:
    caller(Store& store, workmem::manual_clock clock, int number)
        : store_{store}, clock_{std::move(clock)}, roll_{static_cast<std::uint64_t>(number) + 1} {}

    void call() {
        session_ = "session-" + std::to_string(roll_.below(6));
        switch (roll_.below(32)) {
            case 0: looks(store_.try_stats(session_)); break;
            case 1: seen(store_.try_list(session_, {.include_expired = true}, 5)); break;
            case 2: found(store_.try_search(session_, "tea and words")); break;
            case 3: seen_all(store_.try_export(session_)); break;
            case 4:
                if (roll_.one_in(10)) may_fail(store_.try_clear(session_));
                break;
            case 5:
                if (roll_.one_in(10)) looks(store_.try_bulk_promote(session_));
                break;
            case 6: looks(store_.try_sweep()); break;
            case 7: looks(store_.try_list_sessions()); break;
            case 8: looks(store_.try_health(session_)); break;
            case 9: clock_.advance(std::chrono::seconds{roll_.below(90)}); break;
            case 10: may_fail(store_.try_expire(session_, id())); break;
            case 11: may_fail(store_.try_extend_ttl(session_, id())); break;
            case 12: may_fail(store_.try_relate(session_, id(), {"about", "tea", {}})); break;
            case 13: may_fail(store_.try_promote(session_, id())); break;
            case 14:
            case 15: one(store_.try_update(session_, id(), {.content = content()})); break;
            case 16:
                if (roll_.one_in(20)) (void)store_.health();
                break;
            case 17:
            case 18:
            case 19:
            case 20:
            case 21: added(store_.try_add(session_, fresh())); break;
            default: one(store_.try_get(session_, id()));
        }
    }
    std::uint64_t wrong = 0;

private:
    std::string content() {
        return session_ + " has tea and " + std::to_string(roll_.below(1'000)) + " words";
    }
    workmem::new_session_memory fresh() {
        return {.content = content(),
                .priority = workmem::priorities[roll_.below(4)],
                .tags = {"t"},
                .metadata = {{"nothing", nullptr}}};
    }
    std::string id() const { return known_.empty() ? "nobody" : known_[ids_++ % known_.size()]; }
    template <class Answer>
    void looks(const workmem::result<Answer>& answer) {
        wrong += !answer && !is_expected(answer.error());
    }
    template <class Answer>
    void may_fail(const workmem::result<Answer>& answer) {
        looks(answer);
    }
    void one(const workmem::result<workmem::session_memory>& answer) {
        looks(answer);
        if (answer) is_ours(*answer);
    }
    void added(const workmem::result<workmem::session_memory>& answer) {
        one(answer);
        if (!answer) return;
        if (known_.size() < 40) return known_.push_back(answer->id);
        known_[roll_.below(known_.size())] = answer->id;
    }
    void seen(const workmem::result<workmem::session_page>& page) {
        looks(page);
        if (!page) return;
        wrong += page->memories.size() > 5 || page->memories.size() > page->total;
        for (const auto& each : page->memories) is_ours(each);
    }
    void seen_all(const workmem::result<std::vector<workmem::session_memory>>& all) {
        looks(all);
        if (all)
            for (const auto& each : *all) is_ours(each);
    }
    void found(const workmem::result<std::vector<workmem::session_hit>>& hits) {
        looks(hits);
        if (hits)
            for (const auto& each : *hits) is_ours(each.value);
    }
    void is_ours(const workmem::session_memory& memory) {
        wrong += !memory.content.starts_with(session_ + ' ') ||
                 memory.id.find(session_) == std::string::npos;
    }
    static bool is_expected(const workmem::error& problem) {
        return problem.code() == error_code::not_found || problem.code() == error_code::expired;
    }

    Store& store_;
    workmem::manual_clock clock_;
    dice roll_;
    std::string session_;
    std::vector<std::string> known_;
    mutable std::size_t ids_ = 0;
};

}  // namespace

TEMPLATE_TEST_CASE("every verb of a store of sessions, from sixteen threads at once",
                   "[threads][session]", exclusive, shared, shared_recorded) {
    using store = workmem::basic_session_store<TestType>;
    typename store::parts with;
    with.keep = {.changes = 100};
    workmem::session_options options;
    options.idle_after = std::chrono::hours{3};
    if constexpr (TestType::journal::records)
        if (GENERATE(false, true)) options.max_open = 3;
    std::atomic<std::uint64_t> heard{0};
    with.observer.template on<session_notice>([&](const session_notice&) { ++heard; });
    store all{options, with};
    std::atomic<std::uint64_t> wrong{0};
    std::vector<std::thread> running;
    for (int t = 0; t < threads; ++t)
        running.emplace_back([&, t] {
            caller<store> mine{all, with.clock, t};
            const auto calls = repetitions(300, 200'000);
            for (std::uint64_t i = 0; i < calls; ++i) mine.call();
            wrong += mine.wrong;
        });
    for (auto& each : running) each.join();
    CHECK(wrong == 0);
    CHECK(heard > 0);
    // What is left agrees with itself.
    for (const auto& each : all.list_sessions()) {
        const auto stats = all.stats(each.id);
        CHECK(stats.total == each.memories);
        CHECK(stats.active + stats.expired == stats.total);
        CHECK(stats.undelivered == 0);
        for (const auto& memory :
             all.list(each.id, {.only = workmem::session_filter::kind::promoted}, stats.total)
                 .memories)
            CHECK(all.long_term().contains(memory.promoted->id));
    }
    if constexpr (TestType::journal::records) {
        for (const auto& each : all.list_sessions()) all.session(each.id)->flush();
        with.observer = {};
        store again{options, with};
        for (const auto& each : all.list_sessions())
            CHECK(*again.session(each.id) == *all.session(each.id));
    }
    with.clock.advance(std::chrono::hours{24 * 400});
    all.sweep();
    CHECK(all.list_sessions().empty());
}
