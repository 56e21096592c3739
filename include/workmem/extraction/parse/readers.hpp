#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

// What reads the forms of a text, each in a file of its own.

namespace workmem::extraction {

/// Reads the fields of a text in lines of `Name: value`, at least two, also `- **Name**: value`:
/// one record as an object; several with blank lines between them, that begin with the same name or
/// stand under headings (their `title`), as a list of objects, at most 256. Names are written as
/// identifiers: `Order no.` as `order_no`. Nothing for any other text, and where one tells of a
/// failure. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] text::json_document read_fields(std::string_view text);

/// Whether lines of a text say something by name of what it is about: two of `Name: value`, or one
/// of several words, unless they begin with a number.
[[nodiscard]] bool has_fields(std::string_view text);

/// Reads the things of a text that lists them, a line each, as a list of objects, at most 256;
/// nothing for any other text. Read are
/// - an id that is called so: `- Name: "Budget" (ID: 1aB, Type: sheet)`, `Buy paint • P3 • id=84`,
/// - a code first, behind the mark of a list or none: `- **DF-31** Mould - open`, `M-14  running`,
///   `2. [PU-62] 12:55  Ann  driver: Stig`, `## INC-471: Timeouts`, `#12 Fix the login`,
/// - a code in brackets behind what it is called: `1. Fix login (T-12) - open`.
/// Codes begin alike, and stand in at least half of the lines; an id that is called so needs two
/// lines, or one with the mark of a list. `id`, `title`, `time`, `driver` or `value_1` for what
/// follows. Linear in the text; no more than its first MiB is looked at.
[[nodiscard]] text::json_document read_list(std::string_view text);

/// Reads the names of a text that is nothing but a list of them: lines with the mark of a list, at
/// least two, under at most two others; as a list of texts, at most 256. Nothing for any other
/// text.
[[nodiscard]] text::json_document read_names(std::string_view text);

/// Reads rows as Python prints them: `[{'id': 1, 'name': None}]`, `[(1, 'a')]`, calls such as
/// `Decimal('1.5')` as their arguments. Nothing for any other text, above 1 MiB or 32 levels.
/// Linear.
[[nodiscard]] text::json_document read_python_literal(std::string_view text);

/// Reads the rows of a text that is a table or a listing, as a list of objects, at most 256;
/// nothing for any other text. Read are
/// - Markdown tables and those of SQL shells, the first in a text,
/// - values between tabs, commas or semicolons under a line of names (RFC 4180, so that quoted
///   ones may have line breaks in them),
/// - columns under a line of names in capitals, as `kubectl get` prints them,
/// - paths, one a line, also behind `[FILE]` and `[DIR]`: `path`, `name` and `type`,
/// - lines of a code and what stands behind bars: `id`, `title`, the longest that is no time, and
///   `value_1`, ….
/// A cell stays text unless it is a number of which nothing is lost. Linear in the text; no more
/// than its first MiB is looked at.
[[nodiscard]] text::json_document read_table(std::string_view text);

/// Reads a text that is one XML element: an object with its name, children and attributes by their
/// names without prefixes, those of the same name as a list, text as a string, or as `text` beside
/// attributes. Nothing where the text is anything else, has names of HTML or text with marks in it,
/// is not well-formed or not UTF-8, has a document type (and so entities of its own), or more than
/// 1 MiB, 16 levels, 16,384 elements or 64 attributes of one. Linear. https://www.w3.org/TR/xml/
[[nodiscard]] text::json_document read_xml(std::string_view text);

/// Reads a text in the part of YAML that programs print: block mappings and sequences, plain,
/// quoted and folded scalars, flow lists of scalars, several documents (a list of them), comments.
/// Keys have no blanks in them, which tells a document from prose. Tags and anchors of
/// mappings and sequences say nothing. Nothing where the text is anything else, begins with an
/// error, has those of scalars or a key twice, less than three lines, or more than 1 MiB or 16
/// levels. Linear. https://yaml.org/spec/1.2.2/
[[nodiscard]] text::json_document read_yaml(std::string_view text);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parse/fields.ipp>
#include <workmem/extraction/parse/list.ipp>
#include <workmem/extraction/parse/python_literal.ipp>
#include <workmem/extraction/parse/table.ipp>
#include <workmem/extraction/parse/xml.ipp>
#include <workmem/extraction/parse/yaml.ipp>
#endif
