// Any type can be an entity: say what its type, id and name are.
#include <workmem/entity/entity_memory.hpp>
#include <workmem/entity/entity_memory.ipp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <string>
#include <string_view>

struct ticket {
    std::string key;
    std::string subject;
    int priority = 3;
};

template <>
struct workmem::entity_traits<ticket> {
    static std::string_view type(const ticket&) { return "ticket"; }
    static std::string_view id(const ticket& t) { return t.key; }
    static std::string_view name(const ticket& t) { return t.subject; }

    // Only needed to save sessions, or to keep a journal.
    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("key", self.key);
        archive("subject", self.subject);
        archive("priority", self.priority);
    }
    // Only needed for `observe`.
    static ticket from_entity(entity&& found) {
        return {found.id.text(), std::move(found.name), 3};
    }
};

int main() {
    workmem::basic_entity_memory<ticket> memory;
    memory.add({"OPS-7", "Disk nearly full on the build machine", 1});
    memory.add({"OPS-9", "Renew the certificate of the shop"});
    memory.observe("desk_getTicket", nlohmann::json{{"id", "OPS-12"}, {"subject", "Slow search"}});

    if (const auto* urgent = memory.get("ticket", "OPS-7"))
        std::cout << urgent->subject << ", priority " << urgent->priority << '\n';
    if (const auto found = memory.resolve("close the certificate ticket"))
        std::cout << found->key << '\n';
    std::cout << memory.context() << '\n';
    std::cout << memory.to_json()["entities"].size() << " saved\n";
}
