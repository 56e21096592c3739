#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/type.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace workmem::extraction {

namespace detail {

[[nodiscard]] constexpr bool has_words(std::string_view noun, std::string_view words) noexcept {
    const auto at = noun.find(words);
    if (at == std::string_view::npos) return false;
    const auto end = at + words.size();
    return (at == 0 || noun[at - 1] == '_') && (end == noun.size() || noun[end] == '_');
}

}  // namespace detail

/// A field of the result that repeats an id of the arguments, when the tool's noun has the word
/// before that id: `return_order_items(order_id)` answers with the order, not with the items.
/// `type` becomes that word. Nothing otherwise.
[[nodiscard]] found_id given_id(const record& fields, const text::json_view& arguments,
                                std::string_view noun, std::size_t max_bytes, std::string& type);

/// The id of what an act made out of something it was given: `hold_id` of `hold_room(room_id)`,
/// which answers with both; its noun is the tool's verb ("hold", "booking" for `book_hotel`), and
/// its value none of the arguments'. `type` becomes that noun. Nothing otherwise.
[[nodiscard]] found_id made_id(const record& fields, const text::json_view& arguments,
                               std::string_view verb, std::size_t max_bytes, std::string& type);

/// Whether a noun is of the verb: "booking" of "book", "registration" of "register".
[[nodiscard]] bool begins_like(std::string_view noun, std::string_view verb) noexcept;

/// The noun before an id of the arguments that is also the id of the one record that came back:
/// `remove_tag_from_page(page_id)` answers with the page. Reading tools return what their noun
/// says. Numbers are too often the same by chance to say it of anything but a change. Empty when
/// no argument says so.
[[nodiscard]] std::string given_noun(const text::json_view& id, const text::json_view& arguments,
                                     verb_kind kind, std::size_t max_bytes);

/// The only code in a text that the call was not given: "Created ticket T-88.". Empty otherwise,
/// and where the text says that something did not go well.
[[nodiscard]] std::string_view told_code(std::string_view text, const text::json_view& arguments);

/// `channel` of a tool's noun `guild_channel` with a `guild_id` among its arguments, which says
/// where the channels are. Empty otherwise.
[[nodiscard]] std::string thing_of_owner(std::string_view noun, const text::json_view& arguments);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/given_id.ipp>
#endif
