// Whether this program is the one that is called by its name, and what its environment says.
#pragma once

#include "finding.hpp"

#include "../project/places.hpp"
#include "../project/privacy.hpp"
#include "../setup/entries.hpp"

#include <workmem/version.hpp>

#include <filesystem>
#include <string>
#include <system_error>

namespace workmem_program {

/// The command after which a shell finds this program first.
[[nodiscard]] inline std::string path_first() {
    return "export PATH=" + command_word(own_file().parent_path().string()) + R"(:"$PATH")";
}

/// This program, and what finds another one in its place.
[[nodiscard]] inline findings check_program(const examined&) {
    constexpr std::string_view about = "program";
    const auto self = own_file();
    findings out;
    out.push_back({finding_level::ok, about,
                   "workmem " + std::to_string(WORKMEM_VERSION_MAJOR) + '.' +
                       std::to_string(WORKMEM_VERSION_MINOR) + '.' +
                       std::to_string(WORKMEM_VERSION_PATCH) + ", " +
                       workmem::text::quoted(self.string())});
    std::error_code problem;
    const auto found = find_in_path(server_name);
    if (!found.empty() && !self.empty() && !std::filesystem::equivalent(found, self, problem))
        out.push_back(
            {finding_level::note, about,
             "the PATH finds another workmem first, " + workmem::text::quoted(found.string()),
             path_first()});
    return out;
}

/// What the user has switched off.
[[nodiscard]] inline findings check_switches(const examined& what) {
    constexpr std::string_view about = "switches";
    findings out;
    if (is_switched_off())
        out.push_back({finding_level::note, about, "WORKMEM_OFF is set: nothing is seen or told",
                       unset("WORKMEM_OFF")});
    if (const auto life = life_of_seen(); !life)
        out.push_back({finding_level::problem, about, one_line(life.error().message()),
                       unset("WORKMEM_DAYS")});
    if (const auto records = records_answers(); !records)
        out.push_back({finding_level::problem, about, one_line(records.error().message()),
                       unset("WORKMEM_RECORD_ANSWERS")});
    else if (*records)
        out.push_back({finding_level::note, about,
                       "WORKMEM_RECORD_ANSWERS is set: what prompts ask for is stored",
                       unset("WORKMEM_RECORD_ANSWERS")});
    for (const auto& root : {what.here.root, what.here.repository}) {
        if (root.empty() || !ignored_things{{root, {}, {}}}.all()) continue;
        const auto file = (root / ".workmem-ignore").string();
        out.push_back({finding_level::note, about,
                       workmem::text::quoted(file) +
                           " names no pattern: nothing of this project is seen or told",
                       "rm " + command_word(file)});
    }
    return out;
}

}  // namespace workmem_program
