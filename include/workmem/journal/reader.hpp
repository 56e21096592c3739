#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/fields.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/time/timestamp.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::journal {

/// Owns what decoded changes point to: arrays and values that live commands would lend them.
class arena {
public:
    template <class T>
    T* make(std::size_t count) {
        blocks_.emplace_back(nullptr, [](void* block) { delete[] static_cast<T*>(block); });
        T* const at = new T[count]();
        blocks_.back().reset(at);
        return at;
    }

private:
    std::vector<std::unique_ptr<void, void (*)(void*)>> blocks_;
};

class reader;

/// Types with a form of their own bring `read_field(reader&, const text::json_view&, T&)`.
template <class T>
concept own_form_to_read = requires(reader& in, const text::json_view& from, T& into) {
    read_field(in, from, into);
};

/// Reads described values out of a JSON object that stays alive as long as they do. The first
/// thing that is missing or of the wrong type is kept as the problem, named by its path; what
/// comes after is not read.
class reader {
public:
    reader(const text::json_view& value, arena& memory) : reader{value, memory, &own_} {}

    template <class T, field_role... Role>
    void operator()(std::string_view name, T& into, Role...) {
        if (problem_) return;
        const auto found = value_.find(name);
        if (!found)
            problem_.emplace(error_code::validation_error, at(name) + " is missing",
                             std::vector<error_detail>{{"member", at(name)}});
        else
            field(name, found, into);
    }
    template <class T, field_role... Role>
    void maybe(std::string_view name, T& into, Role...) {
        if (problem_) return;
        const auto found = value_.find(name);
        if (found && !found.is_null()) field(name, found, into);
    }

    /// A field that older or other documents call `other`.
    template <class T>
    void alias(std::string_view name, std::string_view other, T& into) {
        const bool by_other = !value_.contains(name) && value_.contains(other);
        (*this)(by_other ? other : name, into);
    }

    [[nodiscard]] const std::optional<error>& problem() const noexcept { return problem_; }
    [[nodiscard]] const text::json_view& json() const noexcept { return value_; }
    [[nodiscard]] arena& memory() noexcept { return *memory_; }
    /// Says what the member being read should have been.
    void fail(std::string_view expected, const text::json_view& got) {
        if (problem_) return;
        auto name = at_->empty() ? std::string{"the document"} : here();
        problem_.emplace(
            error_code::validation_error,
            name + " must be " + std::string{expected} + ", is " + got.type_name(),
            std::vector<error_detail>{{"member", name}, {"expected", std::string{expected}}});
    }

    void read(const text::json_view& from, std::string_view& into) {
        if (from.is_string())
            into = from.string();
        else
            fail("a string", from);
    }
    void read(const text::json_view& from, std::string& into) {
        std::string_view text;
        read(from, text);
        into = text;
    }
    void read(const text::json_view& from, bool& into) {
        if (from.is_boolean())
            into = from.boolean();
        else
            fail("true or false", from);
    }
    /// NaN where it is null, which is written for what JSON has no number for.
    template <std::floating_point T>
    void read(const text::json_view& from, T& into) {
        if (from.is_number())
            into = static_cast<T>(from.number());
        else if (from.is_null())
            into = std::numeric_limits<T>::quiet_NaN();
        else
            fail("a number", from);
    }
    template <std::integral T>
    requires(!std::same_as<T, bool>) void read(const text::json_view& from, T& into) {
        if (from.is_unsigned()) {
            const auto value = from.unsigned_integer();
            if (value <= static_cast<std::uint64_t>((std::numeric_limits<T>::max)())) {
                into = static_cast<T>(value);
                return;
            }
        } else if (from.is_integer() && std::is_signed_v<T>) {
            const auto value = from.integer();
            if (value >= static_cast<std::int64_t>((std::numeric_limits<T>::min)())) {
                into = static_cast<T>(value);
                return;
            }
        }
        fail(std::is_signed_v<T> ? "an integer in range" : "a whole number in range, 0 or more",
             from);
    }
    /// ISO 8601 with any offset, or milliseconds since 1970.
    void read(const text::json_view& from, timestamp& into) {
        if (from.is_integer()) {
            std::int64_t count = 0;
            read(from, count);
            into = timestamp{milliseconds{count}};
            if (into != to_moment(into)) fail("a time of the years 0 to 9999", from);
            return;
        }
        std::optional<timestamp> parsed;
        if (from.is_string()) parsed = parse_iso8601(from.string());
        if (parsed)
            into = *parsed;
        else
            fail("a time (ISO 8601 or epoch milliseconds)", from);
    }
    void read(const text::json_view& from, milliseconds& into) {
        std::int64_t count = 0;
        read(from, count);
        into = milliseconds{count};
    }
    template <named_enumeration T>
    void read(const text::json_view& from, T& into) {
        std::string_view text;
        read(from, text);
        if (!problem_ && !parse_name(text, into)) fail("one of the known names", from);
    }
    template <described T>
    void read(const text::json_view& from, T& into) {
        reader inner{from, *memory_, at_};
        if (!inner.problem_) T::describe(into, inner);
        if (inner.problem_) problem_ = std::move(inner.problem_);
    }
    template <class T>
    void read(const text::json_view& from, std::span<const T>& into) {
        if (!from.is_array()) {
            fail("an array", from);
            return;
        }
        T* const values = memory_->make<T>(from.size());
        std::size_t count = 0;
        for (const auto& each : from) {
            at_->push_back({{}, count});
            read(each, values[count++]);
            at_->pop_back();
            if (problem_) return;
        }
        into = {values, count};
    }
    template <class T>
    void read(const text::json_view& from, std::optional<T>& into) {
        if (from.is_null()) {
            into.reset();
            return;
        }
        T value{};
        read(from, value);
        into = std::move(value);
    }
    template <class T>
    requires(!own_form_to_read<std::vector<T>>) void read(const text::json_view& from,
                                                          std::vector<T>& into) {
        std::span<const T> values;
        read(from, values);
        into.assign(values.begin(), values.end());
    }
    template <own_form_to_read T>
    void read(const text::json_view& from, T& into) {
        read_field(*this, from, into);
    }

private:
    // Where in the document: a member, or an element where it has no name.
    struct place {
        std::string_view name;
        std::size_t index = 0;
    };
    using path = std::vector<place>;

    reader(const text::json_view& value, arena& memory, path* at)
        : value_{value}, memory_{&memory}, at_{at} {
        if (!value.is_object()) fail("an object", value);
    }

    // The path is put together only for a problem.
    [[nodiscard]] std::string here() const {
        std::string out;
        for (const auto& each : *at_) {
            if (each.name.empty()) {
                out += '[' + std::to_string(each.index) + ']';
                continue;
            }
            if (!out.empty()) out += '.';
            out += each.name;
        }
        return out;
    }
    [[nodiscard]] std::string at(std::string_view name) const {
        at_->push_back({name});
        auto out = here();
        at_->pop_back();
        return out;
    }
    template <class T>
    void field(std::string_view name, const text::json_view& from, T& into) {
        at_->push_back({name});
        read(from, into);
        at_->pop_back();
    }

    path own_;
    text::json_view value_;
    arena* memory_;
    path* at_;
    std::optional<error> problem_;
};

}  // namespace workmem::journal
