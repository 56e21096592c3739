#include "catch.hpp"

#include <workmem/session/limits.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

using namespace workmem;
using namespace workmem_test;

namespace {

using limits = session_limits;

std::string text_of(std::size_t size) { return std::string(size, 'x'); }

std::string message(const std::optional<error>& problem) {
    return problem ? problem->message() : "none";
}

}  // namespace

TEST_CASE("content is 1 to 102,400 bytes long", "[session]") {
    CHECK_FALSE(problem_of_content("x"));
    CHECK_FALSE(problem_of_content(text_of(limits::content_bytes)));
    CHECK(message(problem_of_content("")) == "content must be 1 to 102400 bytes long, is 0");
    const auto problem = problem_of_content(text_of(102'401));
    REQUIRE(problem);
    CHECK(problem->code() == error_code::validation_error);
    CHECK(problem->message() == "content must be 1 to 102400 bytes long, is 102401");
    CHECK(problem->details()[0].value == "content");
    CHECK(problem->details()[1].value == "1 to 102400 bytes long");
    CHECK(problem->details()[2].value == "102401");
}

TEST_CASE("ids are 1 to 1,024 bytes long, those of sessions 512", "[session]") {
    CHECK_FALSE(problem_of_session_id(text_of(512)));
    CHECK(message(problem_of_session_id(text_of(513))) ==
          "session_id must be 1 to 512 bytes long, is 513");
    CHECK(problem_of_session_id(""));
    CHECK_FALSE(problem_of_id("memory_id", text_of(1'024)));
    CHECK(message(problem_of_id("target_element_id", text_of(1'025))) ==
          "target_element_id must be 1 to 1024 bytes long, is 1025");
    CHECK(message(problem_of_id("memory_id", "")) ==
          "memory_id must be 1 to 1024 bytes long, is 0");
}

TEST_CASE("there are at most 64 tags of 1 to 256 bytes", "[session]") {
    std::vector<std::string> tags(64, text_of(256));
    CHECK_FALSE(problem_of_tags(tags));
    CHECK_FALSE(problem_of_tags({}));
    tags[3] = text_of(257);
    CHECK(message(problem_of_tags(tags)) == "tags[3] must be 1 to 256 bytes long, is 257");
    tags[3].clear();
    CHECK(message(problem_of_tags(tags)) == "tags[3] must be 1 to 256 bytes long, is 0");
    tags.assign(65, "x");
    CHECK(message(problem_of_tags(tags)) == "tags must be at most 64, is 65");
}

TEST_CASE("metadata have at most 64 KB of names and values", "[session]") {
    attribute_list metadata{{"text", text_of(65'536 - 4 - 11 - 9 - 3)},
                            {"num", std::int64_t{7}},
                            {"f", 0.5},
                            {"ok", true}};
    CHECK(metadata_bytes(metadata[1]) == 11);
    CHECK(metadata_bytes(metadata[2]) == 9);
    CHECK(metadata_bytes(metadata[3]) == 3);
    CHECK(metadata_bytes({"nil", nullptr}) == 3);
    CHECK_FALSE(problem_of_metadata(metadata));
    metadata[3].name = "okay";
    CHECK(message(problem_of_metadata(metadata)) ==
          "metadata must be at most 65536 bytes, is 65538");
    CHECK_FALSE(problem_of_metadata({}));
}

TEST_CASE("metadata may not say what the library says", "[session]") {
    REQUIRE(reserved_metadata.size() == 7);
    for (const auto name : reserved_metadata) {
        CHECK(is_reserved_metadata(name));
        CHECK(message(problem_of_metadata({{std::string{name}, true}})) ==
              "metadata must be without the reserved names, is \"" + std::string{name} + '"');
    }
    CHECK_FALSE(problem_of_metadata({{"relation", true}, {"Relations", true}}));
}

TEST_CASE("metadata have different names, and numbers that JSON can write", "[session]") {
    CHECK(message(problem_of_metadata({{"a", true}, {"b", true}, {"a", false}})) ==
          "metadata must be of different names, is \"a\" twice");
    CHECK_THAT(message(problem_of_metadata({{"ratio", std::nan("")}})), contains("\"ratio\""));
    CHECK(problem_of_metadata({{"ratio", std::numeric_limits<double>::infinity()}}));
}
