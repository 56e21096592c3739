#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/topics.hpp>

using namespace workmem_test;

namespace {

remembered ward() {
    return remembered{}.single({"ward", "w-1", "Cardiology", {attribute{"phone", text("2210")}}});
}

}  // namespace

TEST_CASE("what a sentence sets before a pronoun is what the pronoun means") {
    expect(ward(), {{"who runs it?", "w-1"},
                    {"cardiology, who runs it?", "w-1"},
                    {"the ward, who runs it?", "w-1"},
                    {"the full one, who runs it?", ""},
                    {"the big auditorium, is it free?", ""},
                    {"link sharing, kill it", "w-1"},
                    {"ecmo trained, who runs it?", ""},
                    {"monday's, where is it?", ""}});
}

TEST_CASE("what only leads up to a pronoun is no topic") {
    expect(ward(), {{"ok great, close it", "w-1"},
                    {"argh, close it", "w-1"},
                    {"they were rude, close it", "w-1"},
                    {"next monday, close it", "w-1"}});
}
