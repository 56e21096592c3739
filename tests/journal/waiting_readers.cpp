// Readers of a shared memory see only what is durable, and wait for nothing else.
#include "catch.hpp"
#include "journal_bundles.hpp"

#include <workmem/entity/window.hpp>
#include <workmem/entity/window.ipp>
#include <workmem/journal/memory.hpp>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

using namespace workmem_test;
using workmem::entity;
using workmem::error_code;

namespace {

// Keeps records at once, but they are durable only when the test says so.
class slow_disk {
public:
    static constexpr bool records = true;

    struct state {
        std::mutex mutex;
        std::condition_variable changed;
        std::vector<std::string> lines;
        std::uint64_t durable = 0;
        bool broken = false;
        int waiting = 0;
    };
    std::shared_ptr<state> at = std::make_shared<state>();

    [[nodiscard]] workmem::journal::append_outcome append(std::string_view, std::uint64_t expected,
                                                          std::span<const std::string_view> lines) {
        using workmem::journal::append_status;
        const std::lock_guard lock{at->mutex};
        if (at->lines.size() != expected) return {append_status::conflict, std::nullopt};
        for (const auto& each : lines) at->lines.emplace_back(each);
        return {};
    }
    template <class Visit>
    [[nodiscard]] workmem::result<workmem::journal::read_end> read(std::string_view,
                                                                   std::uint64_t from,
                                                                   Visit&& visit) {
        std::vector<std::string> lines;
        {
            const std::lock_guard lock{at->mutex};
            lines = at->lines;
        }
        for (auto i = from; i < lines.size(); ++i) visit(workmem::journal::record{i + 1, lines[i]});
        return workmem::journal::read_end{};
    }
    [[nodiscard]] workmem::result<void> commit(std::string_view, std::uint64_t sequence) {
        std::unique_lock lock{at->mutex};
        ++at->waiting;
        at->changed.notify_all();
        at->changed.wait(lock, [&] { return at->durable >= sequence || at->broken; });
        --at->waiting;
        if (at->durable >= sequence) return {};
        at->lines.resize(at->durable);
        return workmem::error{error_code::storage_error, "the disk does not sync"};
    }

    void make_durable(std::uint64_t sequence) const {
        const std::lock_guard lock{at->mutex};
        at->durable = sequence;
        at->changed.notify_all();
    }
    void break_down() const {
        const std::lock_guard lock{at->mutex};
        at->broken = true;
        at->changed.notify_all();
    }
    void wait_for_waiting(int count) const {
        std::unique_lock lock{at->mutex};
        at->changed.wait(lock, [&] { return at->waiting >= count; });
    }
};

struct shared : bundle<two_segment, type_and_id, std::shared_mutex, unwatched, counted, slow_disk> {
};
using window_type = workmem::basic_entity_window<entity, shared>;

struct setting {
    slow_disk disk;
    window_type window{{}, {.journal = disk, .stream = "s"}};

    setting() {
        disk.make_durable(1);
        window.add({.type = "page", .id = "old", .name = "Old"});
    }
    setting(const setting&) = delete;
    setting& operator=(const setting&) = delete;
    ~setting() { disk.make_durable(100); }  // what was touched is recorded at the end
};

const entity fresh{.type = "page", .id = "new", .name = "New"};

}  // namespace

TEST_CASE("who reads a record that is not durable waits, others do not", "[journal][threads]") {
    setting with;
    std::thread writer{[&] { with.window.add(fresh); }};
    with.disk.wait_for_waiting(1);
    // Nothing waits for what is on its way.
    CHECK(with.window.get("page", "old").has_value());
    std::atomic<bool> seen{false}, listed{false};
    std::thread reader{[&] { seen = with.window.get("page", "new").has_value(); }};
    std::thread lister{[&] { listed = with.window.recent().size() == 2; }};
    with.disk.wait_for_waiting(3);
    CHECK_FALSE(seen);
    CHECK_FALSE(listed);
    with.disk.make_durable(2);
    writer.join();
    reader.join();
    lister.join();
    CHECK(seen);
    CHECK(listed);
}

TEST_CASE("what never became durable was never read", "[journal][threads]") {
    setting with;
    std::atomic<bool> failed{false}, seen{true};
    std::atomic<std::size_t> listed{9};
    std::thread writer{[&] { failed = !with.window.try_add(fresh); }};
    with.disk.wait_for_waiting(1);
    std::thread reader{[&] { seen = with.window.get("page", "new").has_value(); }};
    std::thread lister{[&] { listed = with.window.recent().size(); }};
    with.disk.wait_for_waiting(3);
    with.disk.break_down();
    writer.join();
    reader.join();
    lister.join();
    CHECK(failed);
    CHECK_FALSE(seen);
    CHECK(listed == 1);
    CHECK(with.window.size() == 1);
}

TEST_CASE("many writers and readers agree", "[journal][threads]") {
    const workmem::journal::memory journal;
    using window = workmem::basic_entity_window<entity, fifo_recorded_shared>;
    workmem::entity_options wide;
    wide.capacity = 10'000;
    window all{wide, {.journal = journal, .stream = "s"}};
    std::vector<std::thread> threads;
    for (int t = 0; t < 16; ++t)
        threads.emplace_back([&, t] {
            for (int i = 0; i < 30; ++i) {
                const auto id = std::to_string(t) + '-' + std::to_string(i);
                all.add({.type = "page", .id = std::string_view{id}, .name = id});
                if (!all.get("page", id)) std::abort();
                (void)all.recent();
            }
        });
    for (auto& each : threads) each.join();
    CHECK(all.size() == 480);
    const window again{wide, {.journal = journal, .stream = "s"}};
    CHECK(again.size() == 480);
}
