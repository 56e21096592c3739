#pragma once

#include <workmem/detail/cxx20.hpp>

#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <new>
#include <string_view>
#include <type_traits>

namespace workmem {

template <class T>
inline constexpr bool is_json = false;
template <template <class, class, class...> class Object, template <class, class...> class Array,
          class String, class Boolean, class Integer, class Unsigned, class Float,
          template <class> class Allocator, template <class, class = void> class Serializer,
          class Binary>
inline constexpr bool is_json<nlohmann::basic_json<
    Object, Array, String, Boolean, Integer, Unsigned, Float, Allocator, Serializer, Binary>> =
    true;

/// Any `nlohmann::basic_json`.
template <class T>
concept json_value = is_json<std::remove_cvref_t<T>>;

namespace text {

enum class json_type : std::uint8_t {
    null,
    boolean,
    integer,           ///< a whole number below 0, or kept as signed
    unsigned_integer,  ///< a whole number from 0
    number,            ///< any other
    string,
    array,
    object,
    other  ///< what JSON has no form for: binary, discarded
};

class json_view;

namespace detail {

struct json_step;

/// How values of one JSON type are looked at: one for each type, so its address names the type.
struct json_access {
    json_view (*view)(const void* value);
    json_view (*find)(const void* object, std::string_view name);
    json_view (*at)(const void* array, std::size_t index);
    void (*first_element)(const void* array, json_step& out);
    void (*next_element)(json_step& out);
    void (*first_member)(const void* object, json_step& out);
    void (*next_member)(json_step& out);
};

template <class Json>
struct json_access_to;

/// Text that stands in no JSON.
struct plain_text;

}  // namespace detail

/// A JSON value, read only, whoever holds it: any `nlohmann::basic_json`, or a `json_document`.
/// What is not there is a view as well, which is false. Copying costs nothing; the value must
/// outlive it, and a change of the value invalidates it. Everything is O(1), but for `find` and
/// `contains`, which cost what they cost the value's holder.
class json_view {
public:
    class iterator;

    /// Nothing.
    json_view() noexcept = default;
    template <json_value Json>
    json_view(const Json& value) : json_view{detail::json_access_to<Json>::view(&value)} {}
    /// A text as a string value; it must outlive the view.
    [[nodiscard]] static json_view of_text(std::string_view text) noexcept;

    /// Whether there is a value, be it null.
    [[nodiscard]] explicit operator bool() const noexcept { return how_ != nullptr; }

    [[nodiscard]] json_type type() const noexcept { return type_; }
    [[nodiscard]] bool is_null() const noexcept { return type_ == json_type::null && how_; }
    [[nodiscard]] bool is_boolean() const noexcept { return type_ == json_type::boolean; }
    [[nodiscard]] bool is_string() const noexcept { return type_ == json_type::string; }
    [[nodiscard]] bool is_array() const noexcept { return type_ == json_type::array; }
    [[nodiscard]] bool is_object() const noexcept { return type_ == json_type::object; }
    [[nodiscard]] bool is_structured() const noexcept { return is_array() || is_object(); }
    /// A whole number of any sign.
    [[nodiscard]] bool is_integer() const noexcept {
        return type_ == json_type::integer || type_ == json_type::unsigned_integer;
    }
    [[nodiscard]] bool is_unsigned() const noexcept { return type_ == json_type::unsigned_integer; }
    [[nodiscard]] bool is_number() const noexcept {
        return is_integer() || type_ == json_type::number;
    }
    /// "object", "array", "string", "boolean", "number", "null" or "binary".
    [[nodiscard]] const char* type_name() const noexcept;

    /// A string's bytes; empty for anything else.
    [[nodiscard]] std::string_view string() const noexcept {
        return is_string() ? std::string_view{held_.text, size_} : std::string_view{};
    }
    /// Whether it is this string.
    [[nodiscard]] bool operator==(std::string_view text) const noexcept {
        return is_string() && string() == text;
    }
    /// False for anything but true.
    [[nodiscard]] bool boolean() const noexcept { return is_boolean() && held_.integer != 0; }
    /// 0 for what is no number; undefined for one that does not fit.
    [[nodiscard]] std::int64_t integer() const noexcept {
        return type_ == json_type::number
                   ? static_cast<std::int64_t>(held_.number)
                   : (is_integer() ? static_cast<std::int64_t>(held_.integer) : 0);
    }
    [[nodiscard]] std::uint64_t unsigned_integer() const noexcept {
        return type_ == json_type::number ? static_cast<std::uint64_t>(held_.number)
                                          : (is_integer() ? held_.integer : 0);
    }
    [[nodiscard]] double number() const noexcept {
        switch (type_) {
            case json_type::number: return held_.number;
            case json_type::unsigned_integer: return static_cast<double>(held_.integer);
            case json_type::integer:
                return static_cast<double>(static_cast<std::int64_t>(held_.integer));
            default: return 0;
        }
    }

    /// Members or elements; 0 for what is no container.
    [[nodiscard]] std::size_t size() const noexcept { return is_structured() ? size_ : 0; }
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// A member of an object; nothing without one, and for what is no object.
    [[nodiscard]] json_view find(std::string_view name) const {
        return is_object() ? how_->find(held_.value, name) : json_view{};
    }
    [[nodiscard]] bool contains(std::string_view name) const { return bool{find(name)}; }
    /// An element of an array; nothing beyond its end, and for what is no array.
    [[nodiscard]] json_view operator[](std::size_t index) const {
        return is_array() && index < size_ ? how_->at(held_.value, index) : json_view{};
    }
    [[nodiscard]] json_view front() const { return (*this)[0]; }
    /// Elements of an array, or the values of an object's members in its own order; the iterator's
    /// `key()` is a member's name.
    [[nodiscard]] iterator begin() const;
    [[nodiscard]] iterator end() const noexcept;

    /// The value itself, where it is of this type; null where it is of another.
    template <class Json>
    [[nodiscard]] const Json* get_if() const noexcept {
        return how_ == &detail::json_access_to<Json>::table ? static_cast<const Json*>(source_)
                                                            : nullptr;
    }
    /// Whether both look at one value.
    [[nodiscard]] bool is_same(const json_view& other) const noexcept {
        return source_ == other.source_ && how_ == other.how_;
    }

private:
    template <class Json>
    friend struct detail::json_access_to;

    json_view(const detail::json_access& how, const void* source, json_type type) noexcept
        : how_{&how}, source_{source}, type_{type} {}

    union content {
        const char* text = nullptr;
        const void* value;
        std::uint64_t integer;
        double number;
    };

    const detail::json_access* how_ = nullptr;
    const void* source_ = nullptr;
    content held_{};
    std::size_t size_ = 0;
    json_type type_ = json_type::null;
};

namespace detail {

/// A step of a walk: where it is, and, in terms of who holds the values, how to come to the next.
struct json_step {
    json_view value{};
    std::string_view key{};
    const void* container = nullptr;
    alignas(void*) unsigned char place[sizeof(void*)]{};

    template <class Place>
    void put(const Place& at) noexcept {
        static_assert(sizeof at <= sizeof place && std::is_trivially_copyable_v<Place>);
        std::memcpy(place, &at, sizeof at);
    }
    template <class Place>
    [[nodiscard]] Place get() const noexcept {
        Place at{};
        std::memcpy(&at, place, sizeof at);
        return at;
    }
};

}  // namespace detail

class json_view::iterator {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = json_view;
    using difference_type = std::ptrdiff_t;
    using pointer = const json_view*;
    using reference = const json_view&;

    iterator() noexcept = default;

    [[nodiscard]] const json_view& operator*() const noexcept { return step_.value; }
    [[nodiscard]] const json_view* operator->() const noexcept { return &step_.value; }
    [[nodiscard]] const json_view& value() const noexcept { return step_.value; }
    /// A member's name; empty in an array.
    [[nodiscard]] std::string_view key() const noexcept { return step_.key; }
    iterator& operator++() {
        if (--left_ != 0) next_(step_);
        return *this;
    }
    iterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    friend bool operator==(const iterator& a, const iterator& b) noexcept {
        return a.left_ == b.left_;
    }

private:
    friend class json_view;

    detail::json_step step_{};
    void (*next_)(detail::json_step&) = nullptr;
    std::size_t left_ = 0;
};

inline json_view::iterator json_view::begin() const {
    iterator out;
    out.left_ = size();
    if (out.left_ == 0) return out;
    if (is_array()) {
        out.next_ = how_->next_element;
        how_->first_element(held_.value, out.step_);
    } else {
        out.next_ = how_->next_member;
        how_->first_member(held_.value, out.step_);
    }
    return out;
}
inline json_view::iterator json_view::end() const noexcept { return {}; }

inline const char* json_view::type_name() const noexcept {
    switch (type_) {
        case json_type::null: return "null";
        case json_type::boolean: return "boolean";
        case json_type::string: return "string";
        case json_type::array: return "array";
        case json_type::object: return "object";
        case json_type::other: return "binary";
        default: return "number";
    }
}

namespace detail {

// A string has nothing inside.
template <>
struct json_access_to<plain_text> {
    static constexpr json_access table{};
};

}  // namespace detail

inline json_view json_view::of_text(std::string_view text) noexcept {
    json_view out{detail::json_access_to<detail::plain_text>::table, text.data(),
                  json_type::string};
    out.held_.text = text.data();
    out.size_ = text.size();
    return out;
}

namespace detail {

/// Any `nlohmann::basic_json`. A template, so that who never looks at one need not include it.
template <class Json>
struct json_access_to {
    using array = typename Json::array_t;
    using object = typename Json::object_t;
    using string = typename Json::string_t;

    static json_view view(const void* value) {
        using kind = typename Json::value_t;
        const auto& json = *static_cast<const Json*>(value);
        json_view out{table, value, json_type::other};
        switch (json.type()) {
            case kind::null: out.type_ = json_type::null; break;
            case kind::boolean:
                out.type_ = json_type::boolean;
                out.held_.integer = *json.template get_ptr<const typename Json::boolean_t*>();
                break;
            case kind::number_integer:
                out.type_ = json_type::integer;
                out.held_.integer = static_cast<std::uint64_t>(
                    *json.template get_ptr<const typename Json::number_integer_t*>());
                break;
            case kind::number_unsigned:
                out.type_ = json_type::unsigned_integer;
                out.held_.integer =
                    *json.template get_ptr<const typename Json::number_unsigned_t*>();
                break;
            case kind::number_float:
                out.type_ = json_type::number;
                out.held_.number = static_cast<double>(
                    *json.template get_ptr<const typename Json::number_float_t*>());
                break;
            case kind::string: {
                const auto& text = *json.template get_ptr<const string*>();
                out.type_ = json_type::string;
                out.held_.text = text.data();
                out.size_ = text.size();
                break;
            }
            case kind::array: {
                const auto& elements = *json.template get_ptr<const array*>();
                out.type_ = json_type::array;
                out.held_.value = &elements;
                out.size_ = elements.size();
                break;
            }
            case kind::object: {
                const auto& members = *json.template get_ptr<const object*>();
                out.type_ = json_type::object;
                out.held_.value = &members;
                out.size_ = members.size();
                break;
            }
            default: break;
        }
        return out;
    }

    static json_view find(const void* members, std::string_view name) {
        const auto& held = *static_cast<const object*>(members);
        const auto found = [&] {
            if constexpr (requires { held.find(name); })
                return held.find(name);
            else
                return held.find(typename object::key_type(name));
        }();
        return found == held.end() ? json_view{} : view(&found->second);
    }
    static json_view at(const void* elements, std::size_t index) {
        return view(&(*static_cast<const array*>(elements))[index]);
    }

    static void first_element(const void* elements, json_step& out) {
        show(static_cast<const array*>(elements)->data(), out);
    }
    static void next_element(json_step& out) { show(out.get<element_place>() + 1, out); }

    static void first_member(const void* members, json_step& out) {
        out.container = members;
        if constexpr (keeps_places)
            show(static_cast<const object*>(members)->begin(), out);
        else
            show_nth(0, out);
    }
    static void next_member(json_step& out) {
        if constexpr (keeps_places)
            show(std::next(out.get<member_place>()), out);
        else
            show_nth(out.get<std::size_t>() + 1, out);
    }

    static constexpr json_access table{&view,         &find,         &at,         &first_element,
                                       &next_element, &first_member, &next_member};

private:
    using element_place = const Json*;
    using member_place = typename object::const_iterator;
    // Iterators that check themselves do not fit: then each step begins anew.
    static constexpr bool keeps_places = sizeof(member_place) <= sizeof(json_step::place) &&
                                         std::is_trivially_copyable_v<member_place>;

    // Made in place: a view is copied at the price of making one.
    static void show(element_place at, json_step& out) {
        ::new (&out.value) json_view(view(at));
        out.put(at);
    }
    static void show(const member_place& at, json_step& out) requires keeps_places {
        name(at, out);
        out.put(at);
    }
    static void show_nth(std::size_t index, json_step& out) {
        name(std::next(static_cast<const object*>(out.container)->begin(),
                       static_cast<std::ptrdiff_t>(index)),
             out);
        out.put(index);
    }
    static void name(const member_place& at, json_step& out) {
        out.key = at->first;
        ::new (&out.value) json_view(view(&at->second));
    }
};

}  // namespace detail

}  // namespace text

}  // namespace workmem
