#include "catch.hpp"

#include <workmem/ranking/bm25.hpp>
#include <workmem/ranking/search_index.hpp>

#include <cstdint>
#include <new>
#include <string>
#include <vector>

namespace {

// bm25 that runs out of memory when told to.
struct failing : workmem::ranking::bm25 {
    void add(std::uint32_t slot, const workmem::ranking::document& what) {
        if (fails) throw std::bad_alloc{};
        workmem::ranking::bm25::add(slot, what);
    }
    static inline bool fails = false;
};
using failing_index = workmem::ranking::search_index<failing>;

std::vector<std::uint32_t> found(const failing_index& in, const char* query) {
    std::vector<std::uint32_t> out;
    for (const auto& each : in.search(query, 10).hits) out.push_back(each.slot);
    return out;
}
using list = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("an index that ran out of memory is stale until it is rebuilt", "[ranking]") {
    failing_index in;
    in.put(0, {"zebra", "", 0});
    CHECK(found(in, "zebra") == list{0});
    failing::fails = true;
    in.put(1, {"giraffe", "", 1});
    CHECK(in.is_stale());
    CHECK(in.size() == 0);
    CHECK(found(in, "zebra").empty());
    failing::fails = false;
    in.put(2, {"not taken in while stale", "", 2});
    in.erase(0);
    CHECK(in.size() == 0);

    const auto documents = [](auto&& take) {
        take(5, workmem::ranking::document{"giraffe", "", 9});
        take(1, workmem::ranking::document{"zebra giraffe", "", 2});
    };
    failing::fails = true;
    CHECK_THROWS_AS(in.rebuild(documents), std::bad_alloc);
    CHECK(in.is_stale());
    failing::fails = false;
    in.rebuild(documents);
    CHECK_FALSE(in.is_stale());
    CHECK(in.size() == 2);
    CHECK(found(in, "zebra") == list{1, 5});
    CHECK(in.explain("zebra", 5, 10).score == in.search("zebra", 10).hits[1].score);
    in.erase(1);
    CHECK(found(in, "zebra").empty());
    in.mark_stale();
    in.clear();
    CHECK_FALSE(in.is_stale());
}
