#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/dictionary.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace workmem::ranking::detail {

/// How often a term stands in a document, and whether it names the speaker.
struct occurrence {
    std::uint32_t count = 0;
    bool speaks = false;

    friend constexpr bool operator==(const occurrence&, const occurrence&) = default;
};

/// An occurrence in one number, for counts below 2^31.
[[nodiscard]] constexpr std::uint32_t packed(occurrence what) noexcept {
    return what.count << 1 | std::uint32_t{what.speaks};
}
[[nodiscard]] constexpr occurrence unpacked(std::uint32_t number) noexcept {
    return {number >> 1, (number & 1) != 0};
}

/// The most bytes that `write_entry` writes.
inline constexpr std::size_t longest_entry = 10;

/// Writes a step (at least 1) to the next number and an occurrence as variable-length integers; the
/// usual one, once and not of the speaker, is a bit of the step. No entry begins with a zero byte.
unsigned char* write_entry(unsigned char* to, std::uint32_t step, occurrence what) noexcept;

[[nodiscard]] inline std::uint64_t read_number(const unsigned char*& at) noexcept {
    std::uint64_t value = *at & 0x7FU;
    for (unsigned shift = 7; (*at++ & 0x80U) != 0; shift += 7)
        value |= std::uint64_t{*at & 0x7FU} << shift;
    return value;
}

std::uint32_t read_entry(const unsigned char*& at, occurrence& what) noexcept;

/// For each term the documents it stands in, ascending. A list lies in slices of one buffer, each
/// twice as long as the one before; a zero byte and an address lead to the next. The only document
/// of a term, as half of all terms have, lies in the term's own record. Copyable, movable.
class postings {
public:
    /// Appends a document, whose number is above all before, to the list of a term; a new term has
    /// the next free number.
    void append(std::uint32_t term, std::uint32_t document, occurrence what);
    /// One document less holds the term. Its entry stays until the index is compacted.
    void forget(std::uint32_t term) noexcept { --lists_[term].live; }
    /// In how many documents the term stands.
    [[nodiscard]] std::uint32_t documents(std::uint32_t term) const noexcept {
        return lists_[term].live;
    }
    [[nodiscard]] std::size_t memory() const noexcept {
        return lists_.capacity() * sizeof(term_list) + bytes_.capacity();
    }

    /// Walks over the documents of a term that has one.
    class cursor {
    public:
        cursor(const postings& all, std::uint32_t term) noexcept
            : bytes_{all.bytes_.data()}, left_{all.lists_[term].written} {
            const auto& list = all.lists_[term];
            if (left_ == 1) {
                document_ = list.last;
                what_ = unpacked(list.at);
            } else {
                at_ = bytes_ + list.start;
                read();
            }
        }
        [[nodiscard]] bool at_end() const noexcept { return left_ == 0; }
        [[nodiscard]] std::uint32_t document() const noexcept { return document_; }
        [[nodiscard]] occurrence what() const noexcept { return what_; }
        void advance() noexcept {
            if (--left_ != 0) read();
        }

    private:
        void read() noexcept {
            if (*at_ == 0) {
                std::uint32_t next;
                std::memcpy(&next, at_ + 1, sizeof next);
                at_ = bytes_ + next;
            }
            document_ += read_entry(at_, what_);
        }

        const unsigned char* bytes_;
        const unsigned char* at_ = nullptr;
        std::uint32_t left_;
        std::uint32_t document_ = no_document;
        occurrence what_;
    };

private:
    static constexpr std::uint32_t no_document = 0xFFFFFFFFU;  // the first step leads on from it
    static constexpr std::size_t link = 5;
    static constexpr unsigned first_slice = 4, last_slice = 12;  // 16 bytes to 4 KiB

    struct term_list {
        std::uint32_t written = 0;  // entries, those of forgotten documents among them
        std::uint32_t live = 0;
        std::uint32_t last = 0;
        std::uint32_t start = 0;
        std::uint32_t at = 0;     // where the next entry goes; of a single one what it says
        std::uint16_t left = 0;   // bytes of the slice that are free, without those of its link
        std::uint16_t slice = 0;  // the length of the slice, as a power of two
    };

    void write(term_list& list, std::uint32_t step, occurrence what);
    void start_slice(term_list& list);

    std::vector<term_list> lists_;
    std::vector<unsigned char> bytes_;
};

}  // namespace workmem::ranking::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/ranking/postings.ipp>
#endif
