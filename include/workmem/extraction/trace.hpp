#pragma once

#include <workmem/detail/cxx20.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// What one step of an extraction saw in a tool result, and why it did what it did.
struct extraction_note {
    std::string step;  ///< unwrap, reject, locate, identify, name, type, attributes, arguments
    std::string saw;
    std::string why;
};

namespace extraction {

/// Where steps leave their notes. Does nothing, and costs a comparison, unless somebody reads it.
class trace {
public:
    trace() = default;
    explicit trace(std::vector<extraction_note>& notes) noexcept : notes_{&notes} {}

    [[nodiscard]] explicit operator bool() const noexcept { return notes_ != nullptr; }
    void operator()(std::string_view step, std::string_view saw, std::string_view why) const {
        if (notes_)
            notes_->push_back(
                {std::string{step}, std::string{saw.substr(0, 200)}, std::string{why}});
    }

private:
    std::vector<extraction_note>* notes_ = nullptr;
};

}  // namespace extraction
}  // namespace workmem
