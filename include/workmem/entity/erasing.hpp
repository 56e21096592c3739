#pragma once

#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/journal/record_edit.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/value/value_json.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace workmem {

namespace detail {

template <class Identity>
[[nodiscard]] bool names_entity(const text::json_view& value, key_view key) {
    const auto type = value.find("type");
    return value.find("id") == key.id &&
           (!Identity::uses_type || (type ? type == key.type : key.type.empty()));
}

// What a type calls its fields is its own affair.
template <class E, class Identity>
[[nodiscard]] bool holds_entity(const text::json_view& value, key_view key) {
    E held{};
    journal::arena memory;
    journal::reader in{value, memory};
    entity_traits<E>::describe(held, in);
    return !in.problem() && entity_traits<E>::id(held) == key.id &&
           (!Identity::uses_type || entity_traits<E>::type(held) == key.type);
}

}  // namespace detail

/// The bytes of a recorded change without an entity and its idempotency key; nothing if it does not
/// name it, or belongs to another memory. The erasure itself becomes `entity.erased`, which says no
/// more than when.
template <class E, class Identity>
[[nodiscard]] std::optional<std::string> without_entity(std::string_view record, key_view key) {
    return journal::without(
        "entity", record, [key](const text::json_view& value, std::string_view list) {
            // Whatever words they used, they may have spoken of it.
            if (list == "answers") return true;
            return list == "entities" ? detail::holds_entity<E, Identity>(value, key)
                                      : detail::names_entity<Identity>(value, key);
        });
}

}  // namespace workmem
