#include "catch.hpp"

#include <workmem/entity/entity_traits.hpp>
#include <workmem/entity/erasing.hpp>
#include <workmem/policies.hpp>

#include <string>
#include <string_view>

namespace {

// Calls its id otherwise, and has an `id` that is none.
struct ticket {
    std::string key;
    std::string subject;
    int id = 0;
};

}  // namespace

template <>
struct workmem::entity_traits<ticket> {
    static std::string_view type(const ticket&) { return "ticket"; }
    static std::string_view id(const ticket& t) { return t.key; }
    static std::string_view name(const ticket& t) { return t.subject; }

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("key", self.key);
        archive("subject", self.subject);
        archive.maybe("id", self.id);
    }
};

namespace {

using workmem::entity;
using workmem::identity::id_only;
using workmem::identity::type_and_id;

constexpr std::string_view put_tickets =
    R"({"kind":"entity.put","version":1,"time":"2025-01-01T00:00:00.000Z","key":"call",)"
    R"("entities":[{"key":"T-1","subject":"one","id":2,"strength":"read"},)"
    R"({"key":"T-2","subject":"two","strength":"read"}],)"
    R"("touched":[{"type":"ticket","id":"T-1","strength":"read"},)"
    R"({"type":"ticket","id":"T-2","strength":"read"}]})";

}  // namespace

TEST_CASE("an entity leaves a record wherever its type keeps its id", "[entity][erase]") {
    CHECK(workmem::without_entity<ticket, type_and_id>(put_tickets, {"ticket", "T-1"}) ==
          R"({"kind":"entity.put","version":1,"time":"2025-01-01T00:00:00.000Z",)"
          R"("entities":[{"key":"T-2","subject":"two","strength":"read"}],)"
          R"("touched":[{"type":"ticket","id":"T-2","strength":"read"}]})");
}

TEST_CASE("what is no id, of another type or of another memory leaves nothing out",
          "[entity][erase]") {
    CHECK_FALSE(workmem::without_entity<ticket, type_and_id>(put_tickets, {"ticket", "2"}));
    CHECK_FALSE(workmem::without_entity<ticket, type_and_id>(put_tickets, {"page", "T-1"}));
    CHECK(workmem::without_entity<ticket, id_only>(put_tickets, {"page", "T-1"}));
    CHECK_FALSE(workmem::without_entity<ticket, type_and_id>(put_tickets, {"ticket", ""}));
    CHECK_FALSE(workmem::without_entity<entity, type_and_id>(
        R"({"kind":"session.put","entities":[{"type":"page","id":"p","name":"P"}]})",
        {"page", "p"}));
    CHECK_FALSE(workmem::without_entity<entity, type_and_id>("no record", {"page", "p"}));
}
