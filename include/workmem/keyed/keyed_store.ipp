#pragma once

#include <workmem/keyed/keyed_store.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>

namespace workmem {

template <class Memory, class Mutex>
auto keyed_store<Memory, Mutex>::get(const std::string& key) const -> pointer {
    const read_lock lock{mutex_};
    if (holder(key)) return {};
    const auto known = open_.find(key);
    if (known == open_.end()) return {};
    auto& used = known->second.used;
    if (used.load(std::memory_order_relaxed) != openings_)
        used.store(openings_, std::memory_order_relaxed);
    return known->second.memory;
}

template <class Memory, class Mutex>
template <class Make>
auto keyed_store<Memory, Mutex>::open(const std::string& key, Make&& make) -> result<found> {
    auto by = opener::earlier_call;
    for (;;) {
        if (auto known = get(key)) return found{std::move(known), by};
        const auto waited = wait(key);
        if (!waited) return waited.error();
        if (*waited) {
            by = opener::concurrent_call;
            continue;
        }
        hold mine{*this, key};
        if (!mine.begin(true)) continue;
        result<pointer> made = make();
        if (!made) return made.error();
        if (*made) mine.publish(*made);
        return found{std::move(*made), opener::this_call};
    }
}

template <class Memory, class Mutex>
template <class Remove>
result<bool> keyed_store<Memory, Mutex>::close(const std::string& key, Remove&& remove) {
    for (;;) {
        if (const auto waited = wait(key); !waited) return waited.error();
        hold mine{*this, key};
        if (!mine.begin(false)) continue;
        result<bool> removed = remove();
        if (removed && *removed) mine.forget();
        return removed;
    }
}

template <class Memory, class Mutex>
bool keyed_store<Memory, Mutex>::drop(const std::string& key, const pointer& which) {
    const write_lock lock{mutex_};
    const auto known = open_.find(key);
    if (known == open_.end() || known->second.memory != which) return false;
    open_.erase(known);
    return true;
}

template <class Memory, class Mutex>
template <class IsDone>
bool keyed_store<Memory, Mutex>::let_go(const std::string& key, pointer memory, IsDone&& is_done) {
    pointer gone;  // ends outside the lock
    const write_lock lock{mutex_};
    const auto known = open_.find(key);
    if (known == open_.end() || known->second.memory != memory) return false;
    memory.reset();
    // Nobody can get it while the lock is held, so who is alone stays alone.
    auto& mine = known->second.memory;
    if (mine.use_count() != 1 || !is_done(*mine)) return false;
    gone = std::move(mine);
    open_.erase(known);
    return true;
}

template <class Memory, class Mutex>
std::vector<std::string> keyed_store<Memory, Mutex>::unused_beyond(std::size_t most) const {
    std::vector<std::pair<std::uint64_t, std::string_view>> idle;
    std::vector<std::string> out;
    const read_lock lock{mutex_};
    if (open_.size() <= most) return out;
    for (const auto& [key, each] : open_)
        if (each.memory.use_count() == 1)
            idle.emplace_back(each.used.load(std::memory_order_relaxed), key);
    const auto count = (std::min)(open_.size() - most + most / 8, idle.size());
    const auto end = idle.begin() + static_cast<std::ptrdiff_t>(count);
    if (end != idle.end()) std::nth_element(idle.begin(), end, idle.end());
    out.reserve(count);
    std::for_each(idle.begin(), end, [&](const auto& each) { out.emplace_back(each.second); });
    return out;
}

template <class Memory, class Mutex>
std::vector<std::string> keyed_store<Memory, Mutex>::keys(std::vector<std::string> others) const {
    {
        const read_lock lock{mutex_};
        others.reserve(others.size() + open_.size());
        for (const auto& [key, each] : open_) others.push_back(key);
    }
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    return others;
}

template <class Memory, class Mutex>
template <class Call>
void keyed_store<Memory, Mutex>::for_each(Call&& call) const {
    for (const auto& key : keys())
        if (const auto memory = get(key)) call(*memory);
}

template <class Memory, class Mutex>
auto keyed_store<Memory, Mutex>::holder(const std::string& key) const -> std::shared_ptr<held_key> {
    for (const auto& each : held_)
        if (each->key == key) return each;
    return {};
}

template <class Memory, class Mutex>
std::optional<error> keyed_store<Memory, Mutex>::problem_of_waiting(const held_key& wanted) const {
    const auto* const me = this_thread();
    for (const auto& each : held_) {
        if (locks<Mutex> && each->by != me) continue;
        return error{error_code::conflict,
                     text::quoted(wanted.key) +
                         " is being opened or closed, and cannot be waited for from inside the "
                         "opening or closing of " +
                         text::quoted(each->key),
                     {{"key", wanted.key}, {"inside", each->key}}};
    }
    return std::nullopt;
}

template <class Memory, class Mutex>
result<bool> keyed_store<Memory, Mutex>::wait(const std::string& key) const {
    std::shared_ptr<held_key> other;
    {
        const read_lock lock{mutex_};
        other = holder(key);
        if (!other) return false;
        if (auto problem = problem_of_waiting(*other)) return std::move(*problem);
    }
    const write_lock until_ended{other->latch};
    return true;
}

template <class Memory, class Mutex>
keyed_store<Memory, Mutex>::hold::~hold() {
    if (!begun_) return;
    const write_lock lock{store_.mutex_};
    end();
}

template <class Memory, class Mutex>
bool keyed_store<Memory, Mutex>::hold::begin(bool absent) {
    const write_lock lock{store_.mutex_};
    if (store_.holder(held_->key) || (absent && store_.open_.contains(held_->key))) return false;
    store_.held_.push_back(held_);
    begun_ = true;
    return true;
}

template <class Memory, class Mutex>
void keyed_store<Memory, Mutex>::hold::publish(const pointer& memory) {
    const write_lock lock{store_.mutex_};
    store_.open_.try_emplace(held_->key, memory, ++store_.openings_);
    end();
}

template <class Memory, class Mutex>
void keyed_store<Memory, Mutex>::hold::forget() {
    pointer gone;  // ends outside the lock
    const write_lock lock{store_.mutex_};
    if (const auto known = store_.open_.find(held_->key); known != store_.open_.end()) {
        gone = std::move(known->second.memory);
        store_.open_.erase(known);
    }
    end();
}

template <class Memory, class Mutex>
void keyed_store<Memory, Mutex>::hold::end() noexcept {
    std::erase(store_.held_, held_);
    begun_ = false;
}

}  // namespace workmem
