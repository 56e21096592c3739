// expect: workmem: entity_traits<E> must provide from_entity(entity&&) -> E to observe results
#include <workmem/entity/entity_memory.ipp>

#include <nlohmann/json.hpp>

struct ticket {
    std::string key;
    std::string subject;
};
template <>
struct workmem::entity_traits<ticket> {
    static std::string_view type(const ticket&) { return "ticket"; }
    static std::string_view id(const ticket& of) { return of.key; }
    static std::string_view name(const ticket& of) { return of.subject; }
};
void observe(workmem::basic_entity_memory<ticket>& memory, const nlohmann::json& result) {
    memory.observe("get_ticket", result);
}
