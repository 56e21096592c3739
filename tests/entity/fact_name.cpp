#include "catch.hpp"

#include <workmem/entity/fact_name.hpp>

#include <string>
#include <string_view>

namespace {

struct seat {
    std::string number{};
    int rank = 0;
};

}  // namespace

template <>
struct workmem::entity_traits<seat> {
    static std::string_view type(const seat&) { return "seat"; }
    static std::string_view id(const seat& s) { return s.number; }
    static std::string_view name(const seat& s) { return s.number; }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.alias("number", "paused", self.number);
        archive.maybe("rank", self.rank);
    }
};

TEST_CASE("a fact has a longer name where the type uses its own", "[entity][traits]") {
    CHECK(workmem::fact_name<seat>("workmem.rank") == "workmem.rank");
    CHECK(workmem::fact_name<seat>("workmem.paused") == "workmem.paused");
    CHECK(workmem::fact_name<seat>("workmem.accessCount") == "accessCount");
    CHECK(workmem::fact_name<workmem::entity>("workmem.rank") == "rank");
}
