#pragma once

#include "key.hpp"

#include <workmem/time/manual_clock.hpp>

#include <boost/intrusive/list.hpp>
#include <boost/intrusive/unordered_set.hpp>

#include <bit>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace bench {

/// boost::intrusive: nodes allocated once, linked into a list and a hash set that remembers
/// hashes and masks instead of dividing.
class intrusive {
public:
    intrusive(std::size_t capacity, workmem::milliseconds ttl, workmem::manual_clock clock)
        : ttl_{ttl},
          clock_{std::move(clock)},
          nodes_(capacity),
          buckets_(std::bit_ceil(capacity)),
          by_key_{set::bucket_traits{buckets_.data(), buckets_.size()}} {}

    const workmem::entity* get(std::string_view type, std::string_view id) {
        const auto now = clock_.now();
        const auto found = by_key_.find(text_key{type, id}, text_key_hash{}, same{});
        if (found == by_key_.end() || found->value.time + ttl_ <= now) return nullptr;
        touch(*found, now);
        ++found->value.access_count;
        return &found->value;
    }
    void add(const workmem::entity& value) {
        const auto now = clock_.now();
        while (!order_.empty() && order_.back().value.time + ttl_ <= now) {
            free_.push_back(&order_.back());
            take_out(order_.back());
        }
        const auto key = key_of(value);
        const auto hash = text_key_hash{}(key);
        const auto known_hash = [hash](const text_key&) { return hash; };
        const auto found = by_key_.find(key, known_hash, same{});
        if (found != by_key_.end()) {
            found->value = value;
            touch(*found, now);
            return;
        }
        auto& into = *next_free();
        into.value = value;
        into.value.time = now;
        set::insert_commit_data where;
        by_key_.insert_check(key, known_hash, same{}, where);
        by_key_.insert_commit(into, where);
        order_.push_front(into);
    }

private:
    using list_hook = boost::intrusive::list_base_hook<
        boost::intrusive::link_mode<boost::intrusive::normal_link>>;
    using set_hook = boost::intrusive::unordered_set_base_hook<
        boost::intrusive::link_mode<boost::intrusive::normal_link>,
        boost::intrusive::store_hash<true>>;
    struct node : list_hook, set_hook {
        workmem::entity value;
    };
    struct node_hash {
        std::size_t operator()(const node& each) const noexcept {
            return text_key_hash{}(key_of(each.value));
        }
    };
    struct same {
        bool operator()(const text_key& key, const node& each) const noexcept {
            return key == key_of(each.value);
        }
        bool operator()(const node& each, const text_key& key) const noexcept {
            return key == key_of(each.value);
        }
        bool operator()(const node& a, const node& b) const noexcept {
            return key_of(a.value) == key_of(b.value);
        }
    };
    using list = boost::intrusive::list<node, boost::intrusive::constant_time_size<false>>;
    using set = boost::intrusive::unordered_set<
        node, boost::intrusive::hash<node_hash>, boost::intrusive::equal<same>,
        boost::intrusive::power_2_buckets<true>, boost::intrusive::constant_time_size<false>>;

    void touch(node& each, workmem::timestamp now) {
        each.value.time = now;
        order_.splice(order_.begin(), order_, list::s_iterator_to(each));
    }
    void take_out(node& each) {
        by_key_.erase(by_key_.iterator_to(each));
        order_.erase(list::s_iterator_to(each));
    }
    node* next_free() {
        if (!free_.empty()) {
            auto* const out = free_.back();
            free_.pop_back();
            return out;
        }
        if (taken_ < nodes_.size()) return &nodes_[taken_++];
        auto* const out = &order_.back();
        take_out(*out);
        return out;
    }

    workmem::milliseconds ttl_;
    workmem::manual_clock clock_;
    std::vector<node> nodes_;
    std::vector<set::bucket_type> buckets_;
    std::vector<node*> free_;
    std::size_t taken_ = 0;
    list order_;
    set by_key_;
};

}  // namespace bench
