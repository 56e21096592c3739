#pragma once

#include "key.hpp"

#include <workmem/time/manual_clock.hpp>

#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/sequenced_index.hpp>
#include <boost/multi_index_container.hpp>

#include <cstddef>
#include <iterator>
#include <string_view>
#include <utility>

namespace bench {

/// boost::multi_index: one container, in sequence and by hash. A full one reuses the node of what
/// it evicts.
class multi_index {
public:
    multi_index(std::size_t capacity, workmem::milliseconds ttl, workmem::manual_clock clock)
        : capacity_{capacity}, ttl_{ttl}, clock_{std::move(clock)} {
        by_key().reserve(capacity + 1);
    }

    const workmem::entity* get(std::string_view type, std::string_view id) {
        const auto now = clock_.now();
        const auto found = by_key().find(text_key{type, id});
        if (found == by_key().end() || found->time + ttl_ <= now) return nullptr;
        touch(held_.project<0>(found), now);
        ++found->access_count;
        return &*found;
    }
    void add(const workmem::entity& value) {
        const auto now = clock_.now();
        while (!order().empty() && order().back().time + ttl_ <= now) order().pop_back();
        const auto found = by_key().find(key_of(value));
        if (found != by_key().end()) {
            const auto known = held_.project<0>(found);
            order().modify(known, [&](item& each) { each.assign(value); });
            touch(known, now);
            return;
        }
        if (held_.size() == capacity_) {
            const auto last = std::prev(order().end());
            order().modify(last, [&](item& each) { each.assign(value); });
            touch(last, now);
            return;
        }
        order().push_front(item{value});
        order().front().time = now;
    }

private:
    // Time and count are no part of any index.
    struct item : workmem::entity {
        explicit item(const workmem::entity& value) : workmem::entity{value} {}
        void assign(const workmem::entity& value) { static_cast<workmem::entity&>(*this) = value; }
        mutable workmem::timestamp time{};
        mutable std::uint32_t access_count = 0;
    };
    struct key_extractor {
        using result_type = text_key;
        text_key operator()(const item& value) const noexcept { return key_of(value); }
    };
    using container = boost::multi_index_container<
        item, boost::multi_index::indexed_by<
                  boost::multi_index::sequenced<>,
                  boost::multi_index::hashed_unique<key_extractor, text_key_hash>>>;
    using place = container::nth_index<0>::type::iterator;

    container::nth_index<0>::type& order() { return held_.get<0>(); }
    container::nth_index<1>::type& by_key() { return held_.get<1>(); }
    void touch(place at, workmem::timestamp now) {
        at->time = now;
        order().relocate(order().begin(), at);
    }

    std::size_t capacity_;
    workmem::milliseconds ttl_;
    workmem::manual_clock clock_;
    container held_;
};

}  // namespace bench
