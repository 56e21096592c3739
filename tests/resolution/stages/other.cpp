#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/other.hpp>

using namespace workmem_test;
using workmem::strength;

TEST_CASE("the other of two, a choice among more, nothing without others") {
    const auto quillon = hotels().touch("h-1", strength::offered);
    expect(quillon, {{"the other one", "h-2"},
                     {"show me the other hotel", "h-2"},
                     {"a different one, please", "h-2"}});
    expect(sections().touch("s-2", strength::mentioned), {{"the other section", "?"}});
    expect(remembered{}.single({"page", "p-1", "Home"}), {{"the other page", ""}});
}

TEST_CASE("what was said before is about the one, what follows names the other") {
    expect(hotels(), {{"Grand Quillon is too far out. What about the other one?", "h-2"},
                      {"I don't like Tern House. Show me the other hotel.", "h-1"},
                      });
    const auto two_offered =
        restaurants().touch("r-1", strength::offered).touch("r-3", strength::offered);
    expect(two_offered, {{"Saltmarsh is not for us. Take the other one.", "r-3"},
                         {"I don't want that one. The other one.", "r-1"}});
}

TEST_CASE("the other light is none that is in focus, whatever is called a light") {
    remembered devices;
    devices
        .list({{"device", "d-1", "Kitchen ceiling", {{"kind", text("light")}}},
               {"device", "d-2", "Bedroom lamp", {{"kind", text("light")}}}})
        .touch("d-1", strength::mentioned);
    expect(devices, {{"turn the other light on", "d-2"}});
}

TEST_CASE("something else is nothing that is known") {
    expect(hotels().touch("h-1", strength::offered), {{"show me something else", ""},
                                                      {"I'd like something different", ""},
                                                      {"book some other", ""}});
}

TEST_CASE("other means nothing before an indefinite thing") {
    const auto& words = workmem::text::lexicon::english();
    const auto found = [&](std::string_view text) {
        const workmem::resolution::utterance said{text, words};
        return workmem::resolution::find_other(said).has_value();
    };
    CHECK(found("the other"));
    CHECK(found("that other hotel"));
    CHECK_FALSE(found("another one"));
    CHECK_FALSE(found("any other hotels"));
}

TEST_CASE("the other one is that which was spoken of together with this") {
    auto memory = issues();
    memory.touch("i-1", strength::offered)
        .single({"page", "p-1", "Home"})
        .single({"page", "p-2", "Contact"})
        .touch("i-2", strength::offered)
        .touch("i-3", strength::offered);
    expect(memory, {{"close the other one", "i-2"}});
    memory.touch("i-1", strength::chosen);
    expect(memory, {{"close the other one", "?"}});
}

TEST_CASE("something else is nothing that is there") {
    const auto songs = remembered{}.single({"song", "s-1", "Blue Hour"});
    expect(songs, {{"play something else", ""}, {"play the song", "s-1"}});
}
