#pragma once

#include <workmem/journal/journal.hpp>
#include <workmem/journal/stream_clock.hpp>
#include <workmem/journal/turn.hpp>
#include <workmem/result.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::journal {

/// An engine that is chosen at run time: holds any journal that has everything. Each call costs a
/// virtual one. A handle; copies share the journal. As thread-safe as the journal.
class any {
    using visitor = std::function<void(const record&)>;
    using rewriter = std::function<std::optional<std::string>(const record&)>;

public:
    static constexpr bool records = true;

    template <class Journal>
    requires(!std::same_as<std::remove_cvref_t<Journal>, any> &&
             full_engine<std::remove_cvref_t<Journal>>) any(Journal&& journal)
        : held_{std::make_shared<holder<std::remove_cvref_t<Journal>>>(
              std::forward<Journal>(journal))} {}

    [[nodiscard]] append_outcome append(std::string_view stream, std::uint64_t expected,
                                        std::span<const std::string_view> lines,
                                        stream_course course = {}) {
        return held_->append(stream, expected, lines, course);
    }
    template <class Visit>
    [[nodiscard]] result<read_end> read(std::string_view stream, std::uint64_t from,
                                        Visit&& visit) {
        return held_->read(stream, from, std::ref(visit));
    }
    [[nodiscard]] result<void> commit(std::string_view stream, std::uint64_t sequence) {
        return held_->commit(stream, sequence);
    }
    [[nodiscard]] result<void> commit(std::string_view stream, stream_point point) {
        return held_->commit(stream, point);
    }
    [[nodiscard]] result<stream_info> open_stream(std::string_view stream,
                                                  std::string_view purpose) {
        return held_->open_stream(stream, purpose);
    }
    [[nodiscard]] result<std::optional<stream_info>> find_stream(std::string_view stream) {
        return held_->find_stream(stream);
    }
    [[nodiscard]] result<void> save_snapshot(std::string_view stream, std::string_view owner,
                                             std::uint64_t sequence, std::string_view bytes) {
        return held_->save_snapshot(stream, owner, sequence, bytes);
    }
    [[nodiscard]] result<std::optional<snapshot>> newest_snapshot(std::string_view stream,
                                                                  std::string_view owner,
                                                                  std::uint64_t at_most) {
        return held_->newest_snapshot(stream, owner, at_most);
    }
    [[nodiscard]] result<void> truncate(std::string_view stream, std::uint64_t up_to) {
        return held_->truncate(stream, up_to);
    }
    template <class Change>
    [[nodiscard]] result<void> rewrite(std::string_view stream, Change&& change,
                                       outdated_snapshots outdated = {}) {
        return held_->rewrite(stream, std::ref(change), outdated);
    }
    [[nodiscard]] result<std::vector<std::string>> streams() { return held_->streams(); }
    [[nodiscard]] result<bool> erase_stream(std::string_view stream) {
        return held_->erase_stream(stream);
    }
    [[nodiscard]] result<void> flush(std::string_view stream) { return held_->flush(stream); }
    [[nodiscard]] bool wait_for_changes(std::string_view stream, std::uint64_t after,
                                        std::chrono::milliseconds timeout) {
        return held_->wait_for_changes(stream, after, timeout);
    }

    /// Whether it was opened for reading only.
    [[nodiscard]] bool is_read_only() const { return held_->is_read_only(); }

    /// See `may_lose_answers`.
    [[nodiscard]] bool loses_answers() const { return held_->loses_answers(); }

    /// Nothing from an engine that keeps no time.
    [[nodiscard]] std::optional<timestamp> now() { return held_->now(); }

    /// None from an engine that has no turns.
    [[nodiscard]] turn take_turn(std::string_view stream, milliseconds patience) {
        return held_->take_turn(stream, patience);
    }

private:
    struct interface {
        interface() = default;
        interface(const interface&) = delete;
        interface& operator=(const interface&) = delete;
        virtual ~interface() = default;
        virtual append_outcome append(std::string_view, std::uint64_t,
                                      std::span<const std::string_view>, stream_course) = 0;
        virtual result<read_end> read(std::string_view, std::uint64_t, const visitor&) = 0;
        virtual result<void> commit(std::string_view, std::uint64_t) = 0;
        virtual result<void> commit(std::string_view, stream_point) = 0;
        virtual result<stream_info> open_stream(std::string_view, std::string_view) = 0;
        virtual result<std::optional<stream_info>> find_stream(std::string_view) = 0;
        virtual result<void> save_snapshot(std::string_view, std::string_view, std::uint64_t,
                                           std::string_view) = 0;
        virtual result<std::optional<snapshot>> newest_snapshot(std::string_view, std::string_view,
                                                                std::uint64_t) = 0;
        virtual result<void> truncate(std::string_view, std::uint64_t) = 0;
        virtual result<void> rewrite(std::string_view, const rewriter&, outdated_snapshots) = 0;
        virtual result<std::vector<std::string>> streams() = 0;
        virtual result<bool> erase_stream(std::string_view) = 0;
        virtual result<void> flush(std::string_view) = 0;
        virtual bool wait_for_changes(std::string_view, std::uint64_t,
                                      std::chrono::milliseconds) = 0;
        virtual turn take_turn(std::string_view, milliseconds) = 0;
        virtual std::optional<timestamp> now() = 0;
        [[nodiscard]] virtual bool is_read_only() const = 0;
        [[nodiscard]] virtual bool loses_answers() const = 0;
    };

    template <class Journal>
    struct holder final : interface {
        explicit holder(Journal&& from) : journal{std::move(from)} {}
        explicit holder(const Journal& from) : journal{from} {}

        append_outcome append(std::string_view stream, std::uint64_t expected,
                              std::span<const std::string_view> lines,
                              stream_course course) override {
            return journal.append(stream, expected, lines, course);
        }
        result<read_end> read(std::string_view stream, std::uint64_t from,
                              const visitor& visit) override {
            return journal.read(stream, from, visit);
        }
        result<void> commit(std::string_view stream, std::uint64_t sequence) override {
            return journal.commit(stream, sequence);
        }
        result<void> commit(std::string_view stream, stream_point point) override {
            return journal::commit(journal, stream, point);
        }
        result<stream_info> open_stream(std::string_view stream,
                                        std::string_view purpose) override {
            return journal.open_stream(stream, purpose);
        }
        result<std::optional<stream_info>> find_stream(std::string_view stream) override {
            return journal.find_stream(stream);
        }
        result<void> save_snapshot(std::string_view stream, std::string_view owner,
                                   std::uint64_t sequence, std::string_view bytes) override {
            return journal.save_snapshot(stream, owner, sequence, bytes);
        }
        result<std::optional<snapshot>> newest_snapshot(std::string_view stream,
                                                        std::string_view owner,
                                                        std::uint64_t at_most) override {
            return journal.newest_snapshot(stream, owner, at_most);
        }
        result<void> truncate(std::string_view stream, std::uint64_t up_to) override {
            return journal.truncate(stream, up_to);
        }
        result<void> rewrite(std::string_view stream, const rewriter& change,
                             outdated_snapshots outdated) override {
            return journal.rewrite(stream, change, outdated);
        }
        result<std::vector<std::string>> streams() override { return journal.streams(); }
        result<bool> erase_stream(std::string_view stream) override {
            return journal.erase_stream(stream);
        }
        result<void> flush(std::string_view stream) override { return journal.flush(stream); }
        bool wait_for_changes(std::string_view stream, std::uint64_t after,
                              std::chrono::milliseconds timeout) override {
            return journal.wait_for_changes(stream, after, timeout);
        }
        [[nodiscard]] bool is_read_only() const override {
            if constexpr (requires { journal.is_read_only(); })
                return journal.is_read_only();
            else
                return false;
        }
        [[nodiscard]] bool loses_answers() const override { return may_lose_answers(journal); }
        turn take_turn(std::string_view stream, milliseconds patience) override {
            if constexpr (requires { journal.take_turn(stream, patience); })
                return journal.take_turn(stream, patience);
            else
                return {};
        }
        std::optional<timestamp> now() override {
            if constexpr (keeps_time<Journal>)
                return journal.now();
            else
                return std::nullopt;
        }

        Journal journal;
    };

    std::shared_ptr<interface> held_;
};

}  // namespace workmem::journal
