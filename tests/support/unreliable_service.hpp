// A journal service far away for the simulation: answers get lost, requests fail, arrive late or
// lose races that nobody won.
#pragma once

#include <workmem/journal/memory.hpp>

#include <cstdint>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

// A handle; copies share the service.
class unreliable_journal {
    using memory = workmem::journal::memory;
    using append_outcome = workmem::journal::append_outcome;
    using append_status = workmem::journal::append_status;
    template <class T>
    using result = workmem::result<T>;

public:
    static constexpr bool records = true;
    static constexpr bool loses_answers = true;

    struct service {
        memory journal;
        std::mt19937_64 random;
        unsigned percent = 0;  // of requests that get into trouble
        std::string stream;    // of an append that is still on its way
        std::vector<std::string> late;
        std::uint64_t expected = 0;
        std::string incarnation;
    };
    std::shared_ptr<service> at = std::make_shared<service>();

    append_outcome append(std::string_view name, std::uint64_t expected,
                          std::span<const std::string_view> lines,
                          std::string_view incarnation = {}) {
        arrive();
        if (!in_trouble()) return at->journal.append(name, expected, lines, incarnation);
        switch (at->random() % 5) {
            case 0: return {append_status::failed, problem()};
            case 1: return {append_status::conflict, std::nullopt};
            case 2: (void)at->journal.append(name, expected, lines, incarnation); break;
            case 3:
                at->stream = name;
                at->late.assign(lines.begin(), lines.end());
                at->expected = expected;
                at->incarnation = incarnation;
                break;
            default: break;  // it never arrives
        }
        return {append_status::unknown, std::nullopt};
    }
    result<void> commit(std::string_view, std::uint64_t) { return {}; }
    result<void> flush(std::string_view) { return {}; }
    template <class Visit>
    result<workmem::journal::read_end> read(std::string_view name, std::uint64_t from,
                                            Visit&& visit) {
        return perhaps([&] { return at->journal.read(name, from, visit); });
    }
    result<workmem::journal::stream_info> open_stream(std::string_view name,
                                                      std::string_view purpose) {
        return perhaps([&] { return at->journal.open_stream(name, purpose); });
    }
    result<std::optional<workmem::journal::stream_info>> find_stream(std::string_view name) {
        return perhaps([&] { return at->journal.find_stream(name); });
    }
    result<void> save_snapshot(std::string_view name, std::string_view owner,
                               std::uint64_t sequence, std::string_view bytes) {
        return perhaps([&] { return at->journal.save_snapshot(name, owner, sequence, bytes); });
    }
    result<std::optional<workmem::journal::snapshot>> newest_snapshot(std::string_view name,
                                                                      std::string_view owner,
                                                                      std::uint64_t at_most) {
        return perhaps([&] { return at->journal.newest_snapshot(name, owner, at_most); });
    }
    result<void> truncate(std::string_view name, std::uint64_t up_to) {
        return perhaps([&] { return at->journal.truncate(name, up_to); });
    }
    template <class Change>
    result<void> rewrite(std::string_view name, Change&& change,
                         workmem::journal::outdated_snapshots outdated = {}) {
        return perhaps([&] { return at->journal.rewrite(name, change, outdated); });
    }
    result<std::vector<std::string>> streams() { return at->journal.streams(); }
    result<bool> erase_stream(std::string_view name) {
        return perhaps([&] { return at->journal.erase_stream(name); });
    }
    bool wait_for_changes(std::string_view name, std::uint64_t after,
                          std::chrono::milliseconds timeout) {
        return at->journal.wait_for_changes(name, after, timeout);
    }
    void arrive() {
        const std::vector<std::string_view> lines{at->late.begin(), at->late.end()};
        if (!lines.empty())
            (void)at->journal.append(at->stream, at->expected, lines, at->incarnation);
        at->late.clear();
    }

private:
    static workmem::error problem() {
        return {workmem::error_code::storage_error, "no connection"};
    }
    bool in_trouble() { return at->random() % 100 < at->percent; }
    // Fails before or after it is done.
    template <class Call>
    auto perhaps(Call&& call) -> decltype(call()) {
        if (!in_trouble()) return call();
        if (at->random() % 2 == 0) (void)call();
        return problem();
    }
};

class unreliable_service {
public:
    using journal_type = unreliable_journal;
    static constexpr bool may_fail_to_commit = false;

    std::optional<journal_type> begin(std::mt19937_64& random) {
        journal_.at->random.seed(random());
        journal_.at->percent = random() % 3 == 0 ? 0 : 1 + static_cast<unsigned>(random() % 8);
        has_troubles_ = journal_.at->percent != 0;
        return journal_;
    }
    [[nodiscard]] bool has_troubles() const { return has_troubles_; }
    // The trouble is over, and what is on its way has arrived.
    void mend(journal_type& journal, std::string_view) {
        journal.at->percent = 0;
        journal.arrive();
    }
    void end(std::mt19937_64&) { mend(journal_, {}); }
    [[nodiscard]] bool holds(std::string_view text) {
        auto& kept = journal_.at->journal;
        bool found = false;
        const auto look = [&](std::string_view bytes) {
            found = found || bytes.find(text) != std::string_view::npos;
        };
        const auto streams = kept.streams().value();
        for (const auto& name : streams) {
            const auto info = kept.open_stream(name, {}).value();
            (void)kept.read(name, info.oldest, [&](const auto& each) { look(each.bytes); });
            for (const auto* const owner : {"entity", "task"})
                for (auto at = ~std::uint64_t{0};;) {
                    const auto newest = kept.newest_snapshot(name, owner, at).value();
                    if (!newest) break;
                    look(newest->bytes);
                    if (newest->sequence == 0) break;
                    at = newest->sequence - 1;
                }
        }
        return found;
    }

private:
    journal_type journal_;
    bool has_troubles_ = false;
};

static_assert(workmem::journal::full_engine<unreliable_journal>);

}  // namespace workmem_test
