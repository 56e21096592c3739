#include "doctor.hpp"

#include "clients.hpp"
#include "finding.hpp"
#include "hooks.hpp"
#include "losses.hpp"
#include "modules.hpp"
#include "permissions.hpp"
#include "program.hpp"
#include "stored.hpp"

#include "../ordered_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <string>
#include <utility>

namespace workmem_program {
namespace {

struct check {
    std::string_view about;
    findings (*look)(const examined&);
};

constexpr check all_checks[] = {
    {"program", check_program}, {"switches", check_switches},       {"modules", check_modules},
    {"store", check_store},     {"permissions", check_permissions}, {"clients", check_clients},
    {"hooks", check_arrival},   {"hooks", check_hook_time},         {"dropped", check_dropped},
    {"waiting", check_waiting}, {"limits", check_limits},
};

// The same from every folder: commands are not always run in this one.
std::string with_absolute_path(const std::string& store) {
    if (store.empty() || is_server(store)) return store;
    const auto file = sqlite_file(store);
    if (file && file->empty()) return store;
    auto path = std::filesystem::absolute(file.value_or(store)).lexically_normal().string();
    while (path.size() > 1 && path.back() == '/') path.pop_back();
    return file ? "sqlite:" + path : path;
}

// No check keeps others from being made.
findings found_by(const check& each, const examined& what) {
    try {
        return each.look(what);
    } catch (const std::exception& problem) {
        return {{finding_level::problem, each.about,
                 "it could not be looked at: " + one_line(problem.what())}};
    }
}

void print_text(std::ostream& out, const findings& all) {
    std::string fine;
    for (const auto level : {finding_level::problem, finding_level::note, finding_level::ok})
        for (const auto& each : all) {
            if (each.level != level) continue;
            if (level == finding_level::ok)
                fine += fmt::format("{}{}: {}", fine.empty() ? "" : "; ", each.about, each.says);
            else
                out << fmt::format("{:<8} {}: {}{}{}\n", to_string(level), each.about, each.says,
                                   each.fix.empty() ? "" : "; fix: ", each.fix);
        }
    if (!fine.empty()) out << fmt::format("{:<8} {}\n", to_string(finding_level::ok), fine);
}

void print_json(std::ostream& out, finding_level worst, const findings& all) {
    ordered_json listed = ordered_json::array();
    for (const auto& each : all) {
        ordered_json one{
            {"level", to_string(each.level)}, {"about", each.about}, {"says", each.says}};
        if (!each.fix.empty()) one["fix"] = each.fix;
        listed.push_back(std::move(one));
    }
    const ordered_json whole{{"status", to_string(worst)}, {"findings", std::move(listed)}};
    out << whole.dump(2, ' ', false, ordered_json::error_handler_t::replace) << '\n';
}

}  // namespace

int run_doctor(std::ostream& out, const doctor_options& options) {
    check_store_name(options.store).value();
    if (options.store == "sqlite:")
        throw workmem::error(workmem::error_code::validation_error,
                             std::string{"the store has no name; name "} + store_kinds);
    if (options.store.empty() && data_folder().empty())
        throw workmem::error(workmem::error_code::validation_error,
                             "HOME says no folder for the data; name a store");
    const auto own = own_store();
    examined what{with_absolute_path(options.store), false, project_of("."),
                  command_word(own_path())};
    if (what.store.empty()) what.store = own;
    what.is_own = what.store == own;
    findings all;
    for (const auto& each : all_checks)
        for (auto& found : found_by(each, what)) all.push_back(std::move(found));
    auto worst = finding_level::ok;
    for (const auto& each : all) worst = std::max(worst, each.level);
    if (options.json)
        print_json(out, worst, all);
    else
        print_text(out, all);
    return worst == finding_level::problem ? 1 : 0;
}

}  // namespace workmem_program
