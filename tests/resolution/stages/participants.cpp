#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/participants.hpp>

#include <string>
#include <string_view>

using namespace workmem_test;
using workmem::strength;
namespace resolution = workmem::resolution;

namespace {

// A garage: who works there, and what is to be done.
remembered garage() {
    return remembered{}
        .list({{"customer", "c-1", "Lena Fischer", {{"email", text("lena.f@mail.example")}}},
               {"customer", "c-2", "Otto Brandt", {{"email", text("otto@mail.example")}}},
               {"customer", "c-3", "Otto Vogel", {}}})
        .list({{"repair", "r-1", "Brake pads", {{"customer", text("Lena Fischer")}}},
               {"repair", "r-2", "Oil change", {{"customer", text("Otto Brandt")}}},
               {"repair", "r-3", "", {{"day", text("2025-06-03")}}}})
        .touch("r-2", strength::chosen);
}

std::string words_of(std::string_view said) {
    const resolution::utterance whole{said, workmem::text::lexicon::english()};
    const auto found = resolution::find_addressee(whole);
    std::string out;
    for (std::size_t i = 0; found && i < found->end; ++i)
        if (i >= found->first) out += (out.empty() ? "" : " ") + std::string{whole[i].text};
    return out;
}

}  // namespace

TEST_CASE("somebody is told something") {
    CHECK(words_of("ask the reporter for a file") == "the reporter");
    CHECK(words_of("ok, can you tell Lena Fischer that it is late") == "lena fischer");
    CHECK(words_of("let her know") == "her");
    CHECK(words_of("text her dad that she is well") == "her dad");
    CHECK(words_of("remind the tenant in flat 3 to pay") == "the tenant in flat 3");
    CHECK(words_of("tell me more").empty());
    CHECK(words_of("the email of Lena").empty());
    CHECK(words_of("ask").empty());
    CHECK(words_of("").empty());
}

TEST_CASE("who takes part is meant beside what the text means first") {
    CHECK(parts(garage(), "give it to Lena") == "r-2 c-1");
    CHECK(parts(garage(), "give it to lena") == "r-2 c-1");
    CHECK(parts(garage(), "tell Lena to bring it back") == "c-1 r-2");
    CHECK(parts(garage(), "Lena can take that") == "c-1 r-2");
    CHECK(parts(garage(), "ask Lena about the brake pads") == "r-1 c-1");
    CHECK(parts(garage().touch("c-2", strength::mentioned), "send him the brake pads bill") ==
          "r-1 c-2");
}

TEST_CASE("who only tells which thing is meant takes no part") {
    CHECK(parts(garage(), "cancel Lena's repair").empty());
    CHECK(parts(garage(), "the repair of Lena").empty());
    CHECK(parts(garage(), "tell Lena that I am late").empty());
    // Two are called so.
    CHECK(parts(garage(), "give it to Otto").empty());
    CHECK(parts(garage(), "what time is it for Lena?").empty());
}

TEST_CASE("what is told does not hide who is told it") {
    expect(garage(), {{"text Lena that the lift in the hall is out of order", "c-1"},
                      {"ask Lena for a photo of the dent", "c-1"}});
    const auto named = garage().touch("c-1", strength::mentioned);
    expect(named, {{"tell her the lift in the hall is out of order", "c-1"}});
}

TEST_CASE("a first name in small letters is somebody, where one is called so") {
    expect(garage(), {{"give me lena's email", "c-1"}, {"whats lenas email?", "c-1"}});
    expect(garage(), {{"what do we hold for fischer", ""}, {"otto's email", "?"}});
}

TEST_CASE("a word that is part of a name is somebody only where somebody can stand") {
    const auto memory = remembered{}
                            .list({{"customer", "c-1", "Chase Lind", {}},
                                   {"customer", "c-2", "Summer Ray", {}},
                                   {"customer", "c-3", "Joy Baker", {}}})
                            .single({"order", "o-1", "Rye"});
    expect(memory, {{"chase the order", "o-1"},
                    {"it gives me joy", "o-1"},
                    {"ring joy", "c-3"},
                    {"summer's email", "c-2"}});
}

TEST_CASE("it is no thing where it stands for nothing, and that where it joins clauses") {
    const auto memory = garage();
    CHECK(parts(memory, "tell Lena it is late").empty());
    CHECK(parts(memory, "let Lena know that on Monday we are closed").empty());
    CHECK(parts(memory, "and what time is it for Lena?").empty());
    CHECK(parts(memory, "close the repair with Lena").empty());
}
