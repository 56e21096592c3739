// An engine whose answers get lost: what became of a call is found out before anything else.
#include "catch.hpp"
#include "journal_bundles.hpp"
#include "journal_calls.hpp"

#include <workmem/entity/window.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/entity/window.ipp>
#include <workmem/time/manual_clock.hpp>

#include <optional>

using namespace workmem_test;
using workmem::entity;
using workmem::error_code;
using workmem::strength;

namespace {

enum class fate { arrives, recorded_unheard, never_recorded, recorded_later, unreadable };

// A journal behind a bad connection. A handle; copies share.
class far_journal {
public:
    static constexpr bool records = true;
    static constexpr bool loses_answers = true;

    struct state {
        recorded journal;
        fate next = fate::arrives;
        std::vector<std::string> on_its_way;
        std::uint64_t expected = 0;
    };
    std::shared_ptr<state> at = std::make_shared<state>();

    [[nodiscard]] workmem::journal::append_outcome append(std::string_view name,
                                                          std::uint64_t expected,
                                                          std::span<const std::string_view> lines) {
        using workmem::journal::append_status;
        switch (std::exchange(at->next, fate::arrives)) {
            case fate::arrives: break;
            case fate::recorded_unheard:
                (void)at->journal.append(name, expected, lines);
                [[fallthrough]];
            case fate::never_recorded: return {append_status::unknown, std::nullopt};
            case fate::recorded_later:
                at->on_its_way.assign(lines.begin(), lines.end());
                at->expected = expected;
                return {append_status::unknown, std::nullopt};
            case fate::unreadable:
                at->next = fate::unreadable;
                return {append_status::unknown, std::nullopt};
        }
        arrive(name);
        return at->journal.append(name, expected, lines);
    }
    template <class Visit>
    [[nodiscard]] workmem::result<workmem::journal::read_end> read(std::string_view name,
                                                                   std::uint64_t from,
                                                                   Visit&& visit) {
        if (at->next == fate::unreadable)
            return workmem::error{error_code::storage_error, "no connection"};
        return at->journal.read(name, from, visit);
    }
    [[nodiscard]] workmem::result<void> commit(std::string_view, std::uint64_t) { return {}; }

private:
    void arrive(std::string_view name) {
        const std::vector<std::string_view> lines{at->on_its_way.begin(), at->on_its_way.end()};
        if (!lines.empty()) (void)at->journal.append(name, at->expected, lines);
        at->on_its_way.clear();
    }
};

struct far : bundle<two_segment, type_and_id, unlocked, watched, counted, far_journal> {};
using window_type = workmem::basic_entity_window<entity, far>;

struct setting {
    workmem::manual_clock clock;
    far_journal journal;
    [[nodiscard]] window_type open() {
        return window_type{{}, {.clock = clock, .journal = journal, .stream = "s"}};
    }
};

const entity page{.type = "page", .id = "p-1", .name = "Home"};

struct losing : recorded {
    static constexpr bool loses_answers = true;
};

}  // namespace

TEST_CASE("a change whose answer is lost happens once, and its answer is right", "[journal]") {
    for (const auto what : {fate::recorded_unheard, fate::never_recorded, fate::recorded_later}) {
        setting with;
        auto window = with.open();
        window.add({.type = "page", .id = "p-0", .name = "First"});
        window.get("page", "p-0");
        with.journal.at->next = what;
        CHECK(window.add(page));
        CHECK(window.size() == 2);
        int puts = 0;
        for (const auto& each : records_of(with.journal, "s"))
            puts += each.find("\"p-1\"") != std::string::npos;
        CHECK(puts == 1);
        window.flush();
        CHECK(with.open() == window);
        CHECK_FALSE(window.add(page));
    }
}

TEST_CASE("a caller's key decides as well", "[journal]") {
    setting with;
    auto window = with.open();
    const workmem::call_options call{.idempotency_key = "k"};
    with.journal.at->next = fate::unreadable;
    // It looks first whether the call was made.
    CHECK(code_of(window.try_add(page, strength::mentioned, call)) == error_code::storage_error);
    const auto refused = window.try_add(page);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code() == error_code::storage_error);
    CHECK(refused.error().message() ==
          "the journal cannot tell whether a change of stream \"s\" was recorded: no connection; "
          "try again with the same idempotency key");
    CHECK(window.empty());
    with.journal.at->next = fate::recorded_later;
    CHECK(window.add(page, strength::mentioned, call));
    CHECK(window.add(page, strength::mentioned, call));
    CHECK(records_of(with.journal, "s").size() == 1);
}

TEST_CASE("a journal that is chosen at run time may lose answers where the one it holds does",
          "[journal]") {
    using workmem::journal::any;
    CHECK(workmem::journal::may_lose_answers(any{losing{}}));
    CHECK_FALSE(workmem::journal::may_lose_answers(any{recorded{}}));
    CHECK_FALSE(workmem::journal::may_lose_answers(recorded{}));
}
