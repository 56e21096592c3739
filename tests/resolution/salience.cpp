#include "catch.hpp"
#include "repetitions.hpp"
#include "resolution/entries.hpp"

#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

using workmem::attribute;
using workmem::resolution_status;
using workmem::role;
using workmem::strength;
using workmem_test::remembered;

namespace {

// The quick start of the README.
remembered site() {
    return remembered{}
        .single({"page", "p-1", "Home"})
        .list({{"section", "s-1", "hero"}, {"section", "s-2", "footer"}})
        .hear(role::assistant, "The page has two sections, hero and footer.");
}

remembered trip() {
    const workmem::attribute_list address{attribute{"street_address", std::string{"4 Quay Road"}}};
    return remembered{}
        .list({{"event", "e-1", "Kites vs Otters"}, {"event", "e-2", "Lantern Walk"}})
        .touch("e-1", strength::offered)
        .list({{"restaurant", "r-1", "Saltmarsh", address}, {"restaurant", "r-2", "Gilt", address}})
        .touch("r-2", strength::offered)
        .single({"balance", "b-1", ""});
}

}  // namespace

TEST_CASE("the quick start") {
    CHECK(site().means("change the title of this page") == "p-1");
    CHECK(site().means("delete the second section") == "s-2");
}

TEST_CASE("the phrases of the design documents") {
    const auto made =
        remembered{}.single({"entry", "n-1", "Opening hours"}).single({"page", "p-1", "Home"});
    CHECK(made.means("update its title") == "p-1");
    CHECK(made.means("that entry") == "n-1");
    CHECK(made.means("Update the title of the page I just created") == "p-1");
    CHECK(site().means("the section") == "s-2");
}

TEST_CASE("an id or a name is the surest reference") {
    CHECK(site().means("show hero") == "s-1");
    CHECK(site().means("open p-1") == "p-1");
    CHECK(trip().means("tickets for the Lantern Walk") == "e-2");
    const auto found = trip().resolve("tickets for the Lantern Walk");
    REQUIRE_FALSE(found.candidates.empty());
    CHECK(found.candidates.front().reason == "name");
    CHECK(found.candidates.front().evidence == "Lantern Walk");
}

TEST_CASE("type words, synonyms, broader kinds and cues choose the kind, focus the one") {
    CHECK(trip().means("book the restaurant") == "r-2");
    CHECK(trip().means("I need two tickets") == "e-1");
    CHECK(trip().means("buy tickets for the game") == "e-1");
    CHECK(trip().means("reserve a table for two") == "r-2");
    CHECK(trip().means("how do I get there?") == "r-2");
    CHECK(trip().means("that place sounds nice") == "r-2");
}

TEST_CASE("a value may say what a thing is") {
    const auto of = [](const char* category) {
        return workmem::attribute_list{attribute{"category", std::string{category}}};
    };
    auto sights = remembered{}.list({{"attraction", "a-1", "Old Mint", of("Historic House")},
                                     {"attraction", "a-2", "Tidewater", of("City Museum")}});
    CHECK(sights.means("is the museum free?") == "a-2");
    sights.touch("a-1", workmem::strength::offered);
    CHECK(sights.means("is the attraction free?") == "a-1");
}

TEST_CASE("named beats returned, and facts never take the focus") {
    CHECK(trip().means("it sounds great") == "r-2");
    CHECK(trip().means("what is the balance?") == "b-1");
    CHECK(trip().resolve("it sounds great").candidates.front().reason == "in focus");
}

TEST_CASE("positions count in the newest list of that kind") {
    CHECK(trip().means("the first one") == "r-1");
    CHECK(trip().means("the 2nd event") == "e-2");
    CHECK(trip().means("option 2") == "r-2");
    CHECK(trip().means("#1") == "r-1");
    CHECK(trip().means("the last event") == "e-2");
    CHECK(trip().means("the second restaurant") == "r-2");
}

TEST_CASE("a position that the list does not have is refused") {
    CHECK(trip().means("the seventh one") == "");
    CHECK(trip().means("the third event") == "");
    CHECK(trip().means("the second invoice") == "");
}

TEST_CASE("days and adverbs are no positions") {
    CHECK(trip().means("book it for the 2nd of March") == "r-2");
    CHECK(trip().means("I want the restaurant on March 1st") == "r-2");
    CHECK(trip().means("first, what does it cost?") == "r-2");
    CHECK(trip().means("is it open on the first day?") == "r-2");
}

TEST_CASE("a reference to nothing is refused") {
    CHECK(trip().means("cancel that invoice") == "");
    CHECK(trip().means("delete the invoice") == "");
    CHECK(trip().means("this flibbet") == "");
    CHECK(trip().means("find me a movie") == "");
    CHECK(trip().means("I would like to search for hotels") == "");
    CHECK(remembered{}.means("this page") == "");
    CHECK(trip().resolve("cancel that invoice").message ==
          "Could not resolve \"cancel that invoice\" to anything in memory");
}

TEST_CASE("a demonstrative that stands alone is no missing noun") {
    for (const auto* text : {"that works", "That helps!", "that's perfect", "what does that cost?",
                             "when does that begin?", "I like that.", "this is fine"}) {
        INFO(text);
        CHECK(trip().means(text) == "r-2");
    }
}

TEST_CASE("only the type asked for may answer") {
    CHECK(trip().means("it", "event") == "e-1");
    CHECK(trip().means("book it", "event") == "e-1");
    CHECK(trip().means("Saltmarsh", "Restaurants") == "r-1");
    CHECK(trip().means("it", "page") == "");
    CHECK(trip().resolve("update it", "page").message ==
          "Could not resolve \"update it\" to a page");
}

TEST_CASE("the other one is the one that is not in focus, if that is one") {
    CHECK(site().means("delete the other one") == "s-1");
    CHECK(site().means("the other section") == "s-1");
    const auto three = remembered{}.list(
        {{"page", "p-1", "Red"}, {"page", "p-2", "Blue"}, {"page", "p-3", "Green"}});
    CHECK(three.means("the other one") == "?");
    CHECK(three.resolve("the other one").candidates.size() == 2);
    CHECK(remembered{}.single({"page", "p-1", "Red"}).means("the other one") == "");
}

TEST_CASE("two references in a sentence are told apart; the object comes first") {
    const auto names = site().resolve("move hero behind footer");
    REQUIRE(names.references.size() == 2);
    CHECK(site().means("move hero behind footer") == "s-1");
}

TEST_CASE("candidates are few, best first, with reasons in parts per million") {
    remembered many;
    for (int i = 0; i < 30; ++i)
        many.single({"page", "p-" + std::to_string(i), "Sheet " + std::to_string(i)});
    const auto found = many.resolve("the page");
    REQUIRE(found.status == resolution_status::resolved);
    CHECK(found.candidates.size() == workmem::outcome::most_candidates);
    for (std::size_t i = 1; i < found.candidates.size(); ++i)
        CHECK(found.candidates[i].score <= found.candidates[i - 1].score);
    for (const auto& each : found.candidates) {
        CHECK(each.score <= 1'000'000);
        CHECK_FALSE(each.reason.empty());
    }
}

TEST_CASE("a message quotes the text on one line and not all of it") {
    const auto message =
        remembered{}
            .resolve("line\nbreak \"quoted\" \xE2\x80\xAE" + std::string(500, 'x'), "page")
            .message;
    CHECK(message.find('\n') == std::string::npos);
    CHECK_THAT(message, workmem_test::contains("line\\nbreak \\\"quoted\\\" \\u202e"));
    CHECK(message.size() < 250);
}

TEST_CASE("a tiny second language works without English") {
    workmem::text::lexicon german;
    using workmem::text::word_class;
    german.add(word_class::definite, "der die das")
        .add(word_class::placeholder, "eintrag")
        .add(word_class::pronoun, "es")
        .add_ordinal(2, "zweite zweiten")
        .add_synonyms("movie film")
        .add_cues("restaurant", "tisch");
    const auto memory = remembered{}
                            .list({{"movie", "m-1", "Nebel"}, {"movie", "m-2", "Über den Fluss"}})
                            .list({{"restaurant", "r-1", "Zum Anker"}});
    const auto view = memory.entries();
    const auto means = [&](std::string_view text) {
        const workmem::resolution::utterance said{text, german};
        const auto found = workmem::resolution::at_first_sight({view, said, german}).told;
        return found.candidates.empty() ? std::string{}
                                        : std::string{view[found.candidates.front().index].id};
    };
    CHECK(means("lösche den zweiten film") == "m-2");
    CHECK(means("der film") == "m-1");
    CHECK(means("ein tisch bitte") == "r-1");
    CHECK(means("ÜBER DEN FLUSS") == "m-2");
}

TEST_CASE("hostile text is resolved like any other") {
    const auto memory = trip();
    for (const std::string unit : {"the ", "that invoice ", "second one ", "\xff\xfe\x80 ",
                                   "12:", "\xE2\x80\xAE", "it there other one "}) {
        std::string text;
        while (text.size() < 200'000 / workmem_test::slowness) text += unit;
        text += '\0';
        CHECK_NOTHROW(memory.resolve(text));
        CHECK_NOTHROW(memory.resolve(text, text));
    }
    CHECK_NOTHROW(memory.resolve(std::string_view{"\0", 1}));
    CHECK_NOTHROW(memory.resolve(""));
}

TEST_CASE("hostile names and attributes do no harm") {
    const std::string big(1'000'000, 'n');
    const auto memory =
        remembered{}
            .single({"", "", ""})
            .single({"p\xff", "\0id", "na\xE2me\n\"", {attribute{"", std::string{}}}})
            .single({big, big, big, {attribute{big, big}, attribute{"price", 1e308}}})
            .single({"page", "p-1", "\xE2\x80\xAE!!", {attribute{"_", true}}});
    CHECK_NOTHROW(memory.resolve("this page at 7 pm"));
    CHECK_NOTHROW(memory.resolve(big));
    CHECK_NOTHROW(memory.named_in(big + " for $12"));
}

TEST_CASE("of several that came in one list nobody has chosen one") {
    auto jars = remembered{}.list({{"jar", "j-1", "Plum"}, {"jar", "j-2", "Fig"}});
    CHECK(jars.means("open this jar") == "j-1");
    jars.touch("j-2", workmem::strength::offered);
    CHECK(jars.means("open the jar") == "j-2");
}

TEST_CASE("of several that are called alike nobody has chosen one") {
    const auto on = [](const char* day) {
        return workmem::attribute_list{attribute{"date", std::string{day}}};
    };
    auto talks = remembered{}.list({{"talk", "k-1", "Standup", on("2031-05-02")},
                                    {"talk", "k-2", "Standup", on("2031-05-03")},
                                    {"talk", "k-3", "Budget", on("2031-05-04")}});
    CHECK(talks.means("cancel Standup") == "?");
    CHECK(talks.means("cancel Standup on May 3rd") == "k-2");
    CHECK(talks.means("cancel Budget") == "k-3");
    talks.touch("k-2", workmem::strength::offered);
    CHECK(talks.means("cancel Standup") == "k-2");
}

namespace {

remembered tours() {
    const auto of = [](const char* guide, bool draft, std::int64_t price) {
        return workmem::attribute_list{attribute{"guide", std::string{guide}},
                                       attribute{"draft", draft}, attribute{"price", price}};
    };
    return remembered{}
        .list({{"tour", "t-1", "Harbour by night", of("Owen Price", false, 900)},
               {"tour", "t-2", "Castle for kids", of("Ida Holm", true, 300)},
               {"tour", "t-3", "Old town", of("Cem Ak", false, 500)}})
        .touch("t-3", strength::chosen)
        .parts({{"guest", "g-1", "Maud Perry"}});
}

std::string set_of(const remembered& memory, std::string_view text) {
    std::string out;
    for (const auto& each : memory.resolve(text).references)
        out += (out.empty() ? "" : " ") +
               std::string{memory.entries()[each.candidates.front().index].id};
    return out;
}

}  // namespace

TEST_CASE("a second thing that is told by words of its own is meant, too") {
    CHECK(set_of(tours(), "put Maud on the kids tour") == "g-1 t-2");
    CHECK(set_of(tours(), "link the harbour one and the castle one") == "t-1 t-2");
    CHECK(tours().means("show me the one with the lowest price") == "t-2");
    CHECK(tours().means("move it to Friday") == "t-3");
}

TEST_CASE("a draft is none that says it is no draft") {
    CHECK(tours().means("who guides the draft?") == "t-2");
}

TEST_CASE("numbers behind a bound may be written out") {
    CHECK(set_of(tours(), "show the ones under 600") == "t-2 t-3");
    // More words than these are not understood, and never a smaller number.
    CHECK(set_of(tours(), "show the ones under five hundred and fifty") == "");
    CHECK(set_of(tours(), "show the ones over twenty-five") == "");
    CHECK(tours().means("the two of them") != "t-1");
}

TEST_CASE("what a thing becomes is no place in a list") {
    CHECK(tours().means("hm, make that 18 actually") == "t-3");
    CHECK(tours().means("the sixth of them") == "");
}

TEST_CASE("a kind that is pointed at is meant, whatever is asked of it") {
    const auto memory = remembered{}
                            .list({{"attempt", "a-1", "", {{"day", std::string{"Mon"}}}},
                                   {"attempt", "a-2", "", {{"day", std::string{"Fri"}}}}})
                            .touch("a-2", strength::chosen)
                            .single({"redirect", "x-1", ""});
    CHECK(memory.means("show me the picture from that attempt") == "a-2");
    CHECK(memory.means("make the redirect end on friday morning") == "x-1");
}

TEST_CASE("a day alone is the one of that day") {
    const auto on = [](const char* day) {
        return workmem::attribute_list{attribute{"date", std::string{day}}};
    };
    const auto memory = remembered{}.list({{"sheet", "s-1", "", on("2025-08-15")},
                                           {"sheet", "s-2", "", on("2025-08-18")},
                                           {"sheet", "s-3", "", on("2025-08-19")}});
    CHECK(memory.means("who is first on Monday?").empty());
    CHECK(memory.means("book a room for Friday's lunch").empty());
}

TEST_CASE("what is set to a value is not asked for by that value") {
    const auto memory =
        remembered{}
            .list({{"invoice", "n-1", "", {{"due_date", std::string{"2025-05-31"}}}},
                   {"invoice", "n-2", "", {{"due_date", std::string{"2025-06-30"}}}}})
            .touch("n-1", strength::chosen);
    CHECK(memory.means("push the due date on that to june 15") == "n-1");
}

TEST_CASE("what a relative clause denies is not meant") {
    const auto at = [](std::int64_t price) {
        return workmem::attribute_list{attribute{"price", price}};
    };
    const auto memory = remembered{}.list({{"room", "r-1", "Birch", at(18)},
                                           {"room", "r-2", "Cedar", at(30)},
                                           {"room", "r-3", "Phone Box", at(6)}});
    CHECK(memory.means("isn't the Phone Box free?") == "r-3");
}

TEST_CASE("a text that excludes and says nothing else means nothing") {
    const auto memory = site();
    for (const auto* const each :
         {"not Porto", "except Porto", "not the blue one", "everything, but"})
        CHECK(memory.means(each).empty());
    CHECK(memory.resolve("not Porto").message ==
          "Could not resolve \"not Porto\" to anything in memory");
    CHECK(memory.means("close them all, but") == "s-1");
    CHECK(memory.means("all the pages, only") == "p-1");
}

TEST_CASE("a day in a remark is no thing of that day") {
    const auto on = [](const char* day) {
        return workmem::attribute_list{attribute{"date", std::string{day}}};
    };
    const auto memory = remembered{}.list(
        {{"sheet", "s-1", "", on("2025-08-15")}, {"sheet", "s-2", "", on("2025-08-18")}});
    for (const auto* const each : {"Monday's a holiday", "see you on Friday", "no, not on Friday"})
        CHECK(memory.means(each).empty());
}
