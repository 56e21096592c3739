#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/session/commands.hpp>
#include <workmem/session/reports.hpp>
#include <workmem/tools/error_json.hpp>
#include <workmem/tools/page.hpp>
#include <workmem/tools/session/schema.hpp>

#include <cstddef>
#include <string>
#include <utility>

namespace workmem::tools::session_rows {

template <class Json, class Done>
[[nodiscard]] Json told(const std::string& id, const Done& done) {
    Json out = Json::object();
    out["memory_id"] = id;
    out["success"] = done.has_value();
    if (done) {
        out["long_term_id"] = done->memory.id;
    } else {
        const auto problem = to_json<Json>(done.error());
        out["error"] = problem["error"];
        out["code"] = problem["code"];
    }
    return out;
}

/// Promotes the given memories, each for itself.
template <class Json, class Store>
[[nodiscard]] result<Json> bulk_promoted(Store& store, const arguments<Json>& in) {
    const auto& session = in.text("session_id");
    const auto ids = in.texts("memory_ids");
    const auto known = store.find(session);
    if (!known) return known.error();
    if (!*known)
        return error{error_code::not_found,
                     "there is no session " + text::quoted(session),
                     {{"session_id", session}}};
    const promotion_choice choice{.allow_secret = in.flag("allow_secret")};
    retriable_call call{in};
    std::size_t done = 0, failed = 0, bytes = 0;
    Json results = Json::array();
    // What does not fit into the answer is not promoted: it remains for the next call.
    while (done + failed < ids.size() && bytes < max_answer_bytes / 2) {
        const auto at = done + failed;
        const auto& id = ids[at];
        const auto by = at == 0 ? call.options() : call.part(std::to_string(at));
        auto shown = told<Json>(id, store.try_promote(session, id, by, choice));
        ++(shown["success"] == true ? done : failed);
        bytes += sent_bytes(shown);
        results.push_back(std::move(shown));
    }
    Json out = Json::object();
    out["success"] = done;
    out["failed"] = failed;
    out["results"] = std::move(results);
    if (done + failed < ids.size()) out["remaining"] = ids.size() - done - failed;
    return out;
}

}  // namespace workmem::tools::session_rows
