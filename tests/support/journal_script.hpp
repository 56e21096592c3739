// Random work on one stream, and what it may look like afterwards: for faults and crashes.
#pragma once

#include <workmem/journal/journal.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

struct stream_state {
    std::uint64_t oldest = 0;
    std::vector<std::string> records{};  // from the first on, forgotten ones too
    std::map<std::string, std::map<std::uint64_t, std::string>> snapshots{};

    [[nodiscard]] std::optional<std::string> newest(const std::string& owner) const {
        const auto found = snapshots.find(owner);
        if (found == snapshots.end() || found->second.empty()) return {};
        return found->second.rbegin()->second;
    }
};

class journal_script {
    using random_type = std::mt19937_64;
    static constexpr std::string_view stream = "script";

public:
    explicit journal_script(std::uint64_t seed) : random_{seed} {}

    // One operation; its error, if it has one.
    template <class Journal>
    std::optional<workmem::error> step(Journal& journal) {
        attempted = acknowledged;
        ends_.clear();
        rewriting_ = false;
        const auto dice = random_() % 100;
        auto problem = dice < 55   ? append(journal, 1)
                       : dice < 70 ? append(journal, 2 + random_() % 4)
                       : dice < 82 ? save(journal)
                       : dice < 90 ? truncate(journal)
                       : dice < 93 ? rewrite(journal)
                       : dice < 96 ? close(journal)
                                   : read(journal);
        if (!problem) acknowledged = attempted;
        return problem;
    }

    // What is wrong with the stream, if anything. `reopened`: after a failure, which may have or
    // have not taken effect; the script takes over what it finds and can go on.
    template <class Journal>
    std::string judge(Journal& journal, bool reopened) {
        auto info = journal.open_stream(stream, "script");
        if (!info) return "it does not open: " + info.error().message();
        if (info->oldest != acknowledged.oldest && info->oldest != attempted.oldest)
            return "records up to " + std::to_string(info->oldest) + " are forgotten";
        std::vector<std::string> found(static_cast<std::size_t>(info->oldest));
        auto read = journal.read(stream, info->oldest, [&](const workmem::journal::record& each) {
            if (each.sequence == found.size() + 1) found.emplace_back(each.bytes);
        });
        if (!read) return "it cannot be read: " + read.error().message();
        if (found.size() != info->last) return "the last record is another than it says";
        if (found.size() < acknowledged.records.size())
            return "lost: " + std::to_string(found.size()) + " of " +
                   std::to_string(acknowledged.records.size()) + " acknowledged records";
        if (found.size() != acknowledged.records.size() && ends_.count(found.size()) == 0)
            return "half an append is there";
        bool is_old = true, is_new = true;
        for (auto i = static_cast<std::size_t>(info->oldest); i < found.size(); ++i) {
            if (i < acknowledged.records.size())
                is_old = is_old && found[i] == acknowledged.records[i];
            is_new = is_new && found[i] == attempted.records[i];
        }
        if (!is_old && !is_new) return "a record is another";
        auto now = is_new ? attempted : acknowledged;
        now.oldest = info->oldest;
        now.records.resize(found.size());
        for (auto i = static_cast<std::size_t>(info->oldest); i < found.size(); ++i)
            now.records[i] = found[i];
        for (const std::string owner : {"entity", "bounded"}) {
            const auto newest = journal.newest_snapshot(stream, owner, ~std::uint64_t{0});
            if (!newest) return "no snapshot: " + newest.error().message();
            const auto bytes =
                *newest ? std::optional{(*newest)->bytes} : std::optional<std::string>{};
            const bool as_old = bytes == acknowledged.newest(owner);
            if (!as_old && bytes != attempted.newest(owner)) return "another snapshot";
            if (reopened && rewriting_ && !is_old && bytes) return "a snapshot outlived a rewrite";
            if (as_old) now.snapshots[owner] = acknowledged.snapshots[owner];
        }
        if (!reopened) return {};
        acknowledged = attempted = now;
        ends_.clear();
        return {};
    }

    stream_state acknowledged{}, attempted{};

private:
    std::string text() {
        std::string out = std::to_string(random_() % 1'000'000);
        out.resize(random_() % 60, static_cast<char>('a' + random_() % 26));
        return out;
    }

    template <class Journal>
    std::optional<workmem::error> append(Journal& journal, std::uint64_t times) {
        for (; times > 0; --times) {
            std::vector<std::string> owned(1 + random_() % 3);
            for (auto& each : owned) each = text();
            const std::vector<std::string_view> lines{owned.begin(), owned.end()};
            const auto outcome = journal.append(stream, attempted.records.size(), lines);
            if (outcome.problem) return outcome.problem;
            if (outcome.status != workmem::journal::append_status::recorded)
                return workmem::error{workmem::error_code::conflict, "a conflict with nobody"};
            attempted.records.insert(attempted.records.end(), owned.begin(), owned.end());
            ends_.insert(attempted.records.size());
        }
        return problem_of(journal.commit(stream, attempted.records.size()));
    }
    template <class Journal>
    std::optional<workmem::error> save(Journal& journal) {
        const std::string owner = random_() % 2 == 0 ? "entity" : "bounded";
        const auto bytes = text();
        const auto at = attempted.records.size();
        attempted.snapshots[owner][at] = bytes;
        return problem_of(journal.save_snapshot(stream, owner, at, bytes));
    }
    template <class Journal>
    std::optional<workmem::error> truncate(Journal& journal) {
        const auto left = attempted.records.size() - attempted.oldest;
        const auto up_to = attempted.oldest + random_() % (left + 1);
        attempted.oldest = up_to;
        for (auto& owned : attempted.snapshots)
            while (owned.second.size() > 1 && owned.second.begin()->first < up_to)
                owned.second.erase(owned.second.begin());
        return problem_of(journal.truncate(stream, up_to));
    }
    template <class Journal>
    std::optional<workmem::error> rewrite(Journal& journal) {
        rewriting_ = true;
        attempted.snapshots.clear();
        for (std::size_t i = 0; i < attempted.records.size(); i += 2) attempted.records[i] += '#';
        return problem_of(journal.rewrite(stream, [](const workmem::journal::record& each) {
            return each.sequence % 2 == 1 ? std::optional{std::string{each.bytes} + '#'}
                                          : std::optional<std::string>{};
        }));
    }
    template <class Journal>
    std::optional<workmem::error> close(Journal& journal) {
        journal.close_stream(stream);
        return {};
    }
    template <class Journal>
    std::optional<workmem::error> read(Journal& journal) {
        auto next = acknowledged.oldest;
        bool right = true;
        const auto done = journal.read(stream, next, [&](const workmem::journal::record& each) {
            right =
                right && each.sequence == ++next && each.bytes == acknowledged.records[next - 1];
        });
        if (!done) return done.error();
        if (!right || next != acknowledged.records.size())
            return workmem::error{workmem::error_code::conflict, "it reads as something else"};
        return {};
    }
    static std::optional<workmem::error> problem_of(const workmem::result<void>& done) {
        return done ? std::optional<workmem::error>{} : std::optional{done.error()};
    }

    random_type random_;
    std::set<std::size_t> ends_;  // where the appends of this step end
    bool rewriting_ = false;
};

}  // namespace workmem_test
