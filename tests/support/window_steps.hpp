// Random mixes of every public mutation of a window, and what a naive model says of them.
#pragma once

#include "bundles.hpp"
#include "catch.hpp"
#include "dice.hpp"
#include "naive_window.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include <workmem/time/manual_clock.hpp>

namespace workmem_test {

using workmem::entity;
using workmem::entity_options;
using workmem::milliseconds;

struct scale {
    std::size_t ids = 12;
    std::size_t most = 10;  // capacity
    std::size_t batch = 5;
    bool token_limits = true;
};

inline std::string random_id(dice& roll, const scale& of) {
    const auto number = roll.below(of.ids);
    auto text = std::to_string(number);
    // Keys that do not fit a slot's line, and keys that differ in their last byte only.
    if (number % 5 == 4) text = std::string(60, 'x') + text;
    return text;
}

inline entity random_entity(dice& roll, const scale& of) {
    entity out;
    out.type = roll.one_in(3) ? "section" : "page";
    out.id = random_id(roll, of);
    out.name = "n" + std::string(roll.below(roll.one_in(4) ? 80 : 12), 'a') +
               std::to_string(roll.below(100));
    if (roll.one_in(3)) out.slug = "s" + std::to_string(roll.below(9));
    if (roll.one_in(3))
        out.attributes.push_back({"price", static_cast<std::int64_t>(roll.below(50))});
    if (roll.one_in(4)) out.attributes.push_back({"city", std::string(roll.below(40), 'c')});
    return out;
}

inline entity_options random_options(dice& roll, const scale& of) {
    entity_options out;
    out.capacity = 1 + roll.below(of.most);
    out.ttl.reset();
    if (roll.one_in(2)) out.ttl = milliseconds{50 + static_cast<int>(roll.below(400))};
    out.token_limit = of.token_limits && roll.one_in(3) ? 15 + roll.below(150) : 0;
    return out;
}

inline workmem::strength random_strength(dice& roll) {
    return static_cast<workmem::strength>(roll.below(6));
}

template <class Policies>
constexpr rule rule_of() {
    using eviction = typename Policies::entities::eviction;
    if (std::is_same_v<eviction, lru>) return rule::lru;
    if (std::is_same_v<eviction, fifo>) return rule::fifo;
    return rule::two_segment;
}

// What left, as text: comparable, and readable when it differs.
inline std::string told(const entity& value, workmem::removal_cause cause) {
    return std::string{to_string(cause)} + ' ' + value.type + '/' + value.id.text() + " \"" +
           value.name + '"';
}
inline std::vector<std::string> sorted(std::vector<std::string> lines) {
    std::sort(lines.begin(), lines.end());
    return lines;
}

// An entity with all facts, as one line.
inline std::string line_of(const workmem::entry& of) {
    std::string out{of.type};
    out.append("/").append(of.id).append(" \"").append(of.name).append("\" ").append(of.slug);
    if (of.attributes != nullptr) {
        for (const auto& each : *of.attributes) {
            out += ' ' + each.name;
            if (const auto* text = std::get_if<std::string>(&each.value)) out += '=' + *text;
            if (const auto* number = std::get_if<std::int64_t>(&each.value))
                out += '=' + std::to_string(*number);
        }
    }
    out += " at " + std::to_string(of.time.time_since_epoch().count()) + " x" +
           std::to_string(of.access_count) + ' ';
    return out.append(to_string(of.level)) + '\n';
}
inline std::string line_of(const naive_window::held& of) {
    workmem::entry facts;
    facts.type = of.value.type;
    facts.id = of.value.id;
    facts.name = of.value.name;
    facts.slug = of.value.slug;
    facts.attributes = &of.value.attributes;
    facts.time = of.time;
    facts.access_count = of.count;
    facts.level = of.level;
    return line_of(facts);
}
template <class Window>
std::string lines_of(const Window& window) {
    std::string out;
    window.for_each([&](const workmem::entry& each) { out += line_of(each); });
    return out;
}

// A window beside its model.
template <class Policies>
class pair_of_windows {
public:
    using window_type = window_of<Policies>;
    using parts = typename window_type::parts;

    explicit pair_of_windows(entity_options options, parts with = {})
        : model{rule_of<Policies>(), Policies::entities::identity::uses_type, options},
          clock{with.clock},
          window{options, listening(with)} {}

    void step(dice& roll, const scale& of) {
        using workmem::error_code;
        const auto now = clock.now();
        model.removed.clear();
        heard.clear();
        switch (roll.below(20)) {
            case 0:
            case 1:
            case 2:
            case 3:
            case 4:
            case 5: {
                const auto value = random_entity(roll, of);
                const auto level = random_strength(roll);
                INFO("add " << value.type << '/' << value.id.text());
                const auto expected = model.add_many({value}, level, now);
                const auto answer = window.try_add(value, level);
                REQUIRE(answer.has_value() == expected.has_value());
                if (expected) {
                    CHECK(*answer == (*expected > 0));
                } else {
                    CHECK(answer.error().code() == error_code::capacity);
                }
                break;
            }
            case 6:
            case 7: {
                std::vector<entity> batch(roll.below(of.batch + 1));
                for (auto& each : batch) each = random_entity(roll, of);
                const auto level = random_strength(roll);
                std::string ids;
                for (const auto& each : batch) ids += ' ' + each.type + '/' + each.id.text();
                INFO("add_many" << ids << " as " << to_string(level));
                const auto expected = model.add_many(batch, level, now);
                const auto answer = window.try_add_many(batch, level);
                REQUIRE(answer.has_value() == expected.has_value());
                if (expected) {
                    CHECK(answer->added == *expected);
                } else {
                    CHECK(answer.error().code() == error_code::capacity);
                }
                break;
            }
            case 8:
            case 9:
            case 10: {
                const auto who = random_entity(roll, of);
                const bool expected = model.touch(who.type, who.id, workmem::strength::read, now);
                const auto found = window.get(who.type, who.id.text());
                REQUIRE(static_cast<bool>(found) == expected);
                if (found) {
                    CHECK(found->id == who.id);
                    CHECK(found->time == now);
                }
                break;
            }
            case 11:
            case 12: {
                const auto who = random_entity(roll, of);
                const auto level = random_strength(roll);
                CHECK(window.mention(who.type, who.id.text(), level) ==
                      model.touch(who.type, who.id, level, now));
                break;
            }
            case 13:
            case 14: {
                const auto who = random_entity(roll, of);
                CHECK(window.remove(who.type, who.id.text()) ==
                      model.remove(who.type, who.id, now));
                break;
            }
            case 15:
                if (roll.one_in(6)) {
                    CHECK(window.clear() == model.clear());
                }
                break;
            case 16: CHECK(window.sweep() == model.sweep(now)); break;
            case 17:
                if (roll.one_in(3)) {
                    const auto options = random_options(roll, of);
                    CHECK(window.set_options(options) == model.set_options(options, now));
                    CHECK(window.options().capacity == options.capacity);
                }
                break;
            default: clock.advance(milliseconds{static_cast<int>(roll.below(120))});
        }
    }

    void compare(dice& roll, const scale& of) const {
        const auto now = clock.now();
        const auto expected = model.visible(now);
        std::string lines;
        for (const auto& each : expected) lines += line_of(each);
        REQUIRE(lines_of(window) == lines);
        const auto all = window.all();
        REQUIRE(all.size() == expected.size());
        REQUIRE(window.size() == expected.size());
        CHECK(window.empty() == expected.empty());
        const bool same = std::equal(
            all.begin(), all.end(), expected.begin(), [](const entity& a, const auto& b) {
                return a == b.value && a.time == b.time && a.access_count == b.count;
            });
        CHECK(same);
        const auto who = random_entity(roll, of);
        const bool there = model.contains(who.type, who.id, now);
        CHECK(window.contains(who.type, who.id.text()) == there);
        CHECK(window.peek(who.type, who.id.text()).has_value() == there);
        if constexpr (listens<Policies>) {
            std::vector<std::string> gone;
            for (const auto& each : model.removed) gone.push_back(told(each.value, each.cause));
            CHECK(sorted(heard) == sorted(gone));
        }
    }

    naive_window model;
    workmem::manual_clock clock;
    std::vector<std::string> heard;  // removals that the observer was told since the last step
    window_type window;

private:
    parts listening(parts with) {
        if constexpr (listens<Policies>)
            with.observer.template on<workmem::entity_notice<>>(
                [this](const workmem::entity_notice<>& notice) {
                    for (const auto& each : notice.removed)
                        heard.push_back(told(each.value, each.cause));
                });
        return with;
    }
};

template <class Policies>
void walk(std::uint64_t seed, std::size_t steps, const scale& of,
          typename window_of<Policies>::parts with = {}) {
    INFO("seed " << seed);
    dice roll{seed};
    pair_of_windows<Policies> both{random_options(roll, of), with};
    for (std::size_t i = 0; i < steps; ++i) {
        INFO("step " << i);
        both.step(roll, of);
        both.compare(roll, of);
    }
}

}  // namespace workmem_test
