#pragma once

#include <workmem/config.hpp>
#include <workmem/time/timestamp.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace workmem {

namespace detail {

/// `20241222-150000`, in UTC, to the second.
void append_compact_time(std::string& out, timestamp time);

/// The first `most` code points of a text, with `_` for what breaks lines, quotes or paths:
/// controls, line and paragraph separators, bidirectional controls, quotes, slashes and broken
/// UTF-8. Blanks stay.
void append_sanitized(std::string& out, std::string_view text, std::size_t most);

/// The id itself if it is free, or with the first suffix `-2`, `-3`, … that is found free: the
/// lowest where none between taken ones is free. O(log n) questions for n taken ones, which are
/// finite.
template <class Exists>
[[nodiscard]] std::string free_id(std::string id, const Exists& exists) {
    if (!exists(std::as_const(id))) return id;
    const auto stem = id.size();
    const auto taken = [&](std::uint64_t number) {
        id.resize(stem);
        id += '-';
        id += std::to_string(number);
        return static_cast<bool>(exists(std::as_const(id)));
    };
    std::uint64_t last = 1, free = 2;
    for (; taken(free); free *= 2) last = free;
    while (free - last > 1) {
        const auto middle = last + (free - last) / 2;
        (taken(middle) ? last : free) = middle;
    }
    id.resize(stem);
    id += '-';
    id += std::to_string(free);
    return id;
}

}  // namespace detail

/// Makes the ids of new memories of a session:
/// `working_memory_<session>-<begin of the content>_<YYYYMMDD-HHMMSS>`, with the first 20 code
/// points of the content. In session and content `_` stands for what breaks lines, quotes or paths
/// (controls, quotes, slashes, backslashes, line ends, bidirectional controls, broken UTF-8);
/// blanks stay. Where `exists(id)` says that it is taken, `-2`, `-3`, … follows. Valid UTF-8 and at
/// most 1,024 bytes for a session id that is allowed. Opaque: different sessions may have memories
/// of the same id.
class memory_ids {
public:
    explicit memory_ids(std::string_view session) : front_{"working_memory_"} {
        detail::append_sanitized(front_, session, session.size());
        front_ += '-';
    }
    /// \param exists asked with a `const std::string&`, O(log n) times for n ids of the same text.
    template <class Exists>
    [[nodiscard]] std::string operator()(std::string_view content, timestamp now,
                                         const Exists& exists) {
        constexpr std::size_t shown = 20, most_bytes = 4 * shown;
        const auto second = std::chrono::floor<std::chrono::seconds>(now);
        if (back_.empty() || second != second_) {
            back_ = '_';
            detail::append_compact_time(back_, now);
            second_ = second;
        }
        std::string out;
        out.reserve(front_.size() + (std::min)(content.size(), most_bytes) + back_.size());
        out += front_;
        detail::append_sanitized(out, content, shown);
        out += back_;
        return detail::free_id(std::move(out), exists);
    }

private:
    std::string front_, back_{};
    std::chrono::sys_seconds second_{};  // that `back_` says
};

/// One such id.
template <class Exists>
[[nodiscard]] std::string make_memory_id(std::string_view session, std::string_view content,
                                         timestamp now, const Exists& exists) {
    return memory_ids{session}(content, now, exists);
}

namespace detail {

// What the ids of all promotions of a memory begin with.
[[nodiscard]] std::string promoted_stem(std::string_view memory_id);
// Whether an id is that stem with a time, and perhaps a suffix: another memory's stem may go on.
[[nodiscard]] bool is_promoted_as(std::string_view id, std::string_view stem);

}  // namespace detail

/// The id of the long-term memory that a memory becomes: `memory_promoted_<id>_<YYYYMMDD-HHMMSS>`,
/// with a suffix where `exists(id)` says that it is taken. Of an id that leaves no room for that in
/// 1,024 bytes, as imported ones may be, a prefix and `~` with a hash of all of it stand there.
/// \param exists asked with a `const std::string&`, O(log n) times for n ids of the same text.
template <class Exists>
[[nodiscard]] std::string make_promoted_id(std::string_view memory_id, timestamp now,
                                           const Exists& exists) {
    auto out = detail::promoted_stem(memory_id);
    detail::append_compact_time(out, now);
    return detail::free_id(std::move(out), exists);
}
/// The same where no id is taken.
[[nodiscard]] inline std::string make_promoted_id(std::string_view memory_id, timestamp now) {
    return make_promoted_id(memory_id, now, [](const std::string&) { return false; });
}

/// Whether a long-term memory's id is one that a promotion of that memory made. O(1).
[[nodiscard]] inline bool is_promoted_from(std::string_view long_term_id, std::string_view id) {
    return detail::is_promoted_as(long_term_id, detail::promoted_stem(id));
}

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/session/memory_id.ipp>
#endif
