#include "catch.hpp"

#include <workmem/journal/erasing_together.hpp>

#include <stdexcept>
#include <string>

using workmem::journal::erasing_together;

namespace {

// Of an engine that writes down where it erased.
auto erases(std::string& done, std::string where) {
    return [&done, where]() -> workmem::result<void> {
        done += where;
        return {};
    };
}

}  // namespace

TEST_CASE("what a call leaves to its end is erased once for each place, in order", "[journal]") {
    std::string done;
    CHECK(erasing_together::erase("a", erases(done, "a")));
    CHECK(done == "a");
    done.clear();
    erasing_together all;
    for (const char* each : {"a", "b", "a"})
        CHECK(erasing_together::erase(each, erases(done, each)));
    CHECK(done.empty());
    CHECK(all.finish());
    CHECK(all.finish());
    CHECK(done == "ab");
}

TEST_CASE("a call that ends by an exception has erased what came before it", "[journal]") {
    std::string done;
    try {
        erasing_together all;
        CHECK(erasing_together::erase("a", erases(done, "a")));
        throw std::runtime_error("out of memory");
    } catch (const std::runtime_error&) {
    }
    CHECK(done == "a");

    try {
        erasing_together all;
        for (const char* each : {"b", "c"})
            CHECK(erasing_together::erase(each, [&, each]() -> workmem::result<void> {
                done += each;
                if (*each == 'b') throw std::runtime_error("out of memory");
                return {};
            }));
        (void)all.finish();
        FAIL("nothing was thrown");
    } catch (const std::runtime_error&) {
    }
    CHECK(done == "abc");
    CHECK(erasing_together::erase("d", erases(done, "d")));
    CHECK(done == "abcd");
}

TEST_CASE("an engine's error is told when the others have erased", "[journal]") {
    std::string done;
    erasing_together all;
    CHECK(erasing_together::erase("a", []() -> workmem::result<void> {
        return workmem::error{workmem::error_code::storage_error, "no server"};
    }));
    CHECK(erasing_together::erase("b", erases(done, "b")));
    const auto finished = all.finish();
    REQUIRE_FALSE(finished);
    CHECK(finished.error().code() == workmem::error_code::storage_error);
    CHECK(done == "b");
}
