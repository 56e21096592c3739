#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/attributes.hpp>

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

using nlohmann::json;
using workmem_test::nothing_given;
using workmem_test::run;
using workmem_test::texts_of;

TEST_CASE("attributes worth referring to are kept, and no more than asked for",
          "[extraction][attributes]") {
    const auto result =
        json::parse(R"({"id":1,"name":"Lamp","price":{"amount":12.5,"currency":"EUR"},
        "rating":4,"in_stock":true,"status":"open","created_at":"2024-01-01","image_url":"https://x.y",
        "city":"Bonn","etag":"z","notes_html":"<p>"})");
    const auto found = run("get_product", result).entities.at(0);
    using workmem::find_attribute;
    REQUIRE(find_attribute(found.attributes, "price"));
    CHECK(std::get<double>(*find_attribute(found.attributes, "price")) == 12.5);
    CHECK(std::get<std::int64_t>(*find_attribute(found.attributes, "rating")) == 4);
    CHECK(std::get<std::string>(*find_attribute(found.attributes, "city")) == "Bonn");
    CHECK_FALSE(find_attribute(found.attributes, "name"));
    CHECK_FALSE(find_attribute(found.attributes, "etag"));
    CHECK_FALSE(find_attribute(found.attributes, "image_url"));
    CHECK(find_attribute(found.attributes, "created_at"));

    const auto few = run("get_product", result, nothing_given, {.max_attributes = 2});
    REQUIRE(few.entities.at(0).attributes.size() == 2);
    CHECK(few.entities[0].attributes[0].name == "price");
    CHECK(few.entities[0].attributes[1].name == "rating");
    CHECK(run("get_product", result, nothing_given, {.max_attributes = 0})
              .entities.at(0)
              .attributes.empty());
}

TEST_CASE("what is inside an object is an attribute, too", "[extraction][attributes]") {
    const auto found = run("get_issue", R"({"id":1,"title":"Crash","user":{"login":"ana","id":7},
        "status":{"name":"In Progress","phase":"review","deep":{"er":1}},
        "labels":[{"id":3,"name":"bug"},{"id":4,"name":"ui"}],"tags":["a","b"],
        "_links":{"self":"https://x.y/1"},"history":[{"at":1},{"at":2}]})")
                           .entities.at(0);
    const auto text = [&](std::string_view name) -> std::string {
        const auto* const value = workmem::find_attribute(found.attributes, name);
        return value != nullptr ? std::get<std::string>(*value) : "none";
    };
    CHECK(text("user") == "ana");
    CHECK(text("status") == "In Progress");
    CHECK(text("status.phase") == "review");
    CHECK(text("labels") == "bug, ui");
    CHECK(text("tags") == "a, b");
    for (const auto* none : {"user.id", "status.deep", "status.deep.er", "_links.self", "history"})
        CHECK(text(none) == "none");
    // What the record says itself comes first.
    const auto few = run("get_hotel", json::parse(R"({"id":1,"name":"A","address":{"city":"Bonn"},
        "price":9,"rating":4})"),
                         nothing_given, {.max_attributes = 2});
    REQUIRE(few.entities.at(0).attributes.size() == 2);
    CHECK(few.entities[0].attributes[0].name == "price");
    CHECK(few.entities[0].attributes[1].name == "rating");
}

TEST_CASE("what a container holds is the record's own", "[extraction][attributes]") {
    const auto found =
        run("get_shift", R"({"id":"s-1","type":"shifts","attributes":{"status":"open",
            "date":"2031-06-07","room":{"floor":"upper"}},"links":{"self":"/shifts/s-1"}})");
    REQUIRE(found.entities.size() == 1);
    CHECK(texts_of(found.entities[0]) ==
          "date=2031-06-07\nroom.floor=upper\nstatus=open\ntype=shifts\n");
}

TEST_CASE("when a thing was made or changed is kept, by whom is not", "[extraction][attributes]") {
    const auto found = run("get_order", R"({"id":1,"created_at":"2031-02-03T04:05:06Z",
        "updated_by":"u-1","created":true})");
    REQUIRE(found.entities.size() == 1);
    REQUIRE(found.entities[0].attributes.size() == 1);
    CHECK(found.entities[0].attributes[0].name == "created_at");
}

TEST_CASE("what one element of a list says is said of the thing", "[extraction][attributes]") {
    const auto found = run("get_pod", json::parse(R"({"name":"web","status":{
        "phase":"Pending","node_count":3,"zone":"eu-1"},
        "containers":[{"name":"c","restarts":4,"ready":false}]})"));
    REQUIRE(found.entities.size() == 1);
    const auto value = [&](std::string_view name) {
        for (const auto& each : found.entities.front().attributes)
            if (each.name == name) return each.value;
        return workmem::scalar{};
    };
    CHECK(value("status.phase") == workmem::scalar{"Pending"});
    CHECK(value("status.zone") == workmem::scalar{"eu-1"});
    CHECK(value("containers") == workmem::scalar{"c"});
    CHECK(value("containers.restarts") == workmem::scalar{std::int64_t{4}});
    CHECK(value("containers.ready") == workmem::scalar{false});
}

TEST_CASE("null fields come as attributes only where they are asked for",
          "[extraction][attributes]") {
    const auto issue = json::parse(R"({"id":7,"title":"Crash","assignee":null})");
    CHECK(run("get_issue", issue).entities.front().attributes.empty());
    workmem::extraction_options options;
    options.keep_null = true;
    const auto found = run("get_issue", issue, nothing_given, options);
    REQUIRE(found.entities.front().attributes.size() == 1);
    CHECK(found.entities.front().attributes.front().name == "assignee");
    CHECK(found.entities.front().attributes.front().value == workmem::scalar{nullptr});
}
