#pragma once

#include <workmem/config.hpp>
#include <workmem/error.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <string>
#include <string_view>
#include <vector>

namespace workmem::text {

/// The deepest nesting that is parsed. Some JSON types copy and destroy their values recursively,
/// so that a text of brackets could exhaust the stack.
inline constexpr std::size_t max_json_depth = 512;

/// A JSON text (RFC 8259) that has been read, to be looked at through `root()`. The last of equal
/// names counts, integers that fit stay integers, a byte order mark in front is skipped, anything
/// that is no UTF-8 is refused, and so is nesting beyond a limit, so that it cannot exhaust the
/// stack. An escaped half of a surrogate pair is U+FFFD. Throws nothing for data.
/// Borrows the text, which must outlive it. Movable, but then views have to be asked for again; not
/// copyable.
class json_document {
    struct node;

public:
    /// Nothing.
    json_document() noexcept = default;
    /// Reads the whole text. Linear in it.
    explicit json_document(std::string_view text, std::size_t most_depth = max_json_depth);
    json_document(json_document&&) = default;
    json_document& operator=(json_document&&) = default;
    json_document(const json_document&) = delete;
    json_document& operator=(const json_document&) = delete;

    /// Whether the text was one JSON value.
    [[nodiscard]] explicit operator bool() const noexcept { return is_read_; }
    /// Whether it was refused because of its nesting.
    [[nodiscard]] bool is_too_deep() const noexcept { return is_too_deep_; }
    /// The value; nothing if the text was none.
    [[nodiscard]] json_view root() const;

    /// Why `text`, which it was made from, was none, as a `validation_error`.
    [[nodiscard]] error problem(std::string_view text) const;

private:
    template <class>
    friend struct detail::json_access_to;
    friend class document_builder;
    class reader;

    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    // A container's members are a chain.
    struct node {
        std::string_view name{};
        std::string_view text{};   // of a string
        std::uint64_t number = 0;  // bits of a number; how many members
        std::uint32_t first = none;
        std::uint32_t next = none;
        json_type type = json_type::null;
    };

    std::vector<node> nodes_;
    std::forward_list<std::string> unescaped_;
    bool is_read_ = false;
    bool is_too_deep_ = false;
};

namespace detail {

// A container is named by its node; the nodes of a document stand in one row.
template <>
struct json_access_to<json_document> {
    using node = json_document::node;

    static json_view view(const node& of) {
        json_view out{table, &of, of.type};
        switch (of.type) {
            case json_type::string:
                out.held_.text = of.text.data();
                out.size_ = of.text.size();
                break;
            case json_type::array:
            case json_type::object:
                out.held_.value = &of;
                out.size_ = static_cast<std::size_t>(of.number);
                break;
            default: out.held_.integer = of.number; break;
        }
        return out;
    }

    static json_view view_any(const void* of) { return view(*static_cast<const node*>(of)); }
    static json_view find(const void* object, std::string_view name) {
        for (const auto* each = first_of(object); each != nullptr; each = next_of(each))
            if (each->name == name) return view(*each);
        return {};
    }
    static json_view at(const void* array, std::size_t index) {
        const auto* each = first_of(array);
        for (; index > 0; --index) each = next_of(each);
        return view(*each);
    }
    static void first(const void* container, json_step& out) { show(first_of(container), out); }
    static void next(json_step& out) { show(next_of(out.get<const node*>()), out); }

    static constexpr json_access table{&view_any, &find, &at, &first, &next, &first, &next};

private:
    // Links count from the node itself.
    static const node* first_of(const void* container) noexcept {
        const auto* const of = static_cast<const node*>(container);
        return of->first == json_document::none ? nullptr : of + of->first;
    }
    static const node* next_of(const node* each) noexcept {
        return each->next == json_document::none ? nullptr : each + each->next;
    }
    static void show(const node* each, json_step& out) {
        out.key = each->name;
        out.value = view(*each);
        out.put(each);
    }
};

}  // namespace detail

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/json_document.ipp>
#endif
