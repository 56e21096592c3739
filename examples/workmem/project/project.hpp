// Whose memory it is: where an agent works, and the conversations it has there.
#pragma once

#include <workmem/text/sha256.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace workmem_program {

/// A place of work: the git root of a folder, or the folder where there is no git. The
/// worktrees of a repository are one project, unless `WORKMEM_WORKTREES` is `apart`.
struct project {
    std::filesystem::path root{};  ///< absolute, symbolic links resolved
    std::string key{};             ///< `<name>-<12 hexadecimal digits>`, of a-z, 0-9 and -
    /// Of a linked worktree the root of the repository it belongs to; else empty.
    std::filesystem::path repository{};

    /// What the streams of the project's conversations begin with; the client's name for the
    /// conversation follows.
    [[nodiscard]] std::string sessions() const { return "agent/" + key + '/'; }
    /// The stream of what is kept for good.
    [[nodiscard]] std::string long_term() const { return "long-term/" + key; }
    /// The stream of its plan, which is named by the key.
    [[nodiscard]] std::string plan() const { return "task/" + key; }
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

// What the first line of a file says behind `begins`, a path that is relative to a folder.
inline std::filesystem::path path_in(const std::filesystem::path& file, std::string_view begins,
                                     const std::filesystem::path& relative_to) {
    std::ifstream in{file};
    std::string line;
    if (!std::getline(in, line) || !line.starts_with(begins)) return {};
    line.erase(0, begins.size());
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (line.empty() || line.find('\0') != line.npos) return {};
    std::error_code problem;
    auto out = std::filesystem::weakly_canonical(relative_to / line, problem);
    return problem ? std::filesystem::path{} : out;
}

// The root of the repository that a linked worktree belongs to; empty for any other folder.
// Source: gitrepository-layout(5), `gitdir` and `commondir`.
inline std::filesystem::path repository_of(const std::filesystem::path& worktree) {
    const auto link = worktree / ".git";
    const auto own = path_in(link, "gitdir: ", worktree);
    if (own.empty()) return {};
    const auto common = path_in(own / "commondir", "", own);
    // The repository knows its worktrees; a copy of one, and what only says so, is none of them.
    std::error_code problem;
    if (common.empty() ||
        path_in(own / "gitdir", "", own) != std::filesystem::weakly_canonical(link, problem))
        return {};
    const auto above = common.parent_path();
    const bool is_within =
        common.filename() == ".git" || path_in(above / ".git", "gitdir: ", above) == common;
    return is_within ? above : common;
}

inline bool keeps_worktrees_apart() {
    const char* const said = std::getenv("WORKMEM_WORKTREES");
    return said != nullptr && std::string_view{said} == "apart";
}

}  // namespace detail

/// The project of a folder, which need not be there any more.
[[nodiscard]] inline project project_of(const std::filesystem::path& folder) {
    namespace fs = std::filesystem;
    std::error_code problem;
    auto where = fs::weakly_canonical(fs::absolute(folder, problem), problem);
    if (problem || where.empty()) where = folder.lexically_normal();
    project out{where, {}, {}};
    for (auto above = where; !above.empty(); above = above.parent_path()) {
        // A folder, or in a worktree a file.
        if (fs::exists(above / ".git", problem)) {
            out.root = above;
            break;
        }
        if (above == above.root_path()) break;
    }
    if (!detail::keeps_worktrees_apart()) out.repository = detail::repository_of(out.root);
    const auto& named = out.repository.empty() ? out.root : out.repository;
    out.key =
        detail::plain_name(named.filename().string()) + '-' + detail::hash_of(named.string(), 12);
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
