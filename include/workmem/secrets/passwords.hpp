#pragma once

#include <workmem/secrets/characters.hpp>
#include <workmem/tokens/english_words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

// What people choose as a password, once a label says that one follows: anything but an ordinary
// word, a name in a program, or where the password is kept.

namespace workmem::secrets::detail {

// What is said of passwords and is neither a common English word nor told by its ending; without
// accents, in order.
inline constexpr std::array said_of_passwords = std::to_array<std::string_view>(
    {"1password",    "2fa",         "absent",       "actuel",        "actuelle",
     "aes128",       "aes256",      "ahora",        "ainda",         "aktuell",
     "alphanumeric", "alte",        "altem",        "altes",         "altijd",
     "ancien",       "ancienne",    "ancora",       "andere",        "anderes",
     "anybody",      "argon2",      "argon2id",     "authenticator", "awful",
     "base64",       "bcrypt",      "beim",         "besser",        "bitte",
     "bitwarden",    "blank",       "bleibt",       "bool",          "boven",
     "broken",       "cassetto",    "chars",        "chefsache",     "chez",
     "chosen",       "cofre",       "comprida",     "confidencial",  "confidential",
     "contrasena",   "corta",       "corte",        "courte",        "crap",
     "curta",        "danach",      "dans",         "darf",          "daselbst",
     "dashlane",     "dasselbe",    "debe",         "debil",         "debole",
     "defekt",       "dein",        "deine",        "deja",          "demander",
     "dentro",       "depuis",      "derselbe",     "dezelfde",      "dieselbe",
     "diferente",    "different",   "differente",   "difficile",     "dificil",
     "dimenticata",  "dimenticato", "distinta",     "distinto",      "doit",
     "dort",         "drawer",      "ed25519",      "egal",          "eindeutig",
     "einfach",      "eingeben",    "elsewhere",    "errada",        "esta",
     "everybody",    "exists",      "expires",      "facil",         "facile",
     "falsa",        "falsch",      "falsche",      "falsches",      "faux",
     "fehlt",        "fingerprint", "folgt",        "follows",       "forbidden",
     "forgot",       "forgotten",   "forte",        "fout",          "fraca",
     "fraco",        "fragen",      "frigo",        "fuer",          "fuerte",
     "garbage",      "geen",        "geheim",       "geheime",       "gemeinsam",
     "gibberish",    "gilt",        "gleich",       "gueltig",       "guest",
     "gultig",       "handbook",    "hausmeister",  "helpdesk",      "hetzelfde",
     "heute",        "hidden",      "hier",         "identica",      "identical",
     "identico",     "identique",   "identisch",    "igual",         "ihre",
     "immer",        "inconnu",     "inconnue",     "incorreta",     "incorreto",
     "insegura",     "inseguro",    "interno",      "intranet",      "invalid",
     "invalide",     "irrelevant",  "jamais",       "juist",         "kann",
     "kaputt",       "keepass",     "keepassxc",    "kein",          "keine",
     "kennwort",     "kept",        "kerberos",     "keychain",      "keycloak",
     "kluis",        "kort",        "kuehlschrank", "kuhlschrank",   "kurz",
     "lade",         "langer",      "larga",        "lastpass",      "laut",
     "lautet",       "ldap",        "leak",         "leeg",          "leer",
     "leicht",       "letzte",      "liegt",        "longa",         "longue",
     "lowercase",    "lunga",       "lungo",        "manual",        "max",
     "md5",          "mein",        "meine",        "meme",          "mesma",
     "mijn",         "min",         "mindestens",   "mine",          "minha",
     "misma",        "mismo",       "moot",         "muss",          "mystery",
     "nachfragen",   "nada",        "nadie",        "nascosta",      "neither",
     "nella",        "neue",        "neuer",        "neues",         "nicht",
     "niemals",      "niet",        "nieuwe",       "nobody",        "noch",
     "nodig",        "nonsense",    "notebook",     "notre",         "notwendig",
     "nouveau",      "nova",        "novo",         "nowhere",       "nueva",
     "nuevo",        "nullptr",     "nunca",        "nuova",         "nuovo",
     "oauth",        "oauth2",      "oben",         "obsolete",      "ohne",
     "okta",         "onder",       "onze",         "oops",          "opcional",
     "optional",     "optionnel",   "oude",         "ours",          "overleaf",
     "pareil",       "partage",     "passkey",      "passkeys",      "passphrase",
     "passwd",       "passwort",    "pbkdf2",       "pendiente",     "perdida",
     "perdu",        "perdue",      "personne",     "pflicht",       "pflichtangabe",
     "pflichtfeld",  "plain",       "plaintext",    "prive",         "prod",
     "pwned",        "quel",        "quella",       "quello",        "redundant",
     "requis",       "requise",     "richtig",      "richtige",      "rien",
     "salt",         "sbagliata",   "scaduta",      "scaduto",       "schwach",
     "scrypt",       "secreta",     "secreto",      "segreta",       "segreto",
     "segura",       "seguro",      "sein",         "seine",         "seit",
     "sempre",       "sha1",        "sha256",       "sha512",        "shown",
     "sicher",       "sicura",      "sicuro",       "siehe",         "siempre",
     "sigue",        "silly",       "somebody",     "somewhere",     "sotto",
     "spaeter",      "spater",      "spoken",       "stale",         "stark",
     "steht",        "stessa",      "stesso",       "stimmt",        "stolen",
     "streng",       "stuck",       "suya",         "tabu",          "temporary",
     "theirs",       "todavia",     "todo",         "told",          "toujours",
     "tresor",       "trivial",     "trop",         "typed",         "ugly",
     "uguale",       "ungueltig",   "ungultig",     "unica",         "unico",
     "unknown",      "unsafe",      "unser",        "unsere",        "unset",
     "unsicher",     "unsure",      "unten",        "upper",         "uppercase",
     "uralt",        "usual",       "utf8",         "vacante",       "vacia",
     "vacio",        "valide",      "varchar",      "vault",         "vecchia",
     "vecchio",      "vedi",        "veilig",       "vertraulich",   "vide",
     "vieja",        "viejo",       "voir",         "vorher",        "votre",
     "vuota",        "vuoto",       "weak",         "weaker",        "whatever",
     "wichtig",      "wieder",      "wird",         "withheld",      "yours",
     "yubikey",      "zelfde",      "zuerst",       "zwak",          "zwingend"});
static_assert(std::is_sorted(said_of_passwords.begin(), said_of_passwords.end()));

// Of words that have them, participles and adjectives mostly: English, German, French,
// Spanish, Italian, Portuguese.
inline constexpr std::array word_endings = std::to_array<std::string_view>(
    {"ed",   "ing",  "ly",   "able", "ible", "less", "ful",  "tion", "ment", "ous",  "ive", "ect",
     "ung",  "lich", "bar",  "iert", "ee",   "oire", "ecte", "ada",  "ado",  "ida",  "ido", "ecta",
     "ecto", "oria", "orio", "ata",  "ato",  "uta",  "uto",  "aria", "ario", "cial", "ente"});

// What programs call a value, beside what they call a password.
inline constexpr std::array name_parts = std::to_array<std::string_view>(
    {"arg", "env", "field",  "hash", "input",  "key",  "name",  "pass", "passwort", "password",
     "pw",  "pwd", "secret", "str",  "string", "text", "token", "user", "value",    "var"});

/// The letters of a word without accents, in lower case; nothing for one that is longer than words
/// are, or is not written in Latin letters.
class folded_word {
public:
    constexpr explicit folded_word(std::string_view word) noexcept {
        for (std::size_t i = 0; i < word.size(); ++i) {
            const bool is_accented = word[i] == '\xC3' && i + 1 < word.size();
            if (size_ == letters_.size() || (!is_alnum(word[i]) && !is_accented)) {
                size_ = 0;
                return;
            }
            letters_[size_++] = is_accented ? unaccented(word[++i]) : text::fold_ascii(word[i]);
        }
        ends_accented_ = word.ends_with("\xC3\xA9") || word.ends_with("\xC3\xA9s");
    }

    [[nodiscard]] constexpr std::string_view letters() const noexcept {
        return {letters_.data(), size_};
    }
    /// As French participles do.
    [[nodiscard]] constexpr bool ends_accented() const noexcept { return ends_accented_; }

private:
    std::array<char, 24> letters_{};
    std::size_t size_ = 0;
    bool ends_accented_ = false;
};

[[nodiscard]] constexpr bool is_common(std::string_view letters) noexcept {
    std::uint32_t hash = 0;
    for (const char c : letters) {
        if (!is_letter(c)) return false;
        hash = workmem::detail::add_letter(hash, c);
    }
    return workmem::detail::is_common_word(letters, hash);
}

/// Whether a language has the word, as far as can be told without its dictionary. O(1).
[[nodiscard]] constexpr bool is_ordinary_word(std::string_view word) noexcept {
    const folded_word folded{word};
    const auto all = folded.letters();
    if (is_common(all) ||
        std::binary_search(said_of_passwords.begin(), said_of_passwords.end(), all))
        return true;
    if (all.size() < 4 || !std::all_of(all.begin(), all.end(), is_letter)) return false;
    for (const std::string_view ending : {"s", "d", "ed", "es", "r", "er"})
        if (all.size() > ending.size() + 3 && all.ends_with(ending) &&
            is_common(all.substr(0, all.size() - ending.size())))
            return true;
    if (folded.ends_accented()) return true;
    if (all.size() >= 6)
        for (const auto ending : word_endings)
            if (all.ends_with(ending) && !looks_random(all, 3, 3)) return true;
    // German and Dutch participles and infinitives.
    if (all.size() >= 7 &&
        (all.ends_with('t') || all.ends_with('d') || all.ends_with("en") || all.ends_with("ern")))
        for (const std::string_view beginning : {"ge", "ver", "be", "er", "un", "ab", "on"})
            if (all.starts_with(beginning)) return true;
    return false;
}

/// What a value is made of: parted at signs and at the humps of a camelCase name.
struct value_parts {
    std::size_t count = 0;
    std::size_t strange = 0;  ///< letters that are no ordinary word
    std::size_t mixed = 0;    ///< letters and digits, or digits after a word
    std::size_t humps = 0;
    bool is_name = false;  ///< one part is what programs call a value
};

[[nodiscard]] constexpr value_parts parts_of(std::string_view value) noexcept {
    value_parts out;
    bool may_count = true;  // digits: at the beginning, and after the name of an algorithm
    for (std::size_t at = 0; at < value.size();) {
        const auto is_inside = [&](std::size_t i) {
            return is_alnum(value[i]) || !is_ascii(value[i]);
        };
        if (!is_inside(at)) {
            ++at;
            continue;
        }
        auto end = at + 1;
        while (end < value.size() && is_inside(end) &&
               !(is_lower(value[end - 1]) && is_upper(value[end])))
            ++end;
        const auto part = value.substr(at, end - at);
        ++out.count;
        out.humps += end < value.size() && is_inside(end) ? 1U : 0U;
        const bool has_digit = std::any_of(part.begin(), part.end(), is_digit);
        const bool is_acronym = part.size() <= 5 && part.size() < value.size() &&
                                std::all_of(part.begin(), part.end(), is_upper);
        may_count = may_count || (at > 0 && value[at - 1] == ':');
        if (std::all_of(part.begin(), part.end(), is_digit))
            out.mixed += may_count && part.size() <= 4 ? 0U : 1U;
        else if (is_acronym)
            may_count = false;
        else if (!is_ordinary_word(part))
            ++(has_digit ? out.mixed : out.strange);
        const folded_word folded{part};
        out.is_name = out.is_name ||
                      std::binary_search(name_parts.begin(), name_parts.end(), folded.letters());
        constexpr std::array<std::string_view, 5> numbered{"aes", "rsa", "sha", "utf", "step"};
        may_count = std::find(numbered.begin(), numbered.end(), folded.letters()) != numbered.end();
        if (may_count && out.strange > 0) --out.strange;
        at = end;
    }
    return out;
}

[[nodiscard]] constexpr bool is_address(std::string_view value) noexcept {
    const auto at = value.find('@');
    if (at == 0 || at == std::string_view::npos) return false;
    const auto plain = [](std::string_view part) {
        return std::all_of(part.begin(), part.end(),
                           [](char c) { return is_in(alphabet::dotted, c) || c == '+'; });
    };
    const auto domain = value.substr(at + 1);
    return plain(value.substr(0, at)) && plain(domain) &&
           domain.find('.') != std::string_view::npos;
}

/// How a value is said.
struct saying {
    bool certain = false;   ///< quoted, or behind a bare `=`
    bool assigned = false;  ///< with `=`, as programs do
    bool goes_on = false;   ///< words follow: a sentence more likely than a value
    bool apart = false;     ///< something stands between label and value
};

/// Whether a value behind a label is a password. O(1) for values of bounded length.
[[nodiscard]] constexpr bool is_password(std::string_view value, saying said) noexcept {
    constexpr std::size_t least = 4, least_mixed = 5;
    while (!value.empty() && is_any_of(value.back(), "!?") && !said.certain &&
           std::all_of(value.begin(), value.end(),
                       [](char c) { return is_letter(c) || !is_ascii(c) || is_any_of(c, "!?-"); }))
        value.remove_suffix(1);
    if (value.size() < least || stands_for_secret(value) || is_any_of(value.front(), "/~.") ||
        is_address(value))
        return false;
    std::size_t letters = 0, digits = 0, marks = 0;
    for (const char c : value) {
        letters += is_letter(c) || c == '\xC3' ? 1U : 0U;
        digits += is_digit(c) ? 1U : 0U;
        marks += is_any_of(c, "!@#$^*?~;&%+=") ? 1U : 0U;
    }
    if (letters == 0)
        return digits == value.size() ||
               (marks > 0 && digits >= 3 && digits + marks >= 6 && value.front() != '#');
    const bool is_yaml_tag = value.front() == '!' && !said.certain;
    if (is_yaml_tag && letters + 1 == value.size()) return false;
    if (letters == 1 && marks == 0 && text::fold_ascii(value.front()) == 'v') return false;
    const bool has_path = value.find('/') != std::string_view::npos;
    if (has_path)
        return looks_random(value, 5, 2) && (value.size() >= 20 || !is_one_case(value)) &&
               digits > 0;
    const auto parts = parts_of(value);
    const bool has_dots = value.find('.') != std::string_view::npos;
    if (parts.is_name && marks == 0 && (digits == 0 || parts.count > 1)) return false;
    if (marks > 0 && letters + digits + 1 >= least) {
        // Sums and products of names.
        const bool is_sum = value.find_first_of("!@#$^?~;") == std::string_view::npos;
        if (!is_sum || digits > 0) return true;
    }
    if (parts.mixed > 0) return value.size() >= (said.certain ? least : least_mixed);
    const bool is_half = value.ends_with('-');  // "upper- and lowercase"
    if ((said.apart && !said.certain) || has_dots || is_half || marks > 0) return false;
    if (parts.strange == 0)
        return !parts.is_name && (parts.count >= 4 || (parts.humps > 0 && is_upper(value.front())));
    const bool is_upper_case = std::all_of(value.begin(), value.end(), is_upper);
    if (is_upper_case && value.size() <= 5) return false;
    const bool is_identifier =
        value.find('_') != std::string_view::npos || (parts.humps > 0 && is_lower(value.front()));
    if (said.assigned && is_identifier) return false;
    if (said.goes_on) return looks_random(value, 4, 2) && !is_upper(value.front());
    return true;
}

}  // namespace workmem::secrets::detail
