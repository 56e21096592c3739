#pragma once

#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::detail {

/// What a memory's handle has heard the assistant say last, for the references that follow. It is
/// never recorded: what people and models say stays out of journals.
class talk {
public:
    void say(std::string_view text) {
        constexpr std::size_t longest = 1000;
        if (said_.size() == most) said_.pop_back();
        said_.emplace(said_.begin(), text::prefix(text, longest));
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
