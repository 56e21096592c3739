#pragma once

#include <workmem/tools/progress.hpp>
#include <workmem/tools/session/tools.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::tools {

/// The 15 tools of a session store, for agents that speak JSON:
///
///     workmem::tools::session_tools tools{store};
///     const auto answer = tools.call("working_memory_add", arguments);
///
/// What other writers of the same journal did is seen by the next call. Lists come in pages:
/// `limit`, and `next_cursor` where there is more; an answer stays under 1 MB as it is sent, as
/// JSON and in a text beside it, unless one memory alone is longer.
///
/// Refers to the store, which must outlive it; copyable; as thread-safe as the store.
template <class Store>
class session_tools : public tool_set<Store, session_rows::table> {
    using base = tool_set<Store, session_rows::table>;

public:
    using base::base;

    template <class Json>
    [[nodiscard]] Json call(std::string_view name, const Json& arguments) {
        auto done = try_call(name, arguments);
        return done ? std::move(*done) : to_json<Json>(done.error());
    }
    template <class Json>
    result<Json> try_call(std::string_view name, const Json& arguments, const progress& told = {}) {
        return base::try_call(name, arguments, told, [&](const Json& read, meant_ids& ids) {
            auto problem = refresh(read);
            return problem ? problem : identify(read, ids);
        });
    }

    /// The store's own: sweeps it when that is due. How many memories left.
    result<std::size_t> try_tick() { return this->target().try_tick(); }

private:
    // Memories by how their ids begin. A session is named by its whole id: it sees no other one.
    template <class Json>
    std::optional<error> identify(const Json& arguments, meant_ids& ids) {
        std::vector<std::pair<std::string, std::string>> named;
        for (const std::string name : {"memory_id", "memory_ids"})
            if (const auto given = arguments.find(name); given != arguments.end())
                for (const auto& each : given->is_array() ? *given : Json::array({*given}))
                    named.emplace_back(name, each.template get<std::string>());
        if (named.empty()) return std::nullopt;
        const tools::arguments<Json> in{arguments};
        const auto known = this->target().find(in.text("session_id"));
        if (!known) return known.error();
        if (!*known) return std::nullopt;
        // A call that is repeated is answered as it was, whatever its ids begin by now.
        const bool is_repeated =
            in.has(idempotency_key.name) &&
            (*known)->has_made({.idempotency_key = in.text(idempotency_key.name)});
        for (const auto& [name, said] : named)
            if (auto problem = note_meant((*known)->try_identify(said), name, said, ids))
                if (!is_repeated) return problem;
        return std::nullopt;
    }
    template <class Json>
    std::optional<error> refresh(const Json& arguments) {
        const auto& session = arguments.at("session_id").template get_ref<const std::string&>();
        auto done = this->target().try_catch_up(session);
        return done ? std::nullopt : std::optional<error>{done.error()};
    }
};
template <class Store>
session_tools(Store&) -> session_tools<Store>;

}  // namespace workmem::tools
