// What of a thing that was only seen is stored: type, id, name, paths and addresses; no secret, and
// nothing that the project asks to ignore.
#pragma once

#include "project.hpp"

#include <workmem/error.hpp>
#include <workmem/extraction/extractor.hpp>
#include <workmem/result.hpp>
#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/redaction.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <variant>
#include <vector>

namespace workmem_program {

/// How long what was only seen is remembered: seven days, or as many as `WORKMEM_DAYS` says, also
/// parts of one. Errors: `validation_error`.
[[nodiscard]] inline workmem::result<std::chrono::milliseconds> life_of_seen() {
    constexpr std::chrono::milliseconds day = std::chrono::hours{24};
    const char* const said = std::getenv("WORKMEM_DAYS");
    if (said == nullptr || *said == '\0') return 7 * day;
    char* end = nullptr;
    const double days = std::strtod(said, &end);
    if (*end != '\0' || !(days > 0) || days > 365)
        return workmem::error{
            workmem::error_code::validation_error,
            "WORKMEM_DAYS must be a number of days, more than 0, at most 365, is " +
                workmem::text::quoted(said)};
    return std::chrono::milliseconds{static_cast<std::int64_t>(days * double(day.count())) + 1};
}

/// Whether answers are recorded with the phrases that were asked for; without it no words of
/// prompts are. Errors: `validation_error` where it is neither said nor denied.
[[nodiscard]] inline workmem::result<bool> records_answers() {
    const char* const variable = std::getenv("WORKMEM_RECORD_ANSWERS");
    const std::string_view said{variable == nullptr ? "" : variable};
    if (said == "1") return true;
    if (said.empty() || said == "0") return false;
    return workmem::error{
        workmem::error_code::validation_error,
        "WORKMEM_RECORD_ANSWERS must be 1 or 0, is " + workmem::text::quoted(said)};
}

/// Whether a text is as a pattern says, in which `*` is anything and `?` any byte. O(both).
[[nodiscard]] inline bool fits(std::string_view text, std::string_view pattern) {
    std::size_t at = 0, in = 0, star = pattern.npos, mark = 0;
    while (at < text.size()) {
        if (in < pattern.size() && (pattern[in] == '?' || pattern[in] == text[at]) &&
            pattern[in] != '*') {
            ++at, ++in;
        } else if (in < pattern.size() && pattern[in] == '*') {
            star = in++, mark = at;
        } else if (star != pattern.npos) {
            in = star + 1, at = ++mark;
        } else {
            return false;
        }
    }
    while (in < pattern.size() && pattern[in] == '*') ++in;
    return in == pattern.size();
}

/// Whether an attribute says where something is.
[[nodiscard]] inline bool is_place(std::string_view attribute) {
    constexpr std::string_view names[] = {"path",     "file_path", "url",     "uri",
                                          "html_url", "web_url",   "address", "link"};
    return std::find(std::begin(names), std::end(names), attribute) != std::end(names);
}

/// What `.workmem-ignore` in a project's root says: one pattern a line; a line that begins with `#`
/// is a comment. A pattern fits a path below the root, any folder above it, or the name of either;
/// it fits ids and names of other things as they are. `./` and `**/` before it say nothing more; no
/// pattern takes back what another one says. A file without patterns ignores everything.
class ignored_things {
public:
    ignored_things() = default;
    /// In a linked worktree what its repository's root says counts, too.
    /// \param folder what relative paths are below; the root's patterns fit them as they are, too
    explicit ignored_things(const project& of, std::filesystem::path folder = {})
        : folder_{std::move(folder)} {
        add(of.root);
        if (!of.repository.empty()) add(of.repository);
    }

    /// Nothing of the project is to be seen or told.
    [[nodiscard]] bool all() const noexcept { return all_; }
    /// There are things that are not to be seen.
    [[nodiscard]] bool any() const noexcept { return all_ || !patterns_.empty(); }
    /// A thing by its id, its name, and where it is.
    [[nodiscard]] bool contains(const workmem::entity& thing) const {
        return contains(std::string_view{thing.id.text()}) || contains(thing.name) ||
               contains(std::string_view{thing.slug}) ||
               std::any_of(thing.attributes.begin(), thing.attributes.end(), [&](const auto& each) {
                   const auto* const text = std::get_if<std::string>(&each.value);
                   return text != nullptr && is_place(each.name) && contains(*text);
               });
    }
    [[nodiscard]] bool contains(std::string_view text) const {
        if (patterns_.empty() || text.empty()) return false;
        std::string decoded;
        for (const std::string_view scheme : {"file://localhost/", "file:///"})
            if (text.starts_with(scheme)) {
                decoded = percent_decoded(text.substr(scheme.size() - 1));
                text = decoded;
                break;
            }
        return says(text) || says(resolved(text));
    }

private:
    void add(const std::filesystem::path& root) {
        roots_.push_back(root.string() + '/');
        const auto path = root / ".workmem-ignore";
        std::ifstream file{path};
        if (!file) {
            // What is there and cannot be read may say anything.
            std::error_code problem;
            all_ = all_ || std::filesystem::symlink_status(path, problem).type() !=
                               std::filesystem::file_type::not_found;
            return;
        }
        bool is_first = true, says_none = true;
        for (std::string line; std::getline(file, line);) {
            // Editors leave a byte order mark.
            if (std::exchange(is_first, false) && line.starts_with("\xEF\xBB\xBF"))
                line.erase(0, 3);
            while (!line.empty() &&
                   std::string_view{" \t\r/"}.find(line.back()) != std::string_view::npos)
                line.pop_back();
            std::string_view pattern = line;
            pattern.remove_prefix(std::min(pattern.find_first_not_of(" \t"), pattern.size()));
            if (pattern.empty() || pattern.front() == '#') continue;
            for (const std::string_view anywhere : {"./", "/", "**/"})
                while (pattern.starts_with(anywhere)) pattern.remove_prefix(anywhere.size());
            if (pattern.empty()) continue;
            patterns_.emplace_back(pattern);
            says_none = false;
        }
        all_ = all_ || says_none;
    }
    // As URIs write what is no letter: `%20` is a blank.
    [[nodiscard]] static std::string percent_decoded(std::string_view text) {
        std::string out;
        for (std::size_t i = 0; i < text.size(); ++i) {
            unsigned value = 0;
            const auto* const digits = text.data() + i + 1;
            if (text[i] == '%' && i + 2 < text.size() &&
                std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
                out += static_cast<char>(value);
                i += 2;
            } else {
                out += text[i];
            }
        }
        return out;
    }
    // A path as the root's folders are called, whatever folder or link it was reached by.
    [[nodiscard]] std::string resolved(std::string_view text) const {
        constexpr std::size_t longest = 4'096;
        if (text.size() > longest || text.find('\0') != text.npos) return {};
        const std::filesystem::path said{text};
        if (said.is_relative() && folder_.empty()) return {};
        std::error_code problem;
        return std::filesystem::weakly_canonical(said.is_relative() ? folder_ / said : said,
                                                 problem)
            .string();
    }
    [[nodiscard]] bool says(std::string_view text) const {
        if (text.empty()) return false;
        for (const auto& root : roots_)
            if (text.starts_with(root)) {
                text.remove_prefix(root.size());
                break;
            }
        if (text.starts_with("./")) text.remove_prefix(2);
        return std::any_of(patterns_.begin(), patterns_.end(), [&](std::string_view pattern) {
            // The path and the folders it is in, each whole and by its last name.
            for (auto end = text.size();; end = text.rfind('/', end - 1)) {
                if (end == text.npos || end == 0) return false;
                const auto path = text.substr(0, end);
                const auto slash = path.rfind('/');
                if (fits(path, pattern) ||
                    (slash != path.npos && fits(path.substr(slash + 1), pattern)))
                    return true;
            }
        });
    }

    std::vector<std::string> roots_;
    std::filesystem::path folder_;
    std::vector<std::string> patterns_;
    bool all_ = false;
};

/// The rules of the library, of whose findings only what may be stored stays.
struct frugal_extraction : workmem::extraction::generic {
    ignored_things ignored{};
    /// What a hook has found already; then no result is looked at.
    std::optional<workmem::extracted> found{};

    [[nodiscard]] workmem::extracted extract(
        std::string_view tool, const workmem::text::json_view& arguments_,
        const workmem::text::json_view& result,
        const workmem::extraction_options& options = {}) const {
        auto out = found ? *found
                         : workmem::extraction::generic::extract(tool, arguments_, result, options);
        for (auto* const list : {&out.entities, &out.acted_on, &out.context, &out.parts})
            keep_little(*list);
        return out;
    }

private:
    void keep_little(std::vector<workmem::entity>& things) const {
        constexpr workmem::secrets::by_shape secrets;
        std::erase_if(things, [&](workmem::entity& each) {
            // Without its id it would be another thing.
            if (secrets.find(each.id.text()) || ignored.contains(each)) return true;
            std::erase_if(each.attributes, [](const auto& attribute) {
                return !std::holds_alternative<std::string>(attribute.value) ||
                       !is_place(attribute.name);
            });
            workmem::secrets::redact_in(secrets, each.name);
            workmem::secrets::redact_in(secrets, each.slug);
            workmem::secrets::redact_in(secrets, each.attributes);
            return false;
        });
    }
};

}  // namespace workmem_program
