// What tells a repetition from a new call.
#include "catch.hpp"

#include <workmem/journal/recent_calls.hpp>

#include <string>
#include <string_view>

using workmem::journal::made_call;
using workmem::journal::recent_calls;

namespace {

made_call call(int number) {
    return {.key = std::to_string(number),
            .request = "r" + std::to_string(number),
            .answer = {"{\"id\":\"" + std::to_string(number) + "\"}"}};
}

std::string text_of(const recent_calls& calls) {
    std::string out;
    for (const auto& each : calls.all())
        out += each.key + ' ' + each.request + ' ' + each.answer.text + '\n';
    return out;
}

}  // namespace

TEST_CASE("the last 1,024 calls are known, older ones are not", "[journal][keys]") {
    recent_calls calls;
    CHECK(calls.find("0") == nullptr);
    CHECK(calls.find("") == nullptr);
    for (int i = 0; i < 3'000; ++i) calls.note(call(i));
    for (int i = 0; i < 3'000; ++i) {
        INFO(i);
        const auto* const found = calls.find(std::to_string(i));
        CHECK((found != nullptr) == (i >= 3'000 - 1'024));
        if (found != nullptr) CHECK(found->answer.text == call(i).answer.text);
    }
    CHECK(calls.all().size() == 1'024);
}

TEST_CASE("calls go on where they were restored", "[journal][keys]") {
    for (const int count : {3, 1'024, 1'500}) {
        INFO(count << " calls");
        recent_calls calls, restored;
        for (int i = 0; i < count; ++i) calls.note(call(i));
        for (const auto& each : calls.all()) restored.note(each);
        CHECK(text_of(restored) == text_of(calls));
        calls.note(call(-1));
        restored.note(call(-1));
        CHECK(text_of(restored) == text_of(calls));
    }
}

TEST_CASE("an erasure leaves of calls that they were made", "[journal][keys]") {
    recent_calls calls;
    for (const int each : {1, 2, 12}) calls.note(call(each));
    calls.forget(workmem::journal::erased_subject{"1"});
    CHECK(text_of(calls) == "1  \n2 r2 {\"id\":\"2\"}\n12 r12 {\"id\":\"12\"}\n");
    calls.forget(workmem::journal::erased_subject{""});
    CHECK(text_of(calls) == "1  \n2  \n12  \n");
}
