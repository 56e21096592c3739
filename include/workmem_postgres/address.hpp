#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>

#include <libpq-fe.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Where a database is, and how to speak of it.
struct postgres_address {
    std::string conninfo{};              ///< for libpq; has a password, maybe
    std::string shown{};                 ///< host, port and database, nothing else
    std::vector<std::string> secrets{};  ///< what no message may hold

    /// A text of libpq or of a server without them.
    [[nodiscard]] std::string without_secrets(std::string text) const {
        for (const auto& each : secrets)
            for (auto at = text.find(each); at != text.npos; at = text.find(each, at + 3))
                text.replace(at, each.size(), "***");
        return text;
    }
};

[[nodiscard]] inline bool is_postgres_url(std::string_view text) noexcept {
    return text.starts_with("postgresql://") || text.starts_with("postgres://");
}

/// Whether a URL says what its author means: an `@` in a password, a name or a parameter, and a `/`
/// or `?` in a password, would make libpq take a part of the password for a host, and name it.
[[nodiscard]] inline bool is_plain_postgres_url(std::string_view url) noexcept {
    const auto begin = url.find("://") + 3;
    const auto at = url.find('@', begin);
    return at == url.npos ||
           (url.find('@', at + 1) == url.npos && at < url.find_first_of("/?", begin));
}

/// Reads a URL, or libpq's `key=value` pairs. What cannot be read is not repeated: anything in it
/// may be a password.
[[nodiscard]] inline result<postgres_address> read_postgres_address(std::string text) {
    constexpr auto* const remedy =
        "; write postgresql://user:password@host:port/database, with what is no letter or digit in "
        "user, password and database percent-encoded, or leave the password to PGPASSWORD or "
        "~/.pgpass";
    const auto refused = [&](std::string_view why) {
        return error{error_code::validation_error,
                     "the address of the PostgreSQL database " + std::string{why} + remedy};
    };
    if (text.find('\0') != text.npos) return refused("holds a zero byte");
    if (is_postgres_url(text) && !is_plain_postgres_url(text))
        return refused("holds an @ that does not end user and password");
    char* says = nullptr;
    const std::unique_ptr<PQconninfoOption, decltype(&PQconninfoFree)> parsed{
        PQconninfoParse(text.c_str(), &says), &PQconninfoFree};
    PQfreemem(says);
    if (!parsed) return refused("cannot be read");
    postgres_address out;
    std::string host, port, database;
    for (const auto* each = parsed.get(); each->keyword != nullptr; ++each) {
        if (each->val == nullptr) continue;
        const std::string_view key{each->keyword}, value{each->val};
        if (key == "host" || (key == "hostaddr" && host.empty())) host = value;
        if (key == "port") port = value;
        if (key == "dbname") database = value;
        if ((key == "password" || key == "sslpassword") && value.size() >= 3)
            out.secrets.emplace_back(value);
    }
    // A password behind a host that was forgotten would be one.
    if (port.find_first_not_of("0123456789,") != std::string::npos)
        return refused("names a port that is no number");
    out.shown = "postgresql://" + host + (port.empty() ? "" : ":" + port) + "/" + database;
    out.conninfo = std::move(text);
    return out;
}

}  // namespace workmem::journal
