#include "demo.hpp"

#include "forgetting.hpp"
#include "plug.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include <unistd.h>

namespace workmem_program {
namespace {

std::string compiler() {
#if defined(__clang__)
    return fmt::format("clang {}.{}", __clang_major__, __clang_minor__);
#elif defined(__GNUC__)
    return fmt::format("g++ {}.{}", __GNUC__, __GNUC_MINOR__);
#else
    return "unknown compiler";
#endif
}

constexpr const char* help =
    "Plays a conversation that is longer than its prompt, and kills processes that share a plan.\n"
    "  --kills N     how many of them (20)\n"
    "  --seed N      of who is killed; else a new one each time\n"
    "  --no-color    plain text\n"
    "  --json FILE   the receipt as JSON, too\n"
    "  --store FILE  keep what the processes stored, for `workmem inspect sqlite:FILE`\n"
    "  --data FILE   the conversation to play\n";

/// Act 2, and its lines of the receipt, which are printed after those of act 1.
class plug_act {
public:
#if WORKMEM_PROGRAM_SQLITE
    void play(std::ostream& out, const demo_options& options, demo_style style) {
        asked_ = {options.kills, options.seed, options.store_file};
        outcome_ = pull_the_plug(out, asked_, style.is_terminal);
    }
    bool receipt(std::ostream& out, ordered_json& report) const {
        const auto& is = outcome_;
        if (!is.problem.empty()) out << "act 2 failed: " << is.problem << '\n';
        out << fmt::format("kills {:<8} acknowledged {}, lost {:<8} tasks {}/{} exactly once\n",
                           is.kills, is.acknowledged, is.lost, is.done_once, is.tasks)
            << fmt::format("stale writes   {} fenced, {} accepted{:12}replay == state: {}\n",
                           is.fenced, is.stale, "",
                           is.is_identical ? "byte-identical" : "different");
        report["kills"] = is.kills;
        report["acknowledged"] = {{"all", is.acknowledged}, {"lost", is.lost}};
        report["tasks"] = {{"all", is.tasks}, {"exactly_once", is.done_once}};
        report["stale_writes"] = {{"fenced", is.fenced}, {"accepted", is.stale}};
        report["replay_is_state"] = is.is_identical;
        return is.holds(asked_);
    }

private:
    plug_options asked_{};
    plug_outcome outcome_{};
#else
    static void play(std::ostream&, const demo_options&, demo_style) {}
    static bool receipt(std::ostream& out, ordered_json& report) {
        out << "act 2 is left out: built without SQLite (libsqlite3-dev)\n";
        report["kills"] = nullptr;
        return false;
    }
#endif
};

}  // namespace

int run_demo(const std::vector<std::string>& arguments, std::ostream& out, std::ostream& log) {
    const auto [options, wants_help, problem] = parse_demo_arguments(arguments);
    if (!problem.empty()) {
        log << "workmem demo: " << problem << '\n';
        return 2;
    }
    if (wants_help) {
        out << help;
        return 0;
    }
    std::ifstream file{options.data, std::ios::binary};
    if (!file) {
        log << "workmem demo: cannot read " << options.data << '\n';
        return 2;
    }
    demo_style style;
    style.is_terminal = isatty(STDOUT_FILENO) != 0;
    style.is_colored = style.is_terminal && !options.no_color && std::getenv("NO_COLOR") == nullptr;
    const auto start = std::chrono::steady_clock::now();
    out << "Forgetting: the last 20 messages | workmem, in tokens; who is meant (!: wrong)\n";
    forgetting show{out, style};
    for (std::string line; std::getline(file, line);) {
        const auto turn = ordered_json::parse(line, nullptr, false);
        if (turn.is_discarded() || !turn.is_object()) {
            log << "workmem demo: " << options.data << " has a line that is no JSON object\n";
            return 2;
        }
        show.play(turn);
    }
    if (style.is_terminal) out << "\r\x1b[K";
    // Nobody is killed for an output that nobody gets.
    if (!out.flush()) return 2;
    plug_act pulled;
    pulled.play(out, options, style);
    if (style.is_terminal) out << "\r\x1b[K";

    ordered_json report;
    bool holds = show.receipt(report);
    holds &= pulled.receipt(out, report);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    const auto median = show.median();
    out << fmt::format("reference      {:.1f} us p50               {:.1f} seconds, {}\n", median,
                       taken.count(), compiler());
    report["reference_us_p50"] = median;
    report["seconds"] = taken.count();
    if (!options.json_file.empty()) {
        std::ofstream target{options.json_file};
        target << report.dump(2) << '\n' << std::flush;
        if (!target) {
            log << "workmem demo: cannot write " << options.json_file << '\n';
            return 2;
        }
    }
    return holds ? 0 : 1;
}

}  // namespace workmem_program
