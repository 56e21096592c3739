#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <any>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

// How a call is known again by its idempotency key, and gets its first answer.

namespace workmem::journal {

/// JSON as it stands in a record.
struct json_text {
    std::string text{};

    [[nodiscard]] bool empty() const noexcept { return text.empty(); }
    void clear() noexcept { text.clear(); }
    /// Whether a text in it is the subject; an empty one stands for all.
    [[nodiscard]] bool names(std::string_view subject) const {
        if (subject.empty()) return true;
        std::string quoted;
        text::append_quoted(quoted, subject);
        return text.find(quoted) != std::string::npos;
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
    [[nodiscard]] bool names(std::string_view) const noexcept { return true; }
};

/// A call with an idempotency key, and what it was answered. Key and request are hashes of 128
/// bits. That of the request is taken with the key, one way: who does not know the key cannot try
/// out what was asked.
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

/// The last calls that had a key and changed something. Copyable and movable; not thread-safe.
template <class Call>
class basic_recent_calls {
public:
    static constexpr std::size_t limit = 1'024;

    /// The call with that hash of a key, or null. O(limit).
    [[nodiscard]] const Call* find(std::string_view hash) const noexcept {
        const auto found = std::find_if(ring_.begin(), ring_.end(),
                                        [&](const Call& each) { return each.key == hash; });
        return found == ring_.end() ? nullptr : &*found;
    }
    /// Makes room, so that `keep` cannot fail.
    void prepare() {
        if (ring_.size() < limit && ring_.size() == ring_.capacity())
            ring_.reserve((std::min)(limit, (std::max)(std::size_t{8}, 2 * ring_.size())));
    }
    void keep(Call&& call) noexcept {
        if (ring_.size() < limit)
            ring_.push_back(std::move(call));
        else
            ring_[oldest_] = std::move(call);
        oldest_ = (oldest_ + 1) % limit;
    }
    void note(Call call) {
        prepare();
        keep(std::move(call));
    }
    /// Oldest first.
    [[nodiscard]] std::vector<Call> all() const {
        auto calls = ring_;
        if (ring_.size() == limit)
            std::rotate(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(oldest_),
                        calls.end());
        return calls;
    }
    /// Something was erased, by the call with that hash of a key if any: of others whose answers
    /// name it is known only that they were made. O(answers).
    void forget(std::string_view subject, std::string_view erased_by = {}) {
        for (auto& each : ring_) {
            if (each.key == erased_by || !each.answer.names(subject)) continue;
            each.request.clear();
            each.answer.clear();
        }
    }

private:
    std::vector<Call> ring_;
    std::size_t oldest_ = 0;  // of a full ring
};
using recent_calls = basic_recent_calls<made_call>;

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
