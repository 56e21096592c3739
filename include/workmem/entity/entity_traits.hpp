#pragma once

#include <workmem/journal/fields.hpp>
#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute_rules.hpp>
#include <workmem/value/entity.hpp>
#include <workmem/value/entry.hpp>
#include <workmem/value/value_fields.hpp>

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace workmem {

/// What the library needs to know of a type to hold it as an entity. Specialise it:
///
///     template <> struct workmem::entity_traits<ticket> {
///         static std::string_view type(const ticket&) { return "ticket"; }
///         static std::string_view id(const ticket& t) { return t.key; }
///         static std::string_view name(const ticket& t) { return t.subject; }
///     };
///
/// The type is default constructible, copyable and nothrow move assignable. Optional members:
/// - `slug(const T&) -> std::string_view`, `attributes(const T&) -> const attribute_list&`,
///   `unnamed(const T&) -> bool`;
/// - `describe(self, archive)`: the fields for session JSON and the journal (see journal/fields),
///   under names of the type's choice, always the same. What the library says of the entity stands
///   beside them: `rank` becomes `workmem.rank` where the type has a `rank` of its own;
/// - `is_valid(const T&) -> bool` and `make_valid(T&)`: whether JSON can say all of it but for type
///   and id (text in UTF-8, numbers, names that differ), and how to make it so; what a journal
///   replays is then what was added;
/// - `from_entity(entity&&) -> T`: makes one of what `observe` extracted;
/// - `stamp(T&, const entry&)`: writes time, count and rank into a copy that is handed out;
/// - `reserve(T& to, const T& from) -> bool` and `assign(T& to, const T& from) noexcept`: together
///   they let a slot keep its buffers, so that a full window adds without allocating. `reserve`
///   makes room without changing what `to` says, and answers whether `assign` cannot fail now.
template <class T>
struct entity_traits;

template <class T>
concept entity_type = std::default_initializable<T> && std::copyable<T> &&
    std::is_nothrow_move_assignable_v<T> && requires(const T& value) {
    { entity_traits<T>::type(value) } -> std::convertible_to<std::string_view>;
    { entity_traits<T>::id(value) } -> std::convertible_to<std::string_view>;
    { entity_traits<T>::name(value) } -> std::convertible_to<std::string_view>;
};

/// Whether a type says its fields, so that it can be saved.
template <class T>
concept savable_entity = entity_type<T> && requires(T& value, journal::archive_archetype& archive) {
    entity_traits<T>::describe(value, archive);
};

/// Whether a type can make its text valid UTF-8.
template <class T>
concept repairable_entity = entity_type<T> && requires(T& value) {
    { entity_traits<T>::is_valid(value) } -> std::same_as<bool>;
    entity_traits<T>::make_valid(value);
};

template <class T>
concept reusing_entity = entity_type<T> && requires(T& to, const T& from) {
    { entity_traits<T>::reserve(to, from) } -> std::same_as<bool>;
    { entity_traits<T>::assign(to, from) }
    noexcept;
};

template <>
struct entity_traits<entity> {
    static std::string_view type(const entity& e) noexcept { return e.type; }
    static std::string_view id(const entity& e) noexcept { return e.id.text(); }
    static std::string_view name(const entity& e) noexcept { return e.name; }
    static std::string_view slug(const entity& e) noexcept { return e.slug; }
    static const attribute_list& attributes(const entity& e) noexcept { return e.attributes; }
    static bool unnamed(const entity& e) noexcept { return e.unnamed; }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("type", self.type);
        archive("id", self.id);
        archive.alias("name", "label", self.name);
        archive.maybe("slug", self.slug);
        archive.maybe("attributes", self.attributes);
        archive.maybe("unnamed", self.unnamed);
    }
    static bool is_valid(const entity& e) {
        if (!text::is_valid(e.name) || !text::is_valid(e.slug)) return false;
        for (const auto& each : e.attributes) {
            const auto* const held = std::get_if<std::string>(&each.value);
            if (!text::is_valid(each.name) || (held != nullptr && !text::is_valid(*held)) ||
                says_nothing(each))
                return false;
        }
        return find_repeated_name(e.attributes) == nullptr;
    }
    static void make_valid(entity& e) {
        const auto repair = [](std::string& held) {
            if (!text::is_valid(held)) held = text::to_valid(held);
        };
        repair(e.name);
        repair(e.slug);
        std::erase_if(e.attributes, says_nothing);
        for (auto& each : e.attributes) {
            repair(each.name);
            if (auto* const held = std::get_if<std::string>(&each.value)) repair(*held);
        }
        if (find_repeated_name(e.attributes) != nullptr) keep_last_of_each_name(e.attributes);
    }
    // Nobody refers to an entity by what is null, or no number.
    static bool says_nothing(const attribute& each) noexcept {
        return std::holds_alternative<std::nullptr_t>(each.value) || is_no_number(each.value);
    }
    static entity from_entity(entity&& extracted) noexcept { return std::move(extracted); }
    static void stamp(entity& e, const entry& facts) noexcept {
        e.time = facts.time;
        e.access_count = facts.access_count;
        e.rank = facts.rank;
        e.observation = facts.observation;
    }

    static bool reserve(entity& to, const entity& from) {
        workmem::reserve(to.type, from.type);
        to.id.reserve(from.id.text().size());
        workmem::reserve(to.name, from.name);
        workmem::reserve(to.slug, from.slug);
        return workmem::reserve(to.attributes, from.attributes);
    }
    static void assign(entity& to, const entity& from) noexcept { to = from; }
};

}  // namespace workmem
