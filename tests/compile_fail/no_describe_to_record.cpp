// expect: workmem: entity_traits<E> must provide describe(self, archive) for a journal to record E
#include <workmem/entity/window.hpp>
#include <workmem/journal/memory.hpp>

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
struct policies : workmem::default_policies {
    using journal = workmem::journal::memory;
};
workmem::basic_entity_window<ticket, policies> window;
