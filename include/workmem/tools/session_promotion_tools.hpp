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
    static constexpr property output[] = {
        {"success", session_schema::count, true},
        {"failed", session_schema::count, true},
        {"results", {.kind = value_kind::list, .each = &session_schema::object}, true},
        {"omitted", session_schema::count}};
    static constexpr definition is{.name = "working_memory_bulk_promote",
                                   .description = "Promote several memories, each for itself.",
                                   .input = input,
                                   .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        std::size_t promoted = 0, failed = 0, omitted = 0, bytes = 0;
        Json results = Json::array();
        const auto ids = in.texts("memory_ids");
        // No ids is a wish, too: nothing is to be promoted.
        if (!in.has("memory_ids") || !ids.empty()) {
            auto done = store.try_bulk_promote(in.text("session_id"), ids);
            if (!done) return done.error();
            for (const auto& each : *done) {
                ++(each.problem ? failed : promoted);
                Json shown = Json::object();
                shown["memory_id"] = each.memory_id;
                shown["success"] = !each.problem;
                if (each.problem) {
                    const auto problem = to_json<Json>(*each.problem);
                    shown["error"] = problem["error"];
                    shown["code"] = problem["code"];
                } else {
                    shown["long_term_id"] = each.long_term_id;
                }
                bytes += sent_bytes(shown);
                if (bytes > max_answer_bytes)
                    ++omitted;
                else
                    results.push_back(std::move(shown));
            }
        }
        Json out = Json::object();
        out["success"] = promoted;
        out["failed"] = failed;
        out["results"] = std::move(results);
        if (omitted > 0) out["omitted"] = omitted;
        return out;
    }
};

}  // namespace workmem::tools
