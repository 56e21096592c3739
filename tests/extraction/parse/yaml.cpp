#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/parse/readers.hpp>

#include <nlohmann/json.hpp>

#include <string>

namespace {

std::string read_yaml(const std::string& text) {
    return workmem_test::json_of(workmem::extraction::read_yaml(text));
}

nlohmann::json read(const char* text) { return nlohmann::json::parse(read_yaml(text)); }

}  // namespace

TEST_CASE("mappings and sequences in blocks are read", "[extraction][yaml]") {
    CHECK(
        read("week: 25\nbookings:\n  - ref: VH-1\n    what: Art Club\n    paid: true\n"
             "  - ref: VH-2\n    what: 'Bo''s quiz'\n    paid: false\n") ==
        nlohmann::json::parse(R"({"week":25,"bookings":[{"ref":"VH-1","what":"Art Club",)"
                              R"("paid":true},{"ref":"VH-2","what":"Bo's quiz","paid":false}]})"));
    // As kubectl writes lists: no deeper than their key.
    CHECK(read("kind: List\nitems:\n- name: a\n  ports:\n  - 80\n  - 443\n- name: b\n") ==
          nlohmann::json::parse(
              R"({"kind":"List","items":[{"name":"a","ports":[80,443]},{"name":"b"}]})"));
    CHECK(read("- id: 1\n  tags: [red, \"blue\", 3]\n- id: 2\n  tags: []\n") ==
          nlohmann::json::parse(R"([{"id":1,"tags":["red","blue",3]},{"id":2,"tags":[]}])"));
}

TEST_CASE("scalars are what YAML says they are", "[extraction][yaml]") {
    CHECK(read("a: null\nb: ~\nc: 007\nd: -1.5\ne: \"10:00\"\nf: x # remark\ng:\nh: a:b\n") ==
          nlohmann::json::parse(R"({"a":null,"b":null,"c":"007","d":-1.5,"e":"10:00","f":"x",)"
                                R"("g":null,"h":"a:b"})"));
    CHECK(read("id: 7\ntext: |\n  one\n  two\nmore: >-\n  three\n  four\n") ==
          nlohmann::json::parse(R"({"id":7,"text":"one\ntwo","more":"three four"})"));
}

TEST_CASE("tags and anchors of what stands below say nothing", "[extraction][yaml]") {
    const auto two =
        nlohmann::json::parse(R"([{"id":"T-1","title":"A"},{"id":"T-2","title":"B"}])");
    CHECK(read("- !ticket\n  id: T-1\n  title: A\n- !ticket\n  id: T-2\n  title: B\n") == two);
    CHECK(read("- &a\n  id: T-1\n  title: A\n- &b\n  id: T-2\n  title: B\n") == two);
    CHECK(read("of: &x\n  id: T-1\n  title: A\n") ==
          nlohmann::json::parse(R"({"of":{"id":"T-1","title":"A"}})"));
}

TEST_CASE("several documents are a list of them", "[extraction][yaml]") {
    CHECK(read("---\nid: 1\nname: a\n---\nid: 2\nname: b\n...\n") ==
          nlohmann::json::parse(R"([{"id":1,"name":"a"},{"id":2,"name":"b"}])"));
}

TEST_CASE("what is no such document is not read", "[extraction][yaml]") {
    const auto* const text = GENERATE(
        "", "just a text", "id: 1\nname: a", "- milk\n- eggs\n- bread\n",
        "Dear Ana,\nnote: call me\nyours: Bo\n", "id: 1\nid: 2\nname: a\n",
        "a: &x 1\nb: *x\nc: 2\n", "a: !secret 1\nb: 2\nc: 3\n", "a: 1\n\tb: 2\nc: 3\n",
        "a: 1\n    b: 2\nc: 3\n", "a: \"one\nb: 2\nc: 3\n", "Order no.: 1\nOur ref: 2\nBy: 3\n");
    CAPTURE(text);
    CHECK(read_yaml(text).empty());
}

TEST_CASE("what only looks like more is what it is", "[extraction][yaml]") {
    CHECK(
        read("python: >=3.8\nlimits: {}\nname: \"Jos\\xE9 M\\u00fcller\"\n") ==
        nlohmann::json::parse(R"({"python":">=3.8","limits":{},"name":"Jos\u00e9 M\u00fcller"})"));
    CHECK(read("a: [[1, 2], [3]]\nb: \"x\" # remark\nc: 1\n") ==
          nlohmann::json::parse(R"({"a":"[[1, 2], [3]]","b":"x","c":1})"));
}

TEST_CASE("an error is no document", "[extraction][yaml]") {
    CHECK(read_yaml("error: not found\nid: SO-381\nstatus: 404\n").empty());
    CHECK(read_yaml("a: \"x\" y\nb: 1\nc: 2\n").empty());
    CHECK(read_yaml("\xff: 1\n\xfe: 2\na: 3\n").empty());
}

TEST_CASE("depth is bounded, and what was printed stays data", "[extraction][yaml]") {
    std::string deep;
    for (std::size_t i = 0; i < 40; ++i) deep += std::string(i, ' ') + "a:\n";
    CHECK(read_yaml(deep).empty());
    CHECK(read("a: \"x\\\",\\\"id\\\":9\"\nb: <b>\nc: 1\n") ==
          nlohmann::json::parse(R"({"a":"x\",\"id\":9","b":"<b>","c":1})"));
}
