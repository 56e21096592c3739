#include "catch.hpp"

#include <workmem/extraction/printed/transcript.hpp>

#include <nlohmann/json.hpp>

#include <string>

using nlohmann::json;
namespace printed = workmem::extraction::printed;

namespace {

// The text, "failed" or "no text", and "!" where the program ended badly.
std::string told(const json& result, bool runs = true) {
    printed::transcript out;
    printed::read_transcript(workmem::text::json_view{result}, runs, out);
    if (out.failed) return "failed";
    if (!out.is_text) return "no text";
    return std::string{out.text()} + (out.ended_badly ? "!" : "");
}

}  // namespace

TEST_CASE("the text of a result is what its transport carries", "[extraction][printed]") {
    CHECK(told(json("a")) == "a");
    CHECK(told({{"content", {{{"type", "text"}, {"text", "a"}}}}}) == "a");
    CHECK(told({{"content", {{{"type", "text"}, {"text", "a"}}}}, {"isError", true}}) == "failed");
    CHECK(told({{"llmContent", "a"}, {"returnDisplay", "b"}}) == "a");
    CHECK(told({{"llmContent", {{{"text", "a"}}, "b"}}}) == "a");
    CHECK(told({{"llmContent", "a"}, {"error", {{"message", "no"}}}}) == "failed");
    CHECK(told({{"output", "a"}, {"metadata", {{"exit_code", 1}}}}) == "a!");
    CHECK(told({{"stdout", ""}, {"stderr", "b"}, {"exitCode", 2}}) == "b!");
    CHECK(told(json(R"({"output":"a","metadata":{"exit_code":0}})")) == "a");
    CHECK(told({{"id", 7}, {"output", "a"}}) == "no text");
    CHECK(told({{"content", "a"}}) == "no text");
}

TEST_CASE("what stands around the output of a program is no part of it", "[extraction][printed]") {
    CHECK(told(json("Exit code: 0\n\nCommand output:\n\n```\na\nb\n```")) == "a\nb");
    CHECK(told(json("Exit code 1\na")) == "a!");
    CHECK(told(json("Command: x\nDirectory: y\nOutput: a\nb\nError: (none)\nExit Code: 1\n")) ==
          "a\nb!");
    CHECK(told(json("Exit code: 0\na"), false) == "Exit code: 0\na");
    CHECK(told(json("\x1b[31ma\x1b[0m")) == "a");
}
