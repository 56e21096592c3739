#include "catch.hpp"

#include <workmem/extraction/parts.hpp>
#include <workmem/text/json_document.hpp>

#include <string>
#include <string_view>

namespace extraction = workmem::extraction;

namespace {

workmem::entity thing(std::string type, std::string id, std::string name) {
    workmem::entity out;
    out.type = std::move(type);
    out.id = workmem::entity_id{std::move(id)};
    out.name = std::move(name);
    return out;
}

std::string id_in(std::string_view json, extraction::part_place place = {},
                  std::string_view noun = "assignee") {
    const workmem::text::json_document document{json};
    const auto found =
        extraction::id_of_part(extraction::record{document.root()}, extraction::identify{},
                               extraction::noun_forms{noun}, place, 64);
    return std::string{found.field};
}

}  // namespace

TEST_CASE("a part is added once, and not where it is a thing of the result",
          "[extraction][parts]") {
    workmem::extracted out;
    out.entities.push_back(thing("order", "o-1", "Rye"));
    extraction::add_part(thing("order", "o-1", "Rye"), out);
    CHECK(out.parts.empty());
    extraction::add_part(thing("customer", "c-1", "Ann"), out);
    extraction::add_part(thing("customer", "c-1", "Ann"), out);
    REQUIRE(out.parts.size() == 1);
    CHECK(out.parts.front().rank == 0);
}

TEST_CASE("one thing under two types has one id and one name", "[extraction][parts]") {
    CHECK(extraction::is_same_thing(thing("user", "u-1", "Ann"), thing("owner", "u-1", "Ann")));
    CHECK_FALSE(
        extraction::is_same_thing(thing("user", "u-1", "Ann"), thing("owner", "u-2", "Ann")));
    auto a = thing("user", "", "Ann"), b = thing("owner", "", "Ann");
    a.id = b.id = workmem::entity_id{std::int64_t{7}};
    CHECK_FALSE(extraction::is_same_thing(a, b));
}

TEST_CASE("the id of a part is its own, an account's or where to write to", "[extraction][parts]") {
    CHECK(id_in(R"({"id":"u-1","name":"Ann"})") == "id");
    CHECK(id_in(R"({"accountId":"5b10","displayName":"Ann"})") == "accountId");
    CHECK(id_in(R"({"value":"71","name":"Acme"})", {.refers = true}, "customer") == "value");
    CHECK(id_in(R"({"name":"Ann","email":"ann@mail.example"})", {.holder_named = true}) == "email");
    CHECK(id_in(R"({"name":"Ann","email":"ann@mail.example"})").empty());
    CHECK(id_in(R"({"order_id":"o-1","total":3})").empty());
    CHECK(id_in(R"({"name":"Ann","driver_id":"d-1","manager_id":"m-1"})").empty());
}
