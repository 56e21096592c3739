#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/bytes.hpp>
#include <workmem/entity/options.hpp>
#include <workmem/text/inflection.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/value/entry.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// How entities stand in a prompt. Stored text is data: whatever a name, id or type holds, it
/// stays inside its line and its quotes.
namespace workmem::prompt_format {

/// A heading, then one group a type, ordered by its newest member:
///
///     [WORKING MEMORY]
///     pages:
///       - "Home" (p-1)
///
/// At most `max_per_type` lines a group, newest first; no trailing newline; nothing at all without
/// entities. Under a token limit it stops before the first line that would go beyond it.
/// O(entities × types shown).
struct grouped {
    template <class Entries, class Tokens>
    void append(std::string& out, const Entries& entries, const entity_options& options,
                const Tokens& tokens) const {
        struct line {
            std::string_view name, id;
            std::uint32_t next;
        };
        struct group {
            std::string_view type;
            std::uint32_t first, last, count;
        };
        constexpr std::uint32_t none = 0xFFFFFFFFU;
        static thread_local std::vector<line> lines;
        static thread_local std::vector<group> groups;
        lines.clear();
        groups.clear();
        for (const auto& each : entries) {
            auto* into = static_cast<group*>(nullptr);
            for (auto& candidate : groups) {
                if (candidate.type != each.type) continue;
                into = &candidate;
                break;
            }
            const auto index = static_cast<std::uint32_t>(lines.size());
            if (into == nullptr) {
                groups.push_back({each.type, index, index, 1});
            } else {
                if (into->count == options.max_per_type) continue;
                lines[into->last].next = index;
                into->last = index;
                ++into->count;
            }
            lines.push_back({each.name, each.id, none});
        }
        if (groups.empty()) return;
        const auto begin = out.size();
        out += "[WORKING MEMORY]";
        const auto fits = [&] {
            return options.context_token_limit == 0 ||
                   tokens(std::string_view{out}.substr(begin)) <= options.context_token_limit;
        };
        for (const auto& each : groups) {
            const auto before_group = out.size();
            out += '\n';
            out += heading(each.type);
            out += ':';
            for (auto index = each.first; index != none; index = lines[index].next) {
                const auto before_line = out.size();
                append_line(out, each.type, lines[index].name, lines[index].id);
                if (fits()) continue;
                const bool first = index == each.first;
                out.resize(first ? before_group : before_line);
                if (first && before_group == begin + sizeof("[WORKING MEMORY]") - 1)
                    out.resize(begin);
                return;
            }
        }
    }

private:
    static void append_line(std::string& out, std::string_view type, std::string_view name,
                            std::string_view id);
    // A type of other signs than nouns have stands in quotes: it might look like somebody speaking.
    static std::string to_heading(std::string_view type);
    // A plural costs a walk through tables, and a memory holds few types.
    static const std::string& heading(std::string_view type);
};

/// The newest five as bullets, with a sentence that tells a model what "this page" means:
///
///     ## Working Memory
///     Recently referenced entities:
///     - page "Home" (ID: p-1)
struct bullets {
    template <class Entries, class Tokens>
    void append(std::string& out, const Entries& entries, const entity_options& options,
                const Tokens& tokens) const {
        constexpr std::size_t most = 5;
        constexpr std::string_view head = "## Working Memory\nRecently referenced entities:\n";
        constexpr std::string_view tail =
            "\nWhen user says \"this page\" or \"that entry\", refer to the most recent entity of "
            "that type.";
        std::string lines;
        std::size_t count = 0;
        for (const auto& each : entries) {
            if (count == most) break;
            const auto before = lines.size();
            lines += "- ";
            text::append_escaped(lines, each.type);
            lines += ' ';
            text::append_quoted(lines, each.name);
            lines += " (ID: ";
            text::append_escaped(lines, each.id);
            lines += ")\n";
            if (options.context_token_limit != 0) {
                std::string whole{head};
                whole += lines;
                whole += tail;
                if (tokens(whole) > options.context_token_limit) {
                    lines.resize(before);
                    break;
                }
            }
            ++count;
        }
        if (count == 0) return;
        out += head;
        out += lines;
        out += tail;
    }
};

}  // namespace workmem::prompt_format

#if !defined(WORKMEM_COMPILED)
#include <workmem/entity/prompt_format.ipp>
#endif
