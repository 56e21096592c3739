// How often what is asked for is there: stores that evict by use beside models of what was
// published, and beside LRU.
#include "cache_models.hpp"
#include "catch.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/eviction/s3_fifo.hpp>
#include <workmem/eviction/w_tinylfu.hpp>
#include <workmem/ids/sequential_ids.hpp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <random>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

using keys = std::vector<std::uint64_t>;

struct one_each {
    std::size_t operator()(std::string_view) const noexcept { return 1; }
};
template <class Eviction>
struct keyed : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
    using tokens = one_each;
    struct bounded {
        using eviction = Eviction;
        using ranking = workmem::ranking::none;
    };
};

// What is asked for is memorized under its key where it is not there.
template <class Eviction>
class keyed_store {
public:
    explicit keyed_store(std::size_t capacity)
        : store_{{.max_items = static_cast<std::int64_t>(capacity),
                  .max_tokens = static_cast<std::int64_t>(capacity),
                  .audit_limit = 0}} {}
    bool ask(std::uint64_t key) {
        const auto name = std::to_string(key);
        if (store_.get_by_key(name)) return true;
        store_.memorize({.text = "x", .key = name});
        return false;
    }

private:
    workmem::basic_bounded_store<keyed<Eviction>> store_;
};

// Hits in a million, over several runs.
template <class Cache>
std::int64_t hit_ratio(std::size_t capacity, const std::vector<keys>& runs) {
    std::int64_t hits = 0, asks = 0;
    for (const auto& asked : runs) {
        Cache cache{capacity};
        for (const auto key : asked) hits += cache.ask(key);
        asks += static_cast<std::int64_t>(asked.size());
    }
    return hits * 1'000'000 / asks;
}

std::string percent(std::int64_t ppm) {
    std::ostringstream out;
    out << std::setw(7) << std::fixed << std::setprecision(2) << static_cast<double>(ppm) / 10'000;
    return out.str();
}

constexpr std::int64_t point = 10'000;

template <class Eviction, class Model>
void compare(const std::string& what, std::size_t capacity, const std::vector<keys>& asked) {
    const auto ours = hit_ratio<keyed_store<Eviction>>(capacity, asked);
    const auto model = hit_ratio<Model>(capacity, asked);
    const auto lru = hit_ratio<workmem_test::lru_model>(capacity, asked);
    std::cout << std::left << std::setw(24) << what << std::right << std::setw(6) << capacity
              << percent(ours) << percent(model) << percent(ours - model) << percent(lru) << '\n';
    INFO(what << ", " << capacity << " items");
    CHECK(ours >= model - point);
    CHECK(ours <= model + point);
    CHECK(ours >= lru);
}

// At 1, 5 and 10 % of the distinct keys of the first run.
void compare_all(const std::string& name, const std::vector<keys>& asked) {
    std::cout << "hit ratio, %                   ours  model  diff.    LRU\n";
    const auto distinct = std::set<std::uint64_t>(asked[0].begin(), asked[0].end()).size();
    for (const std::size_t share : {1U, 5U, 10U}) {
        const auto capacity = distinct * share / 100;
        const auto at = name + ' ' + std::to_string(share) + " % ";
        using namespace workmem::eviction;
        compare<s3_fifo, workmem_test::s3_fifo_model>(at + "s3_fifo", capacity, asked);
        compare<w_tinylfu, workmem_test::w_tinylfu_model>(at + "w_tinylfu", capacity, asked);
    }
}

// The key of rank n is asked for n times as seldom as the first.
keys zipf(std::uint64_t seed, std::size_t count, std::uint64_t different) {
    std::mt19937_64 engine{seed};
    keys sums;
    for (std::uint64_t rank = 1; rank <= different; ++rank)
        sums.push_back((sums.empty() ? 0 : sums.back()) + 1'000'000'000'000 / rank);
    keys out;
    for (std::size_t i = 0; i < count; ++i) {
        const auto at = std::upper_bound(sums.begin(), sums.end(), engine() % sums.back());
        out.push_back(static_cast<std::uint64_t>(at - sums.begin()));
    }
    return out;
}

}  // namespace

TEST_CASE("eviction by use is as good as its models: Zipf", "[eviction]") {
    // A window that climbs does not climb to the same place in every run.
    std::vector<keys> runs;
    for (std::uint64_t seed = 1; seed <= 4; ++seed) runs.push_back(zipf(seed, 10'000, 2'500));
    compare_all("Zipf", runs);
}

// One key a line in every file that WORKMEM_TRACES names, separated by colons.
TEST_CASE("eviction by use is as good as its models: traces", "[.][traces]") {
    const char* const named = std::getenv("WORKMEM_TRACES");
    REQUIRE(named != nullptr);
    std::istringstream files{named};
    for (std::string file; std::getline(files, file, ':');) {
        std::ifstream in{file};
        keys asked;
        for (std::uint64_t key = 0; in >> key;) asked.push_back(key);
        INFO(file);
        REQUIRE(in.eof());
        REQUIRE(asked.size() > 1'000);
        compare_all(file.substr(file.find_last_of('/') + 1), {asked});
    }
}
