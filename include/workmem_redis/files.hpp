#pragma once

#include <workmem_redis/client.hpp>

#include <workmem/error.hpp>
#include <workmem/result.hpp>

#include <algorithm>
#include <chrono>
#include <initializer_list>
#include <string>
#include <string_view>
#include <thread>

namespace workmem::journal {

/// Makes a server write its files anew, so that nothing stands in them that no key has any more.
class redis_files {
public:
    explicit redis_files(redis_client& client) : client_{client} {}

    /// Returns when they are written. Errors: `storage_error` with the detail `left_in`: the change
    /// is made, and the files may still hold what it replaced. O(all that the server holds).
    [[nodiscard]] result<void> erase_leftovers() {
        auto info = state();
        if (!info) return left(info.error());
        if (field(*info, "aof_enabled") == "1")
            if (auto done = write({"BGREWRITEAOF"}, "aof_rewrite_in_progress",
                                  "aof_rewrite_scheduled", "aof_last_bgrewrite_status");
                !done)
                return left(done.error());
        if (field(*info, "rdb_last_bgsave_time_sec") != "-1" || saves())
            // Not scheduled: nothing would say whether that has begun.
            if (auto done =
                    write({"BGSAVE"}, "rdb_bgsave_in_progress", {}, "rdb_last_bgsave_status");
                !done)
                return left(done.error());
        return {};
    }

private:
    static constexpr std::chrono::seconds longest{60};
    static constexpr std::string_view doing = "erase what was replaced";

    [[nodiscard]] result<std::string> state() {
        auto told = client_.ask(doing, {"INFO", "persistence"});
        if (!told) return told.error();
        return std::string{told->text()};
    }
    [[nodiscard]] static std::string_view field(std::string_view info, std::string_view name) {
        const auto key = '\n' + std::string{name} + ':';
        const auto at = info.find(key);
        if (at == std::string_view::npos) return {};
        info.remove_prefix(at + key.size());
        return info.substr(0, info.find('\r'));
    }
    // Whether it may have a dump that nobody asked for; yes where it does not say.
    [[nodiscard]] bool saves() {
        const auto told = client_.ask(doing, {"CONFIG", "GET", "save"});
        return !told || !told->text(1).empty();
    }

    // One that is being written has begun before the change, perhaps. One that another
    // client begins after that has the change, too.
    [[nodiscard]] result<void> write(std::initializer_list<std::string_view> command,
                                     std::string_view busy, std::string_view waits,
                                     std::string_view status) {
        const auto until = std::chrono::steady_clock::now() + longest;
        for (;;) {
            if (auto done = await(busy, waits); !done) return done.error();
            auto begun = client_.ask(doing, command);
            if (begun || says(begun.error(), "already in progress")) break;
            // One child at a time writes either sort of file.
            if (!says(begun.error(), "child process is active") ||
                std::chrono::steady_clock::now() >= until)
                return begun.error();
            std::this_thread::sleep_for(max_pause);
        }
        auto done = await(busy, waits);
        if (!done) return done.error();
        if (field(*done, status) != "ok")
            return redis_problem(client_.where(), "it could not write its files anew",
                                 "look after the space and the rights of its folder");
        return {};
    }
    [[nodiscard]] static bool says(const error& refused, std::string_view what) {
        return refused.message().find(what) != std::string::npos;
    }
    [[nodiscard]] result<std::string> await(std::string_view busy, std::string_view waits) {
        using std::chrono::milliseconds;
        const auto begun = std::chrono::steady_clock::now();
        for (;;) {
            auto info = state();
            if (!info) return info;
            if (field(*info, busy) != "1" && (waits.empty() || field(*info, waits) != "1"))
                return info;
            const auto waited = std::chrono::steady_clock::now() - begun;
            if (waited >= longest)
                return redis_problem(client_.where(), "it takes too long to write its files anew",
                                     "wait until it has");
            // It is seen soon after it ended, measured by how long it takes.
            std::this_thread::sleep_for(std::clamp(
                std::chrono::duration_cast<milliseconds>(waited / 8), milliseconds{1}, max_pause));
        }
    }
    static constexpr std::chrono::milliseconds max_pause{50};

    [[nodiscard]] error left(const error& cause) const {
        return {error_code::storage_error,
                cause.message() +
                    ". The change itself is made, but the server's files may still hold what it "
                    "replaced: call `rewrite` again, or open the journal with erase_files=false "
                    "and let the server's owner run BGREWRITEAOF and BGSAVE",
                {{"server", client_.where()}, {"left_in", "the files of the server"}}};
    }

    redis_client& client_;
};

}  // namespace workmem::journal
