#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/salience.hpp>
#include <workmem/resolution/stages/first_sight.hpp>

#include <string_view>

using namespace workmem_test;
using workmem::resolution_status;
using workmem::strength;

namespace {

std::string after_deletion(const remembered& memory, std::string_view text, std::uint64_t at) {
    const auto view = memory.entries();
    const auto& words = workmem::text::lexicon::english();
    const workmem::resolution::utterance said{text, words};
    const auto found =
        workmem::resolution::at_first_sight({view, said, words, {}, nullptr, at}).told;
    if (found.status != resolution_status::resolved) return {};
    return std::string{view[found.candidates.front().index].id};
}

}  // namespace

TEST_CASE("attention rests on what was named last, else on the newest that came alone") {
    expect(two_pages(), {{"open it", "pg-2"}});
    expect(hotels().touch("h-2", strength::offered), {{"open it", "h-2"}});
}

TEST_CASE("he or she is somebody, and who that may be a name tells, or who it is about") {
    const auto of = [](const char* type, const char* name, attribute_list attributes = {}) {
        return remembered{}
            .single({"user", "u-1", "Aiko Sato"})
            .single({type, "x-1", name, std::move(attributes)});
    };
    for (const auto* const each : {"Search index lag", "RFC 7", "webinar script"})
        expect(of("page", each), {{"let her know", "u-1"}, {"delete it", "x-1"}});
    for (const auto* const each : {"Frida", "Jan van der Berg"})
        expect(of("robot", each), {{"how full is her battery?", "x-1"}, {"reset it", "x-1"}});
    expect(of("contact", "j.doe7"), {{"write him an email", "x-1"}});
    expect(of("shift", "", {{"nurse", text("Grace Obi")}}), {{"can she start earlier?", "x-1"}});
    expect(of("shift", "", {{"guest.firstName", text("Lucy")}}), {{"call her", "x-1"}});
    expect(of("shift", "", {{"ward", text("north wing")}}), {{"can she start earlier?", "u-1"}});
    // A firm may be "they", and what is for a thing besides is no person's alone.
    expect(of("page", "Search index lag"),
           {{"what's their address?", "x-1"}, {"put that on for her", "x-1"}});
}

TEST_CASE("where nobody is there, he and she are nobody") {
    expect(remembered{}.single({"page", "pg-1", "Search index lag"}),
           {{"let her know", ""}, {"what's his phone number?", ""}});
}

TEST_CASE("what has been deleted leaves nothing in focus") {
    const auto pages = two_pages();
    const auto next = pages.entries().front().order + 1;
    CHECK(after_deletion(pages, "open it", next).empty());
    CHECK(after_deletion(pages, "undo that", next).empty());
    CHECK(after_deletion(pages, "the Home page", next) == "pg-1");
    CHECK(after_deletion(pages, "the first page", next).empty());
    CHECK(after_deletion(two_pages().touch("pg-1", strength::mentioned), "open it", next) ==
          "pg-1");
}

TEST_CASE("it is nobody, and she is whom a thing of hers tells of") {
    const auto memory = remembered{}
                            .single({"order", "o-1", "", {{"customer", text("Yuki Tanaka")}}})
                            .single({"customer", "c-1", "Yuki Tanaka", {{"phone", text("0771")}}});
    expect(memory, {{"send it again", "o-1"}});
    auto later = memory;
    expect(later.touch("o-1", strength::chosen), {{"what is her phone number?", "c-1"}});
}
