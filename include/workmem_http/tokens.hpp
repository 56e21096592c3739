#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/sha256.hpp>
#include <workmem_http/principal.hpp>

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::http {

/// Whether a tenant may have this name: 1 to 64 of `a-z`, `0-9`, `-` and `_`. It may name a file.
[[nodiscard]] inline bool is_tenant_name(std::string_view name) noexcept {
    return !name.empty() && name.size() <= 64 &&
           name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") == name.npos;
}

/// What is known of a token: never the token.
struct known_token {
    std::string hash{};  ///< its SHA-256, in hexadecimal digits
    std::string tenant{};
    role may = role::writer;

    /// By what people and records name it.
    [[nodiscard]] std::string id() const { return hash.substr(0, 12); }
};

/// Who may come in, by the tokens they show. Stored as text, a token a line: hash, tenant, role.
class token_table {
public:
    /// Errors: `validation_error`, which names the line.
    [[nodiscard]] static result<token_table> parse(std::string_view text);
    [[nodiscard]] std::string to_text() const {
        std::string out;
        for (const auto& [hash, each] : known_)
            out +=
                hash + ' ' + each.tenant + (each.may == role::reader ? " reader\n" : " writer\n");
        return out;
    }

    void add(known_token token) {
        auto hash = token.hash;
        known_.insert_or_assign(std::move(hash), std::move(token));
    }
    /// True if there was one with this id.
    bool remove(std::string_view id) {
        return std::erase_if(known_, [&](const auto& each) { return each.second.id() == id; }) > 0;
    }
    /// Who shows this token; nobody who is known has no name.
    [[nodiscard]] std::optional<principal> find(std::string_view token) const {
        // Looked for by its hash: how long that takes tells nothing of the token.
        const auto found = known_.find(text::sha256_of(token));
        if (found == known_.end()) return std::nullopt;
        const auto& is = found->second;
        return principal{is.tenant, is.may, is.tenant + '/' + is.id()};
    }
    [[nodiscard]] std::vector<known_token> all() const {
        std::vector<known_token> out;
        for (const auto& each : known_) out.push_back(each.second);
        return out;
    }
    [[nodiscard]] bool empty() const noexcept { return known_.empty(); }

private:
    std::map<std::string, known_token, std::less<>> known_;  // by their hashes
};

inline result<token_table> token_table::parse(std::string_view text) {
    token_table out;
    std::istringstream lines{std::string{text}};
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        std::istringstream words{line};
        known_token token;
        std::string may, more;
        words >> token.hash >> token.tenant >> may;
        const bool is_hash = token.hash.size() == 64 &&
                             token.hash.find_first_not_of("0123456789abcdef") == std::string::npos;
        const bool has_role = may == "reader" || may == "writer";
        if (!is_hash || !is_tenant_name(token.tenant) || !has_role || words >> more)
            return error{error_code::validation_error,
                         "line " + std::to_string(number) +
                             " of the tokens must be a SHA-256, a tenant, and reader or writer"};
        token.may = may == "reader" ? role::reader : role::writer;
        out.add(std::move(token));
    }
    return out;
}

/// What `Authorization` shows: the token of `Bearer`; nothing for anything else.
[[nodiscard]] inline std::optional<std::string_view> bearer_token(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    if (authorization.size() <= scheme.size()) return std::nullopt;
    for (std::size_t i = 0; i < scheme.size(); ++i) {
        const char c = authorization[i];
        if ((c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c) != scheme[i])
            return std::nullopt;
    }
    const auto token = authorization.substr(scheme.size());
    const auto first = token.find_first_not_of(' ');
    if (first == token.npos) return std::nullopt;
    return token.substr(first);
}

}  // namespace workmem::http
