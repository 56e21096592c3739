// Bytes become lines, however they arrive.
#include "catch.hpp"

#include <workmem/mcp/line_reader.hpp>
#include <workmem/mcp/stdio.hpp>

#include <nlohmann/json.hpp>

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

TEST_CASE("of a line that is too long the id is found, wherever it stands", "[mcp]") {
    const std::string much(max_line_bytes, 'x');
    const auto id_of = [](const std::string& line, std::size_t piece) {
        line_reader reader;
        std::string out = "none";
        for (std::size_t at = 0; at < line.size(); at += piece) {
            reader.feed(std::string_view{line}.substr(at, piece));
            while (const auto read = reader.next()) out = read->ids.one;
        }
        if (const auto last = reader.finish()) out = last->ids.one;
        return out;
    };
    for (const std::size_t piece : {std::size_t{65'536}, std::size_t{1} << 30U}) {
        CHECK(id_of(R"({"jsonrpc":"2.0", "id" : 7,"params":{"id":8,"a":")" + much + "\"}}\n",
                    piece) == "7");
        CHECK(id_of(R"({"params":{"a":")" + much + R"(","id":8},"jsonrpc":"2.0","id":"a,\"}"})" +
                        "\n",
                    piece) == R"("a,\"}")");
        CHECK(id_of(R"({"params":{"id":8,"a":")" + much + "\"}}\n", piece).empty());
        CHECK(id_of(R"([{"id":1,"a":")" + much + "\"}]\n", piece).empty());
        CHECK(id_of(R"({"id":")" + much + "\"}\n", piece).empty());
    }
}

TEST_CASE("of a batch that is too long the ids of its messages are found", "[mcp]") {
    const std::string much(max_line_bytes, 'x');
    const auto ids_of = [](const std::string& line) {
        line_reader reader;
        reader.feed(line);
        return reader.next()->ids.batch;
    };
    CHECK(ids_of(R"([{"id":1,"params":{"id":8,"a":[{"id":9}]}},{"method":"m"},{"a":")" + much +
                 R"(","id":"b"}, {"id": 3}])" + "\n") == lines{"1", "\"b\"", "3"});
    CHECK(ids_of(R"([[{"id":1}],")" + much + "\"][{\"id\":2}]\n").empty());
    std::string many = "[";
    for (int i = 0; i < 300; ++i) many += R"({"id":1},)";
    CHECK(ids_of(many + '"' + much + "\"]\n").size() == workmem::mcp::id_finder::most_of_batch);
}

TEST_CASE("each message of a batch that is too long is answered", "[mcp]") {
    using nlohmann::json;
    using workmem::mcp::too_long_answer;
    const auto all = too_long_answer<json>({{}, {"1", "{", "\"b\""}});
    REQUIRE(all.size() == 2);
    CHECK(all[0]["id"] == 1);
    CHECK(all[1]["id"] == "b");
    CHECK(all[1]["error"]["message"] == "a line may have 4194304 bytes");
    CHECK(too_long_answer<json>({"7", {}})["id"] == 7);
    CHECK(too_long_answer<json>({{}, {"{"}})["error"]["code"] == -32600);
}
