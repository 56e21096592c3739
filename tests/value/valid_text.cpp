#include "catch.hpp"

#include <workmem/text/utf8.hpp>
#include <workmem/value/attribute.hpp>
#include <workmem/value/valid_text.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

using workmem::detail::make_valid;

TEST_CASE("text is valid once it is in, wherever it stands", "[value]") {
    std::string text = "Gr\xC3";
    make_valid(text);
    CHECK(text == "Gr\xEF\xBF\xBD");
    std::vector<std::string> all{"home", "\xFF"};
    make_valid(all);
    CHECK(all == std::vector<std::string>{"home", "\xEF\xBF\xBD"});
    workmem::attribute_list attributes{{"na\xFFme", std::string{"\xFF"}},
                                       {"price", std::int64_t{12}}};
    make_valid(attributes);
    CHECK(workmem::text::is_valid(attributes[0].name));
    CHECK(std::get<std::string>(attributes[0].value) == "\xEF\xBF\xBD");
    CHECK(std::get<std::int64_t>(attributes[1].value) == 12);
}

TEST_CASE("valid text stays as it was", "[value]") {
    std::string text = "Größe 🙂";
    make_valid(text);
    CHECK(text == "Größe 🙂");
}
