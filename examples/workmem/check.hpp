// `workmem check`: whether everything in a store can be read, and what can be mended.
#pragma once

#include "store.hpp"

#include <workmem/entity/replay.hpp>
#include <workmem/entity/window.hpp>
#include <workmem/journal/stream_position.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/value/entity.hpp>

#if WORKMEM_PROGRAM_SQLITE
#include <workmem_sqlite/sqlite.hpp>
#endif

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace workmem_program {

struct check_options {
    std::string store{};
    bool repair = false;
};

/// Looks through a store; counts what is wrong. Writes nothing to it unless it is to be repaired.
class checker {
public:
    checker(std::ostream& out, const check_options& options) : out_{out}, options_{options} {}

    /// 0 when all is well, 1 when something is wrong and was not mended.
    int run() {
        has_store(options_.store).value();
        if (const auto file = sqlite_file(options_.store))
            look_at_database(*file);
        else if (is_server(options_.store))
            look_at_server();
        else
            look_at_folder();
        out_ << fmt::format("{} streams, {} problems{}\n", streams_, problems_,
                            mended_ == 0 ? std::string{} : fmt::format(", {} mended", mended_));
        return problems_ > mended_ ? 1 : 0;
    }
    /// What is wrong, in the order in which it was found.
    [[nodiscard]] const std::vector<std::string>& found() const noexcept { return found_; }
    [[nodiscard]] std::size_t streams() const noexcept { return streams_; }

private:
    void problem(const std::string& what) {
        ++problems_;
        found_.push_back(what);
        out_ << "problem: " << workmem::text::escaped(what) << '\n';
    }
    void say(const std::string& name, std::uint64_t oldest, std::uint64_t last) {
        ++streams_;
        out_ << fmt::format("stream {}: records {} to {}\n", workmem::text::quoted(name),
                            oldest + 1, last);
    }

    void look_at_folder() {
        auto journal =
            workmem::journal::file::open(
                options_.store, {.sync = sync, .lock_wait = short_while, .read_only = true})
                .value();
        const auto listed = journal.list().value();
        for (const auto& each : listed.problems) problem(each.message());
        for (const auto& name : listed.streams) {
            const auto found = journal.examine(name);
            if (!found) {
                ++streams_;
                problem(found.error().message());
                continue;
            }
            say(name, found->oldest, found->last);
            for (const auto& each : found->notes)
                out_ << "note: " << workmem::text::escaped(each) << '\n';
            for (const auto& each : found->problems) problem(each);
            if (!found->problems.empty() && options_.repair) repair(name);
            if (found->problems.empty()) replay(journal, name);
        }
    }
    void repair(const std::string& name) {
        auto journal = workmem::journal::file::open(options_.store, {.sync = sync}).value();
        const auto folder = backup_folder();
        const auto repaired = journal.repair(name, folder + '/' + std::to_string(++backups_));
        if (!repaired) {
            out_ << "not mended: " << workmem::text::escaped(repaired.error().message()) << '\n';
            return;
        }
        mended_ += repaired->problems.size();
        out_ << fmt::format("mended: good up to record {}; what was there before is in {}\n",
                            repaired->last, workmem::text::quoted(repaired->backup));
    }
    // One a run, beside the store.
    std::string backup_folder() {
        if (!backup_.empty()) return backup_;
        auto folder = std::filesystem::absolute(options_.store).lexically_normal().string();
        while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
        const auto now = workmem::timestamp{
            std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now())};
        std::string time;
        workmem::append_iso8601(time, now);
        std::erase_if(time, [](char c) { return c == ':' || c == '-'; });
        backup_ = folder + ".backup-" + time;
        std::filesystem::create_directory(backup_);
        std::filesystem::permissions(backup_, std::filesystem::perms::owner_all);
        return backup_;
    }

    void look_at_database([[maybe_unused]] const std::string& file) {
#if WORKMEM_PROGRAM_SQLITE
        auto journal =
            workmem::journal::sqlite::open(file, {.sync = sync, .read_only = true}).value();
        const auto found = journal.examine().value();
        for (const auto& each : found.problems) problem(each);
        if (!found.problems.empty() && options_.repair)
            out_ << "not mended: restore the database from a backup\n";
        for (const auto& name : journal.streams().value()) {
            const auto info = journal.open_stream(name, {}).value();
            say(name, info.oldest, info.last);
            if (found.problems.empty()) replay(journal, name);
        }
#else
        (void)open_store(options_.store).value();
#endif
    }

    void look_at_server() {
        auto store = read_store(options_.store).value();
        for (const auto& name : store.list().value().streams) {
            const auto info = store.journal.open_stream(name, {}).value();
            say(name, info.oldest, info.last);
            const auto read =
                store.journal.read(name, info.oldest, [](const workmem::journal::record&) {});
            if (read)
                replay(store.journal, name);
            else
                problem(read.error().message());
        }
        if (problems_ != 0 && options_.repair)
            out_ << "not mended: restore the database from a backup\n";
    }

    // Whether the changes of entities can be applied, and the newest snapshot says the same as the
    // records before it, where they are all there.
    void replay(workmem::journal::any journal, const std::string& name) {
        using state = workmem::entity_window_state<
            workmem::entity, workmem::entity_state_policies_of<workmem::default_policies>>;
        state by_snapshot, by_records;
        workmem::journal::stream_position<workmem::journal::any> at{journal, name};
        if (auto loaded = at.load(by_snapshot); !loaded) {
            problem(loaded.error().message());
            return;
        }
        if (journal.open_stream(name, {}).value().oldest != 0) return;
        std::string wrong;
        (void)journal.read(name, 0, [&](const workmem::journal::record& each) {
            if (!wrong.empty()) return;
            const auto done = workmem::replay_record(by_records, each.bytes, nullptr);
            if (!done) wrong = done.error().message();
        });
        if (wrong.empty() && !(by_snapshot == by_records))
            wrong = "stream " + workmem::text::quoted(name) +
                    ": the newest snapshot says something else than the records before it";
        if (!wrong.empty()) problem(wrong);
    }

    std::ostream& out_;
    const check_options& options_;
    std::string backup_;
    std::vector<std::string> found_;
    std::size_t streams_ = 0, problems_ = 0, mended_ = 0, backups_ = 0;
};

}  // namespace workmem_program
