// Bytes become lines, however they arrive.
#include "catch.hpp"

#include <workmem/mcp/line_reader.hpp>

#include <string>
#include <string_view>
#include <vector>

using workmem::mcp::line_reader;
using workmem::mcp::max_line_bytes;

namespace {

// Each line, "!" for one that is too long.
std::vector<std::string> lines_of(std::string_view text, std::size_t piece) {
    line_reader reader;
    std::vector<std::string> out;
    const auto take = [&](const workmem::mcp::read_line& line) {
        out.push_back(line.is_too_long ? "!" : std::string{line.text});
    };
    for (std::size_t at = 0; at < text.size(); at += piece) {
        reader.feed(text.substr(at, piece));
        while (const auto line = reader.next()) take(*line);
    }
    if (const auto last = reader.finish()) take(*last);
    CHECK_FALSE(reader.finish());
    return out;
}
using lines = std::vector<std::string>;

}  // namespace

TEST_CASE("lines end with LF or CRLF, blank ones are none, the last one needs no end", "[mcp]") {
    for (const std::size_t piece : {1U, 2U, 3U, 100U}) {
        CHECK(lines_of("", piece).empty());
        CHECK(lines_of("\n\r\n \t\n", piece).empty());
        CHECK(lines_of("a\nb\r\n\n c \nd", piece) == lines{"a", "b", " c ", "d"});
        CHECK(lines_of("a\rb\n", piece) == lines{"a\rb"});
    }
}

TEST_CASE("a line that is too long is told once and skipped", "[mcp]") {
    const std::string longest(max_line_bytes, 'x'), longer(max_line_bytes + 1, 'x'),
        much_longer(3 * max_line_bytes, 'x');
    for (const std::size_t piece : {std::size_t{65'536}, std::size_t{1} << 30U}) {
        CHECK(lines_of(longest + "\na\n", piece) == lines{longest, "a"});
        CHECK(lines_of(longer + "\na\n", piece) == lines{"!", "a"});
        CHECK(lines_of("a\n" + much_longer + "\nb\n" + longer, piece) == lines{"a", "!", "b", "!"});
    }
}
