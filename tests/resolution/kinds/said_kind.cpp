#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/kinds/said_kind.hpp>

using namespace workmem_test;

namespace {

// Things of one type that differ by what a value says they are.
remembered layers() {
    const auto of = [](const char* type, std::int64_t bytes) {
        return attribute_list{{"type", text(type)}, {"file_size", bytes}};
    };
    return remembered{}.list({{"layer", "l-1", "Backdrop", of("raster", 900)},
                              {"layer", "l-2", "Caption", of("text_box", 3)},
                              {"layer", "l-3", "Footer", of("text_box", 5)},
                              {"layer", "l-4", "Logo", of("vector", 40)},
                              {"layer", "l-5", "Legend", of("text_box", 4)}});
}

}  // namespace

TEST_CASE("an attribute tells the kind of its owner when its name ends so") {
    using workmem::resolution::tells_kind;
    CHECK(tells_kind("type"));
    CHECK(tells_kind("serviceType"));
    CHECK(tells_kind("item.category"));
    CHECK_FALSE(tells_kind("typed_by"));
    CHECK_FALSE(tells_kind("status"));
}

TEST_CASE("a value may be the kind that a phrase names, where no type is called so") {
    expect(layers(), {{"hide the vector", "l-4"}, {"lock the raster", "l-1"}});
}

TEST_CASE("such a kind may be written in two words or with a hyphen") {
    expect_all(layers(), {{"show me all the text-boxes", "l-2 l-3 l-5"},
                          {"all the text boxes", "l-2 l-3 l-5"}});
}

TEST_CASE("positions count among things of such a kind alone") {
    expect(layers(), {{"the second text box", "l-3"}, {"rename the last text box", "l-5"}});
    expect_all(layers(), {{"swap the first and the last text box", "l-2 l-5"}});
}
