#include "catch.hpp"

#include <workmem/entity/basic_entity_memory.hpp>
#include <workmem/entity/basic_entity_memory.ipp>
#include <workmem/resolution/recency.hpp>

#include <string_view>
#include <utility>
#include <vector>

namespace {

// Every result is a note that is called by what its tool said.
struct notes {
    [[nodiscard]] workmem::extracted extract(std::string_view, const workmem::text::json_view&,
                                             const workmem::text::json_view& result,
                                             const workmem::extraction_options&) const {
        workmem::extracted out;
        workmem::entity note;
        note.type = "note";
        note.id = workmem::entity_id{"n-1"};
        note.name = result.string();
        out.entities.push_back(std::move(note));
        return out;
    }
};
struct plain : workmem::default_policies {
    struct entities : workmem::default_policies::entities {
        using extraction = notes;
        using resolution = workmem::resolution::recency;
    };
};

}  // namespace

TEST_CASE("a memory with other policies needs neither the cascade nor the rules for results") {
    workmem::basic_entity_memory<workmem::entity, plain> memory;
    memory.observe_text("write", R"("Call Ann")");
    const auto found = memory.resolve("read me the note");
    REQUIRE(found);
    CHECK(found->name == "Call Ann");
}
