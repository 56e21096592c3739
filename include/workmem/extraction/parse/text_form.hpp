#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <cstddef>
#include <forward_list>
#include <string>
#include <string_view>
#include <utility>

namespace workmem::extraction {

/// The id of the one thing that a call asked for; none where it did not.
struct asked_thing {
    text::json_view id{};
    bool certain = false;  ///< else it may be that of another thing
};

/// Documents that were read from texts, and the texts where they are not those of the result.
struct parsed_texts {
    std::forward_list<text::json_document> documents{};
    std::forward_list<std::string> corrected{};
    asked_thing asked{};

    /// Keeps a document; its root, or nothing where that is no container.
    text::json_view add(text::json_document&& read) {
        if (!read.root().is_structured()) return {};
        return documents.emplace_front(std::move(read)).root();
    }
};

/// What a text holds, in whatever form: a container in one of the documents, none for plain text.
struct parsed_text {
    text::json_view root{};
    std::string_view form{};  ///< for an explanation
    bool is_table = false;    ///< rows of a table or a listing
};

/// Reads a text: JSON, alone, a document a line, in a fence, between tags or on a line of its own;
/// XML, tables, listings, rows as Python prints them, YAML, names and values. What a text holds is
/// what it is about only where no more than a paragraph tells of it, without names and values of
/// its own, and where nothing else was asked for. Linear in the text for each form and for each of
/// `levels` of tags, behind which nothing more is looked for.
[[nodiscard]] parsed_text parse_text(std::string_view text, parsed_texts& in,
                                     std::size_t levels = 4);

/// A document as JSON text: one that is not UTF-8 is made so first. None where the text is no
/// object and no list.
[[nodiscard]] text::json_view parse_json(std::string_view text, parsed_texts& in);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/text_form.ipp>
#endif
