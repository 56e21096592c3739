#pragma once

#include <workmem/detail/cxx20.hpp>

#include <hiredis/hiredis.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace workmem::journal {

/// What a server answered, or nothing. Owns it; movable.
class redis_reply {
public:
    redis_reply() noexcept = default;
    explicit redis_reply(void* held) noexcept : held_{static_cast<redisReply*>(held)} {}

    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }
    [[nodiscard]] bool is_error() const noexcept { return held_->type == REDIS_REPLY_ERROR; }
    [[nodiscard]] bool is_nil() const noexcept { return held_->type == REDIS_REPLY_NIL; }
    [[nodiscard]] std::int64_t integer() const noexcept { return held_->integer; }
    /// The bytes of a text or an error; none of anything else.
    [[nodiscard]] std::string_view text() const noexcept { return text_of(held_.get()); }

    /// How many elements it has.
    [[nodiscard]] std::size_t size() const noexcept {
        return held_->type == REDIS_REPLY_ARRAY ? held_->elements : 0;
    }
    [[nodiscard]] std::string_view text(std::size_t i) const noexcept {
        return i < size() ? text_of(held_->element[i]) : std::string_view{};
    }
    [[nodiscard]] std::uint64_t number(std::size_t i) const noexcept {
        std::uint64_t out = 0;
        const auto digits = text(i);
        std::from_chars(digits.data(), digits.data() + digits.size(), out);
        return out;
    }
    /// An element that has elements: the text of one of those.
    [[nodiscard]] std::size_t size_of(std::size_t i) const noexcept {
        return i < size() && held_->element[i]->type == REDIS_REPLY_ARRAY
                   ? held_->element[i]->elements
                   : 0;
    }
    [[nodiscard]] std::string_view text(std::size_t i, std::size_t j) const noexcept {
        return j < size_of(i) ? text_of(held_->element[i]->element[j]) : std::string_view{};
    }

private:
    struct release {
        void operator()(redisReply* each) const noexcept { freeReplyObject(each); }
    };
    [[nodiscard]] static std::string_view text_of(const redisReply* from) noexcept {
        if (from->type != REDIS_REPLY_STRING && from->type != REDIS_REPLY_STATUS &&
            from->type != REDIS_REPLY_ERROR)
            return {};
        return {from->str, from->len};
    }

    std::unique_ptr<redisReply, release> held_;
};

}  // namespace workmem::journal
