#pragma once

#include <workmem/journal/stream_path.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// JSON as it stands in a record.
struct json_text {
    std::string text{};

    [[nodiscard]] bool empty() const noexcept { return text.empty(); }
};
template <class Writer>
void write_field(Writer& out, const json_text& value) {
    out.raw(value.text);
}
template <class Reader>
void read_field(Reader&, const text::json_view& from, json_text& into) {
    into.text.clear();
    text::append_json(into.text, from);
}

/// A call with an idempotency key, and what it was answered. Key and request are hashes of 128
/// bits. That of the request is taken with the key, one way: who does not know the key cannot try
/// out what was asked.
struct made_call {
    std::string key{};
    std::string request{};  ///< empty: not known
    json_text answer{};     ///< empty: not known

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("key", self.key);
        archive.maybe("request", self.request);
        archive.maybe("answer", self.answer);
    }
};

/// The last calls that had a key and changed something. Copyable and movable; not thread-safe.
class recent_calls {
public:
    static constexpr std::size_t limit = 1'024;

    /// The call with that hash of a key, or null. O(limit).
    [[nodiscard]] const made_call* find(std::string_view hash) const noexcept {
        const auto found = std::find_if(ring_.begin(), ring_.end(),
                                        [&](const made_call& each) { return each.key == hash; });
        return found == ring_.end() ? nullptr : &*found;
    }
    /// Makes room, so that `keep` cannot fail.
    void prepare() {
        if (ring_.size() < limit && ring_.size() == ring_.capacity())
            ring_.reserve((std::min)(limit, (std::max)(std::size_t{8}, 2 * ring_.size())));
    }
    void keep(made_call&& call) noexcept {
        if (ring_.size() < limit)
            ring_.push_back(std::move(call));
        else
            ring_[oldest_] = std::move(call);
        oldest_ = (oldest_ + 1) % limit;
    }
    void note(made_call call) {
        prepare();
        keep(std::move(call));
    }
    /// Oldest first.
    [[nodiscard]] std::vector<made_call> all() const {
        auto calls = ring_;
        if (ring_.size() == limit)
            std::rotate(calls.begin(), calls.begin() + static_cast<std::ptrdiff_t>(oldest_),
                        calls.end());
        return calls;
    }
    /// Something was erased: of calls whose answers name it is known only that they were made.
    /// O(answers).
    void forget(std::string_view subject) {
        for (auto& each : ring_) {
            if (!names(each.answer.text, subject)) continue;
            each.request.clear();
            each.answer.text.clear();
        }
    }
    /// Whether a text in the JSON is the subject; an empty one stands for all.
    [[nodiscard]] static bool names(std::string_view json, std::string_view subject) {
        if (subject.empty()) return true;
        std::string quoted;
        text::append_quoted(quoted, subject);
        return json.find(quoted) != std::string_view::npos;
    }

private:
    std::vector<made_call> ring_;
    std::size_t oldest_ = 0;  // of a full ring
};

}  // namespace workmem::journal
