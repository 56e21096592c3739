#pragma once

#include <workmem/bounded/item.hpp>
#include <workmem/bounded/removal_reason.hpp>
#include <workmem/journal/borrowed.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <span>
#include <string_view>

/// What can happen to a bounded store: one struct per operation, each a fact about ids that
/// borrows its text. A change's JSON is the form in which journals keep it.
namespace workmem::bounded_changes {

/// An item that leaves.
struct removal {
    std::string_view id{};
    removal_reason reason = removal_reason::instructed;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("reason", self.reason);
    }
};

/// An item with all its facts.
using full_item = journal::borrowed<item>;

/// Items come in, oldest first, or say something else where their id is known; others leave for
/// them, first.
struct put {
    static constexpr std::string_view kind = "bounded.put";
    static constexpr int version = 1;
    timestamp time{};
    std::int64_t step = 0;
    std::span<const full_item> items{};
    std::span<const removal> removals{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("step", self.step);
        archive("items", self.items);
        archive.maybe("removed", self.removals);
    }
};

/// Items leave.
struct remove {
    static constexpr std::string_view kind = "bounded.remove";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const removal> removals{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("removed", self.removals);
    }
};

/// Items are hidden, or seen again.
struct hide {
    static constexpr std::string_view kind = "bounded.forget";
    static constexpr int version = 1;
    timestamp time{};
    bool restored = false;
    std::span<const std::string_view> ids{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("restored", self.restored);
        archive("ids", self.ids);
    }
};

/// A later turn begins.
struct step {
    static constexpr std::string_view kind = "bounded.step";
    static constexpr int version = 1;
    timestamp time{};
    std::int64_t now = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("step", self.now);
    }
};

struct clear {
    static constexpr std::string_view kind = "bounded.clear";
    static constexpr int version = 1;
    timestamp time{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
    }
};

/// An item that a newer one with its key took the place of.
struct superseded_item {
    const item* value = nullptr;
    timestamp time{};  ///< when that was

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        full_item::describe(self, archive);
        archive("superseded", self.time);
    }
};

/// The content is replaced by these items, oldest first.
struct load {
    static constexpr std::string_view kind = "bounded.load";
    static constexpr int version = 1;
    timestamp time{};
    std::int64_t step = 0;
    std::span<const full_item> items{};
    std::span<const superseded_item> history{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive.maybe("step", self.step);
        archive("items", self.items);
        archive.maybe("history", self.history);
    }
};

/// An item leaves for good, or all that ever had a key. Once that is durable the records that know
/// of it are rewritten, and this one becomes `bounded.erased` with nothing but its time.
struct erase {
    static constexpr std::string_view kind = "bounded.erase";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view subject{};  ///< an id or a key

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("subject", self.subject);
    }
};

/// An item that was got, touched or remembered.
struct touch {
    std::string_view id{};
    timestamp time{};
    std::uint32_t count = 0;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("time", self.time);
        archive("count", self.count);
    }
};

/// Touches since the last change, in the order of each item's last one; what is gone meanwhile is
/// passed over.
struct touches {
    static constexpr std::string_view kind = "bounded.touch";
    static constexpr int version = 1;
    std::span<const touch> items{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("touches", self.items);
    }
};

/// All there is to know of a store, items oldest first.
struct snapshot {
    static constexpr std::string_view kind = "bounded.snapshot";
    static constexpr int version = 1;
    timestamp time{};  ///< of the last change
    std::int64_t step = 0;
    std::uint64_t next_number = 1;
    std::span<const full_item> items{};
    std::span<const superseded_item> history{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("time", self.time);
        archive.maybe("step", self.step);
        archive.maybe("next", self.next_number);
        archive("items", self.items);
        archive.maybe("history", self.history);
    }
};

}  // namespace workmem::bounded_changes
