#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/forget_instruction.hpp>

#include <string_view>

using namespace workmem_test;
using std::chrono::minutes;
using workmem::error_code;
using workmem::forget_mode;

TEST_CASE("an instruction to forget is read in whatever case", "[bounded]") {
    using workmem::forget_instruction;
    using target = forget_instruction::target;
    const auto read = [](std::string_view text) { return forget_instruction::parse(text).value(); };
    CHECK(read("oldest").what == target::oldest);
    CHECK(read("\tLEAST Important\n").what == target::least_important);
    CHECK(read("position:12").what == target::position);
    CHECK(read("position:12").number == 12);
    CHECK(read("before:step_3").what == target::before_step);
    CHECK(read("before:3").number == 3);
    CHECK(read("Id:Ann-1").what == target::id);
    CHECK(read("Id:Ann-1").text == "Ann-1");
    CHECK(read("tag:Big News").text == "Big News");
    CHECK(read("older than 3 days").age == workmem::milliseconds{259'200'000});
    CHECK(read("Older Than 1 second").age == workmem::milliseconds{1'000});
    CHECK(read("everything about ANN").what == target::everything_about);
    CHECK(read("everything about ANN").text == "ANN");
    for (const auto* const bad :
         {"", "old", "position:", "position:-1", "position:1x", "position:9223372036854775808",
          "tag:", "older than days", "older than 9223372036854775807 days"}) {
        INFO(bad);
        CHECK(refusal_of(forget_instruction::parse(bad)) == error_code::validation_error);
    }
}

TEST_CASE("forgetting by instruction", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize({.text = "a", .importance = 0.5, .step = 1});
    memory.memorize({.text = "b", .tags = {"t"}, .importance = 0.2, .step = 2});
    with.clock.advance(minutes{20});
    memory.memorize({.text = "c", .importance = 0.2, .step = 3});
    memory.memorize({.text = "d, of Ann's house", .step = 4});
    const auto hard = [&](std::string_view instruction) {
        return texts_of(memory.forget(instruction, forget_mode::hard).items);
    };
    SECTION("oldest") { CHECK(hard(" Oldest ") == "a"); }
    SECTION("least important, the older of two") { CHECK(hard("least important") == "b"); }
    SECTION("position") { CHECK(hard("position:2") == "c"); }
    SECTION("before a step") { CHECK(hard("before:step_3") == "a b"); }
    SECTION("before a step, short") { CHECK(hard("before:3") == "a b"); }
    SECTION("id") { CHECK(hard("id:id-3") == "c"); }
    SECTION("tag") { CHECK(hard("tag:t") == "b"); }
    SECTION("older than") {
        CHECK(hard("older than 1 hour").empty());
        CHECK(hard("older than 20 minutes").empty());
        CHECK(hard("older than 1199 seconds") == "a b");
    }
    SECTION("everything about, once it is confirmed") {
        CHECK(hard("everything about an").empty());
        const auto asked = memory.forget("everything about ANN");
        CHECK_FALSE(asked.confirmed);
        CHECK(texts_of(asked.items) == "d, of Ann's house");
        CHECK(memory.size() == 4);
        CHECK(texts_of(
                  memory.forget("everything about ann's house", forget_mode::hard, true).items) ==
              "d, of Ann's house");
        CHECK(memory.size() == 3);
    }
    SECTION("unknown") {
        for (const auto* const bad : {"newest please", "", "position:x", "before:step_",
                                      "id:", "older than", "older than 3 moons", "position:-1"}) {
            const auto answer = memory.try_forget(bad);
            CHECK(refusal_of(answer) == error_code::validation_error);
            CHECK_THAT(answer.error().message(), contains("\"least important\"") &&
                                                     contains("position:N") &&
                                                     contains("everything about"));
        }
        CHECK(refusal_of(memory.try_forget("position:4")) == error_code::not_found);
        CHECK(refusal_of(memory.try_forget("id:nobody")) == error_code::not_found);
        CHECK(memory.size() == 4);
    }
}

TEST_CASE("what is softly forgotten is hidden, counted, first to go, and can come back",
          "[bounded]") {
    bounded_setting with;
    auto memory = with.make({.max_items = 3});
    memory.memorize({.text = "a", .importance = 1.0});
    memory.memorize("b");
    memory.memorize("c");
    const auto done = memory.forget("oldest");
    CHECK(texts_of(done.items) == "a");
    CHECK(done.usage.items == 3);
    CHECK(memory.size() == 3);
    CHECK(content(memory) == "b c");
    CHECK(memory.remember("a").empty());
    CHECK_FALSE(memory.get("id-1"));
    CHECK(memory.get_capacity_info().forgotten_items == 1);
    CHECK(memory.context() == "[RECENT MEMORY]\n- \"b\"\n- \"c\"");
    CHECK(memory.restore("id-1"));
    CHECK_FALSE(memory.restore("id-1"));
    CHECK(refusal_of(memory.try_restore("nobody")) == error_code::not_found);
    CHECK(content(memory) == "a b c");
    memory.forget("oldest");
    memory.forget("oldest");
    CHECK(memory.restore_all() == 2);
    memory.forget("position:2");
    CHECK(texts_of(memory.memorize("d").evicted) == "c");
}
