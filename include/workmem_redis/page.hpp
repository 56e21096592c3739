#pragma once

#include <workmem_redis/reply.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace workmem::journal {

/// A part of a stream, as the script `page` answers it.
class redis_page {
public:
    explicit redis_page(redis_reply from) : from_{std::move(from)} {}

    /// Whether there is a stream.
    [[nodiscard]] bool is_there() const noexcept { return from_.text(0) == "page"; }
    [[nodiscard]] std::string_view incarnation() const noexcept { return from_.text(1); }
    [[nodiscard]] std::uint64_t oldest() const noexcept { return from_.number(2); }
    [[nodiscard]] std::uint64_t last() const noexcept { return from_.number(3); }
    /// What the last rewrite is known by.
    [[nodiscard]] std::string_view rewritten() const noexcept { return from_.text(4); }
    /// How many records follow the one that was asked for.
    [[nodiscard]] std::size_t size() const noexcept {
        return from_.size() < first ? 0 : from_.size() - first;
    }
    [[nodiscard]] std::string_view bytes(std::size_t i) const noexcept {
        return from_.text(first + i);
    }

private:
    static constexpr std::size_t first = 5;
    redis_reply from_;
};

}  // namespace workmem::journal
