#pragma once

#include <workmem/detail/cxx20.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace workmem {

/// What a secret opens.
enum class secret_kind : std::uint8_t {
    api_key,
    token,  ///< that stands for somebody who logged in
    private_key,
    password,
    payment_card,
    bank_account
};

[[nodiscard]] constexpr std::string_view to_string(secret_kind kind) noexcept {
    switch (kind) {
        case secret_kind::api_key: return "api_key";
        case secret_kind::token: return "token";
        case secret_kind::private_key: return "private_key";
        case secret_kind::password: return "password";
        case secret_kind::payment_card: return "payment_card";
        case secret_kind::bank_account: return "bank_account";
    }
    return "unknown";
}

/// Where a secret stands in a text, in bytes. It holds nothing of the secret itself.
struct found_secret {
    secret_kind kind = secret_kind::api_key;
    std::size_t offset = 0;
    std::size_t length = 0;

    friend constexpr bool operator==(const found_secret&, const found_secret&) = default;
};

/// `an api_key`
[[nodiscard]] inline std::string with_article(secret_kind kind) {
    return (kind == secret_kind::api_key ? "an " : "a ") + std::string{to_string(kind)};
}

/// `a private_key of 227 bytes at byte 12`: never the secret itself.
[[nodiscard]] inline std::string describe(const found_secret& secret) {
    return with_article(secret.kind) + " of " + std::to_string(secret.length) + " bytes at byte " +
           std::to_string(secret.offset);
}

namespace secrets {

/// Finds what should not leave a session by itself. `find` answers the first secret that begins at
/// or after `from`; `find_in_field` looks at a value that belongs to a name, as in metadata, and
/// answers where in the value.
template <class Policy>
concept policy = std::default_initializable<Policy> &&
    requires(const Policy& search, std::string_view text, std::size_t from) {
    { search.find(text, from) }
    noexcept->std::same_as<std::optional<found_secret>>;
    { search.find_in_field(text, text) }
    noexcept->std::same_as<std::optional<found_secret>>;
};

/// One that says that secrets are not to be stored: a memory keeps marks instead.
template <class Policy>
concept redacting_policy = policy<Policy> && requires { requires bool{Policy::redacts}; };

/// Nothing is a secret.
struct none {
    [[nodiscard]] constexpr std::optional<found_secret> find(std::string_view,
                                                             std::size_t = 0) const noexcept {
        return std::nullopt;
    }
    [[nodiscard]] constexpr std::optional<found_secret> find_in_field(
        std::string_view, std::string_view) const noexcept {
        return std::nullopt;
    }
};

}  // namespace secrets

}  // namespace workmem
