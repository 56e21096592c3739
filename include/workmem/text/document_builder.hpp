#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::text {

/// Makes a `json_document` value by value, from text in another form than JSON. Borrows the texts
/// it is given as views, as a document borrows what it was read from; keeps those it is given as
/// strings. In an object each value follows its `name`; the first of equal names counts.
class document_builder {
public:
    void begin_object() { open(json_type::object); }
    void begin_array() { open(json_type::array); }
    /// Closes the innermost container that is open.
    void end() noexcept { open_.pop_back(); }

    /// What the next value is called.
    void name(std::string_view text) noexcept { name_ = text; }
    void name(std::string&& text) { name_ = keep(std::move(text)); }
    void name(const char* text) noexcept { name_ = text; }

    void text(std::string_view value) { add(json_type::string).text = value; }
    void text(std::string&& value) {
        const auto kept = keep(std::move(value));
        add(json_type::string).text = kept;
    }
    void text(const char* value) { text(std::string_view{value}); }
    void boolean(bool value) { add(json_type::boolean).number = value ? 1 : 0; }
    void null() { add(json_type::null); }
    /// A text that may stand for a number (`is_number`), for true or for false; borrowed.
    void scalar(std::string_view written);
    void integer(std::uint64_t value) { add(json_type::unsigned_integer).number = value; }
    /// Copies a value of another document or JSON type. Its texts are borrowed; containers that
    /// nest deeper than 64 levels become null.
    void value(const json_view& of);

    /// Keeps a text as long as the document, to be borrowed more than once.
    std::string_view keep(std::string&& text) {
        return made_.unescaped_.emplace_front(std::move(text));
    }

    /// How many values there are.
    [[nodiscard]] std::size_t size() const noexcept { return made_.nodes_.size(); }
    /// What was made; nothing without a value. The builder is empty then.
    [[nodiscard]] json_document finish();

private:
    using node = json_document::node;

    struct container {
        std::uint32_t which, last;
    };

    node& add(json_type type);
    void open(json_type type);
    void copy(const json_view& of, std::size_t levels);

    json_document made_;
    std::vector<container> open_;
    std::string_view name_;
};

}  // namespace workmem::text

#if !defined(WORKMEM_COMPILED)
#include <workmem/text/document_builder.ipp>
#endif
