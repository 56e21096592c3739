// What memories make of answers that got lost: each call happens once.
#include "any_bundles.hpp"
#include "catch.hpp"
#include "cutting_proxy.hpp"
#include "eventually.hpp"
#include "redis_server.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/journal/any.hpp>
#include <workmem_redis/redis.hpp>

#include <chrono>
#include <cstdint>
#include <limits>
#include <string>

using namespace workmem_test;
using std::chrono::milliseconds;
using workmem::error_code;
using workmem::journal::any;
using workmem::journal::redis;

namespace {

using store = workmem::basic_bounded_store<over_any>;
constexpr auto never = (std::numeric_limits<std::int64_t>::max)();

store open(const std::string& url, const workmem::journal::redis_options& options) {
    return workmem::open<store>(any{redis::open(url, options).value()}, "items");
}

}  // namespace

TEST_CASE("a call of a memory happens once, wherever its connection is cut", "[redis][threads]") {
    cutting_proxy proxy{shared_redis().port()};
    const auto options = patient(in_prefix(fresh_prefix()));
    auto memory = open(redis_server::url(proxy.port()), options);
    std::uint64_t calls = 0;
    for (const auto direction : {cutting_proxy::to_server, cutting_proxy::to_client})
        for (std::int64_t after = 0;; after += 5) {
            INFO((direction == cutting_proxy::to_server ? "to the server" : "to the client")
                 << " after " << after << " bytes");
            proxy.cut_after(direction, after);
            // The key is one only of some.
            const auto key = calls % 2 == 0 ? std::string{} : std::to_string(calls);
            const auto text = "note " + std::to_string(++calls);
            REQUIRE(memory.try_memorize({.text = text}, {.idempotency_key = key}));
            const bool is_cut = proxy.has_cut();
            proxy.cut_after(direction, never);
            if (!is_cut) break;
        }
    CHECK(memory.sequence() == calls);
    CHECK(open(shared_redis().url(), options).to_json_text() == memory.to_json_text());
}

TEST_CASE("a call that ended without an answer happens once when it is made again",
          "[redis][threads]") {
    redis_server at;
    auto options = in_prefix("p");
    auto other = open(at.url(), options);
    // Long for one that answers, however busy the machine is.
    options.timeout = milliseconds{1'000};
    options.patience = milliseconds{1'500};
    auto memory = open(at.url(), options);
    other.memorize({.text = "first"});
    memory.catch_up();
    const workmem::call_options by{.idempotency_key = "k"};
    for (const bool has_key : {true, false}) {
        INFO(has_key);
        const auto before = other.size();
        const auto text = "note " + std::to_string(before);
        const auto call = has_key ? by : workmem::call_options{};
        // A repetition by key looks first; so that the record is sent, nobody else may be asked.
        at.stop_answering();
        const auto unheard = memory.try_memorize({.text = text}, call);
        REQUIRE_FALSE(unheard);
        CHECK(unheard.error().code() == error_code::storage_error);
        CHECK(memory.size() == before);
        at.go_on();
        CHECK(at.ask({"PING"}) == "PONG");
        // What was on its way has arrived by the time it is asked again, if it was sent.
        REQUIRE(eventually([&] { return memory.try_catch_up().has_value(); }));
        const bool has_arrived = memory.size() == before + 1;
        if (has_key || !has_arrived) memory.memorize({.text = text}, call);
        other.catch_up();
        CHECK(other.size() == before + 1);
        CHECK(memory.to_json_text() == other.to_json_text());
    }
}
