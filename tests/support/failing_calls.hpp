// Tables of calls on a stage, which has memories and says by `seen()` all that can be seen of them
// and by `facts()` what does not depend on how often a call failed: each allocation of each call
// fails in turn.
#pragma once

#include "catch.hpp"
#include "failing_new.hpp"
#include "repetitions.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

// What a call that gets through does: `nothing` that can be seen, perhaps a touch, or a change. One
// that changes several memories, or what is stored of them, leaves the `parts` that were done when
// it fails.
enum class effect { nothing, touch, change, parts };

template <class Stage>
struct failing_call {
    const char* name;
    effect has;
    std::function<void(Stage&)> run;
    std::function<void(Stage&)> first{};  // what happens before, where nothing fails

    void prepare(Stage& on) const {
        if (first) first(on);
    }
};

// Where two texts begin to differ; empty where they do not.
inline std::string difference(std::string_view a, std::string_view b) {
    std::size_t at = 0;
    while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
    if (at == a.size() && at == b.size()) return {};
    const auto from = at < 60 ? 0 : at - 60;
    return "..." + std::string{a.substr(from, 160)} + "\n" + std::string{b.substr(from, 160)};
}

// A call that failed leaves what was there before.
template <class Stage>
bool survives_unchanged(const failing_call<Stage>& call, Stage& on, std::size_t n) {
    const auto before = on.seen();
    if (survives(n, [&] { call.run(on); })) return true;
    REQUIRE(difference(on.seen(), before) == "");
    return false;
}

// Repeated on a stage of its own, a call that failed ends where one does that did not. Many places
// are tried, not all: each needs a new stage.
template <class Stage>
void repeat(const failing_call<Stage>& call) {
    Stage untried;
    call.prepare(untried);
    call.run(untried);
    for (std::size_t n = 1;; n += 1 + n / 16) {
        INFO("allocation " << n);
        Stage tried;
        call.prepare(tried);
        const bool done = survives(n, [&] { call.run(tried); });
        if (!done) call.run(tried);
        REQUIRE(difference(tried.facts(), untried.facts()) == "");
        if (done) break;
    }
}

// One after the other, beside them each call where nothing fails. A stage may `reopen()` its
// memories.
template <class Stage>
void fail_everywhere(const std::vector<failing_call<Stage>>& calls) {
    Stage tried, untried;
    for (const auto& each : calls) {
        INFO(each.name);
        each.prepare(tried);
        each.prepare(untried);
        const auto begin = tried.seen();
        if (each.has == effect::parts) {
            repeat(each);
            each.run(tried);
        } else {
            std::size_t failures = 0;
            for (std::size_t n = 1; !survives_unchanged(each, tried, n);
                 n = next_place(n, failures)) {
                INFO("allocation " << n);
                ++failures;
            }
        }
        if (each.has == effect::nothing) CHECK(difference(tried.seen(), begin) == "");
        if (each.has == effect::change) CHECK(tried.seen() != begin);
        each.run(untried);
        REQUIRE(difference(tried.facts(), untried.facts()) == "");
        if constexpr (requires { tried.reopen(); }) tried.reopen(), untried.reopen();
    }
}

// Each on a stage of its own.
template <class Stage>
void fail_each(const std::vector<failing_call<Stage>>& calls) {
    for (const auto& each : calls) {
        INFO(each.name);
        if (each.has == effect::parts) repeat(each);
        for (std::size_t n = 1; each.has != effect::parts; n = next_place(n, 0)) {
            INFO("allocation " << n);
            Stage stage;
            each.prepare(stage);
            const auto before = stage.seen();
            const bool done = survives_unchanged(each, stage, n);
            if (!done) each.run(stage);  // works now
            if (each.has == effect::nothing) REQUIRE(difference(stage.seen(), before) == "");
            if (each.has == effect::change) REQUIRE(stage.seen() != before);
            if (done) break;
        }
    }
}

}  // namespace workmem_test
