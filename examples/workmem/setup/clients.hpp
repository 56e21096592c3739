// Where clients keep their configuration, and what of it makes them use the memory.
//
// Facts from the clients' documentation:
//   claude  https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp
//   codex   https://developers.openai.com/codex/hooks (also how they are switched off),
//           https://developers.openai.com/codex/mcp
//   gemini  https://geminicli.com/docs/hooks/reference,
//           https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/mcp-server.md
//   cursor  https://cursor.com/docs/hooks, https://cursor.com/docs/context/mcp; tried with none
#pragma once

#include "../hook/clients.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace workmem_program {

struct client_files {
    std::filesystem::path hooks{};
    std::filesystem::path server{};
    bool server_is_toml = false;
};

/// The variable that says another folder than the usual one for a client's files; nothing where
/// it has none.
[[nodiscard]] inline const char* folder_variable(const hook_client& client) {
    if (client.name == "claude") return "CLAUDE_CONFIG_DIR";
    if (client.name == "codex") return "CODEX_HOME";
    return client.name == "gemini" ? "GEMINI_CLI_HOME" : nullptr;
}

/// The files of a client below the user's home folder.
/// \param said what `folder_variable` says; ignored where it is no absolute path
[[nodiscard]] inline client_files user_files_of(const hook_client& client,
                                                const std::filesystem::path& home,
                                                const std::filesystem::path& said) {
    const bool is_said = said.is_absolute();
    if (client.name == "claude")
        return {(is_said ? said : home / ".claude") / "settings.json",
                (is_said ? said : home) / ".claude.json"};
    if (client.name == "codex") {
        const auto folder = is_said ? said : home / ".codex";
        return {folder / "hooks.json", folder / "config.toml", true};
    }
    if (client.name == "gemini") {
        const auto file = (is_said ? said : home) / ".gemini" / "settings.json";
        return {file, file};
    }
    return {home / ".cursor" / "hooks.json", home / ".cursor" / "mcp.json"};
}

/// Its files in a project.
[[nodiscard]] inline client_files project_files_of(const hook_client& client,
                                                   const std::filesystem::path& project) {
    auto out = user_files_of(client, project, {});
    if (client.name == "claude") out.server = project / ".mcp.json";
    return out;
}

}  // namespace workmem_program
