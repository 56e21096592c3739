// Sixteen threads on a file journal: who is told, is told the truth.
#include "bundles.hpp"
#include "catch.hpp"
#include "faulty_files.hpp"
#include "temporary_folder.hpp"

#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.ipp>
#include <workmem/journal/file.hpp>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace workmem_test;
using notice_type = workmem::entity_notice<>;

namespace {

constexpr int threads = 16;
constexpr auto stream = "agent";

using journal_type = workmem::journal::basic_file<faulty_files<>>;
struct shared_files
    : bundle<two_segment, type_and_id, std::shared_mutex, watched, uncounted, journal_type> {};
using window_type = window_of<shared_files>;

// What was heard, and whether it was durable by then, one at a time.
struct listener {
    journal_type journal;
    std::atomic<int> inside{0};
    std::vector<std::uint64_t> heard{};  // unguarded on purpose
    bool alone = true;
    bool durable = true;

    window_type::observer_type observer() {
        watched told;
        told.on<notice_type>([this](const notice_type& notice) {
            alone = alone && inside.fetch_add(1) == 0;
            heard.push_back(notice.sequence);
            durable = durable && journal.wait_for_changes(stream, notice.sequence - 1,
                                                          std::chrono::milliseconds{0});
            inside.fetch_sub(1);
        });
        return told;
    }
};

journal_type open_in(const temporary_folder& at, const faulty_files<>& files) {
    return journal_type::open(at.path(), {.sync = workmem::journal::sync_mode::always()}, files)
        .value();
}

// Everybody adds until it fails; what was acknowledged.
std::vector<std::string> work(window_type& window, int times) {
    std::vector<std::vector<std::string>> added(threads);
    std::vector<std::thread> all;
    for (std::size_t t = 0; t < threads; ++t)
        all.emplace_back([&, t] {
            for (int i = 0; i < times; ++i) {
                const auto id = std::to_string(t) + '-' + std::to_string(i);
                if (!window.try_add({.type = "page", .id = std::string_view{id}, .name = "n"}))
                    return;
                added[t].push_back(id);
            }
        });
    for (auto& each : all) each.join();
    std::vector<std::string> out;
    for (const auto& each : added) out.insert(out.end(), each.begin(), each.end());
    return out;
}

workmem::entity_options wide() {
    workmem::entity_options options;
    options.capacity = 10'000;
    options.ttl.reset();
    return options;
}

std::vector<std::uint64_t> all_up_to(std::uint64_t last) {
    std::vector<std::uint64_t> out;
    for (std::uint64_t i = 1; i <= last; ++i) out.push_back(i);
    return out;
}

}  // namespace

TEST_CASE("an observer hears every change of sixteen threads once, in order, when it is durable",
          "[observer][journal][threads]") {
    const temporary_folder at;
    const auto journal = open_in(at, {});
    listener ear{journal};
    window_type window{wide(), {.observer = ear.observer(), .journal = journal, .stream = stream}};
    const auto added = work(window, 8);
    CHECK(added.size() == threads * 8);
    CHECK(ear.heard == all_up_to(threads * 8));
    CHECK(ear.alone);
    CHECK(ear.durable);
}

TEST_CASE("when syncs begin to fail, what was acknowledged or heard is what is there",
          "[observer][journal][threads]") {
    for (std::uint64_t at_sync = 1; at_sync <= 40; ++at_sync) {
        INFO("sync " << at_sync);
        const temporary_folder at;
        const faulty_files<> files;
        auto journal = open_in(at, files);
        std::vector<std::string> added;
        std::vector<std::uint64_t> heard;
        {
            listener ear{journal};
            window_type window{wide(),
                               {.observer = ear.observer(), .journal = journal, .stream = stream}};
            files.plan->kind = call::sync;
            files.plan->at = files.plan->calls[static_cast<std::size_t>(call::sync)] + at_sync;
            files.plan->for_good = true;
            added = work(window, 1'000);
            heard = ear.heard;
            CHECK(ear.alone);
            CHECK(ear.durable);
        }
        files.plan->kind = call::count;
        journal.close_stream(stream);
        const window_type again{wide(), {.journal = journal, .stream = stream}};
        CHECK(heard == all_up_to(again.sequence()));
        CHECK(again.size() == again.sequence());
        CHECK(std::all_of(added.begin(), added.end(),
                          [&](const std::string& id) { return again.contains("page", id); }));
    }
}
