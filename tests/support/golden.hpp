// The form in which journals keep changes, for good, as files: one for each kind of record, named
// after kind and version, and in `state/` what a memory is after it.
#pragma once

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/journal/memory.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

class golden_files {
public:
    // `in_order`: the names of the records, as they stand in the stream.
    golden_files(std::string folder, std::vector<std::string> in_order)
        : names{std::move(in_order)}, folder_{std::move(folder)} {}

    [[nodiscard]] std::string operator()(const std::string& name) const {
        auto text = content_of(folder_ + '/' + name + ".json");
        if (!text.empty() && text.back() == '\n') text.pop_back();
        return text;
    }
    [[nodiscard]] std::vector<std::string> up_to(std::size_t count) const {
        std::vector<std::string> out;
        for (std::size_t i = 0; i < count; ++i) out.push_back((*this)(names[i]));
        return out;
    }

    std::vector<std::string> names;

private:
    std::string folder_;
};

// A journal that cannot be rewritten, so that what is erased stays to be seen.
struct kept_as_written : workmem::journal::memory {
    template <class Change>
    workmem::result<void> rewrite(std::string_view, Change&&,
                                  workmem::journal::outdated_snapshots = {}) {
        return {};
    }
};

// What `open(journal)`, a memory on the stream "agent", is with these records, or why it is
// refused.
template <class Open>
std::string opened_with(const std::vector<std::string>& records, Open&& open) {
    workmem::journal::memory journal;
    const std::vector<std::string_view> lines{records.begin(), records.end()};
    REQUIRE(journal.append("agent", 0, lines).status == workmem::journal::append_status::recorded);
    try {
        return open(journal).to_json_text();
    } catch (const workmem::error& problem) {
        CHECK(problem.code() == workmem::error_code::storage_error);
        return problem.message();
    }
}

inline std::string with_version_2(std::string text) {
    const std::string before = "\"version\":1";
    const auto at = text.find(before);
    REQUIRE(at != std::string::npos);
    return text.replace(at, before.size(), "\"version\":2");
}

}  // namespace workmem_test
