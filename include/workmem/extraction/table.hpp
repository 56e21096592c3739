#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace workmem::extraction {

/// A table as databases answer.
struct table {
    std::vector<std::string_view> columns{};
    text::json_view rows{};
    std::size_t first = 0;  ///< of the rows

    /// Whether there is one.
    [[nodiscard]] explicit operator bool() const noexcept { return bool{rows}; }
    /// Whether its rows are objects as they stand.
    [[nodiscard]] bool has_objects() const { return rows[first].is_object(); }
};

/// `{"columns": ["id", "name"], "rows": [[1, "Ana"], …]}`, also inside `data` or `result`, columns
/// by name or as objects that have one, rows as lists or as objects; or a list of rows whose first
/// holds the names. False for anything else. A view of the result.
[[nodiscard]] table find_table(const text::json_view& root);

/// Its rows as a list of objects, at most 256.
[[nodiscard]] text::json_document to_objects(const table& of);

/// A list of texts as a list of objects that have them as their `path`: one that only has
/// paths as files have them, or any of short texts where they are known to be paths (`known`);
/// nothing for any other list. At most 256.
[[nodiscard]] text::json_document to_files(const text::json_view& paths, bool known);

/// A list of texts of one line, at most 80 bytes each, as a list of objects that have each once as
/// `id` and `name`; nothing for any other list. At most 256.
[[nodiscard]] text::json_document to_named(const text::json_view& names);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/table.ipp>
#endif
