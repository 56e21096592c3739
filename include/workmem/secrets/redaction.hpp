#pragma once

#include <workmem/secrets/secrets.hpp>
#include <workmem/value/attribute.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace workmem::secrets {

/// What stands where a secret was: `[secret: password]`.
[[nodiscard]] inline std::string mark_of(secret_kind kind) {
    return "[secret: " + std::string{to_string(kind)} + ']';
}

/// Puts marks where a detector finds secrets. Linear in the text, where the detector is.
template <policy Detector>
void redact_in(const Detector& detector, std::string& text) {
    auto found = detector.find(text, 0);
    if (!found) return;
    std::string out;
    std::size_t seen = 0;
    for (; found; found = detector.find(text, seen)) {
        if (found->length == 0 || found->offset < seen || found->offset > text.size()) {
            // It does not say where: nothing stays.
            text = mark_of(found->kind);
            return;
        }
        out.append(text, seen, found->offset - seen).append(mark_of(found->kind));
        seen = found->offset + found->length;
        if (seen >= text.size()) break;
    }
    if (seen < text.size()) out.append(text, seen);
    text = std::move(out);
}

template <policy Detector>
void redact_in(const Detector& detector, std::vector<std::string>& texts) {
    for (auto& each : texts) redact_in(detector, each);
}

/// The same in names and values; a value, also a number, may be a secret because of its name.
template <policy Detector>
void redact_in(const Detector& detector, attribute_list& attributes) {
    for (auto& [name, value] : attributes) {
        if (auto* const text = std::get_if<std::string>(&value)) {
            redact_in(detector, *text);
            if (const auto found = detector.find_in_field(name, *text))
                *text = mark_of(found->kind);
        } else if (const auto* const number = std::get_if<std::int64_t>(&value)) {
            if (const auto found = detector.find_in_field(name, std::to_string(*number)))
                value = mark_of(found->kind);
        }
        redact_in(detector, name);
    }
}

/// The same, where the policy says so.
template <policy Policy, class Value>
void redact_by([[maybe_unused]] Value& value) {
    if constexpr (redacting_policy<Policy>) redact_in(Policy{}, value);
}

}  // namespace workmem::secrets
