#include "catch.hpp"

#include <workmem/detail/record_slots.hpp>
#include <workmem/detail/slot_heap.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

using workmem::detail::no_slot;

namespace {

struct record {
    std::string id;
    int value = 0;
};
using records = workmem::detail::record_slots<record>;

void add(records& to, const std::string& id, int value = 0) {
    to.reserve(1);
    (void)to.insert(records::stage({id, value}));
}
std::string ids_after(const records& of, std::uint64_t number) {
    std::string out;
    of.visit_after(number, [&](std::uint32_t slot) {
        out += of.at(slot).id;
        return true;
    });
    return out;
}

}  // namespace

TEST_CASE("records are found by id and visited in their order", "[detail]") {
    records all;
    for (const auto* const id : {"b", "a", "c"}) add(all, id);
    CHECK(ids_after(all, 0) == "bac");
    CHECK(ids_after(all, 1) == "ac");
    CHECK(all.number(all.find("c")) == 3);
    CHECK(all.find("d") == no_slot);
    // An id that is there stays as it is.
    CHECK(all.insert(records::stage({"a", 7})) == no_slot);
    CHECK(all.at(all.find("a")).value == 0);
    const auto free = all.find("a");
    all.reserve_erasure();
    all.erase(free);
    add(all, "d");
    CHECK(all.find("d") == free);
    CHECK(ids_after(all, 0) == "bcd");
    CHECK(all.number(free) == 4);
    all.skip_to(10);
    all.skip_to(2);
    add(all, "e");
    CHECK(all.number(all.find("e")) == 10);
    all.clear();
    CHECK(all.size() == 0);
    add(all, "f");
    CHECK(all.number(all.find("f")) == 11);
}

TEST_CASE("room for one more is made seldom", "[detail]") {
    struct counted {
        counted() = default;
        counted(counted&& other) noexcept : id{std::move(other.id)}, moves{other.moves} {
            if (moves != nullptr) ++*moves;
        }
        counted& operator=(counted&& other) noexcept {
            id = std::move(other.id);
            moves = other.moves;
            return *this;
        }
        std::string id;
        std::size_t* moves = nullptr;
    };
    std::size_t moves = 0;
    constexpr std::size_t count = 2'000;
    workmem::detail::record_slots<counted> all;
    for (std::size_t i = 0; i < count; ++i) {
        counted fresh;
        fresh.id = std::to_string(i);
        fresh.moves = &moves;
        all.reserve(1);
        (void)all.insert(workmem::detail::record_slots<counted>::stage(std::move(fresh)));
    }
    CHECK(moves < 10 * count);
}

TEST_CASE("a heap shows all that are early, and no others", "[detail]") {
    const std::vector<int> times{5, 1, 4, 1, 3, 9, 2, 6};
    const auto before = [&](std::uint32_t a, std::uint32_t b) { return times[a] < times[b]; };
    workmem::detail::slot_heap heap;
    heap.reserve(times.size());
    for (std::uint32_t slot = 0; slot < times.size(); ++slot) heap.push(slot, before);
    for (int limit = 0; limit <= 10; ++limit) {
        std::vector<int> seen, expected;
        heap.visit_early([&](std::uint32_t slot) { return times[slot] < limit; },
                         [&](std::uint32_t slot) { seen.push_back(times[slot]); });
        for (const auto each : times)
            if (each < limit) expected.push_back(each);
        std::sort(seen.begin(), seen.end());
        std::sort(expected.begin(), expected.end());
        CHECK(seen == expected);
    }
}
