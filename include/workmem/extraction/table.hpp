#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/text/json_view.hpp>

#include <cstddef>
#include <string>
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

/// `{"sku": ["A-1", "A-2"], "stock": [140, 0]}` as a JSON list of objects, at most 256: lists of
/// the same length, at least two, beside nothing but scalars, of which one has codes that differ.
/// Empty for anything else, and where the object has an id or a name of its own.
[[nodiscard]] std::string beside_each_other(const text::json_view& root);

/// Its rows as a JSON list of objects, at most 256.
[[nodiscard]] std::string to_objects(const table& of);

/// A list of texts as a JSON list of objects that have them as their `path`: one that only has
/// paths as files have them, or any of short texts where they are known to be paths (`known`);
/// empty for any other list. At most 256.
[[nodiscard]] std::string to_files(const text::json_view& paths, bool known);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/table.ipp>
#endif
