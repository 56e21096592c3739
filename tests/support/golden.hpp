// The form in which journals keep changes, for good, as files: one for each kind of record, named
// after kind and version, and in `state/` what a memory is after it.
#pragma once

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/memory.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

constexpr auto golden_stream = "agent";

struct golden_history {
    std::vector<std::string> records;
    std::string snapshot;
};

// A memory in the table of tests/journal/golden.cpp.
struct golden_memory {
    std::string name;                 // it begins the kinds of its records
    std::vector<std::string> files;   // its records, as they stand in the stream
    std::vector<std::string> others;  // records that stand in none
    golden_history (*written)();
    // What a memory with that journal is, all of it. Throws what it refuses.
    std::string (*state_of)(workmem::journal::memory);
    bool is_its_snapshot;  // what it is, is said by its snapshot

    [[nodiscard]] std::string operator()(const std::string& file) const {
        auto text = content_of("tests/journal/golden/" + name + '/' + file + ".json");
        if (!text.empty() && text.back() == '\n') text.pop_back();
        return text;
    }
    [[nodiscard]] std::vector<std::string> up_to(std::size_t count) const {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < count; ++i) out.push_back((*this)(files[i]));
        return out;
    }
    // What it is with this journal, or why it is refused.
    [[nodiscard]] std::string opened(const workmem::journal::memory& journal) const {
        try {
            return state_of(journal);
        } catch (const workmem::error& problem) {
            CHECK(problem.code() == workmem::error_code::storage_error);
            return problem.message();
        }
    }
    [[nodiscard]] std::string opened(const std::vector<std::string>& records) const {
        workmem::journal::memory journal;
        const std::vector<std::string_view> lines{records.begin(), records.end()};
        REQUIRE(journal.append(golden_stream, 0, lines).status ==
                workmem::journal::append_status::recorded);
        return opened(journal);
    }
    // A journal that begins with a snapshot, behind a record of somebody else.
    [[nodiscard]] workmem::journal::memory with_snapshot(std::string_view bytes) const {
        workmem::journal::memory journal;
        const std::string_view line[]{R"({"kind":"other.put","version":7})"};
        REQUIRE(journal.append(golden_stream, 0, line).status ==
                workmem::journal::append_status::recorded);
        REQUIRE(journal.save_snapshot(golden_stream, name, 1, bytes));
        return journal;
    }
};

golden_memory golden_entity();
golden_memory golden_bounded();
golden_memory golden_task();
golden_memory golden_session();
golden_memory golden_long_term();

// A journal that cannot be rewritten, so that what is erased stays to be seen.
struct kept_as_written : workmem::journal::memory {
    template <class Change>
    workmem::result<void> rewrite(std::string_view, Change&&,
                                  workmem::journal::outdated_snapshots = {}) {
        return {};
    }
};

template <class Journal>
std::string newest_snapshot_in(Journal journal, std::string_view owner) {
    const auto found = journal.newest_snapshot(golden_stream, owner, ~std::uint64_t{0});
    return found && *found ? (*found)->bytes : "none";
}

template <class Journal>
golden_history history_of(Journal journal, std::string_view owner) {
    golden_history out;
    REQUIRE(journal.read(golden_stream, 0, [&](const workmem::journal::record& each) {
        out.records.emplace_back(each.bytes);
    }));
    out.snapshot = newest_snapshot_in(journal, owner);
    return out;
}

}  // namespace workmem_test
