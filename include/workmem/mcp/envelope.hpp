#pragma once

#include <workmem/mcp/message.hpp>
#include <workmem/mcp/protocol.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::mcp {

/// What a stateless request says of itself, in `params._meta`. Refers to the request.
template <class Json>
struct envelope {
    const Json* of = nullptr;  ///< null: it says nothing
    const Json* version = nullptr;

    explicit envelope(const request<Json>& asked) : of{asked.param("_meta")} {
        if (of != nullptr && !of->is_object()) of = nullptr;
        if (of != nullptr) version = detail::member(*of, meta::protocol_version);
    }

    /// The revision, if it is a text.
    [[nodiscard]] const std::string* version_text() const {
        return version == nullptr ? nullptr : version->template get_ptr<const std::string*>();
    }
    /// What is missing or wrong in it; nothing where a request may be answered.
    [[nodiscard]] std::optional<rpc_error<Json>> problem() const;
};

/// Why a revision is none that is spoken here.
template <class Json>
[[nodiscard]] rpc_error<Json> unsupported_version(std::string_view requested) {
    Json data = Json::object();
    auto& supported = data["supported"] = Json::array();
    for (const auto each : stateless_versions) supported.push_back(std::string{each});
    data["requested"] = std::string{requested};
    return {rpc_code::unsupported_protocol_version,
            "protocol version " + detail::shortly(requested) + " is not supported",
            std::move(data)};
}

template <class Json>
std::optional<rpc_error<Json>> envelope<Json>::problem() const {
    const auto missing = [](std::string_view name, const char* what) {
        return rpc_error<Json>{rpc_code::invalid_params,
                               "params._meta must hold \"" + std::string{name} + "\", " + what,
                               {}};
    };
    const auto* const requested = version_text();
    if (requested == nullptr)
        return missing(meta::protocol_version, "a string; or begin with initialize");
    if (!is_one_of<stateless_versions>(*requested)) return unsupported_version<Json>(*requested);
    const auto* const capabilities = detail::member(*of, meta::client_capabilities);
    if (capabilities == nullptr || !capabilities->is_object())
        return missing(meta::client_capabilities, "an object");
    return std::nullopt;
}

}  // namespace workmem::mcp
