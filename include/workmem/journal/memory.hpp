#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/pointers.hpp>
#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_rules.hpp>

#include <algorithm>
#include <chrono>
#include <condition_variable>
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
    [[nodiscard]] append_outcome append(std::string_view name, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        std::string_view incarnation = {});

    /// Visits the records above `from`, in order, on a copy: the visitor may use the journal.
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view name, std::uint64_t from, Visit&& visit) {
        std::vector<std::string> copy;
        read_end end;
        {
            const std::lock_guard lock{state_->mutex};
            const auto* const at = find(name);
            if (at == nullptr) return end;
            end.oldest = at->oldest;
            end.compacted = from < at->oldest;
            if (end.compacted || at->last() <= from) return end;
            copy.assign(at->lines.begin() + static_cast<std::ptrdiff_t>(from - at->oldest),
                        at->lines.end());
        }
        for (const auto& each : copy) visit(record{++from, each});
        return end;
    }

    [[nodiscard]] result<void> commit(std::string_view, std::uint64_t) { return {}; }
    [[nodiscard]] result<void> flush(std::string_view) { return {}; }

    [[nodiscard]] result<stream_info> open_stream(std::string_view name, std::string_view purpose) {
        if (auto problem = refuse_names(name, purpose)) return std::move(*problem);
        const std::lock_guard lock{state_->mutex};
        auto& at = find_or_create(name, purpose);
        if (auto problem = refuse_purpose(name, at.purpose, purpose)) return std::move(*problem);
        return at.info();
    }
    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view name) {
        if (auto problem = refuse_names(name)) return std::move(*problem);
        const std::lock_guard lock{state_->mutex};
        const auto* const at = find(name);
        return at == nullptr ? std::optional<stream_info>{} : at->info();
    }

    [[nodiscard]] result<void> save_snapshot(std::string_view name, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes);

    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view name,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most);

    [[nodiscard]] result<void> truncate(std::string_view name, std::uint64_t up_to);

    /// `change(record)` gives other bytes, or nothing; it must not use the journal.
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view name, Change&& change,
                                       outdated_snapshots outdated = {}) {
        const std::lock_guard lock{state_->mutex};
        auto& at = find_or_create(name);
        auto lines = at.lines;
        auto sequence = at.oldest;
        for (auto& line : lines)
            if (auto other = change(record{++sequence, line})) line = std::move(*other);
        at.lines = std::move(lines);
        for (auto& owned : at.snapshots)
            if (outdated.owner.empty() || outdated.owner == owned.first)
                owned.second.erase(owned.second.begin(), owned.second.lower_bound(outdated.below));
        return {};
    }

    [[nodiscard]] result<std::vector<std::string>> streams() {
        std::vector<std::string> names;
        const std::lock_guard lock{state_->mutex};
        for (const auto& each : state_->streams) names.push_back(each.first);
        return names;
    }
    [[nodiscard]] result<bool> erase_stream(std::string_view name) {
        const std::lock_guard lock{state_->mutex};
        const auto found = state_->streams.find(name);
        if (found == state_->streams.end()) return false;
        state_->streams.erase(found);
        return true;
    }

    [[nodiscard]] bool wait_for_changes(std::string_view name, std::uint64_t after,
                                        std::chrono::milliseconds timeout);

    /// How many records a stream has ever had.
    [[nodiscard]] std::uint64_t size(std::string_view name) const {
        const std::lock_guard lock{state_->mutex};
        const auto* const at = find(name);
        return at == nullptr ? 0 : at->last();
    }

private:
    struct stream {
        std::string purpose{};
        std::string incarnation = new_incarnation();
        std::uint64_t oldest = 0;
        std::vector<std::string> lines{};
        std::map<std::string, std::map<std::uint64_t, std::string>, std::less<>> snapshots{};

        [[nodiscard]] std::uint64_t last() const noexcept { return oldest + lines.size(); }
        [[nodiscard]] stream_info info() const { return {purpose, incarnation, oldest, last()}; }
    };
    struct state {
        mutable std::mutex mutex;
        std::condition_variable grown;
        std::map<std::string, stream, std::less<>> streams;
    };

    [[nodiscard]] const stream* find(std::string_view name) const {
        const auto found = state_->streams.find(name);
        return found == state_->streams.end() ? nullptr : &found->second;
    }
    [[nodiscard]] stream& find_or_create(std::string_view name, std::string_view purpose = {});

    detail::shared<state> state_{std::in_place};
};

}  // namespace workmem::journal

#if !defined(WORKMEM_COMPILED)
#include <workmem/journal/memory.ipp>
#endif
