#pragma once

#include <workmem/config.hpp>

#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// What went wrong, as a caller can act on it.
enum class error_code : std::uint8_t {
    validation_error,  ///< an argument is not allowed; the message names the value and what is
    not_found,
    expired,
    already_promoted,
    storage_error,  ///< the journal could not record; memory is as it was
    conflict,       ///< other writers kept winning; try again
    capacity,       ///< it does not fit, and nothing may go for it
    forbidden,
    fenced,  ///< the caller's claim or lead has passed to somebody else
    cycle
};

/// The code as it stands in logs (`not_found`).
[[nodiscard]] constexpr std::string_view to_string(error_code code) noexcept {
    switch (code) {
        case error_code::validation_error: return "validation_error";
        case error_code::not_found: return "not_found";
        case error_code::expired: return "expired";
        case error_code::already_promoted: return "already_promoted";
        case error_code::storage_error: return "storage_error";
        case error_code::conflict: return "conflict";
        case error_code::capacity: return "capacity";
        case error_code::forbidden: return "forbidden";
        case error_code::fenced: return "fenced";
        case error_code::cycle: return "cycle";
    }
    return "unknown";
}

/// A named fact about an error: which member, which value, which limit.
struct error_detail {
    std::string name;
    std::string value;
};

/// The one exception of the library, and the error value of `result`.
/// Copyable without throwing; copies share the text. Not for concurrent modification.
class error : public std::exception {
public:
    error(error_code code, std::string message, std::vector<error_detail> details = {})
        : code_{code},
          text_{std::make_shared<const text>(text{std::move(message), std::move(details)})} {}

    [[nodiscard]] error_code code() const noexcept { return code_; }
    /// Names the value that was wrong and what is allowed.
    [[nodiscard]] const std::string& message() const noexcept { return text_->message; }
    [[nodiscard]] const std::vector<error_detail>& details() const noexcept {
        return text_->details;
    }
    [[nodiscard]] const char* what() const noexcept override { return text_->message.c_str(); }

private:
    struct text {
        std::string message;
        std::vector<error_detail> details;
    };
    error_code code_;
    std::shared_ptr<const text> text_;
};

/// Throws `problem`; in a build without exceptions prints it and aborts, so such builds call
/// the `try_` verbs where a failure is to be a value. With WORKMEM_COMPILED it does what the library
/// was built to do.
[[noreturn]] WORKMEM_DECL void raise(error problem);

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/error.ipp>
#endif
