#pragma once

#include <workmem/journal/call.hpp>
#include <workmem/journal/stream_path.hpp>
#include <workmem/tools/session_json.hpp>
#include <workmem/tools/session_schema.hpp>
#include <workmem/tools/tool.hpp>

#include <string>
#include <string_view>
#include <utility>

// The session tools that bring memories in and change them.

namespace workmem::tools {

namespace detail {

/// The idempotency key of a call: the caller's, good for the same call only. Another tool, or other
/// arguments, are another call, so that a key used twice by mistake loses nothing.
template <class Json>
[[nodiscard]] std::string key_of(std::string_view tool, const arguments<Json>& in) {
    if (!in.has("idempotency_key")) return {};
    return in.text("idempotency_key") + ':' +
           journal::hash_of_name(std::string{tool} + in.json().dump());
}

template <class Json>
[[nodiscard]] Json success(std::string message) {
    Json out = Json::object();
    out["success"] = true;
    out["message"] = std::move(message);
    return out;
}

}  // namespace detail

struct working_memory_add {
    static constexpr property input[] = {
        session_schema::session,
        {"content",
         {.kind = value_kind::text,
          .description = "at most 100 KB",
          .least = 1,
          .most = session_limits::content_bytes},
         true},
        {"priority",
         {.kind = value_kind::text,
          .description = "kept for 1, 4, 12 or 24 hours",
          .choices = session_schema::priority_names},
         true},
        {"tags", session_schema::tags},
        {"metadata", {.kind = value_kind::object, .description = "name to string, number or flag"}},
        session_schema::key,
    };
    static constexpr definition is{
        .name = "working_memory_add",
        .description =
            "Remember something in a session for a while. What proves important goes to "
            "long-term memory.",
        .input = input,
        .output = session_schema::memory_members};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto key = detail::key_of(is.name, in);
        auto metadata = metadata_of(in.find("metadata"));
        if (!metadata) return metadata.error();
        auto priority = try_parse_priority(in.text("priority"));
        if (!priority) return priority.error();
        const auto& session = in.text("session_id");
        auto done = store.try_add(session,
                                  {.content = in.text("content"),
                                   .priority = *priority,
                                   .tags = in.texts("tags"),
                                   .metadata = std::move(*metadata)},
                                  {.idempotency_key = key});
        if (!done) return done.error();
        return to_json<Json>(session, *done);
    }
};

struct working_memory_clear_session {
    static constexpr property input[] = {session_schema::session, session_schema::key};
    static constexpr definition is{
        .name = "working_memory_clear_session",
        .description = "Remove all memories of a session. Long-term memory stays.",
        .input = input,
        .output = session_schema::done_members,
        .does = effect::destroys};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto key = detail::key_of(is.name, in);
        const auto& session = in.text("session_id");
        auto done = store.try_clear(session, {.idempotency_key = key});
        if (!done) return done.error();
        return detail::success<Json>("Session cleared: " + session);
    }
};

struct working_memory_expire {
    static constexpr property input[] = {session_schema::session, session_schema::memory,
                                         session_schema::key};
    static constexpr definition is{
        .name = "working_memory_expire",
        .description = "Let a memory expire now; the next cleanup removes it.",
        .input = input,
        .output = session_schema::done_members};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto key = detail::key_of(is.name, in);
        const auto& id = in.text("memory_id");
        auto done = store.try_expire(in.text("session_id"), id, {.idempotency_key = key});
        if (!done) return done.error();
        return detail::success<Json>("Memory expired: " + id);
    }
};

struct working_memory_extend_ttl {
    static constexpr property input[] = {session_schema::session, session_schema::memory,
                                         session_schema::key};
    static constexpr property output[] = {{"success", session_schema::flag, true},
                                          {"new_expires_at", session_schema::any_text, true},
                                          {"message", session_schema::any_text, true}};
    static constexpr definition is{
        .name = "working_memory_extend_ttl",
        .description = "Keep a memory longer by the time of its priority; revives an expired one.",
        .input = input,
        .output = output};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto key = detail::key_of(is.name, in);
        const auto& id = in.text("memory_id");
        auto done = store.try_extend_ttl(in.text("session_id"), id, {.idempotency_key = key});
        if (!done) return done.error();
        auto out = detail::success<Json>("TTL extended for memory: " + id);
        out["new_expires_at"] = to_iso8601(*done);
        return out;
    }
};

struct working_memory_relation_add {
    static constexpr property input[] = {
        session_schema::session,
        session_schema::memory,
        {"relation_type",
         {.kind = value_kind::text,
          .description = "e.g. references, depends_on",
          .least = 1,
          .most = session_limits::id_bytes},
         true},
        {"target_element_id", session_schema::memory_id, true},
        {"metadata", session_schema::object},
        session_schema::key,
    };
    static constexpr definition is{
        .name = "working_memory_relation_add",
        .description = "Relate a memory to any other element, by its id.",
        .input = input,
        .output = session_schema::done_members};

    template <class Json, class Store>
    static result<Json> call(Store& store, const arguments<Json>& in) {
        const auto key = detail::key_of(is.name, in);
        auto metadata = metadata_of(in.find("metadata"));
        if (!metadata) return metadata.error();
        auto done = store.try_relate(in.text("session_id"), in.text("memory_id"),
                                     {.type = in.text("relation_type"),
                                      .target = in.text("target_element_id"),
                                      .metadata = std::move(*metadata)},
                                     {.idempotency_key = key});
        if (!done) return done.error();
        return detail::success<Json>(*done ? "Relation added successfully"
                                           : "Relation was there already");
    }
};

}  // namespace workmem::tools
