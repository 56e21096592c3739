#pragma once

#include <workmem/journal/fields.hpp>
#include <workmem/journal/record_edit.hpp>
#include <workmem/text/json_view.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What erasing leaves of a described value, and of an object that stands for it in a record: both
// follow from the roles of its fields.

namespace workmem::detail {

struct value_eraser {
    std::string_view id;

    template <journal::field_role Role>
    void operator()(std::string_view, std::string& field, Role) {
        field = Role::left_of(id);
    }
    template <class T>
    void maybe(std::string_view, T& field, journal::erasable_role) {
        field = T{};
    }
    template <class T>
    void operator()(std::string_view, T& field) {
        inside(field);
    }
    template <class T>
    void maybe(std::string_view, T& field) {
        inside(field);
    }

    template <class T>
    void inside(T&) {}
    template <journal::described T>
    void inside(T& value) {
        T::describe(value, *this);
    }
    template <journal::described T>
    void inside(std::optional<T>& value) {
        if (value) inside(*value);
    }
    template <journal::described T>
    void inside(std::vector<T>& values) {
        for (auto& each : values) inside(each);
    }
};

struct object_eraser {
    journal::record_edit& edit;
    const text::json_view& object;
    std::string_view id;

    template <journal::field_role Role>
    void operator()(std::string_view name, const std::string&, Role) {
        edit.replace(object.find(name), Role::left_of(id));
    }
    template <class T>
    void maybe(std::string_view name, const T&, journal::erasable_role) {
        edit.leave_out(object.find(name));
    }
    template <class T>
    void operator()(std::string_view, const T&) {}
    template <class T>
    void maybe(std::string_view, const T&) {}
};

}  // namespace workmem::detail

namespace workmem::journal {

/// Erases the fields that are erasable, also of values in it.
template <described T>
void erase_fields(T& value, std::string_view id) {
    workmem::detail::value_eraser{id}.inside(value);
}

/// Erases the fields that are erasable in any of these types from an object of a record, but not of
/// objects in it.
template <described... Types>
void erase_fields(record_edit& edit, const text::json_view& object, std::string_view id) {
    workmem::detail::object_eraser fields{edit, object, id};
    const auto erase = [&](const auto& like) { like.describe(like, fields); };
    (erase(Types{}), ...);
}

}  // namespace workmem::journal
