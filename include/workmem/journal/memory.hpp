#pragma once

#include <workmem/detail/shared.hpp>
#include <workmem/journal/journal.hpp>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Keeps streams in this process's memory: for tests, and for several memories that share a
/// stream. Appended is durable. A handle; copies share the streams. Thread-safe.
class memory {
public:
    static constexpr bool records = true;

    /// Strong guarantee; O(lines).
    [[nodiscard]] append_outcome append(std::string_view stream, std::uint64_t expected,
                                        std::span<const std::string_view> lines) {
        std::vector<std::string> owned{lines.begin(), lines.end()};
        const std::lock_guard lock{state_->mutex};
        auto found = state_->streams.find(stream);
        if (found == state_->streams.end())
            found = state_->streams.emplace(std::string{stream}, std::vector<std::string>{}).first;
        auto& kept = found->second;
        if (kept.size() != expected) return {append_status::conflict, std::nullopt};
        if (const auto size = kept.size() + owned.size(); size > kept.capacity())
            kept.reserve((std::max)(size, kept.capacity() * 2));
        for (auto& each : owned) kept.push_back(std::move(each));
        return {};
    }

    /// Visits the records above `from`, in order, on a copy: the visitor may use the journal.
    template <class Visit>
    [[nodiscard]] result<void> read(std::string_view stream, std::uint64_t from, Visit&& visit) {
        std::vector<std::string> copy;
        {
            const std::lock_guard lock{state_->mutex};
            const auto found = state_->streams.find(stream);
            if (found == state_->streams.end() || found->second.size() <= from) return {};
            copy.assign(found->second.begin() + static_cast<std::ptrdiff_t>(from),
                        found->second.end());
        }
        for (const auto& each : copy) visit(record{++from, each});
        return {};
    }

    [[nodiscard]] result<void> commit(std::string_view, std::uint64_t) { return {}; }

    /// How many records a stream has.
    [[nodiscard]] std::uint64_t size(std::string_view stream) const {
        const std::lock_guard lock{state_->mutex};
        const auto found = state_->streams.find(stream);
        return found == state_->streams.end() ? 0 : found->second.size();
    }

private:
    struct state {
        mutable std::mutex mutex;
        std::map<std::string, std::vector<std::string>, std::less<>> streams;
    };
    detail::shared<state> state_{std::in_place};
};

}  // namespace workmem::journal
