// Whose memory it is: where an agent works, and the conversations it has there.
#pragma once

#include <workmem/text/sha256.hpp>

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_program {

/// Where somebody works: the git root of a folder, or the folder where there is no git. A worktree
/// is a project of its own.
struct project {
    std::filesystem::path root{};  ///< absolute, symbolic links resolved
    std::string key{};             ///< `<name>-<12 hexadecimal digits>`, of a-z, 0-9 and -

    /// What the streams of the project's conversations begin with; the client's name for the
    /// conversation follows.
    [[nodiscard]] std::string sessions() const { return "agent/" + key + '/'; }
    /// The stream of what is kept for good.
    [[nodiscard]] std::string long_term() const { return "long-term/" + key; }
};

namespace detail {

inline std::string hash_of(std::string_view text, std::size_t digits) {
    workmem::text::sha256 hash;
    hash.add(text);
    return hash.finish().substr(0, digits);
}

// What a person knows it by, as far as that can stand anywhere.
inline std::string plain_name(std::string_view text) {
    constexpr std::size_t most = 32;
    std::string out;
    for (const char c : text) {
        if (out.size() == most) break;
        const bool is_upper = c >= 'A' && c <= 'Z';
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || is_upper)
            out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
        else if (!out.empty() && out.back() != '-')
            out += '-';
    }
    while (!out.empty() && out.back() == '-') out.pop_back();
    return out.empty() ? "project" : out;
}

}  // namespace detail

/// The project of a folder, which need not be there any more.
[[nodiscard]] inline project project_of(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code problem;
    auto where = fs::weakly_canonical(fs::absolute(folder, problem), problem);
    if (problem || where.empty()) where = folder.lexically_normal();
    project out{where, {}};
    for (auto above = where; !above.empty(); above = above.parent_path()) {
        // A folder, or in a worktree a file.
        if (fs::exists(above / ".git", problem)) {
            out.root = above;
            break;
        }
        if (above == above.root_path()) break;
    }
    const auto path = out.root.string();
    out.key = detail::plain_name(out.root.filename().string()) + '-' + detail::hash_of(path, 12);
    return out;
}

/// A client's name for a conversation, as it ends a stream's name: as it is where it is short and
/// plain, else its hash.
[[nodiscard]] inline std::string session_name(std::string_view given) {
    constexpr std::size_t most = 128;
    const bool is_plain = given.find_first_not_of(
                              "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                              "WXYZ0123456789-_.:") == given.npos;
    if (given.empty()) return "default";
    if (is_plain && given.size() <= most) return std::string{given};
    return "session-" + detail::hash_of(given, 32);
}

}  // namespace workmem_program
