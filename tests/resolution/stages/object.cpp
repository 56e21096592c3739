#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/object.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

const remembered with_note = remembered{}.single({"note", "n-1", "Shopping list"});

remembered bags() {
    return remembered{}.list({{"product", "p-1", "Leather Briefcase"},
                              {"product", "p-2", "Canvas Backpack"},
                              {"product", "p-3", "Canvas Tote"}});
}

remembered people() {
    return remembered{}.list(
        {{"user", "u-1", "Bob Smith"}, {"user", "u-2", "Kim Park"}, {"user", "u-3", "Leo"}});
}

}  // namespace

TEST_CASE("one word of a name is enough, in any case") {
    expect(bags(), {{"how much is the briefcase?", "p-1"},
                    {"buy the backpack", "p-2"},
                    {"the tote, please", "p-3"},
                    {"buy the leather one", "p-1"},
                    {"buy the canvas one", "?"}});
    expect(people(), {{"delete Bob", "u-1"},
                      {"call kim", "u-2"},
                      {"make leo an admin", "u-3"},
                      {"can you call Bob?", "u-1"}});
}

TEST_CASE("what nothing in memory is called or described by is not meant") {
    expect(people(), {{"delete Dave", ""},
                      {"can you call Peter Pan?", ""},
                      {"invite @zed", ""},
                      {"post it in #general", "?"},
                      {"post in #general", ""}});
    expect(bags(), {{"buy the umbrella", ""},
                    {"the umbrella", ""},
                    {"buy the paper backpack", ""},
                    {"order something by Prince", ""},
                    {"what is the capital of France?", ""}});
    expect(with_note, {{"delete the webhook", ""},
                       {"when is my flight?", ""},
                       {"cancel my appointment", ""},
                       {"delete newsletter", ""},
                       {"open plan.pdf", ""},
                       {"go ahead and restart the server", ""},
                       {"delete the note", "n-1"}});
}

TEST_CASE("modifiers must hold of something") {
    expect(orders(), {{"cancel the shipped order", "o-1"},
                      {"cancel the refunded order", ""},
                      {"cancel the express order", ""}});
}

TEST_CASE("properties, new things and idle talk are no missing objects") {
    const auto talked = hotels().touch("h-1", strength::offered);
    expect(talked, {{"tell me the rating", "h-1"},
                    {"give me the directions", "h-1"},
                    {"are pets allowed?", "h-1"},
                    {"can I bring my dog?", "h-1"},
                    {"get directions", "h-1"},
                    {"sounds wonderful", "h-1"},
                    {"go ahead and book the room", "h-1"}});
}

TEST_CASE("a question about a thing of a sort that nothing is of means nothing") {
    const auto shows = remembered{}.single({"concert", "c-1", "Brass Night"});
    expect(shows, {{"when does the accordion concert begin?", ""},
                   {"when does the concert begin?", "c-1"}});
}
