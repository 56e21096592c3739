#pragma once

#include <workmem/entity/entity_traits.hpp>
#include <workmem/value/entity.hpp>

#include <algorithm>
#include <concepts>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

namespace detail {

/// An archive that keeps the names under which a type describes itself.
class described_names {
public:
    template <class T, class... Role>
    void operator()(std::string_view name, T&, Role...) {
        names_.emplace_back(name);
    }
    template <class T, class... Role>
    void maybe(std::string_view name, T&, Role...) {
        names_.emplace_back(name);
    }
    template <class T>
    void alias(std::string_view name, std::string_view other, T&) {
        names_.emplace_back(name);
        names_.emplace_back(other);
    }

    [[nodiscard]] bool contains(std::string_view name) const {
        return std::find(names_.begin(), names_.end(), name) != names_.end();
    }

private:
    std::vector<std::string> names_;
};

}  // namespace detail

/// Under which name a fact about an entity, as its rank, stands in one object with the entity's own
/// fields: `workmem.rank` as it is given if the type describes a `rank` itself, else `rank`.
template <class E>
[[nodiscard]] std::string_view fact_name(std::string_view full) {
    const auto plain = full.substr(full.find('.') + 1);
    if constexpr (std::same_as<E, entity>) {
        return plain;
    } else {
        static const auto described = [] {
            E like{};
            workmem::detail::described_names names;
            entity_traits<E>::describe(like, names);
            return names;
        }();
        return described.contains(plain) ? full : plain;
    }
}

}  // namespace workmem
