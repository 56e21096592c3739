#include "uses.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/long_term/long_term_store.hpp>
#include <workmem/session/session_store.hpp>

bool use_sessions() {
    workmem::basic_session<> session;
    workmem::long_term_store kept;
    const auto added = session.add({.content = "the customer likes green tea"});
    const bool finds = session.search("tea").size() == 1;
    (void)session.promote(added.id);
    workmem::bounded_store store;
    store.memorize("the deploy failed");
    return finds && session.deliver(kept) == 1 && store.size() == 1 && !store.context().empty();
}
