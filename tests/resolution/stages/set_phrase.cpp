#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/set_phrase.hpp>

#include <string>

using namespace workmem_test;

namespace {

remembered pages() {
    remembered out;
    return out.list({{"page", "a", "Home"},
                     {"page", "b", "Pricing"},
                     {"page", "c", "Blog"},
                     {"page", "d", "Jobs"}});
}

remembered requests() {
    const auto by = [](const char* author) { return workmem::attribute{"author", author}; };
    remembered out;
    return out.list({{"pull_request", "304", "Fix login", {by("anna")}},
                     {"pull_request", "309", "Add cache", {by("ben")}},
                     {"pull_request", "312", "Bump version", {by("anna")}}});
}

remembered tasks() {
    const auto is = [](const char* status) { return workmem::attribute{"status", status}; };
    remembered out;
    return out.list({{"task", "t1", "Alpha", {is("done")}},
                     {"task", "t2", "Omega", {is("open")}},
                     {"task", "t3", "Gamma", {is("done")}},
                     {"task", "t4", "Delta", {is("blocked")}}});
}

}  // namespace

TEST_CASE("what is listed is a set, in the order in which it is said") {
    expect_all(pages(), {{"the first and the third", "a c"},
                         {"the second and third pages", "b c"},
                         {"pages 2 and 3", "b c"},
                         {"archive pages 1, 2 and 4", "a b d"},
                         {"the first two and the last", "a b d"},
                         {"Home and Blog", "a c"},
                         {"delete Blog and Home from the list", "c a"},
                         {"both Home and Jobs", "a d"}});
    expect_all(requests(), {{"309 and 304", "309 304"}, {"close #304 and #312", "304 312"}});
}

TEST_CASE("a set is not understood by half") {
    expect(pages(), {{"Home and Omega", ""},
                     {"pages 2 and 9", ""},
                     {"the first and the ninth", ""},
                     {"neither Home nor Blog", ""},
                     {"all but Omega", ""},
                     {"Home or Blog", "?"}});
    expect(requests(), {{"309 and 298", ""}});
}

TEST_CASE("what is excluded is never what is meant") {
    expect_all(pages(), {{"delete everything but Pricing", "a c d"},
                         {"all but Home and Blog", "b d"},
                         {"everything except Home", "b c d"},
                         {"every page except the last one", "a b c"},
                         {"all pages apart from Jobs", "a b c"},
                         {"delete all of the pages other than Home", "b c d"},
                         {"all of them except Blog and Jobs", "a b"},
                         {"delete all except the first two", "c d"}});
    expect_all(requests(),
               {{"close all except #309", "304 312"}, {"merge all but 304", "309 312"}});
    expect_all(tasks(), {{"delete all tasks except the done ones", "t2 t4"}});
    expect(pages(), {{"the one that isn't Home", "?"}, {"the page which is not Home", "?"}});
}

TEST_CASE("of all only those are meant that are as it is said") {
    expect_all(tasks(), {{"all the tasks that are done", "t1 t3"}, {"all done tasks", "t1 t3"}});
    expect_all(requests(), {});
}

TEST_CASE("what a phrase restricts is all of it that is so") {
    expect_all(tasks(), {{"the done ones", "t1 t3"},
                         {"which of them are done?", "t1 t3"},
                         {"which tasks are not done?", "t2 t4"},
                         {"everything that is done", "t1 t3"}});
    expect_all(requests(), {{"close Anna's pull requests", "304 312"},
                            });
    expect_all(restaurants(), {{"the Thai ones", "r-2 r-3"},
                               {"which restaurants are in Oakland?", "r-1 r-3"},
                               {"the ones with a rating over 4", "r-1 r-2"},
                               {"everything rated above 4", "r-1 r-2"},
                               {"the restaurants without parking", "r-2 r-3"}});
    // One is left, or none.
    expect(tasks(), {{"the open ones", "t2"},
                     {"which one is blocked?", "t4"},
                     });
    expect(restaurants(),
           {{"the Thai ones in Oakland", "r-3"}, {"the Thai one in Oakland", "r-3"}});
    // More than were said.
    expect(requests().list({{"task", "x", "X", {{"status", "open"}}},
                            {"task", "y", "Y", {{"status", "open"}}},
                            {"task", "z", "Z", {{"status", "open"}}}}),
           {{"both open ones", "?"}});
}

TEST_CASE("a phrase that asks for what nothing in memory is means nothing") {
    expect(restaurants(), {{"and the restaurant in Fresno?", ""},
                           {"which restaurant is haunted?", ""},
                           });
    // Nothing is pointed at.
    expect(restaurants(), {{"start the forklift", ""},
                           {"switch off the microphone", ""},
                           {"I'll grab a coffee", ""},
                           });
    // What a verb's object goes to or is done for restricts nothing.
    const auto one = remembered{}.list({{"song", "s-1", "Lost Girls"}});
    expect(one, {{"play the song on my television", "s-1"},
                 {"which one is it?", "s-1"},
                 {"great, thanks a lot", "s-1"}});
}

TEST_CASE("two words are one kind where a type is called so") {
    auto memory = remembered{}
                      .list({{"job", "j-1", "import"}, {"job", "j-2", "export"}})
                      .list({{"cronjob", "c-1", "backup"}, {"cronjob", "c-2", "report"}});
    expect_all(memory, {{"suspend all the cron jobs", "c-1 c-2"}, {"delete all jobs", "j-1 j-2"}});
    auto files = requests();
    files.list({{"pull_request_file", "f-1", "a.css"}, {"pull_request_file", "f-2", "b.css"}});
    expect_all(files, {{"close the first two pull requests", "304 309"}});
}

TEST_CASE("what a question asks of a thing is no part of it") {
    const auto jobs =
        remembered{}.list({{"job", "j-1", "nightly-backup"}, {"job", "j-2", "rebuild-index"}});
    expect(jobs, {});
}

TEST_CASE("what is said behind a colon of a thing in focus refers to nothing") {
    auto memory = remembered{}.list({{"issue", "77", "Crash"}, {"issue", "69", "Slow index"}});
    memory.touch("77", workmem::strength::acted_on);
    expect(memory,
           {{"add a label to it", "77"}});
}

TEST_CASE("a long list is read in bounded steps") {
    std::string text = "the first";
    while (text.size() < 100'000) text += " and the first";
    CHECK(pages().means(text) == "a");
    std::string excluding = "all";
    while (excluding.size() < 100'000) excluding += " except";
    CHECK(pages().means(excluding).empty());
}

TEST_CASE("parts of names stand for their owners in lists and exclusions") {
    const auto role = [](const char* of, bool available) {
        return workmem::attribute_list{workmem::attribute{"role", of},
                                       workmem::attribute{"available", available}};
    };
    remembered agents;
    agents.list({{"agent", "a1", "Henrik Moe", role("support", true)},
                 {"agent", "a2", "Luca Bianchi", role("support", true)},
                 {"agent", "a3", "Rosa Delgado", role("sales", false)},
                 {"agent", "a4", "Petra Novak", role("sales", true)}});
    expect_all(agents, {{"Late shift: everyone except Henrik and Luca", "a3 a4"},
                        {"put everybody but Rosa on it", "a1 a2 a4"},
                        {"Henrik and Petra should talk", "a1 a4"},
                        {"call Luca and the first one", "a2 a1"},
                        {"not Rosa and not Petra, but the rest", "a1 a2"},
                        });
    expect(agents, {{"everyone except Zoe", ""}});
}

TEST_CASE("the rest is the list without what was spoken of last") {
    auto list = pages();
    list.touch("b", workmem::strength::chosen);
    expect_all(list, {{"the others", "a c d"},
                      {"delete the remaining ones", "a c d"},
                      {"archive the rest of them", "a c d"},
                      {"the other three", "a c d"}});
    expect(list, {{"play it for the rest of my life", "b"}});
}
