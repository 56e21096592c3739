// Random calls of every verb under every policy: never beyond a limit, what observers heard and
// what was recorded give the same store again, and the same calls evict the same everywhere.
#include "bounded_bundles.hpp"
#include "bounded_steps.hpp"
#include "catch.hpp"
#include "repetitions.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/observer/observer.hpp>

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using workmem::bounded_notice;
using workmem::removed_item;

namespace {

// The digest of all that leaves in the calls of the first seeds.
template <class Policies>
constexpr std::uint64_t evictions_of = 0;
template <>
constexpr std::uint64_t evictions_of<guard_recorded> = 0xb6a3855c0e78ddfa;
template <>
constexpr std::uint64_t evictions_of<density_recorded> = 0xc862b1f95e16483a;
template <>
constexpr std::uint64_t evictions_of<sieve_store> = 0x82279c5b31acad0c;
template <>
constexpr std::uint64_t evictions_of<s3_fifo_store> = 0x954915383c58ec;
template <>
constexpr std::uint64_t evictions_of<tiny_store> = 0x80b0e44876b6abae;

// 64-bit FNV-1a.
class digest {
public:
    void add(std::string_view text) noexcept {
        for (const char c : text) add_byte(static_cast<unsigned char>(c));
        add_byte(0);
    }
    [[nodiscard]] std::uint64_t value() const noexcept { return value_; }

private:
    void add_byte(unsigned char byte) noexcept { value_ = (value_ ^ byte) * 1'099'511'628'211U; }

    std::uint64_t value_ = 14'695'981'039'346'656'037U;
};

// What is there according to the notices alone.
struct listener {
    std::map<std::string, bool> held;
    bool sound = true;

    void operator()(const bounded_notice& notice) {
        for (const auto& each : notice.removed) sound = held.erase(each.value.id) == 1 && sound;
        for (const auto& each : notice.put) held[each] = true;
        if (!notice.events.empty())
            sound = sound && notice.events.back().after.items == held.size();
    }
};

template <class Store>
void require_within_limits(const Store& memory) {
    const auto info = memory.get_capacity_info();
    if (info.items <= info.max_items && info.tokens <= info.max_tokens) return;
    FAIL(info.items << " items of " << info.max_items << ", " << info.tokens << " tokens of "
                    << info.max_tokens);
}

template <class Store>
void require_sums(const Store& memory) {
    std::int64_t items = 0, tokens = 0, forgotten = 0, pinned = 0;
    for (const auto& each : memory.all({.with_forgotten = true})) {
        ++items;
        tokens += each.tokens;
        forgotten += each.forgotten;
        pinned += each.pinned;
    }
    const auto info = memory.get_capacity_info();
    CHECK(info.items == items);
    CHECK(info.tokens == tokens);
    CHECK(info.forgotten_items == forgotten);
    CHECK(info.pinned_items == pinned);
}

}  // namespace

TEMPLATE_TEST_CASE("limits hold whatever is called, and all of it can be told again",
                   "[bounded][property]", guard_recorded, density_recorded, sieve_store,
                   s3_fifo_store, tiny_store) {
    using store = store_of<TestType>;
    constexpr std::uint64_t in_digest = 20;
    constexpr int calls = 500;
    const auto seeds = repetitions(32, 400);
    digest evictions;
    std::uint64_t refused = 0;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
        INFO("seed " << seed);
        dice roll{seed};
        typename store::parts with;
        with.stream = "agent";
        auto silent = with;
        listener heard;
        with.observer.template on<bounded_notice>(
            [&heard](const bounded_notice& notice) { heard(notice); });
        store memory{random_options(roll), with};
        for (int i = 0; i < calls; ++i) {
            const bool done = any_call(memory, with.clock, roll, [&](const removed_item& each) {
                if (seed > in_digest) return;
                evictions.add(each.value.id);
                evictions.add(to_string(each.reason));
            });
            refused += !done;
            require_within_limits(memory);
        }
        require_sums(memory);
        memory.flush();
        CHECK(store{memory.options(), silent} == memory);
        CHECK(heard.sound);
        std::map<std::string, bool> held;
        for (const auto& each : memory.all({.with_forgotten = true})) held[each.id] = true;
        CHECK(heard.held == held);
    }
    CHECK(refused > seeds);
    CHECK(evictions.value() == evictions_of<TestType>);
}
