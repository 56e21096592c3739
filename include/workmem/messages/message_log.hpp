#pragma once

#include <workmem/messages/message.hpp>
#include <workmem/messages/message_groups.hpp>
#include <workmem/messages/read_message.hpp>
#include <workmem/result.hpp>
#include <workmem/tokens/bounding_counter.hpp>
#include <workmem/tokens/token_counter.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// Why a message left a log.
enum class trim_reason : std::uint8_t {
    older,     ///< what is newer has taken the room
    too_large  ///< with what it must not be parted from it has more tokens than there is room
};

[[nodiscard]] constexpr std::string_view to_string(trim_reason value) noexcept {
    return value == trim_reason::older ? "older" : "too_large";
}

/// A message that has left a log.
struct trimmed_message {
    logged_message message{};
    std::size_t tokens = 0;
    trim_reason reason = trim_reason::older;
};

struct trim_options {
    bool keep_system = true;  ///< what instructs stays first, before anything that was said
};

/// The messages of a conversation, oldest first, which are cut to what a prompt has room for. A
/// call and its result stay or go together. What `Counter` counts of the texts, and
/// `tokens_per_message` for each, is what a message costs. Deterministic. A value.
template <class Counter = bounding_counter>
class message_log {
    static_assert(token_counter<Counter>,
                  "workmem: a message_log's counter must provide operator()(std::string_view) const "
                  "-> std::size_t");

public:
    explicit message_log(Counter counter = {}, std::size_t tokens_per_message = 4)
        : counter_{std::move(counter)}, per_message_{tokens_per_message} {}

    /// Adds a message; returns its number, by which the caller knows it again.
    std::uint64_t append(logged_message added) {
        added.number = last_ + 1;
        costs_.reserve(messages_.size() + 1);
        const auto cost = counter_(added.text) + per_message_;
        messages_.push_back(std::move(added));
        costs_.push_back(cost);
        return ++last_;
    }
    /// Adds a message as an API has it, in any form that `read_message` reads; its text is this
    /// JSON. Errors: as of `read_message_text`.
    std::uint64_t append_json(std::string json) { return try_append_json(std::move(json)).value(); }
    result<std::uint64_t> try_append_json(std::string json) {
        logged_message made;
        if (auto read = read_message_text(json); !read)
            return read.error();
        else
            made = to_logged(*read);
        made.text = std::move(json);
        return append(std::move(made));
    }

    /// Lets go of what does not fit into `tokens`; returns it, oldest first. Instructions stay
    /// first if that is asked, then the newest with what they must not be parted from. What has no
    /// room even alone beside the instructions goes as `too_large`, and what is older may stay;
    /// else all goes that is older than the first that does not fit. Strong guarantee. O(n log n).
    std::vector<trimmed_message> trim(std::size_t tokens, const trim_options& options = {}) {
        const auto groups = detail::group_messages(messages_, costs_);
        auto kept = detail::choose_groups(groups, tokens, options.keep_system);
        std::vector<trimmed_message> left;
        std::vector<logged_message> messages;
        std::vector<std::size_t> costs;
        left.reserve(messages_.size());
        messages.reserve(messages_.size());
        costs.reserve(messages_.size());
        for (std::size_t i = 0; i < messages_.size(); ++i) {
            const auto fate = kept[groups.group_of[i]];
            if (fate == detail::group_fate::stays) {
                messages.push_back(std::move(messages_[i]));
                costs.push_back(costs_[i]);
            } else {
                left.push_back({std::move(messages_[i]), costs_[i],
                                fate == detail::group_fate::too_large ? trim_reason::too_large
                                                                      : trim_reason::older});
            }
        }
        messages_ = std::move(messages);
        costs_ = std::move(costs);
        return left;
    }

    /// Oldest first.
    [[nodiscard]] const std::vector<logged_message>& messages() const noexcept { return messages_; }
    /// What all of them cost.
    [[nodiscard]] std::size_t tokens() const noexcept {
        return std::accumulate(costs_.begin(), costs_.end(), std::size_t{0});
    }
    [[nodiscard]] std::size_t size() const noexcept { return messages_.size(); }
    [[nodiscard]] bool empty() const noexcept { return messages_.empty(); }
    void clear() noexcept {
        messages_.clear();
        costs_.clear();
    }

private:
    Counter counter_;
    std::size_t per_message_;
    std::vector<logged_message> messages_;
    std::vector<std::size_t> costs_;
    std::uint64_t last_ = 0;
};

}  // namespace workmem
