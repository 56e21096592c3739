#pragma once

#include <workmem/journal/borrowed.hpp>
#include <workmem/long_term/long_term_memory.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <span>
#include <string_view>

/// What can happen to long-term memory. A change's JSON is the form in which journals keep it.
namespace workmem::long_term_changes {

using full_memory = journal::borrowed<long_term_memory>;

/// Memories come in, all of them new.
struct put {
    static constexpr std::string_view kind = "long_term.put";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const full_memory> memories{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("memories", self.memories);
    }
};

/// Memories come in, in the place of those that had their ids. Once that is durable the records
/// that hold what they replace are rewritten.
struct replace {
    static constexpr std::string_view kind = "long_term.replace";
    static constexpr int version = 1;
    timestamp time{};
    std::span<const full_memory> memories{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("memories", self.memories);
    }
};

/// A memory leaves for good. Once that is durable the records that hold it are rewritten, and this
/// one becomes `long_term.erased` with nothing but its time.
struct erase {
    static constexpr std::string_view kind = "long_term.erase";
    static constexpr int version = 1;
    timestamp time{};
    std::string_view id{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("time", self.time);
        archive("id", self.id);
    }
};

/// All there is, in the order in which it came.
struct snapshot {
    static constexpr std::string_view kind = "long_term.snapshot";
    static constexpr int version = 1;
    timestamp time{};  ///< of the last change
    std::uint64_t next_number = 1;
    std::span<const full_memory> memories{};
    std::span<const std::uint64_t> numbers{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("time", self.time);
        archive.maybe("next", self.next_number);
        archive("memories", self.memories);
        archive("numbers", self.numbers);
    }
};

}  // namespace workmem::long_term_changes
