#include "catch.hpp"
#include "secret_samples.hpp"

#include <workmem/secrets/detector.hpp>
#include <workmem/secrets/redact.hpp>
#include <workmem/secrets/redaction.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/value/attribute.hpp>

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

using namespace workmem;
using workmem_test::secret_samples;

namespace {

std::string redacted(std::string text) {
    secrets::redact_in(secrets::by_shape{}, text);
    return text;
}

}  // namespace

TEST_CASE("a mark stands where a secret was", "[secrets]") {
    CHECK(redacted("the password is hunter2, as ever") ==
          "the password is [secret: password], as ever");
    CHECK(redacted("{\"password\": \"hunter2\", \"pin\": \"4711\"}") ==
          "{\"password\": \"[secret: password]\", \"pin\": \"[secret: password]\"}");
    CHECK(redacted("postgres://app:Zebra44!@db/shop and DE89 3704 0044 0532 0130 00.") ==
          "postgres://app:[secret: password]@db/shop and [secret: bank_account].");
    CHECK(redacted("PIN: 4711") == "PIN: [secret: password]");
    CHECK(redacted("the password is required") == "the password is required");
    CHECK(redacted("").empty());
    for (const auto kind :
         {secret_kind::api_key, secret_kind::token, secret_kind::private_key, secret_kind::password,
          secret_kind::payment_card, secret_kind::bank_account}) {
        const auto mark = secrets::mark_of(kind);
        CHECK(mark == "[secret: " + std::string{to_string(kind)} + ']');
        for (const std::string before : {"", "password: ", "token=", "the PIN is ", "secret: \""})
            CHECK(redacted(before + mark) == before + mark);
        CHECK_FALSE(secrets::redact{}.find_in_field("password", mark));
    }
}

TEST_CASE("what is redacted holds no secret any more", "[secrets]") {
    secret_samples samples{4711};
    std::string all;
    for (const auto& each : samples.positives()) {
        const auto text = each.before + each.secret + each.after;
        INFO(text);
        const auto left = redacted(text);
        CHECK(left == each.before + secrets::mark_of(each.kind) + each.after);
        CHECK_FALSE(secrets::redact{}.find(left));
        all += text + '\n';
    }
    all = redacted(all);
    CHECK(redacted(all) == all);
}

TEST_CASE("names and values are redacted, and a value because of its name", "[secrets]") {
    attribute_list all{{"password", std::string{"hunter22"}},
                       {"pin", std::int64_t{4711}},
                       {"floor", std::int64_t{4711}},
                       {"note", std::string{"bring the key"}}};
    secrets::redact_in(secrets::by_shape{}, all);
    CHECK(std::get<std::string>(all[0].value) == "[secret: password]");
    CHECK(std::get<std::string>(all[1].value) == "[secret: password]");
    CHECK(std::get<std::int64_t>(all[2].value) == 4711);
    CHECK(std::get<std::string>(all[3].value) == "bring the key");
}

TEST_CASE("only a policy that says so redacts", "[secrets]") {
    std::string text = "password: hunter22";
    secrets::redact_by<secrets::by_shape>(text);
    CHECK(text == "password: hunter22");
    secrets::redact_by<secrets::redact>(text);
    CHECK(text == "password: [secret: password]");
}

TEST_CASE("each text of a list is redacted, and the name of an attribute", "[secrets]") {
    std::vector<std::string> texts{"home", "PIN: 4711"};
    secrets::redact_in(secrets::by_shape{}, texts);
    CHECK(texts == std::vector<std::string>{"home", "PIN: [secret: password]"});
    attribute_list named{{"PIN: 4711", true}};
    secrets::redact_in(secrets::by_shape{}, named);
    CHECK(named[0].name == "PIN: [secret: password]");
}
