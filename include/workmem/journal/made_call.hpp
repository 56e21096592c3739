#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <any>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// What is kept of a call with an idempotency key, and how its repetition gets the first answer.

namespace workmem::journal {

/// What an erasure takes out, by id or name; an empty one stands for all. Borrows the name.
class erased_subject {
public:
    /// \param ids of what has that name, where it is no id
    explicit erased_subject(std::string_view name, std::vector<std::string> ids = {})
        : name_{name}, ids_{std::move(ids)} {
        if (name.empty()) return;
        text::append_quoted(quoted_.emplace_back(), name);
        for (const auto& each : ids_) text::append_quoted(quoted_.emplace_back(), each);
    }
    [[nodiscard]] std::string_view name() const noexcept { return name_; }
    [[nodiscard]] const std::vector<std::string>& ids() const noexcept { return ids_; }
    /// Whether it is a text in that JSON.
    [[nodiscard]] bool is_in(std::string_view json) const noexcept {
        for (const auto& each : quoted_)
            if (json.find(each) != std::string_view::npos) return true;
        return quoted_.empty();
    }

private:
    std::string_view name_;
    std::vector<std::string> ids_, quoted_{};
};

/// JSON as it stands in a record.
struct json_text {
    std::string text{};

    [[nodiscard]] bool empty() const noexcept { return text.empty(); }
    void clear() noexcept { text.clear(); }
    [[nodiscard]] bool names(const erased_subject& subject) const noexcept {
        return subject.is_in(text);
    }
};
template <class Writer>
void write_field(Writer& out, const json_text& value) {
    out.raw(value.text);
}
template <class Reader, class View>
void read_field(Reader&, const View& from, json_text& into) {
    into.text.clear();
    append_json(into.text, from);
}

/// An answer where nothing is recorded, and no JSON needed. What it names is not asked.
struct answer_value {
    std::any value{};

    [[nodiscard]] bool empty() const noexcept { return !value.has_value(); }
    void clear() noexcept { value.reset(); }
    [[nodiscard]] bool names(const erased_subject&) const noexcept { return true; }
};

/// A call with an idempotency key, and what it was answered. The key stands as it was given, a long
/// one as a hash; the request as a hash of 128 bits, taken with the key, one way: who does not know
/// the key cannot try out what was asked.
template <class Answer>
struct basic_made_call {
    std::string key{};
    std::string request{};  ///< empty: not known
    Answer answer{};        ///< empty: not known

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("key", self.key);
        archive.maybe("request", self.request);
        archive.maybe("answer", self.answer);
    }
};
using made_call = basic_made_call<json_text>;

/// Why a key answers another call with nothing, if it is another one.
template <class Call>
[[nodiscard]] std::optional<error> refusal_of_other(const Call& first, const Call& again,
                                                    std::string_view key) {
    if (first.request.empty() || first.request == again.request) return std::nullopt;
    return error{error_code::validation_error,
                 "idempotency_key must be new, or repeat the call it was used for, is " +
                     text::quoted(text::prefix(key, 64)) + ", which another call had",
                 {{"field", "idempotency_key"}}};
}
[[nodiscard]] inline error unknown_answer(std::string_view key) {
    return {error_code::conflict,
            "a call with the idempotency key " + text::quoted(text::prefix(key, 64)) +
                " was made before, and what it answered is not kept any more; look for what it "
                "did, and take another key to do it anew",
            {{"field", "idempotency_key"}}};
}

/// The first answer of a call that is made again. Errors: `validation_error` where the key was
/// another call's, `conflict` where the answer is not known any more. That of a recorded one is in
/// journal/answers.hpp.
template <class Answer>
[[nodiscard]] result<Answer> read_answer(const basic_made_call<answer_value>& first,
                                         const basic_made_call<answer_value>& again,
                                         std::string_view key, std::type_identity<Answer>) {
    if (auto refused = refusal_of_other(first, again, key)) return std::move(*refused);
    const auto* const answer = std::any_cast<Answer>(&first.answer.value);
    if (answer == nullptr) return unknown_answer(key);
    return result<Answer>{*answer};
}

}  // namespace workmem::journal
