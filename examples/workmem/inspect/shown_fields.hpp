// The fields of a record, as the page shows them.
#pragma once

#include <workmem/journal/writer.hpp>
#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// JSON whose long texts are cut, each with "…" behind it; as it is where it is short.
[[nodiscard]] std::string shortened_json(std::string json);

/// Takes what types describe of themselves, each field as JSON of its own: times as milliseconds
/// since 1970, long texts cut. An archive of `describe`.
class shown_fields {
public:
    struct field {
        std::string_view name{};  ///< a literal
        std::string json{};
        bool is_time = false;
    };

    template <class T, workmem::journal::field_role... Role>
    void operator()(std::string_view name, const T& value, Role...) {
        if (is_left_out(name)) return;
        std::string json;
        constexpr bool is_time = std::same_as<T, workmem::timestamp>;
        if constexpr (is_time)
            json = std::to_string(value.time_since_epoch().count());
        else
            workmem::journal::writer{json}.write(value);
        list_.push_back({name, shortened_json(std::move(json)), is_time});
    }
    template <class T, workmem::journal::field_role... Role>
    void operator()(std::string_view name, const std::optional<T>& value, Role...) {
        if (value) (*this)(name, *value);
    }
    template <class T, workmem::journal::field_role... Role>
    void maybe(std::string_view name, const T& value, Role...) {
        if constexpr (requires { value.empty(); }) {
            if (!value.empty()) (*this)(name, value);
        } else {
            if (!(value == T{})) (*this)(name, value);
        }
    }
    void add_json(std::string_view name, std::string json) {
        list_.push_back({name, shortened_json(std::move(json)), false});
    }
    template <class T>
    void alias(std::string_view name, std::string_view, const T& value) {
        (*this)(name, value);
    }

    [[nodiscard]] const std::vector<field>& list() const noexcept { return list_; }
    void clear() noexcept { list_.clear(); }

private:
    // What changes with every change and tells a person nothing.
    static bool is_left_out(std::string_view name) noexcept {
        constexpr std::string_view names[]{"version", "token", "lease", "paused"};
        return std::find(std::begin(names), std::end(names), name) != std::end(names);
    }

    std::vector<field> list_{};
};

}  // namespace workmem_program
