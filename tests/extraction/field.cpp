#include "catch.hpp"

#include <workmem/extraction/field.hpp>
#include <workmem/text/json_document.hpp>

#include <array>
#include <cstddef>
#include <string>

namespace extraction = workmem::extraction;
using extraction::field_hash;
using extraction::field_name;
using extraction::field_rest;
using extraction::field_table;
using extraction::record;
using extraction::same_field;
using workmem::text::json_document;

TEST_CASE("field names are told apart without case and separators", "[extraction][field]") {
    const auto* const name = GENERATE("orderId", "order_id", "Order-ID", "ORDER ID", "order.id");
    CAPTURE(name);
    CHECK(same_field(name, "order_id"));
    CHECK(field_hash(name) == field_hash("order_id"));
    CHECK_FALSE(same_field(name, "order_ids"));
    CHECK(field_hash(name) != field_hash("order_ids"));
}

TEST_CASE("what stands behind a prefix is the rest of a field name", "[extraction][field]") {
    CHECK(field_rest("orderId", "order") == "Id");
    CHECK(field_rest("order", "order").empty());
    CHECK(field_rest("order", "order").data() != nullptr);
    CHECK(field_rest("border", "order").data() == nullptr);
    CHECK(field_rest("ord", "order").data() == nullptr);
}

TEST_CASE("a name that is put in front is tried first", "[extraction][field]") {
    static constexpr std::array<field_name, 2> names{"name", "title"};
    field_table table{names};
    CHECK(table.rank(field_hash("name")) == 0);
    CHECK(table.rank(field_hash("Title")) == 1);
    CHECK(table.rank(field_hash("price")) == field_table::npos);
    table.add("wortlaut");
    CHECK(table.size() == 3);
    CHECK(table.rank(field_hash("wortlaut")) == 0);
    CHECK(table.rank(field_hash("name")) == 1);
    CHECK(table.contains("Wortlaut"));
    CHECK_FALSE(table.contains("price"));
}

TEST_CASE("a record finds its fields however they are written", "[extraction][field]") {
    const json_document object{R"({"orderId":7,"Total-Price":12})"};
    const record fields{object.root()};
    REQUIRE(fields.size() == 2);
    REQUIRE(fields.find(field_hash("order_id")) != nullptr);
    REQUIRE(fields.find(field_hash("total_price")) != nullptr);
    CHECK(fields.find(field_hash("total_price"))->value.integer() == 12);
    CHECK(fields.find(field_hash("total")) == nullptr);
}

TEST_CASE("what is no object has no fields, and a map of many is looked at in part",
          "[extraction][field]") {
    const json_document list{"[1,2]"};
    CHECK(record{list.root()}.size() == 0);
    std::string text = "{";
    for (std::size_t i = 0; i < 300; ++i)
        text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":0";
    text += '}';
    const json_document wide{text};
    const record fields{wide.root()};
    CHECK(fields.size() == 256);
    CHECK(fields.find(field_hash("k255")) != nullptr);
    CHECK(fields.find(field_hash("k256")) == nullptr);
}
