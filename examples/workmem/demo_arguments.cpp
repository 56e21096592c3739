#include "demo.hpp"

#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace workmem_program {
namespace {

template <class Number>
bool parse_number(std::string_view text, Number least, Number most, Number& into) {
    const auto* const end = text.data() + text.size();
    const auto [stopped, problem] = std::from_chars(text.data(), end, into);
    return problem == std::errc{} && stopped == end && into >= least && into <= most;
}

}  // namespace

demo_arguments parse_demo_arguments(const std::vector<std::string>& arguments) {
    demo_arguments out;
    auto& options = out.options;
    for (auto at = arguments.begin(); at != arguments.end(); ++at) {
        // --name value, or --name=value.
        const auto equals = at->find('=');
        const auto name = at->substr(0, equals);
        if (name == "--no-color" || name == "--help" || name == "-h") {
            if (equals != std::string::npos) {
                out.problem = name + " takes no value";
                return out;
            }
            (name == "--no-color" ? options.no_color : out.wants_help) = true;
            continue;
        }
        const bool is_known =
            name == "--json" || name == "--data" || name == "--kills" || name == "--seed" ||
            name == "--store";
        if (!is_known) {
            out.problem = "there is no option " + name + "; --help lists them";
            return out;
        }
        if (equals == std::string::npos && at + 1 == arguments.end()) {
            out.problem = name + " needs a value";
            return out;
        }
        const auto value = equals == std::string::npos ? *++at : at->substr(equals + 1);
        if (name == "--json") options.json_file = value;
        if (name == "--data") options.data = value;
        if (name == "--store") options.store_file = value;
        if (name == "--kills" && !parse_number<std::size_t>(value, 1, 1'000, options.kills))
            out.problem = "--kills must be 1 to 1000, is " + value;
        if (name == "--seed" &&
            !parse_number<std::uint64_t>(value, 0, UINT64_MAX, options.seed.emplace()))
            out.problem = "--seed must be a number, is " + value;
        if (!out.problem.empty()) return out;
    }
    return out;
}

}  // namespace workmem_program
