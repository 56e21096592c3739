#include <workmem/resolution/rank/derivation.hpp>

#include "catch.hpp"

#include <workmem/entity/entity_memory.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

using nlohmann::json;

namespace {

// Three invoices, then a person.
workmem::entity_memory invoices() {
    workmem::entity_memory out;
    out.observe("list_invoices", json::parse(R"([
        {"id": "i-1", "title": "Acme Corp", "status": "paid", "amount": 120, "urgent": true},
        {"id": "i-2", "title": "Globex", "status": "open", "amount": 80, "urgent": false},
        {"id": "i-3", "title": "Initech", "status": "paid", "amount": 300, "urgent": false}])"));
    out.observe("get_user", json::parse(R"({"id": "u-1", "name": "Ann Lee"})"));
    return out;
}

std::string derived(workmem::entity_memory memory, std::string_view text) {
    const auto found = memory.resolve(text);
    INFO(text);
    REQUIRE(found.status == workmem::resolution_status::resolved);
    return found.candidates.front().derivation;
}

}  // namespace

TEST_CASE("a derivation says which words said what of a thing, and from how many it was chosen",
          "[resolution][derivation]") {
    const auto is = [](std::string_view text, std::string_view wanted) {
        CHECK(derived(invoices(), text) == wanted);
    };
    is("send the open invoice", R"(the only one of 3 invoices: "open" is in its status)");
    is("the Acme invoice", R"(the only one of 3 invoices: "Acme" is in its name)");
    is("i-2", R"(the only one of 3 invoices: "i-2" is its id)");
    is("the urgent one", R"(the only one of 3 invoices: "urgent" is so)");
    is("the invoice that is not urgent and open",
       R"(the only one of 3 invoices: "urgent" is not so, "open" is in its status)");
    is("globx", R"(the only one of 3 invoices: "globx" is nearly in its name)");
    is("the user", "the only user");
    is("her", "what was spoken of last");
}

TEST_CASE("a derivation names the words of an operator, and from how many it chose",
          "[resolution][derivation]") {
    const auto is = [](std::string_view text, std::string_view wanted) {
        CHECK(derived(invoices(), text) == wanted);
    };
    is("the second invoice", R"(1 of 3 invoices: "second" in the list)");
    is("the most expensive invoice", R"(1 of 3 invoices: amount 300, "most expensive")");
    is("the unpaid invoice", R"(1 of 3 invoices: "unpaid" holds for it)");
    is("invoices over 100", R"(2 of 3 invoices: amount 120, 300, "over 100")");
    is("the first and the third invoice",
       R"(2 of 3 invoices: "first" in the list, "third" in the list)");
    is("all invoices but Globex", R"(2 of 3 invoices: "but Globex" leaves 1 out)");
    is("all invoices except the Globex one",
       R"(2 of 3 invoices: "except the Globex" leaves 1 out)");
    is("both paid invoices", R"(2 of 3 invoices: "paid" is in their status)");
}

TEST_CASE("a word for the kind of a thing is not taken for its id", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_pages", json::parse(R"([{"id": "page-1", "title": "Home"},
                                                 {"id": "page-2", "title": "Careers"}])"));
    CHECK(derived(memory, "the careers page") ==
          R"(the only one of 2 pages: "careers" is in its name)");
    CHECK(derived(memory, "page-2") == R"(the only one of 2 pages: "page-2" is its id)");
}

TEST_CASE("a part of an id is told as one", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_parcels", json::parse(R"([{"id": "p-24", "title": "Parcel of books"},
                                                   {"id": "p-25", "title": "Parcel of hats"}])"));
    CHECK(derived(memory, "parcel 24") == R"(the only one of 2 parcels: "24" is in its id)");
}

TEST_CASE("an id is one word of a derivation", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_files", json::parse(R"([{"path": "src/upload/retry.py"},
                                                 {"path": "src/upload/backoff.py"}])"));
    CHECK(derived(memory, "open src/upload/retry.py") ==
          R"(the only one of 2 files: "src/upload/retry.py" is its id; not used: "open")");
    CHECK(derived(invoices(), "i-1 and i-3") ==
          R"(2 of 3 invoices: "i-1" is the id of one, "i-3" is the id of one)");
}

TEST_CASE("what nothing was said of is not what was spoken of last", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_pages", json::parse(R"([{"id": "p-1", "title": "Home"},
                                                 {"id": "p-2", "title": "Careers"}])"));
    CHECK(memory.resolve("rename it").candidates.front().derivation ==
          "the first of the newest result");
    memory.observe("list_users", json::parse(R"([{"id": "u-1", "name": "Ann Lee"}])"));
    CHECK(derived(memory, "rename the page") == "the first of 2 pages");
}

TEST_CASE("each word is told with the attribute that holds it", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_orders", json::parse(R"([
        {"id": "o-1", "title": "Lamp", "author": "mkessler", "status": "open", "stars": 4},
        {"id": "o-2", "title": "Chair", "author": "alee", "status": "shipped", "stars": 3},
        {"id": "o-3", "title": "Table", "author": "mkessler", "status": "shipped", "stars": 5}])"));
    const auto is = [&](std::string_view text, std::string_view wanted) {
        CHECK(derived(memory, text) == wanted);
    };
    is("mkessler's open order",
       R"(the only one of 3 orders: "mkessler" is in its author, "open" is in its status)");
    // Of a word that is only like one that is stored, too.
    is("reopen the lamp",
       R"(the only one of 3 orders: "reopen" is nearly in its status, "lamp" is in its name)");
    is("the Lamp and the Chair",
       R"(2 of 3 orders: "Lamp" is in the name of one, "Chair" is in the name of one)");
}

TEST_CASE("a derivation tells the words that it did not use", "[resolution][derivation]") {
    CHECK(derived(invoices(), "the Acme invoice from Berlin") ==
          R"(the only one of 3 invoices: "Acme" is in its name; not used: "Berlin")");
    // Also a word that is grammar elsewhere: "tell us".
    workmem::entity_options bold;
    bold.risk = 1'000'000;
    workmem::entity_memory memory{bold};
    memory.observe("list_databases", json::parse(R"([
        {"id": "db-1", "name": "db-primary", "region": "eu"},
        {"id": "db-2", "name": "db-replica", "region": "ap"}])"));
    CHECK_THAT(derived(memory, "restart the us one"), Catch::Matchers::EndsWith(R"("us")"));
}

TEST_CASE("a derivation of a pasted address says whose page it is", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_docs", json::parse(R"([
        {"id": "d-1", "title": "Plan", "url": "https://docs.example/d/1"},
        {"id": "d-2", "title": "Notes", "url": "https://docs.example/d/2"}])"));
    CHECK(derived(memory, "open https://docs.example/d/1") ==
          R"("https://docs.example/d/1" is its page)");
}

TEST_CASE("what a derivation quotes is escaped and cut", "[resolution][derivation]") {
    workmem::entity_memory memory;
    memory.observe("list_pages", json::array({{{"id", "1"}, {"title", "Red"}},
                                              {{"id", "2"}, {"title", "Blue"}}}));
    const auto said = derived(memory, "the red page \x1b[m" + std::string(200, 'x'));
    CHECK(said.find('\x1b') == std::string::npos);
    CHECK(said.size() < 200);
    // Types come from tools, too.
    workmem::entity_memory other;
    other.add({.type = "delivery_address\n", .id = "a-1", .name = "Anton"});
    other.add({.type = "delivery_address\n", .id = "b-1", .name = "Berta"});
    CHECK(derived(other, "Anton").find('\n') == std::string::npos);
}

TEST_CASE("the kinds of a derivation stand in their plurals", "[resolution][derivation]") {
    const auto of_two = [](const char* type) {
        workmem::entity_memory memory;
        memory.add({.type = type, .id = "a-1", .name = "Anton"});
        memory.add({.type = type, .id = "b-1", .name = "Berta"});
        return derived(memory, "Anton");
    };
    CHECK(of_two("category") == R"(the only one of 2 categories: "Anton" is in its name)");
    CHECK(of_two("delivery_day") == R"(the only one of 2 delivery days: "Anton" is in its name)");
    CHECK(of_two("address") == R"(the only one of 2 addresses: "Anton" is in its name)");
}
