#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/extraction/verb.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/words.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace workmem::extraction {

/// Whether a result can hold entities.
enum class verdict : std::uint8_t {
    keep,
    nothing,  ///< an acknowledgement, a count, a setting
    failed    ///< an error: the call did nothing
};

inline constexpr std::array<field_name, 11> error_fields{
    "error",      "errors",     "exception", "fault",  "error_message",    "error_messages",
    "error_code", "error_type", "err",       "errmsg", "error_description"};
inline constexpr std::array<field_name, 5> outcome_fields{"success", "ok", "succeeded",
                                                          "successful", "is_success"};
inline constexpr std::array<field_name, 7> state_fields{"status", "state",   "result", "object",
                                                        "type",   "outcome", "kind"};
inline constexpr std::array<field_name, 6> code_fields{"status",    "status_code", "code",
                                                       "http_code", "http_status", "statusCode"};
inline constexpr std::array<field_name, 7> message_fields{
    "message", "detail", "details", "title", "reason", "description", "error"};

/// What an error carries beside its status and its message; an id among these is the request's.
inline constexpr std::array<field_name, 17> envelope_fields_of_errors{
    "status",     "status_code", "code",      "http_code", "http_status", "statusCode",
    "message",    "detail",      "title",     "reason",    "description", "id",
    "request_id", "trace_id",    "timestamp", "path",      "instance"};

/// Words that a text begins with, or a state is, when something went wrong.
inline constexpr std::array<std::string_view, 16> error_words{
    "error",   "errors",  "failed",       "failure",   "fail",   "exception",
    "invalid", "denied",  "unauthorized", "forbidden", "cannot", "unable",
    "missing", "illegal", "traceback",    "unknown"};

/// Second step: results that are about no thing. Errors in their usual forms, of the transport, of
/// the service and in plain text. What has an id of its own is not rejected for a field called
/// `error` or `message`: a failed job and a commit are things.
struct reject {
    field_table errors{error_fields};
    field_table outcomes{outcome_fields};
    field_table states{state_fields};
    field_table codes{code_fields};
    field_table messages{message_fields};
    field_table envelope{envelope_fields_of_errors};
    std::span<const std::string_view> words{error_words};

    /// Of a plain text.
    [[nodiscard]] verdict operator()(std::string_view text, const trace& note) const;

    /// Of a record; `identified` tells whether it has an id of its own.
    [[nodiscard]] verdict operator()(const record& fields, verb_kind kind, bool identified,
                                     const trace& note) const;

private:
    bool is_error_word(std::string_view word) const;

    // One of the first four words, or "not found".
    bool says_error(std::string_view text) const;

    static bool is_false(const text::json_view& value) noexcept {
        return value.is_boolean() && !value.boolean();
    }
    static bool says_something(const text::json_view& value) {
        if (value.is_null() || is_false(value)) return false;
        if (value.is_string()) return !value.string().empty();
        if (value.is_number()) return value.number() != 0;
        return !value.is_structured() || !value.empty();
    }

    // A GraphQL answer may carry errors beside data.
    static bool has_data(const record& fields);

    const record::field* error_of(const record& fields) const;

    // An error's status, or its message beside a word for an id, and nothing that a thing would
    // have; or a kind that says so where kinds are told.
    bool is_bare_error(const record& fields) const;

    // `{"id": "not_found", "message": "It was not found"}`
    bool is_told(const record& fields) const;

    // `{"sys": {"type": "Error", …}, "message": …}`
    bool is_kind_of_error(const record& fields) const;

    static bool is_error_status(const text::json_view& value) {
        if (value.is_integer()) return value.integer() >= 400 && value.integer() < 600;
        const auto text = value.string();
        return text.size() == 3 && (text[0] == '4' || text[0] == '5') && text[1] >= '0' &&
               text[1] <= '9' && text[2] >= '0' && text[2] <= '9';
    }
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/reject.ipp>
#endif
