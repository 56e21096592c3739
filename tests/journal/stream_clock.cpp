// By whose time a memory goes: its clock's, its journal's, its stream's.
#include "catch.hpp"

#include <workmem/journal/none.hpp>
#include <workmem/journal/stream_clock.hpp>
#include <workmem/time/coarse_clock.hpp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/time/system_clock.hpp>

#include <chrono>
#include <optional>

using namespace std::chrono_literals;
using workmem::manual_clock;
using workmem::milliseconds;
using workmem::timestamp;

namespace {

struct machine_clock : manual_clock {
    static constexpr bool is_of_machine = true;
    using manual_clock::manual_clock;
};
struct told {
    static constexpr bool records = true;
    std::optional<timestamp> time{};
    [[nodiscard]] std::optional<timestamp> now() const { return time; }
};
struct untold {
    static constexpr bool records = true;
};
template <class Clock, class Journal>
using clock_of = workmem::journal::stream_clock<Clock, Journal>;

constexpr timestamp noon{1'700'000'000s};

}  // namespace

TEST_CASE("a machine's clock is set where it is further away than allowed", "[journal][clocks]") {
    told journal{noon};
    for (const auto own :
         {(timestamp::min)(), timestamp{}, noon - 5min - 1ms, noon + 5min + 1ms,
          noon + 24h * 365 * 200, workmem::last_moment, (timestamp::max)() - 24h}) {
        machine_clock hand{own};
        clock_of<machine_clock, told> clock{hand};
        CHECK(clock.now() == own);
        clock.set_by(journal);
        CHECK(clock.now() == noon);
        CHECK((clock.skew().count() > 0) == (own > noon));
        // Time passes as the clock says; the journal is not asked again.
        hand.advance(1h);
        journal.time = noon + 24h;
        CHECK(clock.now() == noon + 1h);
        const auto copy = clock;
        hand.advance(1s);
        CHECK(copy.now() == noon + 1h + 1s);
        journal.time = noon;
    }
    for (const auto own : {noon - 5min, noon, noon + 5min}) {
        clock_of<machine_clock, told> clock{machine_clock{own}};
        clock.set_by(journal);
        CHECK(clock.now() == own);
        CHECK(clock.skew() == 0ms);
    }
    clock_of<machine_clock, told> strict{machine_clock{noon + 2ms}, 1ms};
    strict.set_by(journal);
    CHECK(strict.now() == noon);
    CHECK(strict.skew() == 2ms);
}

TEST_CASE("a clock is left alone by a journal that does not know, and one that is no machine's",
          "[journal][clocks]") {
    told silent, journal{noon};
    clock_of<machine_clock, told> clock{machine_clock{timestamp{}}};
    clock.set_by(silent);
    CHECK(clock.now() == timestamp{});
    clock_of<manual_clock, told> meant{manual_clock{timestamp{}}};
    meant.set_by(journal);
    CHECK(meant.now() == timestamp{});
    CHECK(workmem::machine_clock<workmem::system_clock>);
    CHECK(workmem::machine_clock<workmem::coarse_clock>);
    CHECK_FALSE(workmem::machine_clock<manual_clock>);
}

TEST_CASE("time goes on from the last change of a stream that is ahead", "[journal][clocks]") {
    manual_clock hand{noon};
    clock_of<manual_clock, untold> clock{hand};
    clock.follow(noon - 1h);
    CHECK(clock.now() == noon);
    CHECK(clock.lead() == 0ms);
    clock.follow(noon + 1h);
    CHECK(clock.now() == noon + 1h);
    CHECK(clock.lead() == 1h);
    hand.advance(10min);
    clock.follow(noon + 1h + 5min);
    CHECK(clock.now() == noon + 1h + 10min);
    // Never beyond what records can say.
    clock.follow((timestamp::max)());
    CHECK(clock.now() == workmem::last_moment);
    hand.advance(1h);
    CHECK(clock.now() == workmem::last_moment);
    // On its own there is no stream.
    clock_of<manual_clock, workmem::journal::none> alone{hand};
    alone.follow(workmem::last_moment);
    CHECK(alone.now() == hand.now());
}
