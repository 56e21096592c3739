#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/utf8.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::extraction {

namespace detail {

// Appends the texts in a value, at most 64 nodes and six levels of it.
void collect_text(const text::json_view& value, std::size_t max_bytes, std::size_t& budget,
                  int depth, std::string& out);

}  // namespace detail

/// The text in a value: a string, a rendered text, rich text in parts. At most
/// `max_bytes`, made valid UTF-8, cut on a code point, without space around it. False, and `out`
/// as it was, when there is none.
bool read_text(const text::json_view& value, std::size_t max_bytes, std::string& out);

/// First and last name, beside each other or inside `name`.
bool read_person(const record& fields, std::size_t max_bytes, std::string& out,
                 std::string_view& field);

/// `{"type": "card", "card": {…}}`: what the kind says stands under its name.
bool read_tagged(const record& fields, std::size_t max_bytes, std::string& out,
                 std::string_view& field);

/// Properties that say of one of them that it is the title.
bool read_titled(const record& fields, std::size_t max_bytes, std::string& out,
                 std::string_view& field);

/// Labels as a list of pairs, one of which is the name: `[{"Key": "Name", "Value": "…"}]`.
bool read_pair(const record& fields, std::size_t max_bytes, std::string& out,
               std::string_view& field);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/read_text.ipp>
#endif
