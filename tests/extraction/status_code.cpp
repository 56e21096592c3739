#include "catch.hpp"

#include <workmem/extraction/status_code.hpp>
#include <workmem/text/json_document.hpp>

#include <string_view>

namespace extraction = workmem::extraction;

namespace {

bool tells_how_it_went(std::string_view json) {
    const workmem::text::json_document document{json};
    return extraction::is_status_code(extraction::record{document.root()}[0]);
}
bool is_success(std::string_view json) {
    const workmem::text::json_document document{json};
    return extraction::is_success(document.root());
}

}  // namespace

TEST_CASE("a small whole number called code tells how a call went", "[extraction][status_code]") {
    CHECK(tells_how_it_went(R"({"code":0})"));
    CHECK(tells_how_it_went(R"({"Code":404})"));
    CHECK_FALSE(tells_how_it_went(R"({"code":4711})"));
    CHECK_FALSE(tells_how_it_went(R"({"code":-1})"));
    CHECK_FALSE(tells_how_it_went(R"({"code":"200"})"));
    CHECK_FALSE(tells_how_it_went(R"({"zip_code":200})"));
}

TEST_CASE("0, 200 and words say that all went well", "[extraction][status_code]") {
    for (const auto* const good : {"0", "200", "204", R"("0")", R"("ok")", R"("200")", R"("00000")",
                                   R"("OK")", R"("Success")"})
        CHECK(is_success(good));
    for (const auto* const bad : {"1", "300", "404", R"("")", R"("failed")", "null", "[0]", "{}"})
        CHECK_FALSE(is_success(bad));
}
