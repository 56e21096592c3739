#include "catch.hpp"
#include "gate.hpp"

#include <workmem/journal/silence.hpp>
#include <workmem/time/manual_clock.hpp>

#include <thread>

using workmem::manual_clock;
using workmem::milliseconds;
using workmem::journal::silence;
using workmem_test::gate;

namespace {

struct silence_setting {
    manual_clock time;
    silence of_server{[clock = time] { return clock.now(); }};
    bool answers = false;

    bool refuses() {
        return of_server.refuses([this] { return answers; });
    }
};

}  // namespace

TEST_CASE("nobody is refused and nothing is probed before somebody waited in vain", "[journal]") {
    silence_setting at;
    CHECK_FALSE(at.refuses());
    CHECK_FALSE(at.of_server.lasts());
    CHECK(at.of_server.probes() == 0);
}

TEST_CASE("a silent server is probed once a second, and all others are refused", "[journal]") {
    silence_setting at;
    at.of_server.begin();
    for (int i = 0; i < 100; ++i) CHECK(at.refuses());
    at.time.advance(milliseconds{999});
    CHECK(at.refuses());
    CHECK(at.of_server.probes() == 0);
    at.time.advance(milliseconds{1});
    for (int i = 0; i < 100; ++i) CHECK(at.refuses());
    CHECK(at.of_server.probes() == 1);
    at.time.advance(milliseconds{1'000});
    CHECK(at.refuses());
    CHECK(at.of_server.probes() == 2);
}

TEST_CASE("all go on once a probe is answered, or any other call", "[journal]") {
    silence_setting at;
    at.of_server.begin();
    at.answers = true;
    CHECK(at.refuses());  // it does not know yet
    at.time.advance(milliseconds{1'000});
    CHECK_FALSE(at.refuses());
    CHECK_FALSE(at.refuses());
    CHECK(at.of_server.probes() == 1);
    at.of_server.begin();
    CHECK(at.refuses());
    at.of_server.end();
    CHECK_FALSE(at.refuses());
    CHECK(at.of_server.probes() == 1);
}

TEST_CASE("who is refused hears since when the server is silent and when it is probed again",
          "[journal]") {
    silence_setting at;
    at.of_server.begin();
    CHECK(at.of_server.text() == "has not answered for 0 s, and is asked again in 1 s");
    at.time.advance(milliseconds{400});
    CHECK(at.of_server.text() == "has not answered for 0 s, and is asked again in 1 s");
    at.time.advance(milliseconds{12'000});
    CHECK(at.refuses());
    // Others that wait in vain meanwhile put nothing off.
    at.of_server.begin();
    CHECK(at.of_server.text() == "has not answered for 12 s, and is asked again in 1 s");
    at.time.advance(milliseconds{1'000});
    CHECK(at.of_server.text() == "has not answered for 13 s, and is asked again in 0 s");
}

TEST_CASE("while one probes, the others are refused and do not wait for him",
          "[journal][threads]") {
    silence_setting at;
    at.of_server.begin();
    at.time.advance(milliseconds{1'000});
    gate probing;
    bool is_refused = true;
    std::thread probes{[&] {
        is_refused = at.of_server.refuses([&] {
            probing.pass();
            return true;
        });
    }};
    probing.await();
    at.time.advance(milliseconds{10'000});  // however long that takes
    CHECK(at.refuses());
    probing.open();
    probes.join();
    CHECK_FALSE(is_refused);
    CHECK_FALSE(at.refuses());
    CHECK(at.of_server.probes() == 1);
}
