#pragma once

#include <workmem/secrets/secrets.hpp>

#include <array>
#include <cstddef>
#include <string_view>

namespace workmem::secrets {

/// The characters from which a token is made.
enum class alphabet : unsigned char {
    hexadecimal,  ///< in lower case
    upper,        ///< capitals and digits
    word,         ///< letters, digits, `_`
    dashed,       ///< and `-`, as in base64url
    dotted,       ///< and `.`
    base64,       ///< letters, digits, `+`, `/`, `=`
    bearer        ///< letters, digits and `-._~+/=` (RFC 6750)
};

/// A prefix that issuers put before random characters so that scanners find them.
struct token_shape {
    std::string_view prefix;  ///< `?` stands for any letter or digit
    std::size_t least;        ///< characters after the prefix
    std::size_t most;
    alphabet characters;
    secret_kind kind;
};

inline constexpr std::size_t any_length = static_cast<std::size_t>(-1);

/// Shapes in common use; a policy of your own may bring others.
inline constexpr std::array token_shapes{
    token_shape{"sk-", 20, any_length, alphabet::dashed, secret_kind::api_key},
    token_shape{"sk_live_", 16, any_length, alphabet::word, secret_kind::api_key},
    token_shape{"sk_test_", 16, any_length, alphabet::word, secret_kind::api_key},
    token_shape{"rk_live_", 16, any_length, alphabet::word, secret_kind::api_key},
    token_shape{"rk_test_", 16, any_length, alphabet::word, secret_kind::api_key},
    token_shape{"whsec_", 24, any_length, alphabet::base64, secret_kind::api_key},
    token_shape{"AKIA", 16, 16, alphabet::upper, secret_kind::api_key},
    token_shape{"ASIA", 16, 16, alphabet::upper, secret_kind::api_key},
    token_shape{"AIza", 35, 35, alphabet::dashed, secret_kind::api_key},
    token_shape{"SG.", 40, any_length, alphabet::dotted, secret_kind::api_key},
    token_shape{"gh?_", 36, any_length, alphabet::word, secret_kind::token},
    token_shape{"github_pat_", 36, any_length, alphabet::word, secret_kind::token},
    token_shape{"npm_", 36, 36, alphabet::word, secret_kind::token},
    token_shape{"pypi-", 40, any_length, alphabet::dashed, secret_kind::token},
    token_shape{"gl?at-", 20, any_length, alphabet::dashed, secret_kind::token},
    token_shape{"hf_", 30, any_length, alphabet::word, secret_kind::token},
    token_shape{"shp?t_", 32, any_length, alphabet::word, secret_kind::token},
    token_shape{"do?_v1_", 40, any_length, alphabet::word, secret_kind::token},
    token_shape{"xox?-", 20, any_length, alphabet::dashed, secret_kind::token},
    token_shape{"xapp-", 20, any_length, alphabet::dashed, secret_kind::token},
    token_shape{"ya29.", 20, any_length, alphabet::dashed, secret_kind::token},
    token_shape{"AC", 32, 32, alphabet::hexadecimal, secret_kind::api_key},  // Twilio
    token_shape{"SK", 32, 32, alphabet::hexadecimal, secret_kind::api_key},
    token_shape{"key-", 32, 32, alphabet::hexadecimal, secret_kind::api_key},  // Mailgun
    token_shape{"GOCSPX-", 28, 28, alphabet::dashed, secret_kind::api_key},    // Google OAuth
    token_shape{"lin_api_", 32, 48, alphabet::word, secret_kind::api_key},     // Linear
    token_shape{"lin_oauth_", 32, any_length, alphabet::word, secret_kind::token},
    token_shape{"hooks.slack.com/services/T", 36, 60, alphabet::base64, secret_kind::token},
    token_shape{"hooks.slack.com/workflows/T", 36, 90, alphabet::base64, secret_kind::token},
    token_shape{"discord.com/api/webhooks/", 60, 120, alphabet::bearer, secret_kind::token},
    token_shape{"discordapp.com/api/webhooks/", 60, 120, alphabet::bearer, secret_kind::token},
    token_shape{"hv?.", 24, any_length, alphabet::dashed, secret_kind::token},  // Vault
    token_shape{"s.", 24, 24, alphabet::word, secret_kind::token},              // until 1.9
    token_shape{"dckr_pat_", 27, 36, alphabet::dashed, secret_kind::token},     // Docker
    token_shape{"dckr_oat_", 27, 36, alphabet::dashed, secret_kind::token},
    token_shape{"wm_", 64, 64, alphabet::hexadecimal, secret_kind::token},   // our own
    token_shape{"dapi", 32, 32, alphabet::hexadecimal, secret_kind::token},  // Databricks
    token_shape{"AGE-SECRET-KEY-1", 50, 64, alphabet::upper, secret_kind::private_key}};

}  // namespace workmem::secrets
