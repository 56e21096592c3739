// Who makes a request: tokens, how often one may ask, sessions.
#include "catch.hpp"

#include <workmem_http/rate_limit.hpp>
#include <workmem_http/sessions.hpp>
#include <workmem_http/token_file.hpp>
#include <workmem_http/tokens.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <sstream>
#include <string>

#include <sys/stat.h>
#include <unistd.h>

namespace http = workmem::http;
using namespace std::chrono_literals;
using nlohmann::json;
using workmem_test::contains;

namespace {

const http::principal ann{"ann", http::role::writer, "ann/1"}, bob{"bob", http::role::writer, "b"};

struct scratch {
    scratch() { std::filesystem::create_directories(folder); }
    ~scratch() { std::filesystem::remove_all(folder); }
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("workmem-http-" + std::to_string(::getpid()));
};

}  // namespace

TEST_CASE("a token is known by its hash", "[http]") {
    http::token_table tokens;
    CHECK(tokens.empty());
    tokens.add({workmem::text::sha256_of("secret"), "ann", http::role::reader});
    const auto found = tokens.find("secret");
    REQUIRE(found);
    CHECK(found->tenant == "ann");
    CHECK(found->may == http::role::reader);
    // SHA-256 of "secret" begins so.
    CHECK(found->actor == "ann/2bb80d537b1d");
    for (const auto* const other : {"", "Secret", "secret ", "2bb80d537b1d"})
        CHECK_FALSE(tokens.find(other));
    CHECK(tokens.to_text() ==
          "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b ann reader\n");
    CHECK_FALSE(tokens.remove("2bb8"));
    CHECK(tokens.remove("2bb80d537b1d"));
    CHECK_FALSE(tokens.find("secret"));
}

TEST_CASE("what is stored of tokens is read again, or refused by its line", "[http]") {
    const std::string hash(64, 'a');
    const auto read = http::token_table::parse("# whose\n\n" + hash + " ann writer\n");
    REQUIRE(read);
    CHECK(read->all().size() == 1);
    CHECK(http::token_table::parse(read->to_text())->to_text() == read->to_text());
    for (const std::string& bad :
         {std::string{"x"}, hash, hash + " ann", hash + " ann owner", hash + " Ann writer",
          hash + " ann writer more", hash + "a ann writer", hash + " ../x writer"}) {
        const auto refused = http::token_table::parse("\n" + bad);
        REQUIRE_FALSE(refused);
        CHECK_THAT(refused.error().message(), contains("line 2"));
    }
}

TEST_CASE("a tenant's name may name a file", "[http]") {
    for (const auto* const good : {"a", "ann-2_x"}) CHECK(http::is_tenant_name(good));
    for (const auto* const bad : {"", "A", "a/b", "..", "a.b", "a b", "\xc3\xa4"})
        CHECK_FALSE(http::is_tenant_name(bad));
    CHECK_FALSE(http::is_tenant_name(std::string(65, 'a')));
}

TEST_CASE("authorization shows a bearer's token", "[http]") {
    CHECK(http::bearer_token("Bearer x") == "x");
    CHECK(http::bearer_token("bEARER   x") == "x");
    for (const auto* const other : {"", "Bearer", "Bearer ", "Basic x", "x", "Bearerx"})
        CHECK_FALSE(http::bearer_token(other));
}

TEST_CASE("a file of tokens is its owner's alone", "[http]") {
    const scratch here;
    const auto path = here.folder / "tokens";
    http::token_file file{path};
    CHECK(file.read()->empty());
    const auto token = file.add("ann", http::role::writer);
    REQUIRE(token);
    struct stat is {};
    REQUIRE(::stat(path.c_str(), &is) == 0);
    CHECK((is.st_mode & 0777U) == 0600U);
    std::ostringstream text;
    text << std::ifstream{path}.rdbuf();
    CHECK(text.str().find(token->substr(3)) == std::string::npos);
    CHECK(http::token_file{path}.find(*token)->tenant == "ann");
    CHECK_FALSE(file.add("../ann", http::role::writer));
    const auto id = file.read()->all().front().id();
    CHECK(*file.remove(id));
    CHECK_FALSE(*file.remove(id));
    ::chmod(path.c_str(), 0640);
    const auto refused = file.read();
    REQUIRE_FALSE(refused);
    CHECK_THAT(refused.error().message(), contains("chmod 600"));
    CHECK_FALSE(
        http::token_file{here.folder / "nowhere" / "tokens"}.add("ann", http::role::reader));
}

TEST_CASE("who asks too often is told when to come again", "[http]") {
    http::rate_limit limit{{.per_second = 2, .at_once = 3}};
    auto now = http::rate_limit::clock::time_point{};
    for (int i = 0; i < 3; ++i) CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now) == 1s);
    // Another one waits for nobody.
    CHECK_FALSE(limit.try_take("bob", now));
    now += 500ms;
    CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now));
    // A long pause allows no more than what may come at once.
    now += 1h;
    for (int i = 0; i < 3; ++i) CHECK_FALSE(limit.try_take("ann", now));
    CHECK(limit.try_take("ann", now));
    http::rate_limit slow{{.per_second = 0.1, .at_once = 1}};
    CHECK_FALSE(slow.try_take("ann", now));
    CHECK(slow.try_take("ann", now) == 10s);
}

TEST_CASE("a session is found by who began it until it is over", "[http]") {
    http::session_table<json> table{2, 2, 10s};
    auto now = http::session_table<json>::clock::time_point{};
    const auto answers = [](const json&, const auto&) -> std::optional<json> { return json(1); };
    const auto first = table.add(ann, answers, now);
    CHECK(first.size() == 32);
    CHECK(table.find(first, ann, now));
    CHECK_FALSE(table.find(first, bob, now));
    CHECK_FALSE(table.find(first, {"ann", http::role::reader, "ann/1"}, now));
    CHECK_FALSE(table.find(first + "0", ann, now));
    const auto second = table.add(bob, answers, now);
    CHECK(first != second);
    now += 10s;
    CHECK(table.find(first, ann, now));
    now += 1s;
    CHECK_FALSE(table.find(second, bob, now));
    CHECK_FALSE(table.erase(first, bob));
    CHECK(table.erase(first, ann));
    CHECK_FALSE(table.erase(first, ann));
    CHECK(table.size() == 0);
}

TEST_CASE("a tenant's session gives way to its own, and to those who have fewer", "[http]") {
    http::session_table<json> table{4, 3, 10s};
    auto now = http::session_table<json>::clock::time_point{};
    const auto begin = [&](const http::principal& who) {
        now += 1ms;
        return table.add(
            who, [](const json&, const auto&) -> std::optional<json> { return json(1); }, now);
    };
    const auto bobs = begin(bob);
    const auto first = begin(ann), second = begin(ann), third = begin(ann);
    // The least recently used one of three.
    CHECK(table.find(first, ann, now += 1ms));
    const auto fourth = begin(ann);
    CHECK_FALSE(table.find(second, ann, now));
    CHECK(table.find(third, ann, now));
    CHECK(table.find(bobs, bob, now));
    CHECK(table.size() == 4);
    // Who has the most makes room for others.
    const http::principal eve{"eve", http::role::writer, "eve/1"};
    const auto eves = begin(eve);
    CHECK_FALSE(table.find(first, ann, now));
    CHECK(table.find(fourth, ann, now));
    // And nobody for one who would have more than he has.
    CHECK(table.find(bobs, bob, now += 1ms));
    (void)begin(eve);
    CHECK(table.find(bobs, bob, now));
    CHECK_FALSE(table.find(eves, eve, now));
    CHECK(table.find(fourth, ann, now));
    (void)begin(ann);
    CHECK(table.find(bobs, bob, now));
    CHECK(table.size() == 4);
    // What is over gives way before all others.
    now += 11s;
    CHECK(begin(bob) != begin(bob));
    CHECK(table.size() == 2);
    now += 11s;
    table.tidy(now);
    CHECK(table.size() == 0);
    http::session_table<json> none{0, 0, 10s};
    CHECK(none.add(ann, {}, now).size() == 32);
    CHECK(none.add(bob, {}, now).size() == 32);
    CHECK(none.size() == 1);
}

TEST_CASE("who has not asked for long is forgotten", "[http]") {
    http::rate_limit limit{{.per_second = 10, .at_once = 10}};
    auto now = http::rate_limit::clock::time_point{};
    for (int i = 0; i < 10'000; ++i) {
        now += 5ms;
        CHECK_FALSE(limit.try_take(std::to_string(i), now));
    }
    // Those of the last second, and as many again until one looks.
    CHECK(limit.known() < 600);
    // Who has used up what he may stays known.
    for (int i = 0; i < 10; ++i) CHECK_FALSE(limit.try_take("ann", now));
    for (int i = 0; i < 1'000; ++i) (void)limit.try_take("x" + std::to_string(i), now);
    CHECK(limit.try_take("ann", now));
}
