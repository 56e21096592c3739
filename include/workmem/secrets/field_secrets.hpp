#pragma once

#include <workmem/secrets/secrets.hpp>
#include <workmem/value/attribute.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem::secrets {

/// What looks like a secret in a text and what belongs to it, as `a password of 8 bytes at byte 4 of
/// a tag`; nothing where none does.
template <class Policy>
class field_secrets {
public:
    using answer = std::optional<std::string>;

    [[nodiscard]] answer in_text(std::string_view text, std::string_view where = {}) const {
        return told(secrets_.find(text, 0), where);
    }
    [[nodiscard]] answer in_tags(const std::vector<std::string>& tags) const {
        for (const auto& each : tags)
            if (auto found = in_text(each, " of a tag")) return found;
        return std::nullopt;
    }
    [[nodiscard]] answer in_metadata(const attribute_list& metadata) const {
        for (const auto& each : metadata) {
            auto found = secrets_.find(each.name, 0);
            if (const auto* const number = std::get_if<std::int64_t>(&each.value); !found && number)
                found = secrets_.find_in_field(each.name, std::to_string(*number));
            if (const auto* const text = std::get_if<std::string>(&each.value); !found && text)
                found = secrets_.find_in_field(each.name, *text);
            if (found) return told(found, " of its metadata");
        }
        return std::nullopt;
    }

private:
    [[nodiscard]] static answer told(const std::optional<found_secret>& found,
                                     std::string_view where) {
        return found ? answer{describe(*found) + std::string{where}} : answer{};
    }

    Policy secrets_{};
};

}  // namespace workmem::secrets
