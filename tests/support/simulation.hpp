// Several writers of one stream, with faults, restarts and time, from a seed; and what must hold
// whatever happens: nothing acknowledged is lost, replay gives the state, replicas agree, observers
// hear every durable change once and in order, keyed calls happen at most once, what is erased is
// in no byte.
//
// A world keeps the journal: `journal_type`, `begin(random)` starts a life with troubles of its own
// and gives the journal, or nothing; `has_troubles()` says whether it has any; `end(random)` ends
// it, `mend(journal, stream)` lets a stream go on after a failure, `holds(text)` looks for bytes
// that are stored; `may_fail_to_commit` says whether the journal may lose what it has appended.
#pragma once

#include "bundles.hpp"

#include <workmem/entity/entity_memory.hpp>

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
#include <utility>
#include <vector>

namespace workmem_test {

// What seeds came across, to see that all of it happens.
struct simulation_counts {
    std::uint64_t acknowledged = 0, failed = 0, restarts = 0, snapshots = 0, truncations = 0,
                  erased = 0, erased_streams = 0, repeated = 0, rebuilt = 0;

    [[nodiscard]] std::uint64_t least() const {
        return (std::min)({acknowledged, failed, restarts, snapshots, truncations, erased,
                           erased_streams, repeated, rebuilt});
    }
};

template <class World>
class simulation {
    struct policies : bundle<two_segment, type_and_id, unlocked, watched, uncounted,
                             typename World::journal_type> {};
    using memory_type = workmem::basic_entity_memory<workmem::entity, policies>;
    using notice_type = workmem::entity_notice<>;
    static constexpr auto stream = "agent";
    static constexpr const char* page = "page";

public:
    simulation(std::uint64_t seed, World world, simulation_counts& counts)
        : random_{seed * 0x9E3779B97F4A7C15U + 1}, world_{std::move(world)}, counts_{counts} {
        options_.capacity = one_in(3) ? 4 : 1'000;
        options_.ttl.reset();
        if (is_narrow() && one_in(2)) options_.ttl = workmem::milliseconds{300};
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

private:
    // One replica, and what its observer heard since it was last asked.
    struct writer {
        std::vector<std::uint64_t> heard{};
        std::uint64_t told = 0;
        std::unique_ptr<memory_type> memory{};
    };
    using answers = std::set<std::string>;  // names that an entity may have; empty: it is not there

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }
    bool one_in(std::size_t n) { return below(n) == 0; }
    [[nodiscard]] bool is_narrow() const { return options_.capacity < 1'000; }
    void complain(const std::string& what) {
        if (wrong_.empty()) wrong_ = what;
    }

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

    typename memory_type::parts parts(workmem::clock_gap gap, watched observer = {}) {
        return {.clock = clock_,
                .observer = std::move(observer),
                .journal = *journal_,
                .stream = stream,
                .keep = keep_,
                .gap = gap};
    }
    std::unique_ptr<memory_type> fresh() {
        auto made = memory_type::try_make(options_, parts(workmem::clock_gap::elapse));
        if (!made) {
            fail(made.error());
            return nullptr;
        }
        return std::make_unique<memory_type>(std::move(*made));
    }
    writer* some_writer() {
        if (writers_.empty() || (writers_.size() < 3 && one_in(4))) {
            auto made = std::make_unique<writer>();
            watched observer;
            observer.on<notice_type>([each = made.get()](const notice_type& notice) {
                each->heard.push_back(notice.sequence);
            });
            // Who comes later comes to a stream that somebody has open.
            const auto gap = writers_.empty() ? gap_ : workmem::clock_gap::elapse;
            auto opened = memory_type::try_make(options_, parts(gap, std::move(observer)));
            if (!opened) {
                fail(opened.error());
                return nullptr;
            }
            made->memory = std::make_unique<memory_type>(std::move(*opened));
            made->told = made->memory->sequence();
            writers_.push_back(std::move(made));
            return writers_.back().get();
        }
        return writers_[below(writers_.size())].get();
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

    // Work.

    void step() {
        clock_.advance(workmem::milliseconds{static_cast<std::int64_t>(below(120))});
        auto* const with = some_writer();
        if (with == nullptr) return;
        auto& memory = *with->memory;
        const auto oldest = oldest_;
        const auto before = memory.sequence();
        switch (below(24)) {
            case 0:
            case 1: remove(memory); break;
            case 2:
                if (one_in(3)) {
                    clear(memory);
                    break;
                }
                [[fallthrough]];
            case 6: succeeds(memory.try_catch_up()); break;
            case 3: memory.get(page, some_id()); return;
            case 4: memory.mention(page, some_id(), workmem::strength::chosen); return;
            case 5: succeeds(memory.try_flush()); break;
            case 7: succeeds(memory.try_sweep()); break;
            case 8:
            case 9:
            case 10:
                if (succeeds(memory.try_snapshot())) ++counts_.snapshots;
                break;
            case 11:
            case 12: add_secret(memory); break;
            case 13:
                if (!secrets_.empty()) {
                    erase(memory);
                    break;
                }
                [[fallthrough]];
            case 14:
            case 15: once(memory); break;
            case 16: add_two(memory); break;
            case 17:
                if (one_in(6)) return erase_stream();
                [[fallthrough]];
            default: add(memory, some_id());
        }
        if (!failed_) check_notices(*with, oldest);
        // What cannot be made durable is taken back as far as the stream can still be read.
        if (failed_ && !World::may_fail_to_commit && memory.sequence() < before)
            complain("a call that failed took something back");
    }

    std::string some_id() { return "p-" + std::to_string(below(7)); }
    std::string some_name() {
        auto name = "n" + std::to_string(++names_);
        name.resize(name.size() + below(one_in(4) ? 150 : 10), 'x');
        return name;
    }
    static workmem::entity entity_of(const std::string& id, const std::string& name) {
        return {.type = page, .id = std::string_view{id}, .name = name};
    }
    void settle(const std::string& id, bool done, const std::string& name) {
        auto& may = may_be_[id];
        if (may.empty()) may.insert(std::string{});
        if (done) may.clear();
        may.insert(name);
    }

    void add(memory_type& memory, const std::string& id) {
        const auto name = some_name();
        settle(id, succeeds(memory.try_add(entity_of(id, name))), name);
    }
    void add_two(memory_type& memory) {
        const std::vector<workmem::entity> two{entity_of(some_id(), some_name()),
                                               entity_of("q", some_name())};
        const bool done = succeeds(memory.try_add_many(two));
        for (const auto& each : two) settle(std::string{each.id.text()}, done, each.name);
    }
    void remove(memory_type& memory) {
        const auto id = some_id();
        const auto removed = memory.try_remove(page, id);
        if (!succeeds(removed))
            settle(id, false, {});
        else if (*removed)
            settle(id, true, {});
    }
    void clear(memory_type& memory) {
        const auto cleared = memory.try_clear();
        const bool done = succeeds(cleared);
        if (done && *cleared == 0) return;
        for (auto& each : may_be_) settle(each.first, done, {});
    }

    // A call that is repeated until it was acknowledged, and sometimes after that.
    void once(memory_type& memory) {
        if (keyed_.empty() || one_in(2)) keyed_.push_back("once-" + std::to_string(++names_));
        const auto& key = keyed_[below(keyed_.size())];
        const bool known = happened_.count(key) != 0;
        const auto answer = memory.try_add(entity_of(key, key), workmem::strength::mentioned,
                                           {.actor = "planner", .idempotency_key = key});
        const bool done = succeeds(answer);
        if (known) {
            ++counts_.repeated;
            // Who lost an answer cannot tell whose call it was.
            constexpr bool loses = requires { World::journal_type::loses_answers; };
            if (done && *answer && !loses)
                complain("a repetition of " + key + " says that it added something");
        } else {
            settle(key, done, key);
        }
    }

    void add_secret(memory_type& memory) {
        secrets_.push_back("secret" + std::to_string(++names_) + "Zaphod");
        add(memory, secrets_.back());
    }
    void erase(memory_type& memory) {
        const auto pick = below(secrets_.size());
        const auto secret = secrets_[pick];
        tried_.insert(secret);
        const bool done = succeeds(memory.try_erase(page, secret));
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
            if (world_.holds(R"("type":"page")")) complain("an erased stream left something");
        } else {
            may_be_gone_ = true;
        }
        writers_.clear();
    }
    void begin_again() {
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

    static std::map<std::string, std::string> content(const memory_type& memory) {
        std::map<std::string, std::string> out;
        memory.for_each([&](const workmem::entry& each) {
            out.emplace(std::string{each.id}, std::string{each.name});
        });
        return out;
    }
    // The state is one that acknowledged calls allow.
    void check_state() {
        const auto again = fresh();
        if (!again) return;
        const auto found = content(*again);
        for (const auto& each : erased_)
            if (found.count(each) != 0) complain(each + " was erased and is back");
        if (is_narrow()) return;
        for (const auto& each : found)
            if (may_be_.count(each.first) == 0) complain(each.first + " comes from nowhere");
        for (auto& each : may_be_) {
            const auto there = found.find(each.first);
            const auto name = there == found.end() ? std::string{} : there->second;
            if (each.second.count(name) == 0)
                complain(each.first + " is \"" + name + "\" and not \"" + *each.second.begin() +
                         "\"");
            each.second = {name};
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
        add(*writers_.front()->memory, "probe");
        for (auto& each : writers_)
            if (!failed_) succeeds(each->memory->try_flush());
        observe();
        for (auto& each : writers_) {
            const auto oldest = oldest_;
            if (!failed_ && succeeds(each->memory->try_catch_up())) check_notices(*each, oldest);
        }
        if (failed_) return;
        const auto again = fresh();
        if (!again) return;
        for (auto& each : writers_) {
            if (*each->memory == *again) continue;
            complain("replay gives another state than a replica has");
            if (*writers_.front()->memory == *each->memory) continue;
            complain("two replicas differ");
        }
        check_state();
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
            rebuilt = rebuilt || record.empty() || record.find("entity.erase") != record.npos;
            if (record.find(R"("kind":"entity.touch")") == record.npos) expected.push_back(i + 1);
        }
        // What a replica builds anew it does not announce.
        const bool right = rebuilt ? std::includes(expected.begin(), expected.end(),
                                                   with.heard.begin(), with.heard.end())
                                   : with.heard == expected;
        if (rebuilt) ++counts_.rebuilt;
        if (!right) complain("an observer did not hear what became durable, once and in order");
        with.heard.clear();
        with.told = now;
    }

    std::mt19937_64 random_;
    World world_;
    simulation_counts& counts_;
    workmem::entity_options options_;
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
    std::map<std::string, answers> may_be_;
    std::vector<std::string> keyed_, secrets_;
    std::set<std::string> happened_;  // keys of calls that are recorded
    std::set<std::string> tried_, erased_;
};

}  // namespace workmem_test
