#pragma once

#include <workmem/mcp/log_level.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem/mcp/protocol.hpp>

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// The way to a client while one of its requests is answered, as whatever carries the messages
/// offers it. What is missing cannot be done there.
template <class Json>
struct channel {
    /// Sends a message at once; false where it does not arrive any more.
    std::function<bool(const Json&)> tell{};
    /// Sends a request and waits: the result that the client answers, or why there is none.
    std::function<outcome<Json>(std::string_view method, Json params)> ask{};
};

/// What a client says that it does when it is asked.
class client_abilities {
public:
    client_abilities() = default;
    /// From its `capabilities`; null or no object: none.
    template <class Json>
    explicit client_abilities(const Json* said) {
        if (said == nullptr || !said->is_object()) return;
        for (std::size_t i = 0; i < names.size(); ++i)
            if (const auto* const is = detail::member(*said, names[i])) known_[i] = is->is_object();
    }

    [[nodiscard]] bool has(std::string_view name) const noexcept {
        for (std::size_t i = 0; i < names.size(); ++i)
            if (names[i] == name) return known_[i];
        return false;
    }

private:
    static constexpr std::array<std::string_view, 3> names{"elicitation", "roots", "sampling"};

    std::bitset<names.size()> known_{};
};

/// A request while it is answered: what it asks for, and what can be said to the client before the
/// result. Refers to the request and the channel. Not thread-safe.
template <class Json>
class exchange : public request<Json> {
public:
    /// \param log_from the lowest level that the client wants to hear of; nothing: of none
    exchange(const request<Json>& asked, const channel<Json>& to, client_abilities can,
             std::optional<std::size_t> log_from)
        : request<Json>{asked}, to_{&to}, can_{can}, log_from_{log_from} {}

    /// Whether the client wants to hear of things as bad as that, and can be told.
    [[nodiscard]] bool hears(std::string_view level) const {
        const auto rank = rank_of(level);
        return to_->tell && log_from_ && rank && *rank >= *log_from_;
    }
    /// Tells the client what happens, where it wants to hear of things as bad as that (one of
    /// `log_levels`). Whether it was told.
    bool log(std::string_view level, Json data, std::string_view logger = {}) const {
        if (!hears(level)) return false;
        Json said = Json::object();
        said["level"] = std::string{level};
        if (!logger.empty()) said["logger"] = std::string{logger};
        said["data"] = std::move(data);
        return to_->tell(notification<Json>("notifications/message", std::move(said)));
    }
    /// Tells how far the work has come, if the client asks for that; it has to come further each
    /// time. Whether it was told.
    bool progress(std::uint64_t done, std::optional<std::uint64_t> of = std::nullopt,
                  std::string_view what = {}) {
        const auto* const token = this->meta("progressToken");
        if (!to_->tell || token == nullptr || (told_ && done <= *told_)) return false;
        if (!token->is_string() && !token->is_number_integer()) return false;
        told_ = done;
        Json said = Json::object();
        said["progressToken"] = *token;
        said["progress"] = done;
        if (of) said["total"] = *of;
        if (!what.empty()) said["message"] = std::string{what};
        return to_->tell(notification<Json>("notifications/progress", std::move(said)));
    }

    /// Whether the client does what such requests want: `sampling`, `elicitation`, `roots`.
    [[nodiscard]] bool client_can(std::string_view what) const noexcept { return can_.has(what); }
    /// What the client answers to a request of the server's, such as `elicitation/create`. What it
    /// says is data like anything else that comes from it.
    [[nodiscard]] outcome<Json> ask(std::string_view what, Json with) const {
        const auto ability = what.substr(0, what.find('/'));
        if (!to_->ask) return refused("the client cannot be asked here");
        if (!client_can(ability))
            return refused("the client does not offer " + std::string{ability});
        return to_->ask(what, std::move(with));
    }

private:
    [[nodiscard]] static rpc_error<Json> refused(std::string why) {
        return {rpc_code::missing_client_capability, std::move(why), {}};
    }

    const channel<Json>* to_;
    client_abilities can_;
    std::optional<std::size_t> log_from_;
    std::optional<std::uint64_t> told_{};
};

}  // namespace workmem::mcp
