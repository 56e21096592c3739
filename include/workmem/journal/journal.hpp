#pragma once

#include <workmem/error.hpp>
#include <workmem/result.hpp>

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace workmem::journal {

enum class append_status : std::uint8_t {
    recorded,
    conflict,  ///< others have appended since; read them and decide again
    failed     ///< nothing was recorded; `problem` says why
};

struct append_outcome {
    append_status status = append_status::recorded;
    std::optional<error> problem{};
};

/// One record of a stream: the JSON of a change.
struct record {
    std::uint64_t sequence = 0;  ///< 1 for the first
    std::string_view bytes{};
};

struct archetype_visitor {
    void operator()(const record&) const {}
};

/// Keeps streams of records. `append` is all or nothing and succeeds only while the stream ends at
/// `expected`; `read` visits every record above `from`; `commit` returns once everything up to a
/// sequence is durable. A handle; copies share the streams.
template <class Journal>
concept engine = std::copy_constructible<Journal> &&
    requires(Journal& journal, std::string_view stream, std::uint64_t sequence,
             std::span<const std::string_view> records, archetype_visitor visit) {
    { journal.append(stream, sequence, records) } -> std::same_as<append_outcome>;
    { journal.read(stream, sequence, visit) } -> std::same_as<result<void>>;
    { journal.commit(stream, sequence) } -> std::same_as<result<void>>;
};

template <class Journal>
concept policy = requires {
    { Journal::records } -> std::convertible_to<bool>;
}
&&(!Journal::records || engine<Journal>);

}  // namespace workmem::journal
