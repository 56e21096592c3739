#pragma once

#include <workmem/ids/meant_id.hpp>
#include <workmem/keyed/keyed_store.ipp>
#include <workmem/keyed/scopes.hpp>

#include <workmem/journal/retention.hpp>

namespace workmem {

template <class Memory, class Key>
auto scopes<Memory, Key>::try_at(const Key& key) -> result<pointer> {
    const auto name = scope_name(key);
    auto found = open_.open(name, [&] { return open(name); });
    if (!found) return found.error();
    note_use(name);
    auto memory = std::move(found->memory);
    if (is_stored) make_room();
    return memory;
}

template <class Memory, class Key>
auto scopes<Memory, Key>::open(const std::string& name) -> result<pointer> {
    auto with = with_;
    with.stream = stream_of(name);
    auto opened = std::make_shared<opened_memory>(
        [&] { return Memory::try_make(options_, std::move(with)); });
    if (!opened->is) return opened->is.error();
    auto* const memory = &*opened->is;
    return pointer{std::move(opened), memory};
}

template <class Memory, class Key>
result<bool> scopes<Memory, Key>::try_contains(const Key& key) {
    const auto name = scope_name(key);
    if (open_.get(name) != nullptr) return true;
    if constexpr (is_stored) {
        auto journal = with_.journal;
        auto found = journal.find_stream(stream_of(name));
        if (!found) return found.error();
        return found->has_value();
    } else {
        return false;
    }
}

template <class Memory, class Key>
result<std::vector<std::string>> scopes<Memory, Key>::try_names() {
    std::vector<std::string> stored;
    if constexpr (is_stored) {
        auto journal = with_.journal;
        auto streams = journal.streams();
        if (!streams) return streams.error();
        for (auto& each : *streams)
            if (each.starts_with(how_.prefix)) stored.push_back(each.substr(how_.prefix.size()));
    }
    return open_.keys(std::move(stored));
}

template <class Memory, class Key>
result<std::string> scopes<Memory, Key>::try_identify(std::string_view said) {
    const auto all = try_names();
    if (!all) return all.error();
    return meant_among(said, "keys", *all);
}

template <class Memory, class Key>
result<std::vector<scope_summary>> scopes<Memory, Key>::try_list() {
    auto names = try_names();
    if (!names) return names.error();
    std::vector<scope_summary> out;
    for (auto& name : *names) {
        scope_summary each{std::move(name)};
        if constexpr (is_stored) {
            auto journal = with_.journal;
            const auto stream = stream_of(each.name);
            const auto found = journal.find_stream(stream);
            if (!found) return found.error();
            if (*found && (*found)->last > (*found)->oldest) {
                const auto read = journal.read(stream, (*found)->last - 1, [&](const auto& last) {
                    each.changed = journal::time_of(last.bytes);
                });
                if (!read) return read.error();
            }
        }
        out.push_back(std::move(each));
    }
    const read_lock lock{mutex_};
    const auto last_use = [&](const scope_summary& of) {
        const auto known = used_.find(of.name);
        return known == used_.end() ? 0 : known->second;
    };
    std::stable_sort(out.begin(), out.end(), [&](const scope_summary& a, const scope_summary& b) {
        if (a.changed != b.changed) return a.changed > b.changed;
        return last_use(a) > last_use(b);
    });
    return out;
}

template <class Memory, class Key>
result<std::string> scopes<Memory, Key>::try_current() {
    auto all = try_list();
    if (!all) return all.error();
    return all->empty() ? how_.first : std::move(all->front().name);
}

template <class Memory, class Key>
result<bool> scopes<Memory, Key>::try_erase(const Key& key) {
    const auto name = scope_name(key);
    const bool was_open = open_.get(name) != nullptr;
    auto closed = open_.close(name, [&]() -> result<bool> {
        if constexpr (is_stored) {
            auto journal = with_.journal;
            auto erased = journal.erase_stream(stream_of(name));
            if (!erased) return erased.error();
            return *erased || was_open;
        } else {
            return was_open;
        }
    });
    if (!closed) return closed;
    const write_lock lock{mutex_};
    used_.erase(name);
    return closed;
}

template <class Memory, class Key>
void scopes<Memory, Key>::note_use(const std::string& name) {
    const write_lock lock{mutex_};
    used_[name] = ++uses_;
}

template <class Memory, class Key>
void scopes<Memory, Key>::make_room() {
    std::vector<std::pair<std::uint64_t, std::string>> leaving;
    {
        const write_lock lock{mutex_};
        if (used_.size() <= how_.max_resident) return;
        for (const auto& [name, at] : used_) leaving.emplace_back(at, name);
        const auto count = used_.size() - how_.max_resident + how_.max_resident / 8;
        const auto last = leaving.begin() + static_cast<std::ptrdiff_t>(count);
        std::nth_element(leaving.begin(), last - 1, leaving.end());
        leaving.erase(last, leaving.end());
        for (const auto& each : leaving) used_.erase(each.second);
    }
    for (const auto& [at, name] : leaving) {
        auto memory = open_.get(name);
        if (memory == nullptr) continue;
        // Touches that cannot be recorded stay with the memory.
        const bool is_flushed = memory->try_flush().has_value();
        open_.let_go(name, std::move(memory), [&](const Memory&) { return is_flushed; });
        if (open_.get(name) != nullptr) note_use(name);
    }
}

template <class Memory, class Key>
template <class Call>
result<void> scopes<Memory, Key>::for_all(Call&& call) {
    std::optional<error> problem;
    for (const auto& name : open_.keys())
        if (auto memory = open_.get(name))
            if (auto done = call(*memory); !done && !problem) problem.emplace(done.error());
    if (problem) return std::move(*problem);
    return {};
}

template <class Memory, class Key>
result<std::size_t> scopes<Memory, Key>::try_sweep() {
    std::size_t gone = 0;
    auto done = for_all([&](Memory& memory) -> result<void> {
        auto swept = memory.try_sweep();
        if (!swept) return swept.error();
        if constexpr (std::is_integral_v<std::remove_cvref_t<decltype(*swept)>>)
            gone += *swept;
        else
            gone += swept->size();
        return {};
    });
    if (!done) return done.error();
    return gone;
}

template <class Memory, class Key>
result<void> scopes<Memory, Key>::try_flush() {
    return for_all([](Memory& memory) { return memory.try_flush(); });
}

}  // namespace workmem
