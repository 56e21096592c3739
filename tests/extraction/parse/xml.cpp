#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

std::string read_xml(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_xml(text));
}

nlohmann::json read(const char* text) { return nlohmann::json::parse(read_xml(text)); }

}  // namespace

TEST_CASE("elements are objects, those of one name a list", "[extraction][xml]") {
    CHECK(read("<?xml version=\"1.0\"?>\n<!-- jobs -->\n<jobs queue=\"render\">"
               "<job id='rj-1' state=\"RUN\"><owner>sara</owner></job>"
               "<job id='rj-2' state=\"DONE\"><owner>tomek</owner></job></jobs>\n") ==
          nlohmann::json::parse(R"({"jobs":{"job":[{"id":"rj-1","owner":"sara","state":"RUN"},)"
                                R"({"id":"rj-2","owner":"tomek","state":"DONE"}],)"
                                R"("queue":"render"}})"));
    CHECK(read("<n:Order xmlns:n=\"urn:x\"><n:Id>7</n:Id><Sum unit=\"EUR\">12</Sum><Empty/>"
               "</n:Order>") ==
          nlohmann::json::parse(
              R"({"Order":{"Empty":"","Id":"7","Sum":{"text":"12","unit":"EUR"}}})"));
}

TEST_CASE("text is what it stands for", "[extraction][xml]") {
    CHECK(read("<note><sum>1 &lt; 2 &amp; \"x\" &unknown; &#38;&#x26;</sum>"
               "<more><![CDATA[<p>raw</p>]]></more></note>") ==
          nlohmann::json::parse(
              R"({"note":{"sum":"1 < 2 & \"x\" &unknown; &&","more":"<p>raw</p>"}})"));
}

TEST_CASE("what is no document is not read", "[extraction][xml]") {
    const auto* const text =
        GENERATE("", "a < b", "<x>", "<x><y></x></y>", "<x b=c></x>", "<x>1</x>", "<x/> and more",
                 "<!DOCTYPE a [<!ENTITY x \"y\">]><x><b>&x;</b></x>", "<html><body>x</body></html>",
                 "<DIV class=\"x\"><i>1</i></DIV>", "text before <x><y>1</y></x>",
                 "<x><y>1</y></x><x><y>2</y></x>", "<x b=\"1><c>1</c></x>",
                 "<note>hello <mark>world</mark></note>", "<x y=\"1\" y=\"2\"><z>1</z></x>",
                 "<x><1z>1</1z></x>", "<x><div>1</div></x>");
    CAPTURE(text);
    CHECK(read_xml(text).empty());
}

TEST_CASE("depth and size are bounded", "[extraction][xml]") {
    std::string deep, end;
    for (int i = 0; i < 40; ++i) {
        deep += "<x>";
        end += "</x>";
    }
    CHECK(read_xml(deep + "x" + end).empty());
    std::string many = "<x>";
    for (int i = 0; i < 20000; ++i) many += "<b/>";
    CHECK(read_xml(many + "</x>").empty());
}
