// A stream on a simulated disk, one of whose files is replaced by other bytes.
#pragma once

#include "bundles.hpp"
#include "flawed_files.hpp"
#include "fuzz.hpp"
#include "simulated_disk.hpp"

#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/journal/file.hpp>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

class fuzzed_stream {
public:
    using journal_type = workmem::journal::basic_file<flawed_files<simulated_disk>>;
    struct policies
        : bundle<two_segment, type_and_id, unlocked, unwatched, uncounted, journal_type> {};
    using window_type = window_of<policies>;
    static constexpr auto stream = "s";

    // A log with every kind of record, and a snapshot in the middle.
    fuzzed_stream() {
        auto journal = open();
        window_type window{{}, parts(journal)};
        window.add({.type = "page",
                    .id = 1,
                    .name = "Home",
                    .slug = "home",
                    .attributes = {{"price", 9.5}, {"open", true}, {"n", std::int64_t{-3}}}});
        window.add({.type = "page", .id = "b", .name = "B"}, workmem::strength::returned,
                   {.actor = "planner", .idempotency_key = "k-1"});
        window.get("page", "1");
        window.remove("page", "b");
        insist(window.try_snapshot().has_value());
        window.clear();
        window.add({.type = "user", .id = "u", .name = "Ann"});
    }

    // Checksums do not stop every second input.
    journal_type open(bool corrects = false) {
        return journal_type::open(
                   "/j",
                   {.sync = workmem::journal::sync_mode::never(),
                    .lock_wait = std::chrono::milliseconds{0}},
                   flawed_files<simulated_disk>{disk, {.accepts_wrong_checksums = corrects}})
            .value();
    }
    static window_type::parts parts(const journal_type& journal) {
        return {.journal = journal, .stream = stream};
    }

    // Whatever stands there: it opens or is refused; what opens can be used, and opens again.
    void use(bool corrects) {
        auto journal = open(corrects);
        if (!opens(journal)) return;
        const auto info = journal.open_stream(stream, {}).value();
        (void)journal.newest_snapshot(stream, "entity", ~std::uint64_t{0});
        const std::string_view lines[]{R"({"kind":"other.thing"})"};
        if (info.last < ~std::uint64_t{0} - 1) {
            insist(journal.append(stream, info.last, lines).status ==
                   workmem::journal::append_status::recorded);
            insist(journal.commit(stream, info.last + 1).has_value());
            (void)journal.truncate(stream, info.oldest + (info.last - info.oldest) / 2);
            (void)journal.rewrite(stream, workmem::journal::archetype_rewrite{}, {"entity", 0});
        }
        journal.close_stream(stream);
        insist(journal.open_stream(stream, {}).has_value());
    }
    // A window takes it up, or says why not.
    static bool opens(journal_type& journal) {
        try {
            window_type window{{}, parts(journal)};
            insist(window.size() == window.all().size());
            (void)window.try_add({.type = "page", .id = "new", .name = "New"});
        } catch (const workmem::error& problem) {
            insist(!problem.message().empty());
        }
        return journal.open_stream(stream, {}).has_value();
    }

    simulated_disk disk;
    const workmem::journal::stream_path path{"/j", stream};
};

}  // namespace workmem_test
