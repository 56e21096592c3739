// Any eviction policy serves a bounded store: the limits hold, and pinned items stay.
#include "bounded_bundles.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/two_segment.hpp>

#include <cstddef>
#include <cstdint>
#include <string>

using namespace workmem_test;

namespace {

struct segment_store
    : bounded_bundle<workmem::eviction::two_segment, workmem::null_mutex, workmem::observer::none,
                     workmem::journal::none, workmem::ranking::none> {};

// What the documentation asks of a policy, and nothing else.
struct oldest_goes {
    void reserve(std::size_t) noexcept {}
    void on_insert(std::uint32_t, std::uint64_t) noexcept {}
    void on_access(std::uint32_t, std::uint64_t) noexcept {}
    void on_erase(std::uint32_t, std::uint64_t) noexcept {}
    void clear() noexcept {}
    template <class Entries>
    [[nodiscard]] std::uint32_t victim(const Entries& entries) const noexcept {
        return entries.least_recent();
    }
};
struct own_store : bounded_bundle<oldest_goes> {};

}  // namespace

TEMPLATE_TEST_CASE("limits hold and pins stay under any policy", "[bounded][eviction]", sieve_store,
                   s3_fifo_store, tiny_store, segment_store, own_store) {
    store_of<TestType> store{{.max_items = 10, .max_tokens = 120}};
    const auto pinned = store.memorize({.text = "pinned", .pinned = true}).id;
    const auto used = store.memorize("used").id;
    for (int i = 0; i < 200; ++i) {
        const auto done =
            store.memorize({.text = "text " + std::to_string(i),
                            .key = i % 3 == 0 ? "k" + std::to_string(i % 12) : std::string{},
                            .group = i % 7 == 0 ? "g" : ""});
        for (const auto& each : done.evicted)
            CHECK((each.reason == workmem::removal_reason::least_worth ||
                   each.reason == workmem::removal_reason::group));
        if (store.contains(used)) store.touch(used);
        REQUIRE(store.size() <= 10);
        REQUIRE(store.tokens() <= 120);
        REQUIRE(store.contains(pinned));
    }
    CHECK(store.contains(used));
    store.forget("id:" + used);
    CHECK(store.remember("nothing like it").empty());
    CHECK(store.remember("").size() == store.size() - 1);
    CHECK_FALSE(store.set_options({.max_items = 3}).empty());
    CHECK(store.contains(pinned));
}

TEMPLATE_TEST_CASE("an explanation promises no order that the policy does not keep",
                   "[bounded][eviction]", sieve_store, density_recorded) {
    store_of<TestType> store;
    const auto low = store.memorize({.text = "low", .importance = 0.1}).id;
    const auto pinned = store.memorize({.text = "pinned", .pinned = true}).id;
    CHECK_THAT(store.explain(low).text,
               contains("of low importance, the eviction policy weighs when it goes"));
    CHECK_THAT(store.explain(pinned).text, contains("pinned, so it never goes"));
}
