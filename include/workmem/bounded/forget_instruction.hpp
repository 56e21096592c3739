#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

enum class forget_mode : std::uint8_t {
    soft,  ///< hidden, still in the queue and counted, first to go; `restore` brings it back
    hard   ///< removed
};

/// What an instruction to forget means.
struct forget_instruction {
    enum class target : std::uint8_t {
        oldest,
        least_important,
        position,
        before_step,
        id,
        tag,
        older_than,
        everything_about
    };
    target what = target::oldest;
    std::int64_t number = 0;  ///< a position or a step
    milliseconds age{0};
    std::string text{};  ///< an id, a tag or a subject, as it was written

    static constexpr std::string_view known =
        "\"oldest\", \"least important\", \"position:N\", \"before:step_N\", \"id:…\", \"tag:…\", "
        "\"older than N seconds|minutes|hours|days\", \"everything about …\"";

    /// Reads an instruction in whatever case. `validation_error` lists those there are.
    [[nodiscard]] static result<forget_instruction> parse(std::string_view written);

private:
    struct named {
        std::string_view prefix;
        target what;
    };
    static std::string_view trim(std::string_view text) noexcept {
        constexpr std::string_view space = " \t\r\n\f\v";
        const auto first = text.find_first_not_of(space);
        if (first == text.npos) return {};
        return text.substr(first, text.find_last_not_of(space) - first + 1);
    }
    static std::optional<std::int64_t> whole(std::string_view digits) noexcept;
    static std::optional<milliseconds> duration(std::string_view text) noexcept;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/bounded/forget_instruction.ipp>
#endif
