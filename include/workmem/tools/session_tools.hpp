#pragma once

#include <workmem/tools/progress.hpp>
#include <workmem/tools/session/tools.hpp>
#include <workmem/tools/tool.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

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
        return base::try_call(name, arguments, told, [&] { return refresh(arguments); });
    }

    /// The store's own: sweeps it when that is due. How many memories left.
    result<std::size_t> try_tick() { return this->target().try_tick(); }

private:
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
