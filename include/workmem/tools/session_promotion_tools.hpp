#pragma once

#include <workmem/tools/page.hpp>
#include <workmem/tools/session_change_tools.hpp>

#include <cstddef>
#include <string>
#include <utility>

// The session tools that promote to long-term memory.

namespace workmem::tools {

struct working_memory_promote {
    static constexpr property input[] = {session_schema::session, session_schema::memory,
                                         session_schema::key};
    static constexpr property output[] = {
        {"id", session_schema::any_text, true},
        {"content", session_schema::any_text, true},
        {"tags", {.kind = value_kind::list, .each = &session_schema::any_text}, true},
        {"metadata", session_schema::object, true},
        {"created_at", session_schema::any_text, true},
        {"already_promoted", session_schema::flag, true}};
    static constexpr definition is{
        .name = "working_memory_promote",
        .description = "Keep a memory for good in long-term memory; repeating it is harmless.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        // The same memory is promoted once, with or without a key.
        auto done = store.try_promote(in.text("session_id"), in.text("memory_id"));
        if (!done) return done.error();
        auto out = to_json<Json>(done->memory);
        out["already_promoted"] = !done->is_new;
        return out;
    }
};

struct working_memory_bulk_promote {
    static constexpr property input[] = {
        session_schema::session,
        {"memory_ids",
         {.kind = value_kind::list,
          .description = "left out: all pending ones",
          .most = session_schema::max_ids,
          .each = &session_schema::memory_id}},
        session_schema::key,
    };
    static constexpr property promoted_members[] = {{"memory_id", session_schema::any_text, true},
                                                    {"success", session_schema::flag, true},
                                                    {"long_term_id", session_schema::any_text},
                                                    {"error", session_schema::any_text},
                                                    {"code", session_schema::any_text}};
    static constexpr schema promoted{.kind = value_kind::object, .members = promoted_members};
    static constexpr property output[] = {
        {"success", session_schema::count, true},
        {"failed", session_schema::count, true},
        {"results", {.kind = value_kind::list, .each = &promoted}, true},
        {"remaining", session_schema::count}};
    static constexpr definition is{
        .name = "working_memory_bulk_promote",
        .description = "Promote several memories, each for itself; where some remain, call again.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto& session = in.text("session_id");
        auto ids = in.texts("memory_ids");
        const auto known = store.find(session);
        if (!known) return known.error();
        if (!*known)
            return error{error_code::not_found,
                         "there is no session " + text::quoted(session),
                         {{"session_id", session}}};
        if (!in.has("memory_ids")) {
            const auto pending = store.try_list(session, {.only = session_filter::kind::pending},
                                                session_schema::max_ids);
            if (!pending) return pending.error();
            for (const auto& each : pending->memories) ids.push_back(each.id);
        }
        std::size_t done = 0, failed = 0, bytes = 0;
        Json results = Json::array();
        // What is not promoted any more remains for the next call: it is told, or still pending.
        while (done + failed < ids.size() && bytes < max_answer_bytes / 2) {
            const auto& id = ids[done + failed];
            auto shown = told<Json>(id, store.try_promote(session, id));
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

private:
    template <class Json, class Done>
    static Json told(const std::string& id, const Done& done) {
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
};

}  // namespace workmem::tools
