#include "catch.hpp"

#include <workmem/tools/reference.hpp>
#include <workmem/tools/tool.hpp>

#include <array>

namespace tools = workmem::tools;

TEST_CASE("what a tool takes stands in brackets where it may be left out", "[tools]") {
    static constexpr std::array input{
        tools::property{"id", {.kind = tools::value_kind::text}, true},
        tools::property{"limit", {.kind = tools::value_kind::integer}, false}};
    static constexpr std::array output{
        tools::property{"title", {.kind = tools::value_kind::text}, true},
        tools::property{"owner", {.kind = tools::value_kind::text}, false}};
    tools::definition get;
    get.name = "get";
    get.description = "reads one";
    get.input = input;
    get.output = output;
    CHECK(tools::reference(std::array{get}) ==
          "| tool | takes | answers |\n"
          "| --- | --- | --- |\n"
          "| `get`: reads one | `id`, [`limit`] | `title`, [`owner`] |\n");
}
