#pragma once

#include <workmem/config.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/json_view.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

namespace detail {

[[nodiscard]] constexpr bool separates(char c) noexcept {
    return c == '_' || c == '-' || c == ' ' || c == '.';
}

/// What each byte of a field name counts as: letters in lower case, `_` for all that separates.
inline constexpr auto field_bytes = [] {
    std::array<unsigned char, 256> out{};
    for (std::size_t i = 0; i < out.size(); ++i) {
        const auto c = static_cast<char>(i);
        out[i] = static_cast<unsigned char>(separates(c) ? '_' : text::fold_ascii(c));
    }
    return out;
}();
[[nodiscard]] constexpr unsigned char field_byte(char c) noexcept {
    return field_bytes[static_cast<unsigned char>(c)];
}

/// Hash of no bytes, and of one more.
inline constexpr std::uint64_t no_bytes_hash = 0xcbf29ce484222325U;
[[nodiscard]] constexpr std::uint64_t add_to_hash(std::uint64_t hash, unsigned char c) noexcept {
    return (hash ^ c) * 0x100000001b3U;
}

/// Which of 256 bits the hashes of a set take: most of what is not in the set shows by its own.
class hash_filter {
public:
    constexpr void add(std::uint64_t hash) noexcept {
        bits_[hash >> 62] |= std::uint64_t{1} << (hash >> 56 & 63U);
    }
    [[nodiscard]] constexpr bool may_hold(std::uint64_t hash) const noexcept {
        return (bits_[hash >> 62] >> (hash >> 56 & 63U) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool may_meet(const hash_filter& other) const noexcept {
        return ((bits_[0] & other.bits_[0]) | (bits_[1] & other.bits_[1]) |
                (bits_[2] & other.bits_[2]) | (bits_[3] & other.bits_[3])) != 0;
    }

private:
    std::uint64_t bits_[4]{};
};

}  // namespace detail

/// Hash of a field name without case and separators: `orderId`, `order_id`, `Order-ID` are one.
[[nodiscard]] constexpr std::uint64_t field_hash(std::string_view name) noexcept {
    std::uint64_t hash = detail::no_bytes_hash;
    for (const char c : name)
        if (const auto byte = detail::field_byte(c); byte != '_')
            hash = detail::add_to_hash(hash, byte);
    return hash;
}

/// Whether two field names are the same but for case and separators.
[[nodiscard]] constexpr bool same_field(std::string_view a, std::string_view b) noexcept {
    std::size_t i = 0, j = 0;
    while (true) {
        while (i < a.size() && detail::separates(a[i])) ++i;
        while (j < b.size() && detail::separates(b[j])) ++j;
        if (i == a.size() || j == b.size()) return i == a.size() && j == b.size();
        if (text::fold_ascii(a[i++]) != text::fold_ascii(b[j++])) return false;
    }
}

/// What stands behind `prefix` in a field name: `Id` for `orderId` and `order`; null data when the
/// name does not begin so.
[[nodiscard]] constexpr std::string_view field_rest(std::string_view name,
                                                    std::string_view prefix) noexcept {
    std::size_t i = 0;
    for (std::size_t j = 0; j < prefix.size(); ++j) {
        if (detail::separates(prefix[j])) continue;
        while (i < name.size() && detail::separates(name[i])) ++i;
        if (i == name.size() || text::fold_ascii(name[i]) != text::fold_ascii(prefix[j])) return {};
        ++i;
    }
    while (i < name.size() && detail::separates(name[i])) ++i;
    return name.substr(i);
}

/// A field name of a built-in table, hashed at compile time.
struct field_name {
    std::string_view text;
    std::uint64_t hash;
    consteval field_name(const char* name) noexcept : text{name}, hash{field_hash(name)} {}
};

/// The hash of a field name that stands in the code. A number, because clang 14 fails at
/// temporaries that only exist while compiling.
[[nodiscard]] consteval std::uint64_t operator""_field(const char* name,
                                                       std::size_t size) noexcept {
    return field_hash({name, size});
}

/// An ordered list of field names, the best first: a built-in list and what a user puts in front.
/// Copyable; not for concurrent modification.
class field_table {
public:
    field_table() = default;
    /// The list must outlive the table.
    explicit field_table(std::span<const field_name> names) noexcept : names_{names} {
        for (const auto& each : names) seen_.add(each.hash);
    }

    /// A name that is tried before all others so far.
    field_table& add(std::string name) {
        const auto hash = field_hash(name);
        more_.insert(more_.begin(), {std::move(name), hash});
        seen_.add(hash);
        return *this;
    }

    [[nodiscard]] std::size_t size() const noexcept { return more_.size() + names_.size(); }
    [[nodiscard]] bool contains(std::string_view name) const noexcept {
        return rank(field_hash(name)) != npos;
    }
    static constexpr std::size_t npos = static_cast<std::size_t>(-1);
    /// The place of a name in the list, 0 for the best; `npos` if it is not there.
    [[nodiscard]] std::size_t rank(std::uint64_t hash) const noexcept;
    /// Whether one of these names may be among those that `others` was made of.
    [[nodiscard]] bool may_meet(const detail::hash_filter& others) const noexcept {
        return seen_.may_meet(others);
    }
    /// Hands the hash of each name to `match`, best first, until it answers true.
    template <class Match>
    bool find(Match&& match) const {
        for (const auto& each : more_)
            if (match(each.second)) return true;
        for (const auto& each : names_)
            if (match(each.hash)) return true;
        return false;
    }

private:
    std::span<const field_name> names_;
    std::vector<std::pair<std::string, std::uint64_t>> more_;
    detail::hash_filter seen_;
};

/// The members of one JSON object, indexed for look-ups that ignore case and separators. Looks at
/// the first 256 members: a wider object is a map, not a record. A view of the object.
class record {
public:
    struct field {
        std::uint64_t hash = 0;
        std::string_view name;
        text::json_view value{};
    };

    record() = default;
    /// Empty when the value is no object.
    explicit record(const text::json_view& value);

    [[nodiscard]] std::size_t size() const noexcept { return size_; }
    [[nodiscard]] const field& operator[](std::size_t i) const noexcept {
        return i < inline_fields ? first_[i].value : rest_[i - inline_fields];
    }
    [[nodiscard]] const field* find(std::uint64_t hash) const noexcept;
    [[nodiscard]] const field* find(const field_name& name) const noexcept {
        return find(name.hash);
    }
    /// Which names may be among the fields.
    [[nodiscard]] const detail::hash_filter& names() const noexcept { return seen_; }
    /// The best field of a table that `fits`; null without one.
    template <class Fits>
    const field* find(const field_table& table, Fits&& fits) const {
        const field* best = nullptr;
        if (!table.may_meet(seen_)) return best;
        table.find([&](std::uint64_t hash) {
            const auto* each = find(hash);
            if (!each || !fits(each->value)) return false;
            best = each;
            return true;
        });
        return best;
    }

private:
    static constexpr std::size_t inline_fields = 32;

    union place {  // nothing to do for those that are never used
        field value;
        place() noexcept {}
    };

    place first_[inline_fields];
    std::vector<field> rest_;
    std::size_t size_ = 0;
    detail::hash_filter seen_;
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/field.ipp>
#endif
