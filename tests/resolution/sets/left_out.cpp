#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/left_out.hpp>

using namespace workmem_test;

namespace {

remembered lamps() {
    const auto in = [](const char* room, const char* owner) {
        return attribute_list{{"room", text(room)}, {"owner", text(owner)}};
    };
    return remembered{}.list({{"lamp", "l-1", "Glow", in("Pantry", "Ida")},
                              {"lamp", "l-2", "Beam", in("Studio", "Tom")},
                              {"lamp", "l-3", "Spark", in("Attic", "Ida")},
                              {"lamp", "l-4", "Halo", in("Porch", "Uma")}});
}

}  // namespace

TEST_CASE("what is left out may be told by its values") {
    expect_all(lamps(), {{"dim everything except the pantry", "l-2 l-3 l-4"},
                         {"everything but attic and porch, please", "l-1 l-2"},
                         {"all the lamps except Tom's", "l-1 l-3 l-4"}});
}

TEST_CASE("words may stand between the whole and what is left out") {
    expect_all(lamps(), {{"switch all of them off except the studio", "l-1 l-3 l-4"},
                         {"a new bulb for everything here, just not for Halo", "l-1 l-2 l-3"}});
}

TEST_CASE("those that were spoken of are the whole of \"those\"") {
    auto spoken = lamps();
    spoken.touch("l-1", workmem::strength::chosen).touch("l-2", workmem::strength::chosen);
    spoken.touch("l-3", workmem::strength::chosen);
    expect_all(spoken, {{"dim those, but leave the studio one on", "l-1 l-3"}});
}

TEST_CASE("what is left out and not known is never all") {
    expect(lamps(), {{"dim everything except the cellar", ""}, {"all of them but Nia's", ""}});
}
