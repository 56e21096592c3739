#include "catch.hpp"

#include <workmem/error.hpp>
#include <workmem/journal/durable_mark.hpp>
#include <workmem/result.hpp>

#include <cstdint>
#include <string_view>

using workmem::journal::durable_mark;

namespace {

struct syncing {
    int* calls;
    bool works = true;
    workmem::result<void> commit(std::string_view, std::uint64_t) const {
        ++*calls;
        if (works) return {};
        return workmem::error{workmem::error_code::storage_error, "no"};
    }
};

}  // namespace

TEST_CASE("who reads waits for the disk once, and only above what is known", "[journal]") {
    int calls = 0;
    durable_mark mark;
    CHECK(mark.await(syncing{&calls}, "s", {0, 0}));
    CHECK(calls == 0);
    CHECK(mark.await(syncing{&calls}, "s", {3, 0}));
    CHECK(mark.await(syncing{&calls}, "s", {2, 0}));
    CHECK(calls == 1);
    CHECK_FALSE(mark.await(syncing{&calls, false}, "s", {4, 0}));
    CHECK(calls == 2);
    mark.note(9);
    mark.note(5);
    CHECK(mark.await(syncing{&calls, false}, "s", {9, 0}));
    mark.cut(4);
    CHECK(mark.await(syncing{&calls, false}, "s", {4, 0}));
    CHECK_FALSE(mark.await(syncing{&calls, false}, "s", {5, 0}));
}
