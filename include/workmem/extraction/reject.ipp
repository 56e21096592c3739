#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/reject.hpp>
#include <workmem/extraction/status_code.hpp>

namespace workmem::extraction {

WORKMEM_DECL verdict reject::operator()(std::string_view text, const trace& note) const {
    if (says_error(text)) {
        note("reject", text, "the text reports an error");
        return verdict::failed;
    }
    return verdict::nothing;
}

WORKMEM_DECL verdict reject::operator()(const record& fields, verb_kind kind, bool identified,
                                        const trace& note) const {
    if (!identified || fields.find("jsonrpc"_field) || is_bare_error(fields))
        if (const auto* why = error_of(fields)) {
            note("reject", why->name, "the result reports an error");
            return verdict::failed;
        }
    if (kind == verb_kind::count) {
        note("reject", "count", "the tool counts things and returns none");
        return verdict::nothing;
    }
    if (fields.size() == 0) {
        note("reject", "{}", "the result is empty");
        return verdict::nothing;
    }
    return verdict::keep;
}

WORKMEM_DECL bool reject::is_error_word(std::string_view word) const {
    return std::any_of(words.begin(), words.end(), [&](std::string_view each) {
        return word.size() == each.size() &&
               std::equal(word.begin(), word.end(), each.begin(),
                          [](char a, char b) { return text::fold_ascii(a) == b; });
    });
}

WORKMEM_DECL bool reject::says_error(std::string_view text) const {
    text::word_reader reader{text.substr(0, 200)};
    text::word word{};
    bool negated = false;
    for (int i = 0; i < 12 && reader.next(word); ++i) {
        if (i < 4 && is_error_word(word.text)) return true;
        if (negated && (word.text == "found" || word.text == "Found" || word.text == "exist" ||
                        word.text == "allowed"))
            return true;
        if (word.text == "be" || word.text == "been") continue;
        negated = word.text == "not" || word.text == "Not" || word.text == "NOT";
    }
    return false;
}

WORKMEM_DECL bool reject::has_data(const record& fields) {
    const auto* data = fields.find("data"_field);
    if (!data || !data->value.is_structured()) return false;
    if (data->value.is_array()) return !data->value.empty();
    std::size_t seen = 0;
    for (const auto& member : data->value) {
        if (!member.is_null()) return true;
        if (++seen == 16) break;
    }
    return false;
}

WORKMEM_DECL const record::field* reject::error_of(const record& fields) const {
    const auto holds = [](const text::json_view& value) { return says_something(value); };
    if (!has_data(fields))
        if (const auto* own = fields.find(errors, holds)) return own;
    if (const auto* own =
            fields.find(outcomes, [](const text::json_view& value) { return is_false(value); }))
        return own;
    const auto* message = fields.find(messages, holds);
    if (const auto* own = fields.find(
            states, [&](const text::json_view& value) { return is_error_word(value.string()); });
        own && (message || fields.size() <= 2))
        return own;
    if (!message) return nullptr;
    if (is_told(fields) || is_kind_of_error(fields)) return message;
    if (const auto* own =
            fields.find(codes, [](const text::json_view& value) { return is_error_status(value); }))
        return own;
    const auto* const code = fields.find("code"_field);
    // `{"code": 0, "message": "success", …}`
    if (code && is_success(code->value) && !says_error(message->value.string())) return nullptr;
    const bool coded = code && fields.size() <= 6;
    if (coded || (fields.size() <= 6 && message->hash == field_hash("message") &&
                  says_error(message->value.string())))
        return message;
    return nullptr;
}

WORKMEM_DECL bool reject::is_bare_error(const record& fields) const {
    if (is_kind_of_error(fields)) return true;
    if (!fields.find(codes, [](const text::json_view& value) { return is_error_status(value); }) &&
        !is_told(fields))
        return false;
    for (std::size_t i = 0; i < fields.size(); ++i)
        if (envelope.rank(fields[i].hash) == field_table::npos) return false;
    return true;
}

WORKMEM_DECL bool reject::is_told(const record& fields) const {
    const auto* id = fields.find("id"_field);
    const auto* message = fields.find("message"_field);
    return id && message && id->value.is_string() &&
           id->value.string().find_first_of("0123456789-") == std::string_view::npos &&
           says_error(message->value.string());
}

WORKMEM_DECL bool reject::is_kind_of_error(const record& fields) const {
    static constexpr field_name about[]{"sys", "meta", "metadata"};
    if (fields.size() > 6) return false;
    for (const auto& each : about) {
        const auto* holder = fields.find(each);
        if (!holder || !holder->value.is_object()) continue;
        if (is_error_word(holder->value.find("type").string())) return true;
    }
    return false;
}

}  // namespace workmem::extraction
