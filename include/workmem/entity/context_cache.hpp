#pragma once

#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <string>

namespace workmem {

/// The prompt text of a memory, kept until a change, a touch or an expiry makes it another.
class context_cache {
public:
    /// Builds the text anew where it could differ at `now`.
    template <class State, class Format, class Tokens>
    void refresh(const State& state, timestamp now, const Format& format, const Tokens& tokens) {
        if (built_ && version_ == state.version() && now < until_) return;
        built_ = false;
        text_.clear();
        format.append(text_, state.entries(now), state.options(), tokens);
        until_ = state.next_expiry(now).value_or((timestamp::max)());
        version_ = state.version();
        built_ = true;
    }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    std::string text_;
    std::uint64_t version_ = 0;
    timestamp until_{};
    bool built_ = false;
};

}  // namespace workmem
