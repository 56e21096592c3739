#pragma once

#include <workmem/time/manual_clock.hpp>
#include <workmem/value/entity.hpp>

#include <cstddef>
#include <functional>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace bench {

/// The usual hand-written LRU: a list, and a map from "type:id" to places in it. Better than
/// usual in that keys are put together in one buffer and looked up as views, and that an evicted
/// entity's nodes serve the newcomer.
class list_and_map {
public:
    list_and_map(std::size_t capacity, workmem::milliseconds ttl, workmem::manual_clock clock)
        : capacity_{capacity}, ttl_{ttl}, clock_{std::move(clock)} {
        places_.reserve(capacity + 1);
    }

    const workmem::entity* get(std::string_view type, std::string_view id) {
        const auto now = clock_.now();
        const auto found = places_.find(key(type, id));
        if (found == places_.end() || found->second->time + ttl_ <= now) return nullptr;
        touch(found->second, now);
        ++found->second->access_count;
        return &*found->second;
    }
    void add(const workmem::entity& value) {
        const auto now = clock_.now();
        while (!order_.empty() && order_.back().time + ttl_ <= now) {
            places_.erase(places_.find(key(order_.back().type, order_.back().id)));
            order_.pop_back();
        }
        const auto found = places_.find(key(value.type, value.id));
        if (found != places_.end()) {
            *found->second = value;
            touch(found->second, now);
            return;
        }
        if (places_.size() == capacity_) {
            const auto last = std::prev(order_.end());
            auto node = places_.extract(places_.find(key(last->type, last->id)));
            node.key() = key(value.type, value.id);
            *last = value;
            touch(last, now);
            places_.insert(std::move(node));
            return;
        }
        order_.push_front(value);
        order_.front().time = now;
        places_.emplace(key(value.type, value.id), order_.begin());
    }

private:
    using place = std::list<workmem::entity>::iterator;
    struct hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const noexcept {
            return std::hash<std::string_view>{}(text);
        }
    };

    std::string_view key(std::string_view type, std::string_view id) {
        buffer_.assign(type);
        buffer_ += ':';
        buffer_ += id;
        return buffer_;
    }
    void touch(place at, workmem::timestamp now) {
        at->time = now;
        order_.splice(order_.begin(), order_, at);
    }

    std::size_t capacity_;
    workmem::milliseconds ttl_;
    workmem::manual_clock clock_;
    std::list<workmem::entity> order_;
    std::unordered_map<std::string, place, hash, std::equal_to<>> places_;
    std::string buffer_;
};

}  // namespace bench
