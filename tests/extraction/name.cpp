#include "catch.hpp"
#include "extracted.hpp"

#include <workmem/extraction/name.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

using nlohmann::json;
using workmem_test::run;
using workmem_test::told;

TEST_CASE("names under their many names", "[extraction][name]") {
    const auto result = GENERATE(
        R"({"id":1,"name":"A B"})", R"({"id":1,"displayName":"A B"})",
        R"({"id":1,"subject":"A B"})", R"({"id":1,"page_title":"A B"})",
        R"({"id":1,"title":{"rendered":"A B"}})",
        R"({"id":1,"title":[{"plain_text":"A "},{"plain_text":"B"}]})",
        R"({"id":1,"attributes":{"title":"A B"}})", R"({"id":1,"fields":{"summary":"A B"}})",
        R"({"id":1,"snippet":{"title":"A B"}})", R"({"id":1,"firstName":"A","lastName":"B"})",
        R"({"id":1,"name":{"first_name":"A","last_name":"B"}})",
        R"({"id":1,"tags":[{"Key":"Team","Value":"x"},{"Key":"Name","Value":"A B"}]})",
        R"({"id":1,"type":"quote","quote":{"text":[{"text":{"content":"A B"}}]}})",
        R"({"id":1,"properties":{"Head":{"type":"title","title":[{"plain_text":"A B"}]}}})",
        R"({"id":1,"description":"A B"})", R"({"id":1,"name":"  A B\n"})",
        R"({"id":1,"name":null,"title":"A B"})", R"({"id":1,"name":"","title":"A B"})");
    CAPTURE(result);
    CHECK(told(run("get_page", result)) == "page 1 A B");
}

TEST_CASE("a thing without a name is kept and says so", "[extraction][name]") {
    const auto found = run("get_invoice", R"({"id":"i-1","customer_name":"Ann","total":12})");
    REQUIRE(found.entities.size() == 1);
    CHECK(found.entities[0].name == "Unnamed invoice");
    CHECK(found.entities[0].unnamed);
    CHECK(run("get_section", R"({"id":1})").entities.at(0).name == "Unnamed Section");
    CHECK_FALSE(run("get_page", R"({"id":1,"name":"Home"})").entities.at(0).unnamed);
}

TEST_CASE("somebody may have several given names", "[extraction][name]") {
    CHECK(told(run("get_patient", R"({"id":"p-1","name":[{"use":"usual","given":["Ana","Lu"],
        "family":"Rey"}]})")) == "patient p-1 Ana Rey");
    CHECK(told(run("get_patient", R"({"id":"p-1","name":[{"given":["Luna"]}]})")) ==
          "patient p-1 Luna");
    CHECK(told(run("get_font", R"({"id":"f-1","name":{"family":"Mono"}})")) != "font f-1 Mono");
}

TEST_CASE("names are found where services put them", "[extraction][name]") {
    const auto name = [](std::string_view tool, const char* result) {
        const auto found = run(tool, result);
        return found.entities.empty() ? std::string{} : found.entities.front().name;
    };
    CHECK(name("get_meeting", R"({"id":1,"topic":"Plan"})") == "Plan");
    CHECK(name("get_campaign", R"({"id":1,"mail_subject":"Sale"})") == "Sale");
    CHECK(name("get_bill", R"({"id":1,"docNumber":"1070","note":"x"})") == "1070");
    CHECK(name("get_index", R"({"uuid":"u","index":"logs"})") == "logs");
    CHECK(name("get_item", R"({"id":1,"item_data":{"name":"Tea"}})") == "Tea");
    CHECK(name("get_agent", R"({"id":1,"contact":{"name":"Ann"}})") == "Ann");
    CHECK(name("get_document", R"({"_id":"a","_source":{"title":"Snow"}})") == "Snow");
    CHECK(name("get_note", R"({"id":1,"body":"<p>Hi</p>","body_text":"Hi"})") == "Hi");
    // A customer may be a firm with a contact.
    CHECK(name("get_customer", R"({"id":1,"given_name":"Amy","display_name":"Amy's Birds"})") ==
          "Amy's Birds");
    CHECK(name("get_customer", R"({"id":1,"name":"amy","first_name":"Amy"})") == "amy");
    CHECK(told(run("get_driver", R"({"id":"d-1","name":{"first":"Ann","last":"Lee"}})")) ==
          "driver d-1 Ann Lee");
}

TEST_CASE("what a call makes is called what the call says", "[extraction][name]") {
    const auto made = json{{"id", "n-1"}};
    CHECK(told(run("create_network", made, json{{"name", "inner"}})) == "network n-1 inner");
    CHECK(told(run("create_lead", made, json{{"firstName", "Dana"}, {"lastName", "Fox"}})) ==
          "lead n-1 Dana Fox");
    CHECK(told(run("create_comment", made, json{{"comment_text", "Fine"}})) == "comment n-1 Fine");
    CHECK(told(run("get_network", made, json{{"name", "inner"}})) == "network n-1 Unnamed network");
    // An acknowledgement names nothing.
    CHECK(told(run("delete_network", json{{"id", 1}, {"message", "Network deleted"}})) ==
          "network 1 Unnamed network");
}

TEST_CASE("the name of another thing, told with its id, names nothing else", "[extraction][name]") {
    CHECK(told(run("list_vouchers", R"([{"id":"57","contactId":"9","contactName":"Berger",)"
                                    R"("voucherNumber":"RE1"}])")) == "voucher 57 RE1");
}
