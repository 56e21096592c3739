#include "every_member.hpp"
#include "uses.hpp"

#include <cstdint>
#include <optional>

namespace {

using namespace every_member;

// A long-term memory of one's own.
struct notes {
    std::string last{};

    result<bool> try_put(const long_term_memory& memory) {
        last = memory.content;
        return true;
    }
    result<bool> try_erase(std::string_view) { return false; }
    std::optional<long_term_memory> get(std::string_view) const { return std::nullopt; }
    long_term_page list(const long_term_filter&, std::size_t, std::uint64_t) const { return {}; }
    std::vector<found_memory> search(std::string_view, std::size_t, const long_term_filter&) {
        return {};
    }
};

template <class Session>
void use_session() {
    long_term_store long_term;
    notes own;
    Session session{{}, parts_of<Session>()};
    record(session);
    const auto id = session.add({.content = "likes tea"}).id;
    const auto all = session.export_all();
    session.import(all);
    session.update(id, {.content = "likes green tea"});
    session.relate(id, {.type = "about", .target = "ann"});
    session.extend_ttl(id);
    session.promote(id);
    take(session.try_add({.content = "hates coffee"}), session.try_import(all),
         session.try_update(id, {.content = "likes tea"}),
         session.try_relate(id, {.type = "about", .target = "bob"}), session.try_extend_ttl(id),
         session.try_promote(id));
    take(session.get(id), session.try_get(id), session.list(), session.stats(), session.health(),
         session.search("tea"), session.search_page("tea", {}, 3, 0), session.context(),
         session.size(), session.name(), session.options(), session == session,
         Session::try_make({}, parts_of<Session>()));
    session.for_each([](const session_entry&) {});
    take(session.undelivered());
    copy(session);
    session.deliver(long_term);
    session.deliver(own);
    session.sweep();
    session.drop_if_idle();
    take(session.try_deliver(long_term), session.try_sweep(), session.try_drop_if_idle());
    call([&] { session.expire(id); });
    call([&] { session.erase(id); });
    take(session.try_expire(id), session.try_erase(id));
    session.clear();
    take(session.try_clear());
}

template <class Store>
void use_store() {
    Store sessions{{}, parts_of<Store>()};
    const auto id = sessions.add("ann", {.content = "likes tea"}).id;
    const auto all = sessions.export_all("ann");
    sessions.import("bob", all);
    take(sessions.try_add("ann", {.content = "hates coffee"}), sessions.try_export("ann"),
         sessions.try_import("bob", all), sessions.session("ann"), sessions.try_session("ann"),
         sessions.find("ann"), sessions.list_sessions(), sessions.try_list_sessions());
    sessions.catch_up("ann");
    take(sessions.try_catch_up("ann"), sessions.long_term().size(), sessions.options());
    take(static_cast<bool>(sessions.try_long_term()));
    take(sessions.get("ann", id), sessions.try_get("ann", id));
    sessions.update("ann", id, {.content = "likes green tea"});
    sessions.extend_ttl("ann", id);
    sessions.relate("ann", id, {.type = "about", .target = "bob"});
    sessions.promote("ann", id);
    sessions.bulk_promote("ann");
    take(sessions.try_update("ann", id, {}), sessions.try_extend_ttl("ann", id),
         sessions.try_relate("ann", id, {}), sessions.try_promote("ann", id),
         sessions.try_bulk_promote("ann"));
    take(sessions.list("ann"), sessions.try_list("ann"), sessions.search("ann", "tea"),
         sessions.try_search("ann", "tea"), sessions.search_page("ann", "tea", {}, 3, 0),
         sessions.try_search_page("ann", "tea", {}, 3, 0), sessions.stats("ann"),
         sessions.try_stats("ann"), sessions.health("ann"), sessions.try_health("ann"),
         sessions.health());
    sessions.expire("ann", id);
    sessions.sweep();
    sessions.tick();
    sessions.flush();
    take(sessions.try_expire("ann", id), sessions.try_sweep(), sessions.try_tick(),
         sessions.try_flush());
    call([&] { sessions.erase("ann", id); });
    sessions.clear("ann");
    take(sessions.try_erase("ann", id), sessions.try_clear("ann"));
}

}  // namespace

bool use_every_session() {
    use_session<basic_session<>>();
    use_session<shared_session>();
    use_session<durable_session<journal::any>>();
    use_session<shared_durable_session<journal::any>>();
    use_store<session_store>();
    use_store<shared_session_store>();
    use_store<durable_session_store<journal::any>>();
    use_store<shared_durable_session_store<journal::any>>();
    return true;
}
