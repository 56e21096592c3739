#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/extraction/type.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

inline constexpr std::array<field_name, 8> place_arguments{"path", "file_path", "filepath", "uri",
                                                           "url",  "file",      "filename", "href"};
/// Words before `_id` that name no thing an agent works on.
inline constexpr std::array<field_name, 16> technical_ids{
    "request", "session", "trace",  "correlation", "client", "idempotency", "api",  "access",
    "cursor",  "span",    "tenant", "parent",      "next",   "external",    "call", "tool_call"};

/// Reads what a call is about from its arguments: a plain `id`, `<noun>_id`, `<noun>_number`, a
/// path or URI name things of the tool's type; `<other>_id` names other things. Looks at the top
/// level of an object only.
struct arguments {
    field_table places{place_arguments};
    field_table technical{technical_ids};

    void operator()(const text::json_view& given, const tool_name& tool, const noun_forms& nouns,
                    const extraction_options& options, extracted& out, const trace& note) const;

    /// Whether an argument of that name says which one of a noun is meant: `id`, `order_id`,
    /// `orderNumber`, `ref`.
    [[nodiscard]] static bool names_one(std::string_view name, const noun_forms& nouns) noexcept;

private:
    // What stands before `id` or `ids` in a field name; null data when it ends otherwise.
    static std::string_view split(std::string_view name) noexcept;

    static bool is_number_of(std::string_view name, const noun_forms& nouns) noexcept;

    // The noun before an id; of a tool that only its name describes, as far as its noun says it:
    // `locker` for `rent_locker`.
    static std::string kind_of(std::string_view owner, const tool_name& tool,
                               const noun_forms& nouns);
    void own_or_other(const record::field& field, std::string_view owner, const tool_name& tool,
                      const noun_forms& nouns, const extraction_options& options, extracted& out,
                      const trace& note) const;

    static bool add_all(std::vector<entity>& to, const std::string& kind,
                        const text::json_view& value, const extraction_options& options);

    static bool add(std::vector<entity>& to, const std::string& kind, const text::json_view& value,
                    const extraction_options& options);
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/arguments.ipp>
#endif
