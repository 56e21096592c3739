#pragma once

#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// What a memory's handle has heard the assistant say last, for the references that follow. It is
/// never recorded: what people and models say stays out of journals. Another handle does not know
/// of it, and loading a session forgets it.
class talk {
public:
    /// Strong guarantee.
    void say(std::string_view text) {
        constexpr std::size_t longest = 1000;
        std::string kept{text::prefix(text, longest)};
        said_.reserve(most);
        if (said_.size() == most) said_.pop_back();
        said_.insert(said_.begin(), std::move(kept));
    }
    /// Newest first.
    [[nodiscard]] std::vector<std::string_view> said() const {
        return {said_.begin(), said_.end()};
    }

    bool left_open = false;  ///< the last reference was

private:
    static constexpr std::size_t most = 4;

    std::vector<std::string> said_{};
};

}  // namespace workmem::detail
