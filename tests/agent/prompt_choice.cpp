#include "catch.hpp"
#include "dice.hpp"
#include "repetitions.hpp"

#include <workmem/agent/prompt_choice.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem::detail;
using workmem::prompt_options;
using workmem::prompt_section;

namespace {

// A token for every four bytes of each line, and one more: lines together are never less.
struct by_length {
    std::size_t operator()(std::string_view text) const {
        return text.empty() ? 0 : text.size() / 4 + 1;
    }
};
// Lines together come to more than one by one, as some counters have it.
struct more_together {
    std::size_t operator()(std::string_view text) const {
        return text.size() / 4 +
               static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')) / 2;
    }
};

std::vector<prompt_line> collected(const std::vector<prompt_facts>& all, std::size_t room) {
    std::vector<prompt_line> out;
    collect_lines(
        prompt_section::items, room,
        [&](auto&& visit) {
            for (const auto& each : all)
                visit(each, [&](prompt_line& line) { line.id = std::to_string(each.number); });
        },
        out);
    return out;
}

template <class Tokens>
void keeps_its_limit(std::uint64_t seed) {
    workmem_test::dice roll{seed};
    const Tokens tokens;
    const prompt_options options{.tokens = roll.below(120), .explain = roll.one_in(2)};
    prompt_builder<Tokens> builder{options, tokens};
    std::size_t given = 0;
    const auto line = [&](prompt_section section) {
        ++given;
        prompt_line out{
            section, {}, std::to_string(given), "- \"" + std::string(roll.below(60), 'x') + "\"\n"};
        out.facts = {given, static_cast<std::uint32_t>(roll.below(1'000'000)),
                     roll.one_in(2) ? tokens(out.text) : roll.below(30), false};
        return out;
    };
    for (auto n = roll.below(4); n > 0; --n)
        builder.take(line(static_cast<prompt_section>(roll.below(4))));
    std::vector<prompt_line> lines;
    for (auto n = roll.below(12); n > 0; --n)
        lines.push_back(line(static_cast<prompt_section>(4 + roll.below(5))));
    builder.take_best(std::move(lines));
    const auto prompt = builder.finish();
    REQUIRE(prompt.tokens <= options.tokens);
    REQUIRE(prompt.tokens == tokens(prompt.stable) + tokens(prompt.recent));
    // Every line is there whole, or is said to be left out.
    const auto shown = std::count(prompt.stable.begin(), prompt.stable.end(), '"') +
                       std::count(prompt.recent.begin(), prompt.recent.end(), '"');
    REQUIRE(shown % 2 == 0);
    if (options.explain)
        REQUIRE(static_cast<std::size_t>(shown / 2) + prompt.omitted.size() == given);
}

}  // namespace

TEST_CASE("who is worth most for the room it takes comes first", "[agent]") {
    const prompt_rank dear{prompt_facts{1, 500'000, 9}}, cheap{prompt_facts{2, 500'000, 4}},
        newer{prompt_facts{3, 500'000, 9}};
    CHECK(cheap.before(dear));
    CHECK_FALSE(dear.before(cheap));
    CHECK(newer.before(dear));
    CHECK_FALSE(dear.before(dear));
}

TEST_CASE("only lines that may be shown are written", "[agent]") {
    std::vector<prompt_facts> all;
    for (std::uint64_t number = 1; number <= 100; ++number)
        all.push_back({number, static_cast<std::uint32_t>(number * 1'000), 10});
    const auto some = collected(all, 50);
    CHECK(some.size() >= 5);
    CHECK(some.size() < 12);
    for (const auto& each : some) CHECK(each.facts.number > 100 - some.size());
    CHECK(collected(all, 10'000).size() == 100);
    CHECK(collected({}, 50).empty());
    CHECK(collected({all.front()}, 0).size() == 1);
}

TEST_CASE("a prompt never exceeds its limit, and leaves nothing out without a word", "[agent]") {
    const auto cases = workmem_test::repetitions(10'000, 500'000);
    for (std::uint64_t seed = 0; seed < cases; ++seed) {
        INFO("seed " << seed);
        keeps_its_limit<by_length>(seed);
        keeps_its_limit<more_together>(seed);
    }
}

TEST_CASE("what does not fit leaves its room to what is smaller", "[agent]") {
    const prompt_options options{.tokens = 20, .explain = true};
    const by_length tokens;
    prompt_builder<by_length> builder{options, tokens};
    const auto line = [](std::string id, std::size_t size, std::uint32_t worth) {
        return prompt_line{prompt_section::items,
                           {1, worth, size / 4 + 1},
                           std::move(id),
                           std::string(size - 1, 'x') + "\n"};
    };
    builder.take_best(
        {line("large", 70, 900'000), line("endless", 400, 1'000'000), line("small", 20, 1'000)});
    const auto prompt = builder.finish();
    CHECK(prompt.recent == "[NOTES]\n" + std::string(19, 'x') + "\n");
    REQUIRE(prompt.omitted.size() == 2);
    for (const auto& each : prompt.omitted)
        CHECK(each.reason == (each.id == "endless"
                                  ? "longer than the whole prompt may be"
                                  : "worth less for its tokens than what is shown"));
}
