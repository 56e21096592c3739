// Whichever allocation fails, a call that throws changed nothing: neither what can be seen, nor
// the journal, nor what observers heard; and the next call works.
#include "failing_calls.hpp"
#include "failing_new_operators.hpp"
#include "journal_bundles.hpp"
#include "memory_bundles.hpp"
#include "window_steps.hpp"

#include <nlohmann/json.hpp>

#include <chrono>
#include <optional>
#include <utility>

using namespace workmem_test;
using nlohmann::json;
using workmem::entity_notice;
using workmem::strength;

namespace {

// A memory, who listens to it, and the second memory on its stream.
template <class Memory>
struct stage {
    using policies = typename Memory::policies;
    using parts = typename Memory::parts;

    parts with{};
    std::size_t heard = 0;
    std::optional<Memory> made{};

    explicit stage(workmem::entity_options options = small()) {
        if constexpr (listens<policies>)
            with.observer.template on<entity_notice<>>(
                [this](const entity_notice<>& notice) { heard += 1 + notice.removed.size(); });
        if constexpr (policies::journal::records) with.stream = "s";
        made.emplace(options, with);
        auto& memory = *made;
        memory.add({.type = "page",
                    .id = "p-1",
                    .name = "Home",
                    .attributes = {{std::string(40, 's'), std::string(50, 'd')}}});
        memory.add({.type = "page", .id = "p-2", .name = std::string(50, 'n')}, strength::returned);
        memory.add({.type = "section", .id = std::string(60, 'i'), .name = "Hero"});
        memory.mention("page", "p-1");
    }
    static workmem::entity_options small() {
        workmem::entity_options options;
        options.capacity = 4;
        return options;
    }
    std::string facts() const { return lines_of(*made); }
    // Who opens the stream anew finds what is here.
    void reopen() {
        if constexpr (policies::journal::records) {
            made->flush();
            auto unheard = with;
            unheard.observer = {};
            const Memory again{made->options(), unheard};
            REQUIRE(lines_of(again) == lines_of(*made));
        }
    }
    std::string seen() const {
        const auto& memory = *made;
        const auto options = memory.options();
        auto out = lines_of(memory) + std::to_string(memory.size()) + " at " +
                   std::to_string(memory.sequence()) + " of " + std::to_string(options.capacity) +
                   ',' + std::to_string(options.token_limit) + " heard " + std::to_string(heard);
        if constexpr (policies::journal::records)
            for (const auto& each : records_of(with.journal, with.stream)) out += '\n' + each;
        if constexpr (requires { memory.to_json_text(); })
            out += memory.to_json_text() + memory.context();
        return out;
    }
};

template <class Memory>
std::vector<failing_call<stage<Memory>>> window_calls() {
    using on = stage<Memory>&;
    const entity fresh{.type = "order",
                       .id = std::string(50, 'o'),
                       .name = std::string(90, 'x'),
                       .slug = std::string(40, 's'),
                       .attributes = {{std::string(30, 'a'), std::string(70, 'b')}, {"n", 1.5}}};
    std::vector<entity> batch;
    for (int i = 0; i < 6; ++i)
        batch.push_back({.type = "file",
                         .id = std::string(20, 'f') + std::to_string(i),
                         .name = std::string(static_cast<std::size_t>(10 * i), 'n')});
    batch.push_back({.type = "page", .id = "p-2", .name = std::string(120, 'm')});
    auto broken = fresh;
    broken.name += "\xff";
    workmem::entity_options one, many, tight;
    one.capacity = 1;
    many.capacity = 500;
    tight.token_limit = 40;
    std::vector<entity> crowd;
    for (int i = 0; i < 60; ++i)
        crowd.push_back({.type = "file", .id = "crowd-" + std::to_string(i), .name = "n"});
    return {
        {"add", effect::change, [=](on s) { s.made->add(fresh); }},
        {"add again", effect::touch, [=](on s) { s.made->add(fresh); }},
        {"update, longer", effect::change,
         [=](on s) { s.made->add({.type = "page", .id = "p-1", .name = std::string(200, 'l')}); }},
        {"update, other attributes", effect::change,
         [=](on s) {
             s.made->add(
                 {.type = "page",
                  .id = "p-1",
                  .name = "h",
                  .attributes = {{"a", true}, {std::string(50, 'k'), std::string(80, 'v')}}});
         }},
        {"get", effect::touch, [](on s) { (void)s.made->get("page", "p-2"); }},
        {"mention", effect::touch, [](on s) { s.made->mention("page", "p-1"); }},
        {"add_many", effect::change, [=](on s) { s.made->add_many(batch); }},
        {"add what is no UTF-8", effect::touch, [=](on s) { s.made->add(broken); }},
        {"recent", effect::nothing,
         [](on s) {
             (void)s.made->recent();
             (void)s.made->by_type("page");
             (void)s.made->find("p-1");
             (void)s.made->peek("page", "p-1");
             (void)s.made->metrics();
         }},
        {"remove", effect::change,
         [](on s) { s.made->remove("file", std::string(20, 'f') + "5"); }},
        {"lower the token limit", effect::change, [=](on s) { s.made->set_options(tight); }},
        {"more room", effect::change, [=](on s) { s.made->set_options(many); }},
        {"a crowd", effect::change, [=](on s) { s.made->add_many(crowd, strength::returned); }},
        {"get another", effect::touch, [](on s) { (void)s.made->get("file", "crowd-7"); }},
        {"flush", effect::touch, [](on s) { s.made->flush(); }},
        {"sweep what has expired", effect::touch, [](on s) { s.made->sweep(); },
         [](on s) { s.with.clock.advance(std::chrono::minutes{6}); }},
        {"add to few", effect::change, [=](on s) { s.made->add(fresh, strength::acted_on); }},
        {"lower the capacity", effect::change, [=](on s) { s.made->set_options(one); }},
        {"clear", effect::change, [](on s) { s.made->clear(); }},
        {"add to none", effect::change, [=](on s) { s.made->add(fresh); }},
    };
}

// No call here destroys a JSON array or object: nlohmann's destructor allocates and cannot fail.
template <class Memory>
std::vector<failing_call<stage<Memory>>> memory_calls() {
    using on = stage<Memory>&;
    const auto page = json::parse(
        R"({"id":"p-9","title":"A page with a long enough title","slug":"a-page-with","status":"draft"})");
    const auto list = json::parse(
        R"([{"id":"s-1","sectionKey":"hero"},{"id":"s-2","sectionKey":"footer"},{"id":3,"name":"A third one, with a name"}])");
    const auto page_of_list = json{{"pageId", "p-9"}};
    const auto gone = json{{"id", "s-2"}};
    const auto ok = json{{"ok", true}};
    const auto second = json("the second section");
    const auto saved = stage<Memory>{}.made->to_json_text();
    const auto session = json::parse(R"({"entities":[
        {"type":"page","id":1,"name":"One, loaded from a saved session","timestamp":"2024-01-01T00:00:00Z","attributes":{"a":"b"}},
        {"type":"page","id":"2","label":"Two","timestamp":1704067100000,"accessCount":3}]})");
    return {
        {"observe", effect::change, [=](on s) { s.made->observe("cms_getPage", page); }},
        {"observe a list", effect::change,
         [=](on s) { s.made->observe("cms_listSections", page_of_list, list); }},
        {"observe what a delete tool did", effect::touch,
         [=](on s) { s.made->observe("cms_deleteSection", gone, ok); }},
        {"hear", effect::touch,
         [](on s) { s.made->hear(workmem::role::user, "Compare hero and Other, please."); }},
        {"observe_text", effect::change,
         [](on s) { s.made->observe_text("cms_getPage", R"({"id":"p-8","title":"Eight"})"); }},
        {"resolve", effect::touch,
         [](on s) { (void)s.made->resolve("change the title of this page"); }},
        {"resolve, and note the answer", effect::touch,
         [](on s) { (void)s.made->resolve("change the title of this page"); },
         [](on s) {
             auto options = s.made->options();
             options.record_answers = true;
             s.made->set_options(options);
         }},
        {"resolve_id", effect::touch, [=](on s) { (void)s.made->resolve_id(second, "section"); }},
        {"context", effect::nothing, [](on s) { (void)s.made->context(); }},
        {"to_json_text", effect::nothing, [](on s) { (void)s.made->to_json_text(); }},
        {"named_in", effect::nothing,
         [](on s) { (void)s.made->named_in(workmem::role::user, "Compare hero and Other"); }},
        {"health", effect::nothing, [](on s) { (void)s.made->health(); }},
        {"load", effect::change, [=](on s) { s.made->load(session); }},
        {"add to what was loaded", effect::change,
         [](on s) { s.made->add({.type = "page", .id = "after", .name = "After"}); }},
        {"load_text", effect::change, [=](on s) { s.made->load_text(saved); }},
        {"erase", effect::parts, [](on s) { s.made->erase("page", "1"); }},
        {"erase_all", effect::parts, [](on s) { s.made->erase_all("2"); }},
    };
}

}  // namespace

TEMPLATE_TEST_CASE("no failing allocation changes a window", "[strong_guarantee]",
                   window_of<two_segment_plain>, window_of<fifo_by_id>,
                   window_of<two_segment_watched>, window_of<lru_shared_watched>,
                   window_of<two_segment_recorded>, window_of<fifo_recorded_shared>) {
    fail_everywhere(window_calls<TestType>());
}

TEMPLATE_TEST_CASE("no failing allocation changes an entity memory", "[strong_guarantee]",
                   manual_memory, memory_of<two_segment_shared_watched>,
                   memory_of<two_segment_recorded>) {
    fail_everywhere(memory_calls<TestType>());
}

TEST_CASE("copying a window fails or makes an equal one", "[strong_guarantee]") {
    stage<window_of<two_segment_recorded>> on;
    for (std::size_t n = 1;; ++n) {
        bool equal = false;
        if (survives(n, [&] {
                const auto copy = *on.made;
                equal = copy == *on.made;
            })) {
            CHECK(equal);
            break;
        }
    }
}
