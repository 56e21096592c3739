#include "catch.hpp"
#include "eventually.hpp"
#include "fresh_seed.hpp"
#include "repetitions.hpp"
#include "secret_samples.hpp"

#include <workmem/secrets/detector.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

using namespace workmem;
using namespace workmem_test;

namespace {

const secrets::by_shape detector;

static_assert(secrets::policy<secrets::by_shape>);
static_assert(secrets::policy<secrets::none>);

std::string repeated(std::string_view part, std::size_t size) {
    std::string out;
    while (out.size() < size) out += part;
    return out;
}

// The processor time that finding all secrets of a text takes, the least of three.
std::chrono::microseconds time_of(const std::string& text) {
    auto best = std::chrono::microseconds::max();
    for (int i = 0; i < 3; ++i) {
        const auto begin = processor_time();
        std::size_t from = 0;
        while (const auto found = detector.find(text, from)) from = found->offset + found->length;
        best = (std::min)(best, processor_time() - begin);
    }
    return best;
}

}  // namespace

TEST_CASE("30 texts with a secret and 30 without are told apart, others each run", "[secrets]") {
    const auto seed = fresh_seed();
    INFO("WORKMEM_TEST_SEED=" << seed);
    secret_samples samples{seed};
    for (std::uint64_t round = 0; round < repetitions(1, 2'000); ++round) {
        const auto positives = samples.positives();
        REQUIRE(positives.size() == 30);
        for (const auto& each : positives) {
            const auto text = each.before + each.secret + each.after;
            INFO(text);
            const auto found = detector.find(text);
            REQUIRE(found);
            CHECK(text.substr(found->offset, found->length) == each.secret);
            CHECK(found->offset == each.before.size());
            CHECK(to_string(found->kind) == to_string(each.kind));
            CHECK_THAT(describe(*found), !contains(each.secret));
            CHECK_FALSE(detector.find(text, found->offset + found->length));
        }
        const auto negatives = samples.negatives();
        REQUIRE(negatives.size() == 30);
        for (const auto& text : negatives) {
            INFO(text);
            const auto found = detector.find(text);
            CHECK((found ? describe(*found) : "nothing") == "nothing");
        }
    }
}

TEST_CASE("the signature in an address is a secret, and no other one is", "[secrets]") {
    const std::string made = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
    for (const auto* const name : {"X-Amz-Signature=", "X-Goog-Signature=", "sig="}) {
        const auto text = "https://files.example/k?" + std::string{name} + made + "&expires=60";
        INFO(text);
        const auto found = detector.find(text);
        REQUIRE(found);
        CHECK(text.substr(found->offset, found->length) == made);
    }
    for (const auto* const text :
         {"signature: void foo(int)", "signature=ECDSA", "Signature: Ann Smith", "sig: foo"}) {
        INFO(text);
        CHECK_FALSE(detector.find(text));
    }
}

TEST_CASE("a value in metadata is judged by its name", "[secrets]") {
    secret_samples samples{fresh_seed()};
    const auto all = samples.positives();
    const auto& key = all[14].secret;
    for (const std::string name : {"api_key", "API-Key", "x-api-key", "apiKey", "auth token"}) {
        INFO(name);
        const auto found = detector.find_in_field(name, key);
        REQUIRE(found);
        CHECK(found->offset == 0);
        CHECK(found->length == key.size());
    }
    CHECK_FALSE(detector.find_in_field("checksum", key));
    CHECK_FALSE(detector.find_in_field("api_key", "see the vault of the team"));
    CHECK_FALSE(detector.find_in_field("meeting_type", "standup"));
    CHECK(detector.find_in_field("note", all[0].before + all[0].secret)->offset ==
          all[0].before.size());
    CHECK_FALSE(secrets::none{}.find_in_field("api_key", key));
}

TEST_CASE("a policy may know other tokens", "[secrets]") {
    constexpr std::array shapes{
        secrets::token_shape{"corp-", 20, 40, secrets::alphabet::word, secret_kind::token}};
    const secrets::by_shape own{shapes};
    secret_samples samples{fresh_seed()};
    const auto body = samples.positives()[14].secret;
    CHECK(own.find("corp-" + body)->length == 5 + body.size());
    CHECK_FALSE(own.find("corp-" + body + body));
    CHECK_FALSE(own.find("sk-" + body));
    CHECK_FALSE(detector.find("corp-" + body));
}

TEST_CASE("all secrets of a text are found one after the other", "[secrets]") {
    secret_samples samples{fresh_seed()};
    std::string text;
    const auto all = samples.positives();
    for (const auto& each : all) text += each.before + each.secret + each.after + "\n";
    std::size_t count = 0, from = 0;
    while (const auto found = detector.find(text, from)) {
        CHECK(found->offset >= from);
        from = found->offset + found->length;
        ++count;
    }
    CHECK(count == all.size());
    CHECK_FALSE(detector.find(text, text.size()));
    CHECK_FALSE(detector.find(text, text.size() + 1));
    CHECK_FALSE(detector.find(""));
}

TEST_CASE("no text is read twice and thrice, whoever wrote it", "[secrets]") {
    const std::size_t size = slowness > 1 ? 1'000 : 4'000;
    for (const std::string_view part :
         {"a",
          "4",
          "-",
          " ",
          "=",
          ":",
          ">",
          "sk-",
          "sk-a1",
          "eyJ",
          "eyJ.",
          "eyJ-",
          "eyJa1b2c3d4e5.",
          "gh1_",
          "-----BEGIN ",
          "-----BEGIN PRIVATE KEY-----",
          "-----BEGIN PRIVATE KEY-----QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo0",
          "password=",
          "password is ",
          "password a1 ",
          "password for ",
          "\u200b",
          "a\u200b",
          "password:\u200b",
          "| ",
          "basic ",
          "token: ",
          "4111 ",
          "4-",
          "1234-123456-",
          "://",
          "a://b:",
          "a://:@",
          "bearer ",
          "bearer a1",
          "Aa1!",
          "\xff"}) {
        INFO(part);
        const auto little = time_of(repeated(part, size));
        const auto much = time_of(repeated(part, size * 10));
        CHECK(much < little * 40 + std::chrono::milliseconds{20});
    }
}
