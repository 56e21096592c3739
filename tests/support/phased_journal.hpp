// A journal that says what it is doing, to whoever watches from outside.
#pragma once

#include <workmem/journal/journal.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_test {

enum class phase : std::uint32_t {
    opening,
    deciding,
    writing,
    saving_snapshot,
    truncating,
    rewriting,
    count
};
inline constexpr const char* phase_names[] = {"opening",           "deciding",   "writing",
                                              "saving a snapshot", "truncating", "rewriting"};

// Any full engine, with its phase in `at`, which may be memory that processes share.
template <class Journal>
class phased_journal {
    template <class T>
    using result = workmem::result<T>;

public:
    static constexpr bool records = true;

    phased_journal(Journal journal, std::atomic<phase>& at)
        : journal_{std::move(journal)}, at_{&at} {}

    workmem::journal::append_outcome append(std::string_view stream, std::uint64_t expected,
                                            std::span<const std::string_view> lines,
                                            std::string_view incarnation = {}) {
        const in now{*at_, phase::writing};
        return journal_.append(stream, expected, lines, incarnation);
    }
    result<void> commit(std::string_view stream, std::uint64_t sequence) {
        const in now{*at_, phase::writing};
        return journal_.commit(stream, sequence);
    }
    result<void> flush(std::string_view stream) { return journal_.flush(stream); }
    template <class Visit>
    auto read(std::string_view stream, std::uint64_t from, Visit&& visit) {
        return journal_.read(stream, from, std::forward<Visit>(visit));
    }
    auto open_stream(std::string_view stream, std::string_view purpose) {
        return journal_.open_stream(stream, purpose);
    }
    auto find_stream(std::string_view stream) { return journal_.find_stream(stream); }
    result<void> save_snapshot(std::string_view stream, std::string_view owner,
                               std::uint64_t sequence, std::string_view bytes) {
        const in now{*at_, phase::saving_snapshot};
        return journal_.save_snapshot(stream, owner, sequence, bytes);
    }
    auto newest_snapshot(std::string_view stream, std::string_view owner, std::uint64_t at_most) {
        return journal_.newest_snapshot(stream, owner, at_most);
    }
    result<void> truncate(std::string_view stream, std::uint64_t up_to) {
        const in now{*at_, phase::truncating};
        return journal_.truncate(stream, up_to);
    }
    template <class Change>
    result<void> rewrite(std::string_view stream, Change&& change,
                         workmem::journal::outdated_snapshots outdated = {}) {
        const in now{*at_, phase::rewriting};
        return journal_.rewrite(stream, std::forward<Change>(change), outdated);
    }
    auto streams() { return journal_.streams(); }
    auto erase_stream(std::string_view stream) { return journal_.erase_stream(stream); }
    bool wait_for_changes(std::string_view stream, std::uint64_t after,
                          std::chrono::milliseconds timeout) {
        return journal_.wait_for_changes(stream, after, timeout);
    }

private:
    struct in {
        in(std::atomic<phase>& where, phase now) : at{where} { at.store(now); }
        in(const in&) = delete;
        in& operator=(const in&) = delete;
        ~in() { at.store(phase::deciding); }
        std::atomic<phase>& at;
    };

    Journal journal_;
    std::atomic<phase>* at_;
};

}  // namespace workmem_test
