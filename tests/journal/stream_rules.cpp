#include "catch.hpp"

#include <workmem/journal/stream_rules.hpp>

#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace workmem::journal;

TEST_CASE("names of streams and purposes have a length, and nothing else", "[journal]") {
    CHECK_FALSE(refuse_names(std::string(1'024, '\0'), std::string(256, '/')));
    const auto name = refuse_names(std::string(1'025, 'x'));
    REQUIRE(name);
    CHECK(name->code() == workmem::error_code::validation_error);
    CHECK_THAT(std::string{name->message()},
               workmem_test::contains("1025") && workmem_test::contains("1024"));
    const auto purpose = refuse_names("s", std::string(257, 'x'));
    REQUIRE(purpose);
    CHECK_THAT(std::string{purpose->message()}, workmem_test::contains("257"));
}

TEST_CASE("who owns a snapshot is a plain word", "[journal]") {
    for (const auto* const good : {"entity", "long_term", "a", "0"}) CHECK(is_owner(good));
    CHECK(is_owner(std::string(64, 'a')));
    CHECK_FALSE(is_owner(std::string(65, 'a')));
    for (const auto* const bad : {"", "A", "a-b", "a b", "../x", "\xC3\xA4"}) {
        CHECK_FALSE(is_owner(bad));
        CHECK(refuse_owner(bad));
    }
}

TEST_CASE("a stream serves the purpose it was made for", "[journal]") {
    CHECK_FALSE(refuse_purpose("s", "task", "task"));
    CHECK_FALSE(refuse_purpose("s", "", "task"));
    CHECK_FALSE(refuse_purpose("s", "task", ""));
    const auto other = refuse_purpose("s", "entity", "task");
    REQUIRE(other);
    CHECK(other->code() == workmem::error_code::storage_error);
    CHECK_FALSE(refuse_sequence("it", 3, 3));
    CHECK(refuse_sequence("it", 4, 3));
}

TEST_CASE("an incarnation is random", "[journal]") {
    std::set<std::string> seen;
    for (int i = 0; i < 20; ++i) seen.insert(new_incarnation());
    CHECK(seen.size() == 20);
    CHECK(seen.begin()->size() == 32);
    CHECK(seen.begin()->find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK_FALSE(is_other("a", ""));
    CHECK_FALSE(is_other("a", "a"));
    CHECK(is_other("a", "b"));
}

TEST_CASE("no two calls have one key, in whatever thread they are made", "[journal]") {
    constexpr int each = 1'000;
    std::vector<std::string> keys[2];
    std::vector<std::thread> threads;
    for (auto& of : keys)
        threads.emplace_back([&of] {
            for (int i = 0; i < each; ++i) of.push_back(workmem::journal::new_call_key());
        });
    for (auto& thread : threads) thread.join();
    std::set<std::string> all;
    for (const auto& of : keys) all.insert(of.begin(), of.end());
    CHECK(all.size() == 2 * each);
}
