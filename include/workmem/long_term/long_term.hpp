#pragma once

#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// How long what a memory holds may be.
struct long_term_limits {
    static constexpr std::size_t id_bytes = 4'096;  ///< promoted ids hold the id they come from
    static constexpr std::size_t content_bytes = std::size_t{1} << 20;
};

/// Which memories are meant; what is empty is not asked.
struct long_term_filter {
    std::string core{};
    std::vector<std::string> tags{};  ///< any of them, as they are written

    [[nodiscard]] bool accepts(const long_term_memory& each) const noexcept {
        if (!core.empty() && each.core != core) return false;
        return tags.empty() || std::any_of(tags.begin(), tags.end(), [&](const std::string& tag) {
                   return std::find(each.tags.begin(), each.tags.end(), tag) != each.tags.end();
               });
    }
};

/// Some of the memories there are.
struct long_term_page {
    std::vector<long_term_memory> memories{};
    std::optional<std::uint64_t> next{};  ///< `after` for the rest; none: this is the end
};

/// A memory that answers a query.
struct found_memory {
    long_term_memory value;
    std::uint64_t score = 0;  ///< above 0, in the ranking policy's units
};

/// Where memories are kept for good: `basic_long_term_store`, or a caller's own. `try_put` is
/// idempotent by id, which is what makes promotion safe to repeat.
template <class Store>
concept long_term_repository = requires(Store& store, const Store& reader, long_term_memory memory,
                                        std::string_view text, const long_term_filter& filter,
                                        std::size_t limit, std::uint64_t after) {
    { store.try_put(memory) } -> std::same_as<result<bool>>;
    { store.try_erase(text) } -> std::same_as<result<bool>>;
    { reader.get(text) } -> std::same_as<std::optional<long_term_memory>>;
    { reader.list(filter, limit, after) } -> std::same_as<long_term_page>;
    { store.search(text, limit, filter) } -> std::same_as<std::vector<found_memory>>;
};

}  // namespace workmem
