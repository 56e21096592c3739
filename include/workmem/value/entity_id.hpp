#pragma once

#include <workmem/detail/cxx20.hpp>

#include <charconv>
#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

/// The id of an entity: a string or an integer. `42` and `"42"` are the same id; which of the two
/// it was is kept for JSON, so that a saved session says what the service said.
class entity_id {
public:
    entity_id() = default;
    entity_id(std::string text) noexcept : text_{std::move(text)} {}
    entity_id(std::string_view text) : text_{text} {}
    entity_id(const char* text) : text_{text} {}
    template <std::integral Integer>
    requires(!std::same_as<Integer, bool> && !std::same_as<Integer, char>) entity_id(Integer number)
        : is_number_{true} {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
        text_.assign(digits, end);
    }

    [[nodiscard]] const std::string& text() const noexcept { return text_; }
    [[nodiscard]] bool is_number() const noexcept { return is_number_; }
    [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
    operator std::string_view() const noexcept { return text_; }

    /// Room for an id of `size` bytes, so that a later assignment cannot fail.
    void reserve(std::size_t size) {
        if (size > text_.capacity()) text_.reserve(size);
    }

    friend bool operator==(const entity_id& a, const entity_id& b) noexcept {
        return a.text_ == b.text_;
    }
    friend bool operator==(const entity_id& a, std::string_view b) noexcept { return a.text_ == b; }
    friend bool operator==(const entity_id& a, const std::string& b) noexcept {
        return a.text_ == b;
    }
    friend bool operator==(const entity_id& a, const char* b) noexcept {
        return a.text_ == std::string_view{b};
    }
    friend std::strong_ordering operator<=>(const entity_id& a, const entity_id& b) noexcept {
        return a.text_.compare(b.text_) <=> 0;
    }
    template <class Stream>
    requires requires(Stream& stream, std::string_view text) { stream << text; }
    friend Stream& operator<<(Stream& stream, const entity_id& id) {
        stream << std::string_view{id.text_};
        return stream;
    }

private:
    std::string text_;
    bool is_number_ = false;
};

}  // namespace workmem
