// The memories that a server's tools work on.
#pragma once

#include "../project/memory.hpp"
#include "offer.hpp"
#include "prompts.hpp"

#include <workmem/agent/agent_memory.hpp>
#include <workmem/journal/any.hpp>
#include <workmem/keyed/scopes.hpp>
#include <workmem/mcp/server_options.hpp>
#include <workmem/mcp/session_resources.hpp>
#include <workmem/result.hpp>
#include <workmem/session/session_store.hpp>
#include <workmem/shared.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/tools/any_tools.hpp>

#include <nlohmann/json.hpp>

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

struct memories_options {
    std::chrono::milliseconds sweep_every = std::chrono::minutes{5};
    std::optional<std::size_t> max_open_sessions{};  ///< none: as many as are asked for
    std::uint32_t risk = workmem::default_risk;      ///< see `entity_options::risk`
    bool has_own_store = false;   ///< of this user: its plans belong to one project each
    bool recreate = false;        ///< a store that is deleted while it is served
    std::string artifact_root{};  ///< below which artifacts have checksums; empty: none has one
};

/// Lets the process have as many files open as it may: sessions in files, and sockets of clients.
void allow_many_files();

/// Memories that many threads use.
using served_policies = workmem::shared_durable_policies<workmem::journal::any>;

/// All memories of one project in one store. Neither copyable nor movable; thread-safe.
class memories {
    using session_store = workmem::basic_session_store<served_policies>;
    using task_store = workmem::basic_task_store<served_policies>;
    using agent_memory = workmem::basic_agent_memory<served_policies>;
    using kept_store = workmem::basic_long_term_store<served_policies>;

public:
    /// \param store by the name that hooks know it by; empty: none has it
    memories(const project& here, const workmem::journal::any& journal, const std::string& store,
             const memories_options& options);

    /// The tools that are offered, called by that actor.
    [[nodiscard]] workmem::tools::any_tools<nlohmann::json> tools(const tool_offer& of,
                                                                  const std::string& actor = {});
    /// `use` of all that a server offers: tools, prompts, and resources where sessions are offered.
    template <class Use>
    decltype(auto) with_providers(const tool_offer& of, const std::string& actor, Use&& use) {
        auto texts = prompts(
            of, [this](std::string_view begins) { return known_sessions(begins); },
            [this](std::string_view begins) { return known_memories(begins); });
        if (offers(of, session_group))
            return use(tools(of, actor), std::move(texts),
                       workmem::mcp::session_resources{sessions_});
        return use(tools(of, actor), std::move(texts));
    }

    /// Records what hooks have seen meanwhile, where anything waits.
    void take_in_what_waits();

    /// What the latest conversations have seen, and is to be ignored now, leaves them. Throws
    /// `storage_error`.
    void forget(const ignored_things& ignored);

    /// Records what would be recorded with the next change. Errors: the first.
    workmem::result<void> try_flush();

private:
    using names = std::vector<std::string>;

    struct waiting;

    workmem::result<names> known_sessions(std::string_view begins);
    // What the latest conversation knows by an id, a key or a name.
    workmem::result<names> known_memories(std::string_view begins);

    std::shared_ptr<const waiting> waiting_;
    session_store sessions_;
    task_store plans_;
    workmem::scopes<agent_memory> agents_;
};

/// What a server says of itself.
[[nodiscard]] inline workmem::mcp::server_options about(const tool_offer& of) {
    return {.instructions = instructions_of(of),
            .read_only = of.read_only,
            .output_schemas = of.output_schemas};
}

}  // namespace workmem_program
