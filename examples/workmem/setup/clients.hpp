// Where clients keep their configuration, and what of it makes them use the memory.
//
// Facts from the clients' documentation:
//   claude  https://code.claude.com/docs/en/hooks, https://code.claude.com/docs/en/mcp
//   codex   https://developers.openai.com/codex/hooks, https://developers.openai.com/codex/mcp
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

/// The files of a client below the user's home folder, or in a project.
[[nodiscard]] inline client_files files_of(const hook_client& client,
                                           const std::filesystem::path& home,
                                           const std::filesystem::path& codex_home,
                                           const std::filesystem::path& project, bool in_project) {
    const auto& base = in_project ? project : home;
    if (client.name == "claude")
        return {base / ".claude" / "settings.json",
                in_project ? project / ".mcp.json" : home / ".claude.json"};
    if (client.name == "codex") {
        const auto folder = in_project            ? project / ".codex"
                            : !codex_home.empty() ? codex_home
                                                  : home / ".codex";
        return {folder / "hooks.json", folder / "config.toml", true};
    }
    if (client.name == "gemini")
        return {base / ".gemini" / "settings.json", base / ".gemini" / "settings.json"};
    return {base / ".cursor" / "hooks.json", base / ".cursor" / "mcp.json"};
}

}  // namespace workmem_program
