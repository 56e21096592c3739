// expect: workmem: entity_traits<E> must provide describe(self, archive) to save E
#include <workmem/entity/entity_memory.ipp>

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
std::string save(const workmem::basic_entity_memory<ticket>& memory) {
    return memory.to_json_text();
}
