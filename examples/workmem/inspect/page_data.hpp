// The history of a store as the JSON that the page reads.
#pragma once

#include "history.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace workmem_program {

/// Writes a history as JSON, in about `most_bytes` at most where that can be done by putting older
/// changes together, which the JSON says. Nothing in it can end an element of a page. Version 1:
///
///     {"format": 1, "store": "…", "notes": ["what could not be read"],
///      "parts": [{"stream", "memory", "purpose", "oldest", "last", "limits"}],
///      "sections": […], "fields": […], "kinds": […], "actors": […], "values": […],
///      "records": [part, section, key, …],
///      "steps": {"time": […], "part": […], "sequence": […], "kind": […], "actor": […],
///                "changes": […]}, "thinned": 0,
///      "patches": [[record, [code, value, …] or 0, …], …]}
///
/// Everything begins empty, and a patch is what a step does to records. After a record stands 0
/// where it leaves, else fields and their values: a code is 4 · field + form, and the form says
/// what the value is: 0 itself, 1 a place in `values`, 2 nothing (the field is gone), 3 a time in
/// milliseconds since that of the step. Times of steps are milliseconds since the step before,
/// sequences are counted from the part's step before.
[[nodiscard]] std::string page_data(const store_history& history, std::vector<history_step> steps,
                                    const std::string& store, const std::vector<std::string>& notes,
                                    std::size_t most_bytes);

}  // namespace workmem_program
