#include "catch.hpp"

#include <workmem/text/document_builder.hpp>
#include <workmem/text/json_writer.hpp>

#include <string>
#include <utility>

using workmem::text::document_builder;
using workmem::text::json_document;
using workmem::text::to_json_text;

TEST_CASE("a document is made value by value", "[text][document_builder]") {
    document_builder out;
    out.begin_object();
    out.name("id");
    out.integer(7);
    out.name(std::string{"kept"});
    out.text(std::string{"a \"text\""});
    out.name("list");
    out.begin_array();
    out.null();
    out.boolean(true);
    out.begin_object();
    out.end();
    out.end();
    out.end();
    const auto made = out.finish();
    REQUIRE(made);
    CHECK(to_json_text(made.root()) == R"({"id":7,"kept":"a \"text\"","list":[null,true,{}]})");
    CHECK(made.root().find("list").size() == 3);
    CHECK_FALSE(out.finish());
}

TEST_CASE("what is written like a number is one where nothing is lost",
          "[text][document_builder]") {
    document_builder out;
    out.begin_array();
    for (const char* each :
         {"12", "-0.5", "007", "1718023456.001200", "true", "1e3", "", "-", "1234567890123456"})
        out.scalar(each);
    out.end();
    CHECK(to_json_text(out.finish().root()) ==
          R"([12,-0.5,"007","1718023456.001200",true,"1e3","","-","1234567890123456"])");
}

TEST_CASE("values of another document are copied", "[text][document_builder]") {
    const std::string text = R"({"a":[1,-2,0.5,"x",null,{"b":false}],"c":18446744073709551615})";
    const json_document from{text};
    document_builder out;
    out.value(from.root());
    auto made = out.finish();
    const auto moved = std::move(made);
    CHECK(to_json_text(moved.root()) == text);
    std::string deep(100, '[');
    deep += std::string(100, ']');
    const json_document nested{deep};
    document_builder more;
    more.value(nested.root());
    CHECK(to_json_text(more.finish().root()) ==
          std::string(64, '[') + "null" + std::string(64, ']'));
}

TEST_CASE("a document that is not finished is none", "[text][document_builder]") {
    document_builder out;
    CHECK_FALSE(out.finish());
    out.begin_array();
    CHECK_FALSE(out.finish());
}

TEST_CASE("the first of equal names counts", "[text][document_builder]") {
    document_builder out;
    out.begin_object();
    for (const char* value : {"first", "second"}) {
        out.name("id");
        out.text(value);
    }
    out.end();
    const auto made = out.finish();
    CHECK(made.root().find("id") == "first");
}
