// A machine with a simulated disk for the simulation: system calls that fail, programs that are
// killed, power that goes off.
#pragma once

#include "faulty_files.hpp"
#include "flawed_files.hpp"
#include "simulated_disk.hpp"

#include <workmem/journal/file.hpp>

#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace workmem_test {

// Some of them sync nothing, and then the power never goes off.
class simulated_machine {
    using files_type = flawed_files<faulty_files<simulated_disk>>;

public:
    using journal_type = workmem::journal::basic_file<files_type>;
    static constexpr bool may_fail_to_commit = true;

    explicit simulated_machine(std::uint64_t seed, disk_promises promises = {}, flaws with = {})
        : disk_{promises}, flaws_{with}, syncs_{seed % 8 != 0} {}

    std::optional<journal_type> begin(std::mt19937_64& random) {
        faulty_files<simulated_disk> files{disk_};
        plan_ = files.plan;
        const auto dice = random() % 8;
        has_troubles_ = dice > 2;
        if (dice > 2 && dice < 6) plan_->power_off = 1 + random() % 120;
        if (dice >= 6) {
            plan_->kind = static_cast<call>(random() % static_cast<std::uint64_t>(call::count));
            plan_->at = 1 + random() % 20;
            plan_->for_good = random() % 2 == 0;
        }
        using workmem::journal::sync_mode;
        auto opened = journal_type::open("/journal",
                                         {.sync = syncs_ ? sync_mode::always() : sync_mode::never(),
                                          .lock_wait = std::chrono::milliseconds{0}},
                                         files_type{std::move(files), flaws_});
        if (!opened) return {};
        return std::move(*opened);
    }
    [[nodiscard]] bool has_troubles() const { return has_troubles_; }
    void mend(journal_type& journal, std::string_view stream) {
        plan_->kind = call::count;
        journal.close_stream(stream);
    }
    // A program that ends or is killed leaves everything with the operating system.
    void end(std::mt19937_64& random) {
        const auto seed = random();
        if (syncs_ && seed % 3 != 0) disk_.crash(seed);
    }
    [[nodiscard]] bool holds(std::string_view text) const { return disk_.holds(text); }

private:
    simulated_disk disk_;
    flaws flaws_;
    bool syncs_;
    bool has_troubles_ = false;
    std::shared_ptr<fault_plan> plan_;
};

}  // namespace workmem_test
