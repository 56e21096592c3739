#pragma once

#include <workmem/session/session_memory.hpp>
#include <workmem/text/utf8.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace workmem {

namespace detail {

// Tags and metadata as bytes: a size before each text, the kind before each value.

class packed_size {
public:
    void number(const void*, std::size_t size) noexcept { bytes_ += size; }
    [[nodiscard]] std::size_t bytes() const noexcept { return bytes_; }

private:
    std::size_t bytes_ = 0;
};
class packed_bytes {
public:
    explicit packed_bytes(char* at) noexcept : at_{at} {}
    void number(const void* from, std::size_t size) noexcept {
        if (size != 0) std::memcpy(at_, from, size);
        at_ += size;
    }

private:
    char* at_;
};

template <class To, class T>
void pack(To& to, T value) noexcept requires std::is_trivially_copyable_v<T> {
    to.number(&value, sizeof value);
}
template <class To>
void pack(To& to, std::string_view text) noexcept {
    pack(to, static_cast<std::uint32_t>(text.size()));
    to.number(text.data(), text.size());
}
template <class To>
void pack(To& to, const attribute& each) noexcept {
    pack(to, std::string_view{each.name});
    pack(to, static_cast<std::uint8_t>(each.value.index()));
    if (const auto* const text = std::get_if<std::string>(&each.value))
        pack(to, std::string_view{*text});
    else if (const auto* const whole = std::get_if<std::int64_t>(&each.value))
        pack(to, *whole);
    else if (const auto* const part = std::get_if<double>(&each.value))
        pack(to, *part);
    else if (const auto* const truth = std::get_if<bool>(&each.value))
        pack(to, *truth);
}
template <class To>
void pack(To& to, const std::vector<std::string>& tags, const attribute_list& metadata) noexcept {
    if (tags.empty() && metadata.empty()) return;
    pack(to, static_cast<std::uint32_t>(tags.size()));
    for (const auto& each : tags) pack(to, std::string_view{each});
    pack(to, static_cast<std::uint32_t>(metadata.size()));
    for (const auto& each : metadata) pack(to, each);
}

class unpacking {
public:
    explicit unpacking(const char* at) noexcept : at_{at} {}
    template <class T>
    [[nodiscard]] T number() noexcept {
        T value{};
        std::memcpy(&value, at_, sizeof value);
        at_ += sizeof value;
        return value;
    }
    [[nodiscard]] std::string_view text() noexcept {
        const auto size = number<std::uint32_t>();
        const std::string_view out{at_, size};
        at_ += size;
        return out;
    }
    [[nodiscard]] scalar value() {
        switch (number<std::uint8_t>()) {
            case 0: return std::string{text()};
            case 1: return number<std::int64_t>();
            case 2: return number<double>();
            case 3: return number<bool>();
            default: return nullptr;
        }
    }

private:
    const char* at_;
};
static_assert(std::variant_size_v<scalar::variant> == 5);

}  // namespace detail

/// A memory as a session holds it: what is asked often in one place of 64 bytes, all its text in
/// one block, and elsewhere what few memories have. Copyable; nothrow movable.
class held_memory {
    struct seldom {
        std::vector<relation> relations{};
        std::optional<promotion_mark> promoted{};
    };

public:
    held_memory() = default;
    /// With another id than it says.
    held_memory(const session_memory& from, std::string_view id)
        : created{from.created},
          expires{from.expires},
          access_count{from.access_count},
          priority{from.priority},
          length{static_cast<std::uint32_t>(text::length(from.content))},
          id_size_{static_cast<std::uint32_t>(id.size())},
          content_size_{static_cast<std::uint32_t>(from.content.size())} {
        detail::packed_size rest;
        detail::pack(rest, from.tags, from.metadata);
        rest_size_ = static_cast<std::uint32_t>(rest.bytes());
        // Not std::make_unique, which would write zeros first.
        bytes_.reset(new char[bytes()]);
        std::memcpy(bytes_.get(), id.data(), id.size());
        if (content_size_ != 0)
            std::memcpy(bytes_.get() + id_size_, from.content.data(), content_size_);
        detail::packed_bytes to{bytes_.get() + id_size_ + content_size_};
        detail::pack(to, from.tags, from.metadata);
        if (!from.relations.empty() || from.promoted)
            seldom_ = std::make_unique<seldom>(seldom{from.relations, from.promoted});
    }
    held_memory(const held_memory& other)
        : created{other.created},
          expires{other.expires},
          access_count{other.access_count},
          unsaved_accesses{other.unsaved_accesses},
          priority{other.priority},
          length{other.length},
          id_size_{other.id_size_},
          content_size_{other.content_size_},
          rest_size_{other.rest_size_} {
        if (!other.bytes_) return;
        bytes_.reset(new char[bytes()]);
        std::memcpy(bytes_.get(), other.bytes_.get(), bytes());
        if (other.seldom_) seldom_ = std::make_unique<seldom>(*other.seldom_);
    }
    held_memory(held_memory&&) noexcept = default;
    held_memory& operator=(const held_memory& other) { return *this = held_memory{other}; }
    held_memory& operator=(held_memory&&) noexcept = default;
    ~held_memory() = default;

    [[nodiscard]] std::string_view id() const noexcept { return {bytes_.get(), id_size_}; }
    [[nodiscard]] std::string_view content() const noexcept {
        return {bytes_.get() + id_size_, content_size_};
    }
    [[nodiscard]] bool is_promoted() const noexcept { return seldom_ && seldom_->promoted; }
    [[nodiscard]] std::optional<promotion_mark> promoted() const {
        return seldom_ ? seldom_->promoted : std::nullopt;
    }
    [[nodiscard]] std::vector<relation> relations() const {
        return seldom_ ? seldom_->relations : std::vector<relation>{};
    }
    [[nodiscard]] bool has_tag(std::string_view tag) const noexcept {
        if (rest_size_ == 0) return false;
        detail::unpacking rest{bytes_.get() + id_size_ + content_size_};
        for (auto left = rest.number<std::uint32_t>(); left > 0; --left)
            if (rest.text() == tag) return true;
        return false;
    }
    /// With everything but its importance.
    [[nodiscard]] session_memory copy() const {
        session_memory out{
            .id = std::string{id()}, .content = std::string{content()}, .priority = priority};
        if (rest_size_ != 0) {
            detail::unpacking rest{bytes_.get() + id_size_ + content_size_};
            const auto tags = rest.number<std::uint32_t>();
            out.tags.reserve(tags);
            for (std::uint32_t i = 0; i < tags; ++i) out.tags.emplace_back(rest.text());
            const auto members = rest.number<std::uint32_t>();
            out.metadata.reserve(members);
            for (std::uint32_t i = 0; i < members; ++i) {
                std::string name{rest.text()};
                out.metadata.push_back({std::move(name), rest.value()});
            }
        }
        if (seldom_) {
            out.relations = seldom_->relations;
            out.promoted = seldom_->promoted;
        }
        out.created = created;
        out.expires = expires;
        out.access_count = access_count;
        return out;
    }

    /// Room for one relation more, and for where it is promoted to.
    void reserve_seldom() {
        if (!seldom_) seldom_ = std::make_unique<seldom>();
        auto& all = seldom_->relations;
        all.reserve(all.size() + 1);
    }
    /// After `reserve_seldom`.
    void relate(relation&& to) noexcept { seldom_->relations.push_back(std::move(to)); }
    void promote(promotion_mark&& to) noexcept { seldom_->promoted = std::move(to); }

    timestamp created{};
    timestamp expires{};
    std::uint64_t access_count = 1;
    std::uint32_t unsaved_accesses = 0;  ///< that no record has carried yet
    workmem::priority priority = workmem::priority::medium;
    std::uint32_t length = 0;  ///< of the content, in code points

private:
    [[nodiscard]] std::size_t bytes() const noexcept {
        return std::size_t{id_size_} + content_size_ + rest_size_;
    }

    std::uint32_t id_size_ = 0, content_size_ = 0, rest_size_ = 0;
    std::unique_ptr<char[]> bytes_{};  // id, content, then tags and metadata if there are any
    std::unique_ptr<seldom> seldom_{};
};
static_assert(sizeof(void*) != 8 || sizeof(held_memory) == 64);

}  // namespace workmem
