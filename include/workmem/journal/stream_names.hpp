#pragma once

#include <workmem/journal/journal.hpp>
#include <workmem/result.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace workmem::journal {

/// What follows the prefix in the names of the streams that begin with it; none where the journal
/// keeps no streams. Errors: `storage_error`. O(streams).
template <class Journal>
[[nodiscard]] result<std::vector<std::string>> names_below(Journal journal,
                                                           std::string_view prefix) {
    std::vector<std::string> out;
    if constexpr (full_engine_policy<Journal>) {
        auto names = journal.streams();
        if (!names) return names.error();
        for (const auto& each : *names)
            if (std::string_view{each}.starts_with(prefix))
                out.push_back(each.substr(prefix.size()));
    }
    return out;
}

/// Whether the journal has a stream of that name. Errors: `storage_error`.
template <class Journal>
[[nodiscard]] result<bool> holds_stream(Journal journal, const std::string& name) {
    if constexpr (full_engine_policy<Journal>) {
        auto stream = journal.find_stream(name);
        if (!stream) return stream.error();
        return stream->has_value();
    } else {
        return false;
    }
}

}  // namespace workmem::journal
