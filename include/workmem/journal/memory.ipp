#pragma once

#include <workmem/config.hpp>
#include <workmem/journal/memory.hpp>

namespace workmem::journal {

WORKMEM_DECL append_outcome memory::append(std::string_view name, std::uint64_t expected,
                                           std::span<const std::string_view> lines,
                                           std::string_view incarnation) {
    std::vector<std::string> owned{lines.begin(), lines.end()};
    const std::lock_guard lock{state_->mutex};
    auto& at = find_or_create(name);
    if (at.last() != expected || is_other(at.incarnation, incarnation))
        return {append_status::conflict, std::nullopt};
    auto& kept = at.lines;
    if (const auto size = kept.size() + owned.size(); size > kept.capacity())
        kept.reserve((std::max)(size, kept.capacity() * 2));
    for (auto& each : owned) kept.push_back(std::move(each));
    state_->grown.notify_all();
    return {};
}

WORKMEM_DECL result<void> memory::save_snapshot(std::string_view name, std::string_view owner,
                                                std::uint64_t sequence, std::string_view bytes) {
    if (auto problem = refuse_owner(owner)) return std::move(*problem);
    const std::lock_guard lock{state_->mutex};
    auto& at = find_or_create(name);
    if (auto problem = refuse_sequence("a snapshot", sequence, at.last()))
        return std::move(*problem);
    auto& kept = at.snapshots[std::string{owner}];
    if (!kept.empty() && sequence < kept.rbegin()->first)
        return older_snapshot(owner, sequence, kept.rbegin()->first);
    kept[sequence] = bytes;
    return {};
}

WORKMEM_DECL result<std::optional<snapshot>> memory::newest_snapshot(std::string_view name,
                                                                     std::string_view owner,
                                                                     std::uint64_t at_most) {
    const std::lock_guard lock{state_->mutex};
    const auto* const at = find(name);
    if (at == nullptr) return std::optional<snapshot>{};
    const auto found = at->snapshots.find(owner);
    if (found == at->snapshots.end()) return std::optional<snapshot>{};
    const auto above = found->second.upper_bound(at_most);
    if (above == found->second.begin()) return std::optional<snapshot>{};
    const auto& newest = *std::prev(above);
    return std::optional{snapshot{newest.first, newest.second}};
}

WORKMEM_DECL result<void> memory::truncate(std::string_view name, std::uint64_t up_to) {
    const std::lock_guard lock{state_->mutex};
    auto& at = find_or_create(name);
    if (auto problem = refuse_sequence("truncation", up_to, at.last())) return std::move(*problem);
    if (up_to <= at.oldest) return {};
    at.lines.erase(at.lines.begin(),
                   at.lines.begin() + static_cast<std::ptrdiff_t>(up_to - at.oldest));
    at.oldest = up_to;
    for (auto& owned : at.snapshots)
        while (owned.second.size() > 1 && owned.second.begin()->first < up_to)
            owned.second.erase(owned.second.begin());
    return {};
}

WORKMEM_DECL bool memory::wait_for_changes(std::string_view name, std::uint64_t after,
                                           std::chrono::milliseconds timeout) {
    std::unique_lock lock{state_->mutex};
    return state_->grown.wait_for(lock, timeout, [&] {
        const auto* const at = find(name);
        return at != nullptr && at->last() > after;
    });
}

WORKMEM_DECL auto memory::find_or_create(std::string_view name, std::string_view purpose)
    -> stream& {
    auto found = state_->streams.find(name);
    if (found == state_->streams.end()) {
        found = state_->streams.emplace(std::string{name}, stream{}).first;
        found->second.purpose = purpose;
    }
    return found->second;
}

}  // namespace workmem::journal
