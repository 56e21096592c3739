#include "catch.hpp"

#include <workmem/extraction/named_id.hpp>
#include <workmem/text/json_document.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace extraction = workmem::extraction;

namespace {

std::string told(std::string_view json, std::string_view own = "order") {
    const workmem::text::json_document document{json};
    std::string out;
    for (const auto& each : extraction::named_ids(extraction::record{document.root()},
                                                  extraction::noun_forms{own}, 64, 16)) {
        if (!out.empty()) out += '\n';
        out += each.type + ' ' + each.id.text() + ' ' + each.name;
        for (const auto& more : each.attributes)
            out += ' ' + more.name + '=' + std::get<std::string>(more.value);
    }
    return out;
}

}  // namespace

TEST_CASE("an id beside a name tells of another thing", "[extraction][named_id]") {
    CHECK(told(R"({"id":1,"customer_id":"c-7","customer_name":"Ann"})") == "customer c-7 Ann");
    CHECK(told(R"({"contactId":71,"contactName":"Berger"})") == "contact 71 Berger");
    CHECK(told(R"({"course_id":"c1","course_title":"Rye"})") == "course c1 Rye");
    CHECK(told(R"({"customer":"cus_4Rb","customer_name":"Ann"})") == "customer cus_4Rb Ann");
    CHECK(told(R"({"client_id":3,"client_name":"Acme","client_token":"t","client_url":"u"})") ==
          "client 3 Acme");
    CHECK(told(R"({"customer":"C-12","customer_id":9,"customer_name":"Anna"})") ==
          "customer 9 Anna");
    CHECK(told(R"({"buyerId":"u1","buyerName":"Ann","seller_id":"u2","seller_name":"Bo"})") ==
          "buyer u1 Ann\nseller u2 Bo");
}

TEST_CASE("its own id, an id alone and a name alone tell of no other thing",
          "[extraction][named_id]") {
    const auto* const json =
        GENERATE(R"({"order_id":"o-1","order_name":"Lamp"})", R"({"customer_id":"c-7"})",
                 R"({"customer_name":"Ann"})", R"({"customer":"Ann","customer_name":"Ann B"})",
                 R"({"customer_id":"c-7","customer_name":""})",
                 R"({"customer_id":"","customer_name":"Ann"})",
                 R"({"customer_id":null,"customer_name":"Ann"})",
                 R"({"customer_id":{"a":1},"customer_name":"Ann"})",
                 R"({"customer_id":"c-7","customer_name":["Ann"]})", R"({"id":"1","name":"A"})",
                 R"({"_id":"1","_name":"A"})", R"({"display_id":"P-1","display_name":"Lamp"})",
                 R"({"from":"AB-12","from_name":"Berlin"})",
                 R"({"folder_id":0,"folder_name":"None"})", "{}");
    CAPTURE(json);
    CHECK(told(json).empty());
}

TEST_CASE("of what others write so, the names are cut, ids that are too long are none",
          "[extraction][named_id]") {
    CHECK(told(R"({"u_id":"1","u_name":"abcdefghijklmnopqrstuvwxyz"})").size() <= 16 + 4);
    CHECK(told(R"({"user_id":")" + std::string(65, '7') + R"(","user_name":"Ann"})").empty());
    std::string many = "{";
    for (int i = 0; i < 40; ++i) {
        const auto n = "k" + std::to_string(i);
        many += '"' + n + "_id\":\"" + n + "\",\"" + n + "_name\":\"x\",";
    }
    many.back() = '}';
    const auto all = told(many);
    CHECK(std::count(all.begin(), all.end(), '\n') == 7);
}
