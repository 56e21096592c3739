#pragma once

#include <workmem/error.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// Memories as tools that take and give JSON.
namespace workmem::tools {

enum class value_kind : std::uint8_t { text, integer, number, boolean, list, object };

struct property;

/// What a JSON value must be: the one description from which the published schema, validation and
/// the reference follow. Refers to what is static.
struct schema {
    static constexpr std::int64_t unlimited = (std::numeric_limits<std::int64_t>::max)();

    value_kind kind = value_kind::text;
    std::string_view description{};
    std::span<const std::string_view> choices{};  ///< of a text; empty: any
    std::int64_t least = 0;                       ///< of an integer, bytes of a text, of a list
    std::int64_t most = unlimited;                ///< likewise
    const schema* each = nullptr;                 ///< what a list holds
    std::span<const property> members{};          ///< of an object; empty: any
    bool is_trimmed = false;                      ///< a text has no blanks at its ends
    bool takes_json = false;                      ///< a text may be sent as the JSON that it is
};

/// A member of an object.
struct property {
    std::string_view name;
    schema value{};
    bool is_required = false;
    std::string_view description{};  ///< instead of the value's
};

namespace detail {

[[nodiscard]] constexpr std::string_view json_type(value_kind kind) noexcept {
    switch (kind) {
        case value_kind::text: return "string";
        case value_kind::integer: return "integer";
        case value_kind::number: return "number";
        case value_kind::boolean: return "boolean";
        case value_kind::list: return "array";
        case value_kind::object: return "object";
    }
    return "";
}

// 1.0 is an integer, too.
template <class Json>
[[nodiscard]] bool is_whole(const Json& value) {
    constexpr double most = 9'007'199'254'740'992.0;  // 2^53: beyond it not all are told apart
    if (!value.is_number_float()) return value.is_number_integer();
    const auto number = value.template get<double>();
    return number >= -most && number <= most && number == std::trunc(number);
}

template <class Json>
[[nodiscard]] bool is_kind(const Json& value, value_kind kind) {
    switch (kind) {
        case value_kind::text: return value.is_string();
        case value_kind::integer: return is_whole(value);
        case value_kind::number: return value.is_number();
        case value_kind::boolean: return value.is_boolean();
        case value_kind::list: return value.is_array();
        case value_kind::object: return value.is_object();
    }
    return false;
}

// What an error says that a value is: short, and on one line.
template <class Json>
[[nodiscard]] std::string shown(const Json& value) {
    constexpr std::size_t most = 64;
    if (value.is_object()) return "an object";
    if (value.is_array()) return "a list";
    if (value.is_null()) return "null";
    if (value.is_string()) {
        const std::string_view text = value.template get_ref<const typename Json::string_t&>();
        if (text.size() <= most) return text::quoted(text);
        return text::quoted(text::prefix(text, most)) + "… of " + std::to_string(text.size()) +
               " bytes";
    }
    return value.dump();
}

[[nodiscard]] inline error bad_value(const std::string& field, const std::string& rule,
                                     const std::string& value) {
    return {error_code::validation_error,
            field + " must be " + rule + ", is " + value,
            {{"field", field}, {"rule", rule}, {"value", value}}};
}

[[nodiscard]] inline std::string join(std::span<const std::string_view> words) {
    std::string out;
    for (const auto word : words) out.append(out.empty() ? "" : ", ").append(word);
    return out;
}

[[nodiscard]] constexpr bool has_blank_end(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r\n\v\f";
    return !text.empty() && (blanks.find(text.front()) != std::string_view::npos ||
                             blanks.find(text.back()) != std::string_view::npos);
}

[[nodiscard]] inline std::string rule_of(const schema& wanted) {
    const auto range = [&](std::string_view unit) {
        if (wanted.most == schema::unlimited) return std::to_string(wanted.least) + " or more";
        return std::to_string(wanted.least) + " to " + std::to_string(wanted.most) +
               std::string{unit};
    };
    switch (wanted.kind) {
        case value_kind::text:
            if (!wanted.choices.empty()) return "one of " + join(wanted.choices);
            return range(" bytes long") + (wanted.is_trimmed ? " without blanks at its ends" : "");
        case value_kind::list: return range(" long");
        default: return range("");
    }
}

}  // namespace detail

/// What is wrong with a value, if anything; `field` is how the value is called. Linear in the
/// value.
template <class Json>
[[nodiscard]] std::optional<error> problem_of(const Json& value, const schema& wanted,
                                              const std::string& field);

/// What is wrong with the members of an object: missing, unknown, or of the wrong kind.
template <class Json>
[[nodiscard]] std::optional<error> problem_of(const Json& value, std::span<const property> wanted,
                                              const std::string& field) {
    const auto path = [&](std::string_view name) {
        return field.empty() ? std::string{name} : field + '.' + std::string{name};
    };
    for (const auto& each : wanted)
        if (each.is_required && !value.contains(each.name))
            return detail::bad_value(path(each.name), "given", "missing");
    for (auto member = value.begin(); member != value.end(); ++member) {
        const std::string& name = member.key();
        const auto known = std::find_if(wanted.begin(), wanted.end(),
                                        [&](const property& each) { return each.name == name; });
        if (known == wanted.end()) {
            std::string names;
            for (const auto& each : wanted)
                names.append(names.empty() ? "" : ", ").append(each.name);
            return detail::bad_value(field.empty() ? "a parameter" : "a member of " + field,
                                     "one of " + names, text::quoted(text::prefix(name, 64)));
        }
        if (auto problem = problem_of(member.value(), known->value, path(name))) return problem;
    }
    return std::nullopt;
}

template <class Json>
std::optional<error> problem_of(const Json& value, const schema& wanted, const std::string& field) {
    if (!detail::is_kind(value, wanted.kind)) {
        constexpr std::string_view vowels = "aio";
        const auto type = detail::json_type(wanted.kind);
        return detail::bad_value(
            field, (vowels.find(type.front()) == vowels.npos ? "a " : "an ") + std::string{type},
            detail::shown(value));
    }
    const auto in_range = [&](std::size_t size) {
        return std::cmp_greater_equal(size, wanted.least) && std::cmp_less_equal(size, wanted.most);
    };
    switch (wanted.kind) {
        case value_kind::text: {
            const std::string_view text = value.template get_ref<const typename Json::string_t&>();
            const bool fits =
                wanted.choices.empty()
                    ? in_range(text.size()) && !(wanted.is_trimmed && detail::has_blank_end(text))
                    : std::find(wanted.choices.begin(), wanted.choices.end(), text) !=
                          wanted.choices.end();
            if (!fits)
                return detail::bad_value(field, detail::rule_of(wanted), detail::shown(value));
            break;
        }
        case value_kind::integer: {
            const bool fits = value.is_number_unsigned()
                                  ? in_range(value.template get<std::size_t>())
                                  : value.template get<std::int64_t>() >= wanted.least &&
                                        value.template get<std::int64_t>() <= wanted.most;
            if (!fits) return detail::bad_value(field, detail::rule_of(wanted), value.dump());
            break;
        }
        case value_kind::list: {
            if (!in_range(value.size()))
                return detail::bad_value(field, detail::rule_of(wanted),
                                         std::to_string(value.size()) + " long");
            std::size_t at = 0;
            if (wanted.each != nullptr)
                for (const auto& each : value)
                    if (auto problem = problem_of(each, *wanted.each,
                                                  field + '[' + std::to_string(at++) + ']'))
                        return problem;
            break;
        }
        case value_kind::object:
            if (!wanted.members.empty()) return problem_of(value, wanted.members, field);
            break;
        case value_kind::number:
        case value_kind::boolean: break;
    }
    return std::nullopt;
}

/// Whether unknown members are refused: in what callers give, not in what they get.
enum class openness : std::uint8_t { closed, open };

/// As JSON Schema 2020-12. What callers give is described; of what they get only the names and
/// kinds, and which are always there on the outside: clients put both into every prompt.
template <class Json>
[[nodiscard]] Json to_json_schema(std::span<const property> members, openness unknown);

template <class Json>
[[nodiscard]] Json to_json_schema(const schema& of, openness unknown) {
    Json out = Json::object();
    if (of.kind == value_kind::object && !of.members.empty()) {
        out = to_json_schema<Json>(of.members, unknown);
        if (unknown == openness::open) out.erase("required");
    } else
        out["type"] = std::string{detail::json_type(of.kind)};
    if (!of.choices.empty()) {
        out["enum"] = Json::array();
        for (const auto choice : of.choices) out["enum"].push_back(std::string{choice});
    }
    if (of.each != nullptr) out["items"] = to_json_schema<Json>(*of.each, unknown);
    if (unknown == openness::closed && !of.description.empty())
        out["description"] = std::string{of.description};
    return out;
}

template <class Json>
Json to_json_schema(std::span<const property> members, openness unknown) {
    Json out = Json::object();
    out["type"] = "object";
    out["properties"] = Json::object();
    Json required = Json::array();
    for (const auto& each : members) {
        auto& member = out["properties"][std::string{each.name}] =
            to_json_schema<Json>(each.value, unknown);
        if (unknown == openness::closed && !each.description.empty())
            member["description"] = std::string{each.description};
        if (each.is_required) required.push_back(std::string{each.name});
    }
    if (!required.empty()) out["required"] = std::move(required);
    if (unknown == openness::closed) out["additionalProperties"] = false;
    return out;
}

}  // namespace workmem::tools
