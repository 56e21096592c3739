#pragma once

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
inline unsigned char* write_entry(unsigned char* to, std::uint32_t step, occurrence what) noexcept {
    const auto put = [&to](std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) *to++ = static_cast<unsigned char>(value | 0x80);
        *to++ = static_cast<unsigned char>(value);
    };
    const bool usual = what == occurrence{1, false};
    put(std::uint64_t{step} << 1 | std::uint64_t{usual});
    if (!usual) put(packed(what));
    return to;
}

[[nodiscard]] inline std::uint64_t read_number(const unsigned char*& at) noexcept {
    std::uint64_t value = *at & 0x7FU;
    for (unsigned shift = 7; (*at++ & 0x80U) != 0; shift += 7)
        value |= std::uint64_t{*at & 0x7FU} << shift;
    return value;
}

inline std::uint32_t read_entry(const unsigned char*& at, occurrence& what) noexcept {
    const auto step = read_number(at);
    if ((step & 1) != 0) {
        what = {1, false};
    } else {
        what = unpacked(static_cast<std::uint32_t>(read_number(at)));
    }
    return static_cast<std::uint32_t>(step >> 1);
}

/// For each term the documents it stands in, ascending. A list lies in slices of one buffer, each
/// twice as long as the one before; a zero byte and an address lead to the next. The only document
/// of a term, as half of all terms have, lies in the term's own record. Copyable, movable.
class postings {
public:
    /// Appends a document, whose number is above all before, to the list of a term; a new term has
    /// the next free number.
    void append(std::uint32_t term, std::uint32_t document, occurrence what) {
        if (term == lists_.size()) {
            make_room(lists_, 1);
            lists_.push_back({});
        }
        auto& list = lists_[term];
        if (list.written == 0) {
            list.at = packed(what);
        } else {
            if (list.written == 1) {
                write(list, list.last - no_document, unpacked(list.at));
            }
            write(list, document - list.last, what);
        }
        list.last = document;
        ++list.written;
        ++list.live;
    }
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

    void write(term_list& list, std::uint32_t step, occurrence what) {
        std::size_t size = 0;
        if (list.left >= longest_entry) {
            auto* const to = bytes_.data() + list.at;
            size = static_cast<std::size_t>(write_entry(to, step, what) - to);
        } else {
            unsigned char entry[longest_entry];
            size = static_cast<std::size_t>(write_entry(entry, step, what) - entry);
            if (list.left < size) start_slice(list);
            std::copy_n(entry, size, bytes_.data() + list.at);
        }
        list.at += static_cast<std::uint32_t>(size);
        list.left = static_cast<std::uint16_t>(list.left - size);
    }
    void start_slice(term_list& list) {
        const auto slice = list.slice == 0 ? first_slice : (std::min)(list.slice + 1U, last_slice);
        const auto next = static_cast<std::uint32_t>(bytes_.size());
        const std::size_t length = std::size_t{1} << slice;
        make_room(bytes_, length);
        bytes_.resize(bytes_.size() + length);
        if (list.slice == 0) {
            list.start = next;
        } else {
            bytes_[list.at] = 0;
            std::memcpy(bytes_.data() + list.at + 1, &next, sizeof next);
        }
        list.at = next;
        list.left = static_cast<std::uint16_t>(length - link);
        list.slice = static_cast<std::uint16_t>(slice);
    }

    std::vector<term_list> lists_;
    std::vector<unsigned char> bytes_;
};

}  // namespace workmem::ranking::detail
