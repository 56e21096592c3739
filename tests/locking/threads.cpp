// Eight threads on one memory, for ThreadSanitizer and for everyone.
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"
#include "window_steps.hpp"

#include <nlohmann/json.hpp>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include <workmem/entity/entity_memory.ipp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/time/manual_clock.hpp>

using namespace workmem_test;
using nlohmann::json;
using workmem::entity_notice;
using workmem::role;

namespace {

constexpr int threads = 8;

template <class Body>
void on_threads(Body&& body) {
    std::vector<std::thread> all;
    for (int t = 0; t < threads; ++t) all.emplace_back([&body, t] { body(t); });
    for (auto& each : all) each.join();
}

using shared_watched = two_segment_shared_watched;
struct locked_plain : bundle<lru, type_and_id, std::mutex, unwatched, counted> {};
using shared_recorded = fifo_recorded_shared;

// What an observer may rely on: sequence order, one at a time.
struct listener {
    std::atomic<int> inside{0};
    std::uint64_t last = 0;  // unguarded on purpose
    std::uint64_t heard = 0;
    bool in_order = true;
    bool alone = true;

    template <class Parts>
    void attach(Parts& with) {
        with.observer.template on<entity_notice<>>([this](const entity_notice<>& notice) {
            alone = alone && inside.fetch_add(1) == 0;
            in_order = in_order && notice.sequence > last;
            last = notice.sequence;
            ++heard;
            inside.fetch_sub(1);
        });
    }
};

}  // namespace

TEMPLATE_TEST_CASE("every verb, from eight threads at once", "[threads][entity]", shared_watched,
                   locked_plain, shared_recorded) {
    using memory_type = workmem::basic_entity_memory<entity, TestType>;
    typename memory_type::parts with;
    listener ear;
    if constexpr (listens<TestType>) ear.attach(with);
    workmem::entity_options options;
    options.capacity = 16;
    memory_type memory{options, with};
    const auto list =
        json::parse(R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"}])");
    std::atomic<std::size_t> wrong{0};
    on_threads([&](int t) {
        dice roll{static_cast<std::uint64_t>(t) + 1};
        auto clock = with.clock;
        const auto id = [&] { return std::to_string(roll.below(30)); };
        for (int i = 0; i < 250; ++i) {
            switch (roll.below(22)) {
                case 0:
                case 1:
                case 2:
                    memory.add({.type = "page", .id = id(), .name = "n" + std::to_string(t)},
                               random_strength(roll));
                    break;
                case 3: {
                    const entity two[]{{.type = "page", .id = id(), .name = "a"},
                                       {.type = "user", .id = id(), .name = "b"}};
                    memory.add_many(two);
                    break;
                }
                case 4:
                case 5: {
                    const auto who = id();
                    const auto found = memory.get("page", who);
                    if (found && !(found->id == who)) ++wrong;
                    break;
                }
                case 6: memory.mention("page", id()); break;
                case 7: memory.remove("page", id()); break;
                case 8:
                    if (roll.one_in(10)) memory.clear();
                    break;
                case 9: memory.sweep(); break;
                case 10: {
                    auto other = options;
                    other.capacity = 8 + roll.below(9);
                    memory.set_options(other);
                    break;
                }
                case 11: clock.advance(milliseconds{200}); break;
                case 12: memory.observe("cms_listSections", list); break;
                case 13: memory.hear(role::user, "what about hero and footer?"); break;
                case 14: (void)memory.resolve("the second section"); break;
                case 15: {
                    const auto text = memory.context();
                    if (!text.empty() && !text.starts_with("[WORKING MEMORY]\n")) ++wrong;
                    break;
                }
                case 16:
                    if (memory.to_json().at("entities").size() > 16) ++wrong;
                    break;
                case 17:
                    if (memory.all().size() > 16 || memory.recent(3).size() > 3) ++wrong;
                    break;
                case 18:
                    (void)memory.metrics();
                    (void)memory.health();
                    break;
                case 19:
                    if (roll.one_in(5))
                        memory.load(
                            json::parse(R"({"entities":[{"type":"page","id":"1","name":"x"}]})"));
                    break;
                case 20: {
                    std::size_t count = 0;
                    memory.for_each([&](const workmem::entry&) { ++count; });
                    if (count > 16 || memory.size() > 16) ++wrong;
                    (void)memory.contains("page", id());
                    (void)memory.peek("page", id());
                    break;
                }
                default: memory.flush(); memory.catch_up();
            }
        }
    });
    CHECK(wrong == 0);
    CHECK(memory.size() <= 16);
    CHECK(memory.size() == memory.all().size());
    CHECK(memory.metrics().observer_failures == 0);
    if constexpr (listens<TestType>) {
        CHECK(ear.alone);
        CHECK(ear.in_order);
        CHECK(ear.heard > 0);
        CHECK(ear.last <= memory.sequence());
    }
    if constexpr (TestType::journal::records) {
        memory.flush();
        CHECK(with.journal.size("") == memory.sequence());
        auto silent = with;
        silent.observer = {};
        const memory_type again{memory.options(), silent};
        CHECK(lines_of(again) == lines_of(memory));
    }
}

TEST_CASE("no addition is lost, no notice is missing", "[threads][entity]") {
    using window_type = window_of<shared_recorded>;
    window_type::parts with;
    listener ear;
    ear.attach(with);
    workmem::entity_options options;
    options.capacity = 10'000;
    window_type window{options, with};
    on_threads([&](int t) {
        for (int i = 0; i < 60; ++i)
            window.add(
                {.type = "page", .id = std::to_string(t) + '-' + std::to_string(i), .name = "n"});
    });
    CHECK(window.size() == threads * 60);
    CHECK(window.sequence() == threads * 60);
    CHECK(ear.heard == threads * 60);
    CHECK(ear.in_order);
    CHECK(ear.alone);
}

TEST_CASE("eight replicas of one stream, a thread each", "[threads][journal]") {
    using window_type = window_of<shared_recorded>;
    window_type::parts with;
    workmem::entity_options options;
    options.capacity = 10'000;
    std::vector<std::unique_ptr<window_type>> replicas;
    for (int t = 0; t < threads; ++t)
        replicas.push_back(std::make_unique<window_type>(options, with));
    std::atomic<std::size_t> added{0};
    on_threads([&](int t) {
        auto& mine = *replicas[static_cast<std::size_t>(t)];
        for (int i = 0; i < 30; ++i) {
            const auto id = std::to_string(t) + '-' + std::to_string(i);
            const auto done = mine.try_add({.type = "page", .id = id, .name = "n"});
            // Who always loses hears of it and tries again.
            if (done)
                ++added;
            else
                --i;
            mine.get("page", id);
        }
        mine.flush();
    });
    CHECK(added == threads * 30);
    for (auto& each : replicas) each->catch_up();
    for (auto& each : replicas) {
        CHECK(each->size() == threads * 30);
        CHECK(lines_of(*each) == lines_of(*replicas[0]));
    }
}

TEST_CASE("handles may be used by several threads", "[threads][ids]") {
    workmem::sequential_ids ids{"w"};
    const workmem::manual_clock clock;
    std::atomic<std::size_t> sum{0};
    on_threads([&](int) {
        auto mine = ids;
        auto time = clock;
        for (int i = 0; i < 100; ++i) {
            sum += mine.next().size() > 2;
            time.advance(milliseconds{1});
            (void)time.now();
        }
    });
    CHECK(ids.next() == "w-801");
    CHECK((clock.now() - workmem::manual_clock{}.now()).count() == 800);
    CHECK(sum == 800);
}
