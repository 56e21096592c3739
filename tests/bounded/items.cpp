#include "bounded_setting.hpp"
#include "catch.hpp"

#include <workmem/bounded/items.hpp>
#include <workmem/error.hpp>

#include <algorithm>
#include <string>

using namespace workmem_test;
using workmem::item;

TEST_CASE("a store can be walked through, oldest first, without what is forgotten", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    CHECK(memory.begin() == memory.end());
    CHECK(memory.items().empty());
    for (const auto* const text : {"a", "b", "c", "d"}) memory.memorize(text);
    memory.forget("id:id-1");
    memory.forget("id:id-3");
    std::string walked;
    for (const auto& each : memory) walked += each.text;
    CHECK(walked == "bd");
    std::string visited;
    memory.for_each([&](const item& each) { visited += each.text; });
    CHECK(visited == "bd");
    // No copies are made.
    auto first = memory.begin();
    CHECK(&*first == &*memory.items().begin());
    CHECK(first->tokens == 1 + line_bytes);
    CHECK((first++)->text == "b");
    CHECK(first->text == "d");
    CHECK(++first == memory.end());
    CHECK(std::count_if(memory.begin(), memory.end(),
                        [](const item& each) { return each.text > "b"; }) == 1);
}

TEST_CASE("a walk does not go on over a store that was changed meanwhile", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    for (const auto* const text : {"a", "b", "c", "d"}) memory.memorize(text);
    std::string walked;
    const auto walk = [&](auto&& change) {
        walked.clear();
        for (const auto& each : memory) {
            walked += each.text;
            change(each);
        }
    };
    CHECK_THROWS_WITH(walk([&](const item&) { memory.memorize("e"); }),
                      contains("changed while its items were walked"));
    CHECK(walked == "a");
    CHECK_THROWS_AS(walk([&](const item& each) { memory.erase(std::string{each.id}); }),
                    workmem::error);
    CHECK_THROWS_AS(walk([&](const item&) { memory.clear(); }), workmem::error);
    memory.memorize("f");
    memory.memorize("g");
    // What does not come or go disturbs nothing; nor does a walk over a copy.
    CHECK_NOTHROW(walk([&](const item& each) { memory.touch(std::string{each.id}); }));
    CHECK(walked == "fg");
    for (const auto& each : memory.all()) memory.erase(each.id);
    CHECK(memory.items().empty());
}

TEST_CASE("positions are told where the queue is looked through", "[bounded]") {
    bounded_setting with;
    auto memory = with.make();
    memory.memorize("a");
    const auto id = memory.memorize("b").id;
    CHECK(memory.all().at(1).position == 1);
    CHECK(memory.explain(id).value.position == 1);
    CHECK(memory.get(id)->position == workmem::item::no_position);
    CHECK(memory.remember("b").front().value.position == workmem::item::no_position);
}
