// Instantiates what a header alone leaves uncompiled: for compilers that only look.
#include <workmem/messages/listen.hpp>
#include <workmem/messages/message_log.hpp>
#include <workmem/ranking/bm25.hpp>
#include <workmem/workmem.hpp>

#include <nlohmann/json.hpp>

inline bool use_workmem() {
    workmem::entity_memory memory;
    memory.observe("cms_getPage", nlohmann::json::parse(R"({"id":"p-1","title":"Home"})"));
    memory.hear(workmem::role::user, "this page");
    workmem::pending_calls pending;
    if (!try_hear_message_text(memory, pending, "[]")) return false;
    workmem::message_log log;
    log.append({.text = "x"});
    if (!log.trim(100).empty()) return false;
    const auto found = memory.resolve("change the title of this page");
    const auto again = workmem::entity_memory::from_json(memory.to_json());
    workmem::ranking::bm25 index;
    index.add(0, {"the home page", "user", 0});
    if (index.search("pages", 1).hits.empty()) return false;
    workmem::basic_session<> session;
    const auto added = session.add({.content = "x"});
    workmem::long_term_store kept;
    if (!session.promote(added.id).is_new || session.search("x").empty()) return false;
    if (session.deliver(kept) != 1) return false;
    return found && !memory.context().empty() && again.to_json() == memory.to_json();
}
