// A full bounded store that takes one item more and lets one go, beside two boost::multi_index
// containers of the same items: a bare one, ordered by importance class and step and hashed by id;
// and one that does what the store does, written as one would by hand: items expire, leave in the
// documented order, are handed out with the reason, and leave a line in an audit. Tokens are
// counted by length, and words indexed, by none: those are measured elsewhere.

#include "texts.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/eviction/importance_guard.hpp>
#include <workmem/eviction/value_density.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/ranking/substring.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/time/manual_clock.hpp>

#include <benchmark/benchmark.h>

#include <boost/multi_index/composite_key.hpp>
#include <boost/multi_index/hashed_index.hpp>
#include <boost/multi_index/member.hpp>
#include <boost/multi_index/ordered_index.hpp>
#include <boost/multi_index_container.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct flat_counter {
    std::size_t operator()(std::string_view text) const noexcept { return text.size() / 4 + 1; }
};

template <class Eviction>
struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using tokens = flat_counter;
    struct bounded : workmem::default_policies::bounded {
        using eviction = Eviction;
        using ranking = workmem::ranking::substring;  // keeps no index
    };
};

workmem::new_item made(const bench::made_up_texts& texts, std::size_t i) {
    workmem::new_item out;
    out.text = texts.all()[i % texts.all().size()];
    out.importance = static_cast<double>(i * 7 % 10) / 10;
    out.step = static_cast<std::int64_t>(i);
    return out;
}

const bench::made_up_texts& texts() {
    static const bench::made_up_texts made{10'000};
    return made;
}

template <class Eviction>
class bounded {
public:
    explicit bounded(std::size_t capacity) : store_{options(capacity)} {}
    std::size_t memorize(workmem::new_item what) {
        return store_.memorize(std::move(what)).evicted.size();
    }

private:
    static workmem::bounded_options options(std::size_t capacity) {
        workmem::bounded_options out;
        out.max_items = static_cast<std::int64_t>(capacity);
        out.max_tokens = std::int64_t{1} << 31;
        return out;
    }
    workmem::basic_bounded_store<policies<Eviction>> store_;
};

class multi_index {
    struct record : workmem::item {
        int standing = 0;
    };
    struct by_id {};
    struct by_standing {};
    using container = boost::multi_index_container<
        record, boost::multi_index::indexed_by<
                    boost::multi_index::hashed_unique<
                        boost::multi_index::tag<by_id>,
                        boost::multi_index::member<workmem::item, std::string, &workmem::item::id>>,
                    boost::multi_index::ordered_non_unique<
                        boost::multi_index::tag<by_standing>,
                        boost::multi_index::composite_key<
                            record, boost::multi_index::member<record, int, &record::standing>,
                            boost::multi_index::member<workmem::item, std::int64_t,
                                                       &workmem::item::step>>>>>;

public:
    explicit multi_index(std::size_t capacity) : capacity_{capacity} {}
    std::size_t memorize(workmem::new_item what) {
        record each;
        each.id = "w-" + std::to_string(++last_);
        each.text = std::move(what.text);
        each.step = *what.step;
        each.standing = *what.importance < 0.3 ? 0 : *what.importance < 0.7 ? 1 : 2;
        each.tokens = static_cast<std::uint32_t>(flat_counter{}(each.text));
        std::size_t gone = 0;
        auto& order = held_.get<by_standing>();
        while (held_.size() >= capacity_) {
            tokens_ -= order.begin()->tokens;
            order.erase(order.begin());
            ++gone;
        }
        tokens_ += each.tokens;
        held_.insert(std::move(each));
        return gone;
    }

private:
    std::size_t capacity_;
    std::uint64_t last_ = 0, tokens_ = 0;
    container held_;
};

class full_multi_index {
    struct record : workmem::item {
        int standing = 0;
        std::uint32_t rank = 0;
        std::int64_t last_step = 0;
        workmem::timestamp expiry{};
        bool fresh = true;
    };
    struct by_id {};
    struct by_standing {};
    struct by_step {};
    struct by_time {};
    template <class Tag, class... Members>
    using ordered = boost::multi_index::ordered_non_unique<
        boost::multi_index::tag<Tag>, boost::multi_index::composite_key<record, Members...>>;
    template <class Of, class T, T Of::*Member>
    using member = boost::multi_index::member<Of, T, Member>;
    using is_fresh = member<record, bool, &record::fresh>;
    using container = boost::multi_index_container<
        record,
        boost::multi_index::indexed_by<
            boost::multi_index::hashed_unique<
                boost::multi_index::tag<by_id>,
                member<workmem::item, std::string, &workmem::item::id>>,
            ordered<by_standing, member<record, int, &record::standing>,
                    member<record, std::uint32_t, &record::rank>,
                    member<workmem::item, std::uint64_t, &workmem::item::number>>,
            ordered<by_step, is_fresh, member<record, std::int64_t, &record::last_step>>,
            ordered<by_time, is_fresh, member<record, workmem::timestamp, &record::expiry>>>>;
    struct event {
        workmem::timestamp time{};
        std::int64_t step = 0;
        std::string id{};
        workmem::removal_reason reason{};
        workmem::store_usage before{}, after{};
    };

public:
    explicit full_multi_index(std::size_t capacity) : capacity_{capacity} {}
    std::size_t memorize(workmem::new_item what) {
        using workmem::removal_reason;
        if (what.text.empty() || !workmem::text::is_valid(what.text)) return 0;
        record each;
        each.id = "w-" + std::to_string(++last_);
        each.number = last_;
        each.text = std::move(what.text);
        each.step = *what.step;
        each.created = each.accessed = now_;
        each.importance = *workmem::importance_score::from(*what.importance);
        each.tokens = static_cast<std::uint32_t>(flat_counter{}(each.text));
        each.last_step = each.step + 20;
        each.expiry = now_ + std::chrono::hours{1};
        const bool important = each.importance.ppm() >= 700'000;
        each.standing = important ? 5 : each.importance.ppm() < 300'000 ? 2 : 3;
        each.rank = important ? each.importance.ppm() : 0;
        expire(each.step);
        std::vector<workmem::removed_item> gone;
        const workmem::store_usage before{held_.size(), tokens_};
        auto& order = held_.get<by_standing>();
        while (held_.size() >= capacity_) {
            const auto first = order.begin();
            const auto reason = first->standing == 1   ? removal_reason::expired
                                : first->standing == 2 ? removal_reason::low_importance
                                : first->standing == 3 ? removal_reason::oldest
                                : first->standing == 4 ? removal_reason::expired_important
                                                       : removal_reason::guard_overridden;
            tokens_ -= first->tokens;
            // Erasing compares nothing.
            gone.push_back({std::move(const_cast<record&>(*first)), reason});
            order.erase(first);
        }
        tokens_ += each.tokens;
        const auto step = each.step;
        held_.insert(std::move(each));
        for (const auto& left : gone) {
            auto& line = audit_[events_++ % audit_.size()];
            line = {now_, step, left.value.id, left.reason, before, {held_.size(), tokens_}};
        }
        return gone.size();
    }

private:
    void expire(std::int64_t step) {
        const auto age = [](record& each) {
            each.fresh = false;
            each.standing = each.standing == 5 ? 4 : 1;
            each.rank = 0;
        };
        auto& steps = held_.get<by_step>();
        for (auto i = steps.lower_bound(true); i != steps.end() && i->last_step < step;
             i = steps.lower_bound(true))
            steps.modify(i, age);
        auto& times = held_.get<by_time>();
        for (auto i = times.lower_bound(true); i != times.end() && i->expiry <= now_;
             i = times.lower_bound(true))
            times.modify(i, age);
    }

    std::size_t capacity_;
    workmem::timestamp now_{};
    std::uint64_t last_ = 0, tokens_ = 0, events_ = 0;
    std::vector<event> audit_{256};
    container held_;
};

template <class Store>
void memorize(benchmark::State& state) {
    const auto capacity = static_cast<std::size_t>(state.range(0));
    Store store{capacity};
    std::size_t i = 0;
    for (; i < capacity + capacity / 2; ++i) store.memorize(made(texts(), i));
    for (auto _ : state) {
        if (store.memorize(made(texts(), i++)) != 1) state.SkipWithError("nobody left");
    }
}

using importance_guard = bounded<workmem::eviction::importance_guard>;
using value_density = bounded<workmem::eviction::value_density>;

void sizes(benchmark::internal::Benchmark* each) {
    for (const int items : {64, 1'000, 100'000, 1'000'000}) each->Arg(items);
}
BENCHMARK(memorize<importance_guard>)->Apply(sizes);
BENCHMARK(memorize<value_density>)->Apply(sizes);
BENCHMARK(memorize<multi_index>)->Apply(sizes);
BENCHMARK(memorize<full_multi_index>)->Apply(sizes);

}  // namespace
