#pragma once

#include <workmem/mcp/message.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::mcp {

/// What a client wants to be completed: a value that a user is typing. Refers to the request.
struct completed_argument {
    enum class owner : std::uint8_t { prompt, resource };

    owner of = owner::prompt;
    std::string_view name{};      ///< of the prompt, or the template of the resource's URI
    std::string_view argument{};  ///< of the prompt, or a variable of the template
    std::string_view value{};     ///< so far
};

/// What a request wants to be completed, or what is missing or wrong.
template <class Json>
[[nodiscard]] std::variant<completed_argument, rpc_error<Json>> read_completed(
    const request<Json>& asked) {
    const auto text_of = [](const Json* of, const char* name) -> const std::string* {
        const auto* const found =
            of == nullptr || !of->is_object() ? nullptr : detail::member(*of, name);
        return found == nullptr ? nullptr : found->template get_ptr<const std::string*>();
    };
    const auto* const ref = asked.param("ref");
    const auto* const type = text_of(ref, "type");
    const bool is_prompt = type != nullptr && *type == "ref/prompt";
    if (!is_prompt && (type == nullptr || *type != "ref/resource"))
        return invalid_params<Json>("ref.type must be ref/prompt or ref/resource");
    const auto* const name = text_of(ref, is_prompt ? "name" : "uri");
    if (name == nullptr)
        return invalid_params<Json>(is_prompt ? "ref.name must be a string"
                                              : "ref.uri must be a string");
    const auto* const argument = text_of(asked.param("argument"), "name");
    const auto* const value = text_of(asked.param("argument"), "value");
    if (argument == nullptr || value == nullptr)
        return invalid_params<Json>("argument.name and argument.value must be strings");
    using owner = completed_argument::owner;
    return completed_argument{is_prompt ? owner::prompt : owner::resource, *name, *argument,
                              *value};
}

/// The answer that offers values, best first; no more than the 100 that the protocol allows.
template <class Json>
[[nodiscard]] Json completion_of(std::vector<std::string> found) {
    constexpr std::size_t most = 100;
    Json out = Json::object();
    auto& completion = out["completion"] = Json::object();
    auto& values = completion["values"] = Json::array();
    for (std::size_t i = 0; i < found.size() && i < most; ++i)
        values.push_back(std::move(found[i]));
    completion["total"] = found.size();
    completion["hasMore"] = found.size() > most;
    return out;
}

}  // namespace workmem::mcp
