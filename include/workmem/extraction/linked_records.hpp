#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// The records that ids in a result stand for, where it tells them beside its things: `included`
/// of JSON:API, `customers` beside `orders`, `users` under `includes`. Read when it is first asked,
/// from lists of objects with an id, or objects under their ids, with a name, no deeper than three
/// levels, 128 in all. A view of the result; not for concurrent use.
class linked_records {
public:
    linked_records() = default;
    /// Of the things in `things` nothing is told beside them.
    linked_records(const text::json_view& root, const text::json_view& things) noexcept
        : root_{root}, things_{things} {}

    /// The record with this id; nothing where none is told. O(what is told).
    [[nodiscard]] text::json_view find(const text::json_view& id) const;

    /// The name that an object gives itself, there or in its `attributes`; empty without one.
    [[nodiscard]] static std::string_view name_in(const record& fields);

private:
    static constexpr std::size_t most = 128;
    static constexpr std::size_t most_fields = 64;
    static constexpr std::size_t most_depth = 3;

    void read(const text::json_view& from, std::size_t depth) const;
    void read_list(const text::json_view& list) const;

    text::json_view root_{};
    text::json_view things_{};
    mutable bool is_read_ = false;
    mutable std::vector<std::pair<text::json_view, text::json_view>> records_{};  // by id
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/linked_records.ipp>
#endif
