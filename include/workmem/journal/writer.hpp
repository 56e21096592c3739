#pragma once

#include <workmem/journal/fields.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>

#include <charconv>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace workmem::journal {

class writer;

/// Types with a form of their own bring `write_field(writer&, const T&)`.
template <class T>
concept own_form = requires(writer& out, const T& value) {
    write_field(out, value);
};

/// Writes described values as JSON straight into a buffer. Text is made valid UTF-8 on the way, so
/// writing never fails but for memory; a number that JSON has no form for becomes null, a
/// time before year 0 or after 9999 the nearest in between.
class writer {
public:
    explicit writer(std::string& out) noexcept : out_{out} {}

    template <class T, field_role... Role>
    void operator()(std::string_view name, const T& value, Role...) {
        key(name);
        write(value);
    }
    template <class T, field_role... Role>
    void maybe(std::string_view name, const T& value, Role...) {
        if (!is_default(value)) (*this)(name, value);
    }

    template <class T>
    void alias(std::string_view name, std::string_view, const T& value) {
        (*this)(name, value);
    }

    template <described T>
    void object(const T& value) {
        begin_object();
        T::describe(value, *this);
        end_object();
    }
    void begin_object() {
        out_ += '{';
        first_ = true;
    }
    void end_object() {
        out_ += '}';
        first_ = false;
    }
    void key(std::string_view name) {
        if (!first_) out_ += ',';
        first_ = false;
        out_ += '"';
        out_ += name;
        out_ += "\":";
    }

    /// A key that comes from data.
    void quoted_key(std::string_view name) {
        if (!first_) out_ += ',';
        first_ = false;
        text::append_quoted(out_, name);
        out_ += ':';
    }

    void write(std::string_view value) { text::append_quoted(out_, value); }
    void write(const std::string& value) { text::append_quoted(out_, value); }
    void write(const char* value) { text::append_quoted(out_, value); }
    void write(std::nullptr_t) { out_ += "null"; }
    void write(bool value) { out_ += value ? "true" : "false"; }
    template <std::integral T>
    requires(!std::same_as<T, bool>) void write(T value) { number(value); }
    void write(std::floating_point auto value) {
        if (!std::isfinite(value)) {
            out_ += "null";
            return;
        }
        const auto before = out_.size();
        number(value);
        // It stays no whole number when it is read again.
        if (out_.find_first_of(".eE", before) == std::string::npos) out_ += ".0";
    }
    void write(timestamp value) {
        out_ += '"';
        append_iso8601(out_, to_moment(value));
        out_ += '"';
    }
    void write(milliseconds value) { number(value.count()); }
    template <class... Alternatives>
    void write(const std::variant<Alternatives...>& value) {
        std::visit([this](const auto& held) { this->write(held); }, value);
    }
    /// What is absent is null.
    template <class T>
    void write(const std::optional<T>& value) {
        if (value)
            write(*value);
        else
            out_ += "null";
    }
    template <named_enumeration T>
    void write(T value) {
        write(std::string_view{to_string(value)});
    }
    template <described T>
    void write(const T& value) {
        object(value);
    }
    template <class T>
    void write(std::span<const T> values) {
        out_ += '[';
        bool first = true;
        for (const auto& each : values) {
            if (!first) out_ += ',';
            first = false;
            write(each);
        }
        out_ += ']';
        first_ = false;
    }
    template <class T>
    requires(!own_form<std::vector<T>>) void write(const std::vector<T>& values) {
        write(std::span<const T>{values});
    }
    template <own_form T>
    void write(const T& value) {
        write_field(*this, value);
        first_ = false;
    }
    /// Digits as they are: for numbers kept as text.
    void raw(std::string_view json) { out_ += json; }

private:
    template <class T>
    void number(T value) {
        char digits[32];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        out_.append(digits, end);
    }
    template <class T>
    static bool is_default(const T& value) {
        if constexpr (requires { value.empty(); })
            return value.empty();
        else
            return value == T{};
    }

    std::string& out_;
    bool first_ = true;
};

}  // namespace workmem::journal
