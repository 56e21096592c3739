#pragma once

#include <workmem/secrets/characters.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// The names that values are given, and which of them promise a secret.

namespace workmem::secrets::detail {

enum class label : unsigned char {
    none,
    password,  ///< chosen by a person: anything but an ordinary word
    pin,       ///< digits
    secret,    ///< made by a machine, or by nobody: "the secret is patience"
    key,
    token
};

struct named_secret {
    std::string_view name;  ///< how a name ends, in lower case without `_`, `-`, `.` and spaces
    label what;
    bool whole = false;  ///< not as the end of a word (`pin`, but not `spin`)
};

// The first that fits decides.
inline constexpr std::array secret_names{named_secret{"pagetoken", label::none},
                                         named_secret{"nexttoken", label::none},
                                         named_secret{"cursortoken", label::none},
                                         named_secret{"continuationtoken", label::none},
                                         named_secret{"synctoken", label::none},
                                         named_secret{"canceltoken", label::none},
                                         named_secret{"cancellationtoken", label::none},
                                         named_secret{"token", label::token},
                                         named_secret{"apikey", label::key},
                                         named_secret{"accesskey", label::key},
                                         named_secret{"secretkey", label::key},
                                         named_secret{"privatekey", label::key},
                                         named_secret{"signingkey", label::key},
                                         named_secret{"encryptionkey", label::key},
                                         named_secret{"masterkey", label::key},
                                         named_secret{"authkey", label::key},
                                         named_secret{"sharedkey", label::key},
                                         named_secret{"accountkey", label::key},
                                         named_secret{"signature", label::key},
                                         named_secret{"sig", label::key, true},
                                         named_secret{"secret", label::secret},
                                         named_secret{"password", label::password},
                                         named_secret{"passwd", label::password},
                                         named_secret{"passphrase", label::password},
                                         named_secret{"passcode", label::password},
                                         named_secret{"pwd", label::password},
                                         named_secret{"pw", label::password, true},
                                         named_secret{"pass", label::secret, true},
                                         named_secret{"dbpass", label::password},
                                         named_secret{"smtppass", label::password},
                                         named_secret{"mailpass", label::password},
                                         named_secret{"userpass", label::password},
                                         named_secret{"adminpass", label::password},
                                         named_secret{"rootpass", label::password},
                                         named_secret{"passwort", label::password},
                                         named_secret{"kennwort", label::password},
                                         named_secret{"motdepasse", label::password},
                                         named_secret{"mdp", label::password, true},
                                         named_secret{"contrasena", label::password},
                                         named_secret{"clave", label::secret, true},
                                         named_secret{"senha", label::password, true},
                                         named_secret{"palavrapasse", label::password},
                                         named_secret{"wachtwoord", label::password},
                                         named_secret{"losenord", label::password},
                                         named_secret{"kodeord", label::password},
                                         named_secret{"adgangskode", label::password},
                                         named_secret{"salasana", label::password},
                                         named_secret{"heslo", label::password},
                                         named_secret{"jelszo", label::password},
                                         named_secret{"lozinka", label::password},
                                         named_secret{"pin", label::pin, true},
                                         named_secret{"pincode", label::pin, true},
                                         named_secret{"pinnumber", label::pin, true},
                                         named_secret{"otp", label::pin, true},
                                         named_secret{"geheimzahl", label::pin}};

// Passwords in writing beyond Latin-1, as they begin and stand in a sentence.
inline constexpr std::array passwords_beyond_latin = std::to_array<std::string_view>(
    {"пароль", "Пароль", "ПАРОЛЬ", "hasło", "Hasło", "şifre", "Şifre", "κωδικός", "Κωδικός", "密码",
     "密碼", "パスワード", "비밀번호", "סיסמה"});

/// What the name at the end of a text promises, in any spelling: `DB_PASSWORD`, `apiKey`,
/// `X-Api-Key`, `access key`, `contraseña`. O(1).
[[nodiscard]] constexpr label label_at_end(std::string_view text) noexcept {
    if (!text.empty() && (!is_ascii(text.back()) || is_any_of(text.back(), "oe")))
        for (const auto each : passwords_beyond_latin)
            if (text.ends_with(each)) return label::password;
    constexpr std::size_t most = 20;
    std::array<char, most> letters{};
    std::array<bool, most> begins{};  // a word, there
    std::size_t count = 0;
    bool after_gap = false;
    for (auto at = text.size(); at > 0 && count < most; --at) {
        const char c = text[at - 1];
        const bool is_accented = at > 1 && text[at - 2] == '\xC3' && !is_ascii(c);
        if (is_alnum(c) || is_accented) {
            if (is_accented) --at;
            const char before = at > 1 ? text[at - 2] : ' ';
            letters[most - ++count] = is_accented ? unaccented(c) : text::fold_ascii(c);
            begins[most - count] =
                (!is_alnum(before) && is_ascii(before)) || (is_lower(before) && is_upper(c));
            after_gap = false;
        } else if (count == 0 || after_gap || !is_any_of(c, "_-. ")) {
            break;
        } else {
            after_gap = true;
        }
    }
    const std::string_view name{letters.data() + (most - count), count};
    if (name.empty()) return label::none;
    for (const auto& each : secret_names)
        if (each.name.back() == name.back() && name.ends_with(each.name) &&
            (!each.whole || begins[most - each.name.size()]))
            return each.what;
    return label::none;
}

/// The same where it is said between what the value is for: `password for the wifi`. A person
/// writes so: of passwords and PINs only. O(1).
[[nodiscard]] constexpr label label_with_purpose(std::string_view text) noexcept {
    constexpr std::array<std::string_view, 20> links{
        " for ", " of ", " to ",   " für ", " zum ", " vom ", " von ",   " der ", " pour ", " du ",
        " del ", " de ", " para ", " do ",  " da ",  " per ", " della ", " van ", " voor ", " om "};
    constexpr std::size_t most = 40;
    const auto first = text.size() > most ? text.size() - most : 0;
    for (auto at = text.size(); at > first; --at) {
        const char c = text[at - 1];
        if (is_any_of(c, ".:=;!?,\n\"`<>(){}")) break;
        if (c != ' ') continue;
        for (const auto link : links)
            if (has_at(text, at - 1, link)) {
                const auto what = label_at_end(text.substr(0, at - 1));
                if (what == label::password || what == label::pin) return what;
            }
    }
    return label::none;
}

}  // namespace workmem::secrets::detail
