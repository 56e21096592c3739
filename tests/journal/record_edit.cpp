#include "catch.hpp"

#include <workmem/journal/record_edit.hpp>

#include <string>

using workmem::journal::record_edit;
using workmem::text::json_view;

namespace {

const std::string record =
    R"({"kind":"m.put","version":1,"time":"2025-01-01T00:00:00Z","key":"call","list":["a","b"],)"
    R"("none":["a"],"text":"\u2028\n","numbers":[0.65,1.0,-2,18446744073709551615],"last":{"a":{}}})";

}  // namespace

TEST_CASE("what nobody changes is written as it was, but for the idempotency key", "[journal]") {
    auto expected = record;
    expected.erase(expected.find(R"("key":"call",)"), 13);
    CHECK(record_edit{"m", record}.written() == expected);
}

TEST_CASE("values are left out and replaced wherever they stand", "[journal]") {
    record_edit edit{"m", record};
    CHECK(edit.is_kind("m.put"));
    CHECK(edit.leave_out_elements([](const json_view& each, std::string_view list) {
        return each == "a" && (list == "list" || list == "none");
    }));
    CHECK_FALSE(edit.leave_out_elements(
        [](const json_view& each, std::string_view) { return each == "c"; }));
    edit.replace(edit.record().find("text"), "a \"word\"");
    edit.leave_out(edit.record().find("numbers"));
    edit.leave_out(edit.record().find("last").find("a"));
    edit.leave_out(edit.record().find("absent"));
    CHECK(edit.written() ==
          R"({"kind":"m.put","version":1,"time":"2025-01-01T00:00:00Z","list":["b"],"none":[],)"
          R"("text":"a \"word\"","last":{}})");
}

TEST_CASE("an erasure says no more than when", "[journal]") {
    CHECK(record_edit{"m", record}.erased() ==
          R"({"kind":"m.erased","version":1,"time":"2025-01-01T00:00:00Z"})");
    CHECK(record_edit{"m", R"({"kind":"m.erase"})"}.erased() ==
          R"({"kind":"m.erased","version":1,"time":null})");
}

TEST_CASE("records of other memories are not looked at", "[journal]") {
    for (const auto* const bytes : {R"({"kind":"n.put"})", R"({"kind":"m.put")", "[]", ""}) {
        record_edit edit{"m", bytes};
        CHECK_FALSE(edit.record());
        CHECK_FALSE(edit.is_kind("n.put"));
        CHECK_FALSE(
            edit.leave_out_elements([](const json_view&, std::string_view) { return true; }));
    }
}
