#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/message.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// A call that waits for its result.
struct pending_call {
    std::string id{};  ///< empty where the format has none
    std::string tool{};
    std::string arguments{};  ///< as JSON; empty where there are none
};

/// How many calls wait for their results at most.
struct pending_limits {
    std::size_t calls = 64;
    std::size_t bytes = std::size_t{1} << 20;  ///< of ids, names and arguments together
};

/// Calls of tools that have not been answered yet: a message holds a call, a later one its result.
/// Beyond the limits the oldest go first; a call that alone has more bytes, or whose arguments nest
/// deeper than `text::max_json_depth`, is kept without its arguments, and not at all if its id and
/// its tool's name have more. `dropped()` counts these. A value; linear in the calls.
class pending_calls {
public:
    explicit pending_calls(pending_limits limits = {}) noexcept : limits_{limits} {}

    /// Keeps a call. Calls without an id are answered in their order, so those that have got no
    /// answer when a new one comes after answers get none any more, and go.
    void add(const tool_call& call);

    /// The call that a result answers: the newest with its id, with its tool's name if there are
    /// several. Where one of the two has no id, the oldest call of the tool, one without an id
    /// first; where the result names no tool either, the oldest call without an id. Null if there
    /// is none. Valid until the next change.
    [[nodiscard]] const pending_call* find(const tool_result& answer) const;
    /// It has been answered. Does nothing for a call that is not there.
    void remove(const pending_call* call);

    /// Oldest first.
    [[nodiscard]] const std::vector<pending_call>& calls() const noexcept { return calls_; }
    [[nodiscard]] std::size_t size() const noexcept { return calls_.size(); }
    [[nodiscard]] bool empty() const noexcept { return calls_.empty(); }
    /// Calls that went without an answer or lost their arguments.
    [[nodiscard]] std::size_t dropped() const noexcept { return dropped_; }
    [[nodiscard]] const pending_limits& limits() const noexcept { return limits_; }
    void clear() noexcept;

private:
    static std::size_t bytes_of(const pending_call& call) noexcept {
        return call.id.size() + call.tool.size() + call.arguments.size();
    }
    void remove_at(std::size_t place);

    pending_limits limits_;
    std::vector<pending_call> calls_;
    std::size_t bytes_ = 0;
    std::size_t dropped_ = 0;
    bool answered_in_order_ = false;
};

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/messages/pending_calls.ipp>
#endif
