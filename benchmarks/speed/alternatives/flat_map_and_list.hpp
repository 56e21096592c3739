#pragma once

#include "key.hpp"

#include <workmem/time/manual_clock.hpp>

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <iterator>
#include <list>
#include <string_view>
#include <utility>

namespace bench {

/// absl::flat_hash_map from keys, which borrow the text of the entities, to places in a list. A
/// full one reuses the list node of what it evicts.
class flat_map_and_list {
public:
    flat_map_and_list(std::size_t capacity, workmem::milliseconds ttl, workmem::manual_clock clock)
        : capacity_{capacity}, ttl_{ttl}, clock_{std::move(clock)} {
        places_.reserve(capacity + 1);
    }

    const workmem::entity* get(std::string_view type, std::string_view id) {
        const auto now = clock_.now();
        const auto found = places_.find(text_key{type, id});
        if (found == places_.end() || found->second->time + ttl_ <= now) return nullptr;
        touch(found->second, now);
        ++found->second->access_count;
        return &*found->second;
    }
    void add(const workmem::entity& value) {
        const auto now = clock_.now();
        while (!order_.empty() && order_.back().time + ttl_ <= now) {
            places_.erase(key_of(order_.back()));
            order_.pop_back();
        }
        const auto found = places_.find(key_of(value));
        if (found != places_.end()) {
            const auto known = found->second;
            places_.erase(found);
            *known = value;
            places_.emplace(key_of(*known), known);
            touch(known, now);
            return;
        }
        if (places_.size() == capacity_) {
            const auto last = std::prev(order_.end());
            places_.erase(key_of(*last));
            *last = value;
            touch(last, now);
        } else {
            order_.push_front(value);
            order_.front().time = now;
        }
        places_.emplace(key_of(order_.front()), order_.begin());
    }

private:
    using place = std::list<workmem::entity>::iterator;

    void touch(place at, workmem::timestamp now) {
        at->time = now;
        order_.splice(order_.begin(), order_, at);
    }

    std::size_t capacity_;
    workmem::milliseconds ttl_;
    workmem::manual_clock clock_;
    std::list<workmem::entity> order_;
    absl::flat_hash_map<text_key, place, text_key_hash> places_;
};

}  // namespace bench
