#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/pending_calls.hpp>
#include <workmem/text/json_writer.hpp>

#include <algorithm>
#include <utility>

namespace workmem {

namespace detail {

inline bool nests_deeper(const text::json_view& value, std::size_t levels) {
    if (!value.is_structured() || value.empty()) return false;
    if (levels == 0) return true;
    return std::any_of(value.begin(), value.end(),
                       [&](const text::json_view& each) { return nests_deeper(each, levels - 1); });
}

}  // namespace detail

WORKMEM_DECL void pending_calls::add(const tool_call& call) {
    if (call.id.empty() && answered_in_order_) {
        for (std::size_t i = calls_.size(); i-- > 0;)
            if (calls_[i].id.empty()) {
                remove_at(i);
                ++dropped_;
            }
        answered_in_order_ = false;
    }
    if (limits_.calls == 0 || call.id.size() > limits_.bytes ||
        call.tool.size() > limits_.bytes - call.id.size()) {
        ++dropped_;
        return;
    }
    pending_call made{std::string{call.id}, std::string{call.tool}, {}};
    if (call.arguments) {
        if (!detail::nests_deeper(call.arguments, text::max_json_depth))
            text::append_json(made.arguments, call.arguments);
        if (made.arguments.empty() || bytes_of(made) > limits_.bytes) {
            made.arguments = {};
            ++dropped_;
        }
    }
    const auto bytes = bytes_of(made);
    while (!calls_.empty() && (calls_.size() >= limits_.calls || bytes_ + bytes > limits_.bytes)) {
        remove_at(0);
        ++dropped_;
    }
    calls_.push_back(std::move(made));
    bytes_ += bytes;
}

WORKMEM_DECL const pending_call* pending_calls::find(const tool_result& answer) const {
    const auto is_same_tool = [&](const pending_call& each) {
        return !answer.tool.empty() && each.tool == answer.tool;
    };
    const pending_call* found = nullptr;
    if (!answer.call_id.empty())
        for (auto each = calls_.rbegin(); each != calls_.rend(); ++each) {
            if (each->id != answer.call_id) continue;
            if (is_same_tool(*each)) return &*each;
            if (found == nullptr) found = &*each;
        }
    if (found != nullptr) return found;
    for (const auto& each : calls_) {
        const bool fits = is_same_tool(each) || (answer.tool.empty() && answer.call_id.empty());
        if (each.id.empty() && fits) return &each;
        if (answer.call_id.empty() && is_same_tool(each) && found == nullptr) found = &each;
    }
    return found;
}

WORKMEM_DECL void pending_calls::remove(const pending_call* call) {
    for (std::size_t i = 0; i < calls_.size(); ++i)
        if (&calls_[i] == call) {
            if (call->id.empty()) answered_in_order_ = true;
            return remove_at(i);
        }
}

WORKMEM_DECL void pending_calls::clear() noexcept {
    calls_.clear();
    bytes_ = 0;
    answered_in_order_ = false;
}

WORKMEM_DECL void pending_calls::remove_at(std::size_t place) {
    bytes_ -= bytes_of(calls_[place]);
    calls_.erase(calls_.begin() + static_cast<std::ptrdiff_t>(place));
}

}  // namespace workmem
