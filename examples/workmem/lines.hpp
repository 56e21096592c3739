// JSON lines from outside: one value a line, bad ones reported and skipped.
#pragma once

#include <workmem/error.hpp>
#include <workmem/text/json.hpp>

#include <nlohmann/json.hpp>

#include <cstddef>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <utility>

namespace workmem_program {

/// Called with the number of bytes read so far.
using progress = std::function<void(std::size_t)>;

[[noreturn]] inline void refuse(std::string why) {
    throw workmem::error(workmem::error_code::validation_error, std::move(why));
}

/// Hands the value of each line to `use`, which throws `workmem::error` for what it cannot use.
/// Bad lines are reported on `log` with their number and skipped; then the answer is 1, else 0.
template <class Use>
int for_each_line(std::istream& in, std::ostream& log, const progress& report, Use&& use) {
    int status = 0;
    std::size_t number = 0, bytes = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        bytes += line.size() + 1;
        if (line.find_first_not_of(" \t\r") != std::string::npos) {
            try {
                const workmem::text::json_document document{line};
                if (!document)
                    refuse(document.is_too_deep() ? "it nests too deeply" : "it is not JSON");
                if (!document.root().is_object()) refuse("it is not a JSON object");
                auto value = workmem::text::to_json_value<nlohmann::ordered_json>(document.root());
                use(value);
            } catch (const workmem::error& problem) {
                log << "line " << number << " is skipped: " << problem.message() << '\n';
                status = 1;
            }
        }
        if (report) report(bytes);
    }
    return status;
}

}  // namespace workmem_program
