#pragma once

#include <workmem/error.hpp>

#include <new>
#include <optional>
#include <type_traits>
#include <utility>

namespace workmem {

struct from_factory_t {
    explicit from_factory_t() = default;
};
/// Builds the value of a `result` in place, so that types that cannot move fit in.
inline constexpr from_factory_t from_factory{};

namespace detail {

[[noreturn]] inline void raise_no_error() {
    raise({error_code::validation_error, "a result that succeeded was asked for its error"});
}

}  // namespace detail

/// A value or an error: what a `try_` verb answers.
/// As copyable, movable and thread-safe as `T`.
template <class T>
class [[nodiscard]] result {
public:
    using value_type = T;

    result(T value) : has_value_{true} { ::new (&value_) T(std::move(value)); }
    result(workmem::error problem) : has_value_{false} {
        ::new (&error_) workmem::error(std::move(problem));
    }
    template <class Factory>
    result(from_factory_t, Factory&& make) : has_value_{true} {
        ::new (&value_) T(std::forward<Factory>(make)());
    }
    /// The value that `make` gives, or the error of `start(value)`, which answers a `result<void>`.
    template <class Factory, class Start>
    result(from_factory_t how, Factory&& make, Start&& start)
        : result{how, std::forward<Factory>(make)} {
        const auto started = std::forward<Start>(start)(value_);
        if (started) return;
        workmem::error problem{started.error()};
        value_.~T();
        has_value_ = false;
        ::new (&error_) workmem::error(std::move(problem));
    }

    result(const result& other) requires std::is_copy_constructible_v<T>
        : has_value_{other.has_value_} {
        if (has_value_)
            ::new (&value_) T(other.value_);
        else
            ::new (&error_) workmem::error(other.error_);
    }
    result(result&& other) noexcept(
        std::is_nothrow_move_constructible_v<T>) requires std::is_move_constructible_v<T>
        : has_value_{other.has_value_} {
        if (has_value_)
            ::new (&value_) T(std::move(other.value_));
        else
            ::new (&error_) workmem::error(std::move(other.error_));
    }
    result& operator=(const result&) = delete;
    result& operator=(result&&) = delete;
    ~result() {
        if (has_value_)
            value_.~T();
        else
            error_.~error();
    }

    [[nodiscard]] bool has_value() const noexcept { return has_value_; }
    [[nodiscard]] explicit operator bool() const noexcept { return has_value_; }

    /// The value; throws the error if there is none. So do `*` and `->`. Of a temporary, `value()`
    /// and `*` are values of their own: `for (auto& each : *list())` may be written.
    [[nodiscard]] T& value() & {
        if (!has_value_) raise(error_);
        return value_;
    }
    [[nodiscard]] const T& value() const& {
        if (!has_value_) raise(error_);
        return value_;
    }
    [[nodiscard]] T value() && {
        if (!has_value_) raise(error_);
        return std::move(value_);
    }
    [[nodiscard]] T& operator*() & { return value(); }
    [[nodiscard]] const T& operator*() const& { return value(); }
    [[nodiscard]] T operator*() && { return std::move(value()); }
    [[nodiscard]] T* operator->() { return &value(); }
    [[nodiscard]] const T* operator->() const { return &value(); }
    /// The value, where it is known that there is one; undefined when there is none.
    [[nodiscard]] T& value_unchecked() noexcept { return value_; }
    [[nodiscard]] const T& value_unchecked() const noexcept { return value_; }
    /// Why there is no value. Where there is one, that is the error it throws.
    [[nodiscard]] const workmem::error& error() const {
        if (has_value_) detail::raise_no_error();
        return error_;
    }

private:
    union {
        T value_;
        workmem::error error_;
    };
    bool has_value_;
};

/// Success, or an error.
template <>
class [[nodiscard]] result<void> {
public:
    using value_type = void;

    result() noexcept = default;
    result(workmem::error problem) : error_{std::move(problem)} {}

    [[nodiscard]] bool has_value() const noexcept { return !error_; }
    [[nodiscard]] explicit operator bool() const noexcept { return !error_; }
    /// Throws the error if there is one.
    void value() const {
        if (error_) raise(*error_);
    }
    /// What went wrong. Where nothing did, that is the error it throws.
    [[nodiscard]] const workmem::error& error() const {
        if (!error_) detail::raise_no_error();
        return *error_;
    }

private:
    std::optional<workmem::error> error_;
};

}  // namespace workmem
