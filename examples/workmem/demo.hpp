// `workmem demo`: what memory is good for, in two acts and a receipt.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

#ifndef WORKMEM_EXAMPLE_DATA
#define WORKMEM_EXAMPLE_DATA "examples/data"
#endif

namespace workmem_program {

struct demo_options {
    bool no_color = false;
    std::string json_file{};
    std::string store_file{};  ///< where the store of act 2 stays; empty: it goes
    std::string data = WORKMEM_EXAMPLE_DATA "/forgetting.jsonl";
    std::size_t kills = 20;
    std::optional<std::uint64_t> seed{};
};

/// What `workmem demo` takes; `problem` says what is wrong with it.
struct demo_arguments {
    demo_options options{};
    bool wants_help = false;
    std::string problem{};
};
[[nodiscard]] demo_arguments parse_demo_arguments(const std::vector<std::string>& arguments);

/// 0 only when every line of the receipt holds; 2, with a line to `log`, for arguments that are
/// wrong, and when something cannot be read or written.
int run_demo(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& log);

}  // namespace workmem_program
