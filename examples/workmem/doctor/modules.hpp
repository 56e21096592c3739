// Whether the program's modules are there, of its own build, and can be loaded.
#pragma once

#include "finding.hpp"

#include "../engines/engine_module.hpp"
#include "../module.hpp"
#include "../serve/http_module.hpp"
#include "../setup/entries.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace workmem_program {

namespace detail {

inline std::string fact_of(const workmem::error& problem, std::string_view name) {
    for (const auto& each : problem.details())
        if (each.name == name) return each.value;
    return {};
}

// What builds the program and its modules where it was built; for an installed one, words.
inline std::string build_again() {
    std::error_code ignored;
    for (auto folder = own_file().parent_path(); folder.has_relative_path();
         folder = folder.parent_path())
        if (std::filesystem::exists(folder / "CMakeCache.txt", ignored))
            return "cmake --build " + command_word(folder.string()) + " --target workmem_program";
    return "build and install workmem again";
}

inline finding look_at_module(const module_file& which, const workmem::error& problem,
                              bool is_needed) {
    const auto package = fact_of(problem, "package");
    const bool is_there = !fact_of(problem, "file").empty();
    auto fix = package.empty() ? std::string{} : "apt-get install " + package;
    if (!is_there) fix += " && " + build_again();
    if (fix.empty()) fix = build_again();
    const auto level = is_there || is_needed ? finding_level::problem : finding_level::note;
    const auto without = which.name == http_file.name
                             ? "; `serve`, `inspect --serve` and models at an endpoint need it"
                             : "; only stores on such a server need it";
    return {level, "modules", one_line(problem.message()) + (is_there ? "" : without),
            std::move(fix)};
}

}  // namespace detail

[[nodiscard]] inline findings check_modules(const examined& what) {
    findings out;
    std::string loaded;
    const auto look = [&](const module_file& which, const auto& opened, bool is_needed) {
        if (opened)
            loaded += (loaded.empty() ? "" : ", ") + std::string{which.name};
        else
            out.push_back(detail::look_at_module(which, opened.error(), is_needed));
    };
    const auto is_on = [&](std::string_view scheme) { return what.store.starts_with(scheme); };
    look(redis_module, open_module<engine_module>(redis_module), is_on("redis"));
    look(postgres_module, open_module<engine_module>(postgres_module), is_on("postgres"));
    look(http_file, open_http(), false);
    if (!loaded.empty()) out.push_back({finding_level::ok, "modules", loaded});
    return out;
}

}  // namespace workmem_program
