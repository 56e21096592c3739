#pragma once

#include <workmem/text/json.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/tools/schema.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::tools {

/// The deepest nesting of JSON that is read from a text.
inline constexpr std::size_t max_argument_depth = 64;

namespace detail {

/// The JSON of the wanted kind that a value holds as text, if it does.
template <class Json>
[[nodiscard]] std::optional<Json> held_as_text(const Json& value, value_kind wanted) {
    if (!value.is_string()) return std::nullopt;
    const text::json_document read{value.template get_ref<const std::string&>(),
                                   max_argument_depth};
    if (!read) return std::nullopt;
    auto held = text::to_json_value<Json>(read.root());
    if (!is_kind(held, wanted)) return std::nullopt;
    return held;
}

template <class Json>
[[nodiscard]] bool is_not_given(const Json& value, const property& wanted) {
    if (value.is_null()) return !(wanted.is_required && wanted.value.takes_json);
    const bool may_be_empty = wanted.value.kind == value_kind::text &&
                              wanted.value.choices.empty() && wanted.value.least == 0;
    return !wanted.is_required && !may_be_empty && value == "";
}

}  // namespace detail

/// Arguments as their sender means them. Some clients send lists, objects, numbers and flags as
/// JSON text, and null or an empty text for what is not given: such members are left out, such
/// texts are read, wherever the schema wants something else than a text. What cannot be read stays
/// as it is, for `problem_of` to refuse.
template <class Json>
class sent_arguments {
public:
    /// \param sent an object; linear in it
    // No braces: they would make a list of it.
    sent_arguments(Json sent, std::span<const property> wanted) : json_(std::move(sent)) {
        read(json_, wanted, std::string{});
    }

    [[nodiscard]] const Json& json() const noexcept { return json_; }
    /// Which arguments were read from text, to be told to the client; empty: none.
    [[nodiscard]] const std::string& from_text() const noexcept { return from_text_; }

private:
    void read(Json& value, std::span<const property> wanted, const std::string& field) {
        for (const auto& each : wanted) {
            const auto member = value.find(std::string{each.name});
            if (member == value.end()) continue;
            if (detail::is_not_given(*member, each))
                value.erase(member);
            else
                read(*member, each.value,
                     field.empty() ? std::string{each.name} : field + '.' + std::string{each.name});
        }
    }
    void read(Json& value, const schema& wanted, const std::string& field) {
        if (wanted.kind == value_kind::text) {
            if (wanted.takes_json && !value.is_string()) value = text::to_json_text(value);
            return;
        }
        if (auto held = detail::held_as_text(value, wanted.kind)) {
            value = *std::move(held);
            from_text_.append(from_text_.empty() ? "" : ", ").append(field);
        }
        if (wanted.kind == value_kind::object && value.is_object())
            read(value, wanted.members, field);
        if (wanted.kind == value_kind::list && wanted.each != nullptr && value.is_array()) {
            std::size_t at = 0;
            for (auto& each : value)
                read(each, *wanted.each, field + '[' + std::to_string(at++) + ']');
        }
    }

    Json json_;
    std::string from_text_;
};

/// The object that a call's arguments are, also where they came as JSON text; null and an empty
/// list, which some languages do not tell from it, are an empty one.
template <class Json>
[[nodiscard]] std::optional<Json> read_object(const Json& sent) {
    if (sent.is_null() || sent == "" || (sent.is_array() && sent.empty())) return Json::object();
    return detail::held_as_text(sent, value_kind::object);
}

/// The member of an answer that says which arguments were read from text.
inline constexpr std::string_view read_from_text = "read_from_text";

/// Says in an answer, once, which arguments came as text.
template <class Json>
void say_read_from_text(Json& answer, const std::string& which) {
    if (which.empty() || !answer.is_object()) return;
    constexpr std::size_t most = 200;
    answer[std::string{read_from_text}] = std::string{text::prefix(which, most)} +
                                          (which.size() > most ? " …" : "") +
                                          ": sent as text, read as JSON";
}

}  // namespace workmem::tools
