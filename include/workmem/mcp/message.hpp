#pragma once

#include <workmem/mcp/protocol.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/text/utf8.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace workmem::mcp {

/// Why a request got no result.
template <class Json>
struct rpc_error {
    rpc_code code = rpc_code::internal_error;
    std::string message{};
    std::optional<Json> data{};
};

/// A result, or why there is none.
template <class Json>
using outcome = std::variant<Json, rpc_error<Json>>;

/// Something in `params` is missing or wrong.
template <class Json>
[[nodiscard]] rpc_error<Json> invalid_params(std::string why) {
    return {rpc_code::invalid_params, std::move(why), {}};
}

/// A message from a client, as far as it can be read. Refers to its JSON.
template <class Json>
struct request {
    const Json* id = nullptr;      ///< a string or an integer; null: a notification
    const Json* params = nullptr;  ///< an object; null: none
    std::string_view method{};
    bool is_answer = false;  ///< to something that nobody asked: it has no method

    /// A member of `params`, or null.
    [[nodiscard]] const Json* param(std::string_view name) const {
        if (params == nullptr) return nullptr;
        const auto found = params->find(std::string{name});
        return found == params->end() ? nullptr : &*found;
    }
    /// A member of what `params` says of the request itself, or null.
    [[nodiscard]] const Json* meta(std::string_view name) const {
        const auto* const said = param("_meta");
        if (said == nullptr || !said->is_object()) return nullptr;
        const auto found = said->find(std::string{name});
        return found == said->end() ? nullptr : &*found;
    }
    /// A member of `params` if it is a text.
    [[nodiscard]] const std::string* text(std::string_view name) const {
        const auto* const found = param(name);
        return found == nullptr ? nullptr : found->template get_ptr<const std::string*>();
    }
};

namespace detail {

[[nodiscard]] inline std::string shortly(std::string_view text) {
    return text::quoted(text::prefix(text, 64));
}

template <class Json>
[[nodiscard]] const Json* member(const Json& of, std::string_view name) {
    const auto found = of.find(std::string{name});
    return found == of.end() ? nullptr : &*found;
}

}  // namespace detail

/// An error as it is sent; where the request's id cannot be read it is left out, because clients
/// refuse null.
template <class Json>
[[nodiscard]] Json error_message(const Json* id, const rpc_error<Json>& problem) {
    Json out = Json::object();
    out["jsonrpc"] = "2.0";
    if (id != nullptr) out["id"] = *id;
    auto& error = out["error"] = Json::object();
    error["code"] = static_cast<int>(problem.code);
    error["message"] = problem.message;
    if (problem.data) error["data"] = *problem.data;
    return out;
}

template <class Json>
[[nodiscard]] Json result_message(const Json& id, Json result) {
    Json out = Json::object();
    out["jsonrpc"] = "2.0";
    out["id"] = id;
    out["result"] = std::move(result);
    return out;
}

/// Something the client is told unasked.
template <class Json>
[[nodiscard]] Json notification(std::string_view method, Json params) {
    Json out = Json::object();
    out["jsonrpc"] = "2.0";
    out["method"] = std::string{method};
    out["params"] = std::move(params);
    return out;
}

/// Whether an answer can have it. Only strings and integers are right, but another number is
/// answered, too: its sender waits for it.
template <class Json>
[[nodiscard]] bool is_id(const Json& value) {
    return value.is_string() || value.is_number();
}

/// Reads a message. `into.id` is set as soon as it can be read, also where the rest is wrong. An
/// answer of the client's, to which there is nothing to say, is no error.
template <class Json>
[[nodiscard]] std::optional<rpc_error<Json>> read_message(const Json& message,
                                                          request<Json>& into) {
    const auto invalid = [](std::string why) {
        return rpc_error<Json>{rpc_code::invalid_request, std::move(why), {}};
    };
    if (message.is_array()) return invalid("batches are not supported; send one message a line");
    if (!message.is_object()) return invalid("a message must be an object");
    if (const auto* const id = detail::member(message, "id")) {
        if (is_id(*id)) into.id = id;
        if (!id->is_string() && !id->is_number_integer())
            return invalid("id must be a string or an integer");
    }
    const auto* const version = detail::member(message, "jsonrpc");
    if (version == nullptr || *version != "2.0") return invalid("jsonrpc must be \"2.0\"");
    const auto* const method = detail::member(message, "method");
    if (method == nullptr) {
        if (detail::member(message, "result") != nullptr ||
            detail::member(message, "error") != nullptr) {
            into.is_answer = true;
            return std::nullopt;
        }
        return invalid("method is missing");
    }
    if (!method->is_string()) return invalid("method must be a string");
    into.method = method->template get_ref<const std::string&>();
    if (const auto* const params = detail::member(message, "params")) {
        if (!params->is_object())
            return rpc_error<Json>{rpc_code::invalid_params, "params must be an object", {}};
        into.params = params;
    }
    return std::nullopt;
}

}  // namespace workmem::mcp
