#pragma once

#include <workmem/mcp/envelope.hpp>
#include <workmem/mcp/message.hpp>
#include <workmem_http/message.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::http {

/// The text of `=?base64?…?=`, or a value that is not of this form as it is; nothing where the
/// Base64 (with its padding) is wrong.
[[nodiscard]] inline std::optional<std::string> decoded_header(std::string_view value) {
    constexpr std::string_view before = "=?base64?", after = "?=";
    if (value.size() < before.size() + after.size() || !value.starts_with(before) ||
        !value.ends_with(after))
        return std::string{value};
    value = value.substr(before.size(), value.size() - before.size() - after.size());
    constexpr std::string_view alphabet =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    if (value.size() % 4 != 0) return std::nullopt;
    std::size_t padding = 0;
    while (padding < 2 && padding < value.size() && value[value.size() - 1 - padding] == '=')
        ++padding;
    std::string out;
    std::uint32_t bits = 0;
    for (std::size_t i = 0; i < value.size(); ++i) {
        const bool is_padding = i + padding >= value.size();
        const auto digit = is_padding ? 0 : alphabet.find(value[i]);
        if (digit == alphabet.npos) return std::nullopt;
        bits = bits << 6U | static_cast<std::uint32_t>(digit);
        if (i % 4 != 3) continue;
        for (const unsigned shift : {16U, 8U, 0U})
            out += static_cast<char>(static_cast<unsigned char>(bits >> shift & 255U));
        bits = 0;
    }
    out.resize(out.size() - padding);
    return out;
}

/// What the headers of a stateless request have to say again, so that those between client and
/// server need not read its body: revision, method, and what the method is about. Nothing where
/// they do.
template <class Json>
[[nodiscard]] std::optional<mcp::rpc_error<Json>> problem_of_mirrored(
    const request& head, const mcp::request<Json>& asked, const mcp::envelope<Json>& about) {
    const auto mismatch = [](std::string why) {
        return mcp::rpc_error<Json>{mcp::rpc_code::header_mismatch, std::move(why), {}};
    };
    const auto version = head.find("mcp-protocol-version");
    const auto* const said = about.version_text();
    if (!version) return mismatch("the header mcp-protocol-version is missing");
    if (said != nullptr && *said != *version)
        return mismatch("the header mcp-protocol-version and params._meta name two versions");
    const auto method = head.find("mcp-method");
    if (!method) return mismatch("the header mcp-method is missing");
    if (*method != asked.method) return mismatch("the header mcp-method names another method");

    constexpr std::array<std::pair<std::string_view, std::string_view>, 3> named{
        {{"tools/call", "name"}, {"prompts/get", "name"}, {"resources/read", "uri"}}};
    for (const auto& [of, member] : named) {
        const auto* const value = asked.method == of ? asked.text(member) : nullptr;
        if (value == nullptr) continue;
        const auto shown = head.find("mcp-name");
        if (!shown) return mismatch("the header mcp-name is missing");
        if (decoded_header(*shown) != *value)
            return mismatch("the header mcp-name names something else than params." +
                            std::string{member});
    }
    return std::nullopt;
}

}  // namespace workmem::http
