#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/tools/arguments.hpp>
#include <workmem/tools/schema.hpp>

#include <deque>
#include <string>
#include <string_view>

namespace workmem::tools {

/// What every tool takes that changes something.
inline constexpr property idempotency_key{
    "idempotency_key",
    {.kind = value_kind::text, .description = "same on a retry", .least = 1, .most = 1'024}};

/// How the changes of a call are made, so that the call can be made again: by the key that its
/// caller gives, good for the same tool and arguments only. Refers to the arguments and the actor.
class retriable_call {
public:
    template <class Json>
    explicit retriable_call(const arguments<Json>& in, std::string_view actor = {})
        : by_{actor.empty() ? in.actor() : actor} {
        if (!in.has(idempotency_key.name)) return;
        by_.idempotency_key = in.text(idempotency_key.name);
        request_ =
            std::string{in.tool()} + in.json().dump(-1, ' ', false, Json::error_handler_t::replace);
        by_.request = request_;
    }
    retriable_call(const retriable_call&) = delete;
    retriable_call& operator=(const retriable_call&) = delete;

    /// For its one change, or the first of several.
    [[nodiscard]] const call_options& options() const noexcept { return by_; }
    operator const call_options&() const noexcept { return by_; }
    /// For another one of several, which always has this name: a retry goes on where the first call
    /// ended.
    [[nodiscard]] call_options part(std::string_view name) {
        auto by = by_;
        if (!by.idempotency_key.empty())
            by.idempotency_key =
                keys_.emplace_back(std::string{by.idempotency_key} + '/' + std::string{name});
        return by;
    }

private:
    call_options by_;
    std::string request_;
    std::deque<std::string> keys_;
};

}  // namespace workmem::tools
