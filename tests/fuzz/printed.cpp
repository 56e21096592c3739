// Any text as what a tool answers: tables and listings are read, nothing else is.
#include "fuzzed_stream.hpp"

#include <workmem/extraction/extractor.ipp>

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <string>

namespace workmem_test {

std::vector<std::string> fuzz_seeds() {
    return {"| id | title |\n|----|-------|\n| 7 | Lamp |\n", "id,title\n7,\"Cup, blue\"\n",
            "NAME    READY\nweb-1   1/1\n", "[FILE] a.txt\n[DIR] src\n",
            "1f22623 Find the plan\ne7b4407 B\n"};
}

void fuzz(std::string_view bytes) {
    const auto rows = workmem::extraction::read_printed_table(bytes);
    // what was made of it is JSON, and every row has the columns of the first
    if (rows.empty()) return;
    const auto read = nlohmann::json::parse(rows, nullptr, false);
    if (!read.is_array()) std::abort();
    for (const auto& each : read)
        if (!each.is_object() || each.size() != read.front().size()) std::abort();
    (void)workmem::extraction::generic{}.extract("list_files", nlohmann::json::object(),
                                                 nlohmann::json(rows));
}

}  // namespace workmem_test
