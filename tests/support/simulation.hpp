// Several writers of one stream, with faults, restarts and time, from a seed; and what must hold
// whatever happens: nothing acknowledged is lost, replay gives the state, replicas agree, observers
// hear every durable change once and in order, keyed calls happen at most once, what is erased is
// in no byte.
//
// A world keeps the journal: `journal_type`, `begin(random)` starts a life with troubles of its own
// and gives the journal, or nothing; `has_troubles()` says whether it has any; `end(random)` ends
// it, `mend(journal, stream)` lets a stream go on after a failure, `holds(text)` looks for bytes
// that are stored; `may_fail_to_commit` says whether the journal may lose what it has appended.
//
// A subject is the memory of which there are replicas, and what calls on it are to come to:
// `memory_type`, `notice_type`, `observer_type`, `owner`, `stream`, `trace` (in every record with
// content); things by name, each of a `value_type` (`{}`: it is not there): `content(memory)`,
// `text(value)`, `forgets()` where things go by themselves; `open(…)`; `step(run, memory)` makes a
// random call (false: one that only reads), `add_once` one with a key, `add_secret`, `erase` and
// `probe` what their names say, and tell the run what may be there by then; `begin_again()`: the
// stream is empty.
#pragma once

#include <workmem/error.hpp>
#include <workmem/journal/call.hpp>
#include <workmem/journal/history.hpp>
#include <workmem/result.hpp>
#include <workmem/time/clock.hpp>
#include <workmem/time/manual_clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem_test {

// What seeds came across, to see that all of it happens.
struct simulation_counts {
    std::uint64_t acknowledged = 0, failed = 0, restarts = 0, snapshots = 0, truncations = 0,
                  erased = 0, erased_streams = 0, repeated = 0, rebuilt = 0, refused = 0;

    [[nodiscard]] std::uint64_t least() const {
        return (std::min)({acknowledged, failed, restarts, snapshots, truncations, erased,
                           erased_streams, repeated, rebuilt});
    }
};

template <class World, class Subject>
class simulation {
    using memory_type = typename Subject::memory_type;
    static_assert(std::is_same_v<typename memory_type::journal_type, typename World::journal_type>);
    using notice_type = typename Subject::notice_type;
    using observer_type = typename Subject::observer_type;
    using value_type = typename Subject::value_type;
    static constexpr auto stream = Subject::stream;

public:
    simulation(std::uint64_t seed, World world, simulation_counts& counts)
        : random_{seed * 0x9E3779B97F4A7C15U + 1},
          world_{std::move(world)},
          counts_{counts},
          subject_{*this} {
        keep_ = {below(3) * 4, static_cast<std::uint32_t>(1 + below(2))};
        gap_ = one_in(2) ? workmem::clock_gap::pause : workmem::clock_gap::elapse;
    }

    // The first thing that is wrong; empty if nothing is.
    std::string run(int lives = 3, int steps = 12) {
        for (int life = 0; life < lives && wrong_.empty(); ++life) {
            live(steps);
            ++counts_.restarts;
        }
        return wrong_;
    }

    // For the subject.

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    void complain(const std::string& what) {
        if (wrong_.empty()) wrong_ = what;
    }
    // An error: of the disk, in a life that has troubles.
    void fail(const workmem::error& problem) {
        failed_ = true;
        ++counts_.failed;
        if (problem.code() != workmem::error_code::storage_error || !world_.has_troubles())
            complain("unexpected: " + problem.message());
    }
    template <class Result>
    bool succeeds(const Result& done) {
        if (!done) fail(done.error());
        if (done) ++counts_.acknowledged;
        return static_cast<bool>(done);
    }
    // What must not be done is not.
    template <class Result>
    void is_refused(const Result& done, workmem::error_code code) {
        if (done)
            complain("accepted what was to be refused");
        else if (done.error().code() != code)
            fail(done.error());
        else
            ++counts_.refused;
    }
    // A call would give a thing this value (none: it would go); unless it is done, perhaps.
    void settle(const std::string& id, bool done, const value_type& value) {
        auto& may = may_be_[id];
        if (may.empty()) may.insert(value_type{});
        if (done) may.clear();
        may.insert(value);
    }
    // What a thing is, where no call has failed since that was seen.
    [[nodiscard]] value_type value_of(const std::string& id) const {
        const auto found = may_be_.find(id);
        return found == may_be_.end() ? value_type{} : *found->second.begin();
    }
    [[nodiscard]] std::vector<std::string> known() const {
        std::vector<std::string> out;
        for (const auto& each : may_be_)
            if (value_of(each.first) != value_type{}) out.push_back(each.first);
        return out;
    }
    std::string some_id() { return "p-" + std::to_string(below(7)); }
    std::string some_name() {
        auto name = "n" + std::to_string(++names_);
        name.resize(name.size() + below(one_in(4) ? 150 : 10), 'x');
        return name;
    }
    [[nodiscard]] workmem::timestamp now() const { return clock_.now(); }
    // Names of records that may be rewritten from now on.
    void may_scrub(const std::string& text) { tried_.insert(text); }
    void may_scrub_all() {
        answers_may_be_gone_ = true;
        for (auto& each : history_) each.clear();
    }
    void all_is_erased() {
        ++counts_.erased;
        for (const auto& each : secrets_) erased_.insert(each);
        secrets_.clear();
        check_erased();
    }

private:
    // One replica, and what its observer heard since it was last asked.
    struct writer {
        std::vector<std::uint64_t> heard{};
        std::uint64_t told = 0;
        std::unique_ptr<memory_type> memory{};
    };

    void live(int steps) {
        // A break, in which nobody has the stream open.
        if (one_in(2)) clock_.advance(std::chrono::minutes{static_cast<int>(below(600))});
        journal_ = world_.begin(random_);
        failed_ = !journal_;
        if (!failed_) check_stream();
        if (!failed_) check_state();
        for (int i = 0; i < steps && wrong_.empty(); ++i) {
            if (failed_ && !recover()) break;
            step();
            observe();
            if (wrong_.empty() && !failed_ && one_in(8)) converge();
        }
        if (wrong_.empty() && !failed_) converge();
        writers_.clear();
        journal_.reset();
        world_.end(random_);
    }

    // After a failure: the next use of the stream opens it again, with the same replicas.
    bool recover() {
        if (!journal_ || one_in(2)) return false;
        failed_ = false;
        world_.mend(*journal_, stream);
        check_stream();
        if (!failed_) check_state();
        return !failed_ && wrong_.empty();
    }

    // Opening.

    workmem::result<memory_type> open(workmem::clock_gap gap, observer_type observer = {}) {
        return subject_.open(clock_, std::move(observer), *journal_, keep_, gap);
    }
    std::unique_ptr<memory_type> fresh() {
        auto made = open(workmem::clock_gap::elapse);
        if (!made) {
            fail(made.error());
            return nullptr;
        }
        return std::make_unique<memory_type>(std::move(*made));
    }
    writer* some_writer() {
        if (writers_.empty() || (writers_.size() < 3 && one_in(4))) {
            auto made = std::make_unique<writer>();
            observer_type observer;
            observer.template on<notice_type>([each = made.get()](const notice_type& notice) {
                each->heard.push_back(notice.sequence);
            });
            // Who comes later comes to a stream that somebody has open.
            const auto gap = writers_.empty() ? gap_ : workmem::clock_gap::elapse;
            auto opened = open(gap, std::move(observer));
            if (!opened) {
                fail(opened.error());
                return nullptr;
            }
            made->memory = std::make_unique<memory_type>(std::move(*opened));
            made->told = made->memory->sequence();
            made->heard.clear();  // of opening
            writers_.push_back(std::move(made));
            return writers_.back().get();
        }
        return writers_[below(writers_.size())].get();
    }

    // Work.

    void step() {
        clock_.advance(workmem::milliseconds{static_cast<std::int64_t>(below(120))});
        auto* const with = some_writer();
        if (with == nullptr) return;
        auto& memory = *with->memory;
        const auto oldest = oldest_;
        const auto before = memory.sequence();
        switch (below(24)) {
            case 0: succeeds(memory.try_catch_up()); break;
            case 1: succeeds(memory.try_flush()); break;
            case 2:
            case 3:
            case 4:
                if (succeeds(memory.try_snapshot())) ++counts_.snapshots;
                break;
            case 5:
            case 6: add_secret(memory); break;
            case 7:
                if (!secrets_.empty()) {
                    erase(memory);
                    break;
                }
                [[fallthrough]];
            case 8:
            case 9: once(memory); break;
            case 10:
                if (one_in(6)) return erase_stream();
                [[fallthrough]];
            default:
                // A read tells nobody what a call before it failed to tell.
                if (!subject_.step(*this, memory)) return;
        }
        if (!failed_) check_notices(*with, oldest);
        // What cannot be made durable is taken back as far as the stream can still be read.
        if (failed_ && !World::may_fail_to_commit && memory.sequence() < before)
            complain("a call that failed took something back");
    }

    // A call that is repeated until it was acknowledged, and sometimes after that.
    void once(memory_type& memory) {
        if (keyed_.empty() || one_in(2)) keyed_.push_back("once-" + std::to_string(++names_));
        const auto& key = keyed_[below(keyed_.size())];
        const bool known = happened_.count(key) != 0;
        const auto answer =
            subject_.add_once(*this, memory, key, {.actor = "planner", .idempotency_key = key});
        if (known && answers_may_be_gone_ && !answer &&
            answer.error().code() == workmem::error_code::conflict) {
            ++counts_.repeated;
            return;
        }
        const bool done = succeeds(answer);
        if (known) {
            ++counts_.repeated;
            if (done && !*answer) complain("a repetition of " + key + " got another answer");
        } else {
            settle(key, done, subject_.named(key));
        }
    }

    void add_secret(memory_type& memory) {
        secrets_.push_back("secret" + std::to_string(++names_) + "Zaphod");
        subject_.add_secret(*this, memory, secrets_.back());
    }
    void erase(memory_type& memory) {
        const auto pick = below(secrets_.size());
        const auto secret = secrets_[pick];
        tried_.insert(secret);
        const bool done = succeeds(subject_.erase(*this, memory, secret));
        settle(secret, done, {});
        if (!done) return;
        ++counts_.erased;
        secrets_.erase(secrets_.begin() + static_cast<std::ptrdiff_t>(pick));
        erased_.insert(secret);
        check_erased();
    }
    void erase_stream() {
        auto done = journal_->erase_stream(stream);
        if (succeeds(done)) {
            ++counts_.erased_streams;
            begin_again();
            if (world_.holds(Subject::trace)) complain("an erased stream left something");
        } else {
            may_be_gone_ = true;
        }
        writers_.clear();
    }
    void begin_again() {
        subject_.begin_again();
        history_.clear();
        may_be_.clear();
        happened_.clear();
        keyed_.clear();
        for (const auto& each : secrets_) erased_.insert(each);
        secrets_.clear();
        incarnation_.clear();
        oldest_ = 0;
        may_be_gone_ = false;
    }

    // What must hold.

    // Takes over what the stream holds by now: after a call, all of it is acknowledged.
    void observe() {
        if (failed_) return;
        auto info = journal_->open_stream(stream, {});
        if (!info) return fail(info.error());
        if (info->oldest > oldest_) ++counts_.truncations;
        oldest_ = info->oldest;
        incarnation_ = info->incarnation;
        if (history_.size() < info->oldest) history_.resize(info->oldest);
        auto read = journal_->read(stream, history_.size(),
                                   [&](const auto& each) { note(std::string{each.bytes}); });
        if (!read) fail(read.error());
    }
    void note(std::string record) {
        const auto at = record.find(R"("key":"once-)");
        if (at != std::string::npos) {
            const auto begin = at + 7;
            const auto key = record.substr(begin, record.find('"', begin) - begin);
            if (!happened_.insert(key).second) complain(key + " happened twice");
        }
        history_.push_back(std::move(record));
    }

    // After a restart: everything that was there is there; and it is taken over if more is.
    void check_stream() {
        auto info = journal_->open_stream(stream, {});
        if (!info) return fail(info.error());
        if (may_be_gone_ && info->incarnation != incarnation_) begin_again();
        may_be_gone_ = false;
        if (!incarnation_.empty() && info->incarnation != incarnation_)
            return complain("the stream is another");
        if (info->last < history_.size())
            return complain("lost: " + std::to_string(info->last) + " of " +
                            std::to_string(history_.size()) + " acknowledged records");
        auto next = static_cast<std::size_t>(info->oldest);
        auto read = journal_->read(stream, next, [&](const auto& each) {
            if (each.sequence != ++next) complain("a gap in the records");
            if (next > history_.size()) return;
            auto& known = history_[next - 1];
            if (!known.empty() && known != each.bytes && !is_scrubbed(known))
                complain("record " + std::to_string(next) + " is another");
            known = each.bytes;
        });
        if (!read) return fail(read.error());
        if (next != info->last) complain("the last record is another than it says");
        observe();
    }
    bool is_scrubbed(const std::string& record) const {
        return std::any_of(tried_.begin(), tried_.end(), [&](const std::string& each) {
            return record.find(each) != std::string::npos;
        });
    }

    // The state is one that acknowledged calls allow.
    void check_state() {
        const auto again = fresh();
        if (!again) return;
        const auto found = subject_.content(*again);
        for (const auto& each : erased_)
            if (found.count(each) != 0) complain(each + " was erased and is back");
        if (subject_.forgets()) return;
        for (const auto& each : found)
            if (may_be_.count(each.first) == 0) complain(each.first + " comes from nowhere");
        for (auto& each : may_be_) {
            const auto there = found.find(each.first);
            const auto value = there == found.end() ? value_type{} : there->second;
            if (each.second.count(value) == 0)
                complain(each.first + " is \"" + subject_.text(value) + "\" and not \"" +
                         subject_.text(*each.second.begin()) + "\"");
            each.second = {value};
        }
        check_erased();
    }
    void check_erased() {
        for (const auto& each : erased_)
            if (world_.holds(each)) complain(each + " was erased and is still stored");
    }

    // All replicas agree, with each other and with the journal.
    void converge() {
        if (writers_.empty()) return;
        // A break before opening becomes a fact with the next change.
        subject_.probe(*this, *writers_.front()->memory);
        for (auto& each : writers_)
            if (!failed_) succeeds(each->memory->try_flush());
        // A memory may record that it is opened.
        const auto again = failed_ ? nullptr : fresh();
        observe();
        for (auto& each : writers_) {
            const auto oldest = oldest_;
            if (!failed_ && succeeds(each->memory->try_catch_up())) check_notices(*each, oldest);
        }
        if (failed_ || !again) return;
        for (auto& each : writers_) {
            if (*each->memory == *again) continue;
            complain("replay gives another state than a replica has");
            if (*writers_.front()->memory == *each->memory) continue;
            complain("two replicas differ");
        }
        check_state();
    }

    static std::string listed(const std::vector<std::uint64_t>& sequences) {
        std::string out;
        for (const auto each : sequences) out += (out.empty() ? "" : ", ") + std::to_string(each);
        return out.empty() ? "nothing" : out;
    }
    // What an observer heard since the last time is what became durable since.
    void check_notices(writer& with, std::uint64_t oldest) {
        observe();
        if (failed_) return;
        const auto now = with.memory->sequence();
        std::vector<std::uint64_t> expected;
        bool rebuilt = oldest_ > with.told || oldest > with.told;
        for (auto i = with.told; i < now; ++i) {
            const auto& record = history_[i];
            rebuilt = rebuilt || record.empty() || record.find(erasure_) != record.npos;
            if (record.find(touch_) == record.npos) expected.push_back(i + 1);
        }
        // What a replica builds anew it does not announce.
        const bool right = rebuilt ? std::includes(expected.begin(), expected.end(),
                                                   with.heard.begin(), with.heard.end())
                                   : with.heard == expected;
        if (rebuilt) ++counts_.rebuilt;
        if (!right)
            complain("an observer heard " + listed(with.heard) + " where " + listed(expected) +
                     " became durable");
        with.heard.clear();
        with.told = now;
    }

    std::mt19937_64 random_;
    World world_;
    simulation_counts& counts_;
    Subject subject_;
    std::string erasure_ = R"("kind":")" + std::string{Subject::owner} + ".erase";
    std::string touch_ = R"("kind":")" + std::string{Subject::owner} + R"(.touch")";
    workmem::retention keep_;
    workmem::clock_gap gap_ = workmem::clock_gap::pause;
    workmem::manual_clock clock_;
    std::optional<typename World::journal_type> journal_;
    std::vector<std::unique_ptr<writer>> writers_;

    std::string wrong_;
    bool failed_ = false;       // since the stream was opened
    bool may_be_gone_ = false;  // erasing the stream failed
    std::uint64_t names_ = 0;
    std::uint64_t oldest_ = 0;
    std::string incarnation_;
    std::vector<std::string> history_;  // acknowledged records; empty: forgotten before it was seen
    std::map<std::string, std::set<value_type>> may_be_;  // things by name; none: not there
    std::vector<std::string> keyed_, secrets_;
    std::set<std::string> happened_;  // keys of calls that are recorded
    bool answers_may_be_gone_ = false;
    std::set<std::string> tried_, erased_;
};

}  // namespace workmem_test
