#pragma once

#include <workmem/config.hpp>
#include <workmem/ranking/postings.hpp>

namespace workmem::ranking::detail {

WORKMEM_DECL unsigned char* write_entry(unsigned char* to, std::uint32_t step,
                                        occurrence what) noexcept {
    const auto put = [&to](std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) *to++ = static_cast<unsigned char>(value | 0x80);
        *to++ = static_cast<unsigned char>(value);
    };
    const bool usual = what == occurrence{1, false};
    put(std::uint64_t{step} << 1 | std::uint64_t{usual});
    if (!usual) put(packed(what));
    return to;
}

WORKMEM_DECL std::uint32_t read_entry(const unsigned char*& at, occurrence& what) noexcept {
    const auto step = read_number(at);
    if ((step & 1) != 0) {
        what = {1, false};
    } else {
        what = unpacked(static_cast<std::uint32_t>(read_number(at)));
    }
    return static_cast<std::uint32_t>(step >> 1);
}

WORKMEM_DECL void postings::append(std::uint32_t term, std::uint32_t document, occurrence what) {
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

WORKMEM_DECL void postings::write(term_list& list, std::uint32_t step, occurrence what) {
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

WORKMEM_DECL void postings::start_slice(term_list& list) {
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

}  // namespace workmem::ranking::detail
