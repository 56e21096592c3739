#pragma once

#include <workmem/bounded/forget_instruction.hpp>
#include <workmem/config.hpp>

namespace workmem {

WORKMEM_DECL auto forget_instruction::parse(std::string_view written)
    -> result<forget_instruction> {
    const auto trimmed = trim(written);
    const auto folded = text::folded(trimmed);
    forget_instruction out;
    const auto rest_after = [&](std::string_view prefix) -> std::optional<std::string_view> {
        if (!std::string_view{folded}.starts_with(prefix)) return std::nullopt;
        // The prefixes are ASCII, which folding leaves as long as it was.
        return trim(trimmed.substr(prefix.size()));
    };
    const auto refuse = [&](const std::string& why) {
        return error{error_code::validation_error,
                     "the instruction " + text::quoted(written) + ' ' + why + "; known are " +
                         std::string{known},
                     {{"instruction", std::string{written}}}};
    };
    if (folded == "oldest" || folded == "the oldest") return out;
    if (folded == "least important" || folded == "the least important") {
        out.what = target::least_important;
        return out;
    }
    if (const auto rest = rest_after("position:")) {
        out.what = target::position;
        const auto number = whole(*rest);
        if (!number) return refuse("must name a position, 0 or more");
        out.number = *number;
        return out;
    }
    if (const auto rest = rest_after("before:")) {
        out.what = target::before_step;
        auto digits = *rest;
        if (text::folded(digits).starts_with("step_")) digits.remove_prefix(5);
        const auto number = whole(digits);
        if (!number) return refuse("must name a step, 0 or more");
        out.number = *number;
        return out;
    }
    for (const auto& [prefix, what] : {named{"id:", target::id}, named{"tag:", target::tag},
                                       named{"everything about ", target::everything_about}}) {
        const auto rest = rest_after(prefix);
        if (!rest) continue;
        if (rest->empty()) return refuse("must say which");
        out.what = what;
        out.text = *rest;
        return out;
    }
    if (const auto rest = rest_after("older than ")) {
        const auto age = duration(text::folded(*rest));
        if (!age) return refuse("must name a time, as in \"older than 10 minutes\"");
        out.what = target::older_than;
        out.age = *age;
        return out;
    }
    return refuse("is not known");
}

WORKMEM_DECL std::optional<std::int64_t> forget_instruction::whole(
    std::string_view digits) noexcept {
    if (digits.empty()) return std::nullopt;
    std::int64_t value = 0;
    for (const char c : digits) {
        constexpr auto most = (std::numeric_limits<std::int64_t>::max)() / 10 - 1;
        if (c < '0' || c > '9' || value > most) return std::nullopt;
        value = value * 10 + (c - '0');
    }
    return value;
}

WORKMEM_DECL std::optional<milliseconds> forget_instruction::duration(
    std::string_view text) noexcept {
    std::size_t digits = 0;
    while (digits < text.size() && text[digits] >= '0' && text[digits] <= '9') ++digits;
    const auto count = whole(text.substr(0, digits));
    auto unit = trim(text.substr(digits));
    if (!count || *count > 1'000'000'000) return std::nullopt;
    if (unit.size() > 1 && unit.back() == 's' && unit != "ms") unit.remove_suffix(1);
    struct length {
        std::string_view name;
        std::int64_t each;
    };
    constexpr length units[]{{"ms", 1},           {"millisecond", 1}, {"s", 1'000},
                             {"sec", 1'000},      {"second", 1'000},  {"m", 60'000},
                             {"min", 60'000},     {"minute", 60'000}, {"h", 3'600'000},
                             {"hour", 3'600'000}, {"d", 86'400'000},  {"day", 86'400'000}};
    for (const auto& [name, each] : units)
        if (unit == name) return milliseconds{*count * each};
    return std::nullopt;
}

}  // namespace workmem
