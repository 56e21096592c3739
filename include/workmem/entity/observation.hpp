#pragma once

#include <workmem/entity/commands.hpp>
#include <workmem/entity/entity_key.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/extraction/options.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace workmem {

/// What an observed tool result did to memory.
struct observation {
    std::vector<entity_key> entities{};  ///< what the result was about, in its own order
    std::size_t added = 0;
    std::size_t removed = 0;  ///< by a delete tool
    std::size_t omitted = 0;  ///< entities beyond the limits
    bool failed = false;      ///< the result was an error: nothing was touched

    /// Whether the result was about anything.
    [[nodiscard]] explicit operator bool() const noexcept { return !entities.empty(); }
};

/// An extracted tool result as parts of a command: items in the order in which they come in, so
/// that the result's first entity ends up newest, and what is only to be touched. Takes the
/// entities out of the extraction, which must outlive it.
template <class E>
class intake {
    using traits = entity_traits<E>;
    static_assert(
        requires(entity found) {
            { traits::from_entity(std::move(found)) } -> std::convertible_to<E>;
        },
        "workmem: entity_traits<E> must provide from_entity(entity&&) -> E to observe results");

public:
    explicit intake(extracted& found) {
        const auto most = found.entities.size() + found.acted_on.size() + found.parts.size();
        values_.reserve(most);
        items_.reserve(most);
        for (const auto& each : found.context)
            touches_.push_back({{each.type, each.id.text()}, strength::acted_on});
        for (auto& each : found.acted_on)
            if (!is_among(each, found.entities))
                add(with_name(std::move(each)), strength::acted_on);
        for (auto each = found.parts.rbegin(); each != found.parts.rend(); ++each)
            if (!is_among(*each, found.entities)) add(std::move(*each), strength::returned);
        for (auto each = found.entities.rbegin(); each != found.entities.rend(); ++each) {
            const auto level = is_among(*each, found.acted_on) ? strength::acted_on
                               : found.single                  ? strength::mentioned
                                                               : strength::returned;
            if (found.single && !found.made) each->rank = entity_changes::same_rank;
            add(std::move(*each), level);
        }
    }
    intake(const intake&) = delete;
    intake& operator=(const intake&) = delete;

    [[nodiscard]] const std::vector<entity_changes::item<E>>& items() const noexcept {
        return items_;
    }
    [[nodiscard]] const std::vector<entity_commands::touch_request>& touches() const noexcept {
        return touches_;
    }

private:
    static bool is_among(const entity& what, const std::vector<entity>& list) {
        return std::any_of(list.begin(), list.end(), [&](const entity& each) {
            return each.id == what.id && each.type == what.type;
        });
    }
    static entity with_name(entity&& what) {
        if (what.name.empty()) {
            what.unnamed = true;
            what.name = "Unnamed " + what.type;
        }
        return std::move(what);
    }
    void add(entity&& what, strength level) {
        const auto rank = what.rank;
        values_.push_back(traits::from_entity(std::move(what)));
        if constexpr (repairable_entity<E>)
            if (!traits::is_valid(values_.back())) traits::make_valid(values_.back());
        items_.push_back({&values_.back(), level, rank});
    }

    std::vector<E> values_;  // never grows beyond what is reserved: items point into it
    std::vector<entity_changes::item<E>> items_;
    std::vector<entity_commands::touch_request> touches_;
};

}  // namespace workmem
