#pragma once

#include <workmem/detail/bytes.hpp>
#include <workmem/detail/hash.hpp>
#include <workmem/detail/slot_index.hpp>
#include <workmem/entity/entity_traits.hpp>
#include <workmem/entity/recency_list.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::detail {

/// Where entities stand: stable slots, one cache line each with what a lookup compares (the key,
/// up to 44 bytes), the entity itself in a second array, order and index beside. Only `grow`
/// allocates. `Identity` says what makes two entities the same.
/// The record in which a value came, for readers that wait until it is durable.
template <bool Wanted>
struct write_mark {
    std::uint64_t written = 0;
};
template <>
struct write_mark<false> {};

/// How often a value was touched since that was recorded, where anything is.
template <bool Wanted>
struct touch_count {
    std::uint32_t unsaved_touches = 0;
};
template <>
struct touch_count<false> {
    static constexpr std::uint32_t unsaved_touches = 0;
};

template <entity_type E, class Identity, bool MarksWrites = false, bool CountsTouches = false>
class entity_slots {
public:
    using traits = entity_traits<E>;
    static constexpr std::size_t inline_key = 44;

    struct alignas(64) key_line {
        timestamp time{};
        std::uint32_t hash = 0;
        std::uint32_t access_count = 0;
        std::uint32_t sizes = 0;  // of id and type
        char key[inline_key];     // id, then type; unused where they do not fit
    };
    struct contents : write_mark<MarksWrites>, touch_count<CountsTouches> {
        E value{};
        milliseconds paused{0};  // how far the line's time is ahead: time that did not count
        std::uint64_t observation = 0;
        std::uint32_t rank = 0;
        std::uint32_t tokens = 0;
        std::uint32_t mark = 0;
        std::uint32_t number = 0;  // in the order in which they came in
    };

    [[nodiscard]] std::size_t slot_count() const noexcept { return order_.slot_count(); }
    [[nodiscard]] std::size_t size() const noexcept { return order_.size(); }
    [[nodiscard]] const recency_list& order() const noexcept { return order_; }
    [[nodiscard]] key_line& at(std::uint32_t slot) noexcept { return lines_[slot]; }
    [[nodiscard]] const key_line& at(std::uint32_t slot) const noexcept { return lines_[slot]; }
    [[nodiscard]] contents& held(std::uint32_t slot) noexcept { return stored_[slot]; }
    [[nodiscard]] const contents& held(std::uint32_t slot) const noexcept { return stored_[slot]; }
    [[nodiscard]] bool owns(const E* value) const noexcept {
        return std::less_equal<>{}(static_cast<const void*>(stored_.data()),
                                   static_cast<const void*>(value)) &&
               std::less<>{}(static_cast<const void*>(value),
                             static_cast<const void*>(stored_.data() + stored_.size()));
    }

    /// The hash of a key; another one once `grow` made many slots of few.
    [[nodiscard]] WORKMEM_INLINE std::uint32_t hash(std::string_view type,
                                                    std::string_view id) const noexcept {
        if (index_.is_small()) return quick_hash(id, Identity::uses_type ? type.size() : 0);
        return seeded_hash(type, id);
    }

    [[nodiscard]] WORKMEM_INLINE std::uint32_t find(std::uint32_t hash, std::string_view type,
                                                    std::string_view id) const noexcept {
        if constexpr (!Identity::uses_type) type = {};
        if (id.size() + type.size() > inline_key) [[unlikely]]
            return find_long(hash, type, id);
        return index_.find(hash, same_key{lines_.data(), type, id, sizes(type, id)});
    }

    /// Room for `count` slots; may invalidate references, changes nothing else.
    void grow(std::size_t count) {
        if (count <= slot_count()) return;
        stored_.reserve(count);  // alone, resize would make room for twice as many
        stored_.resize(count);
        lines_.reserve(count);
        lines_.resize(count);
        index_.reserve(count, [this](auto&& insert) {
            for (std::uint32_t slot = 0; slot < slot_count(); ++slot)
                if (order_.in_use(slot)) {
                    const auto& value = stored_[slot].value;
                    lines_[slot].hash = seeded_hash(traits::type(value), traits::id(value));
                    insert(lines_[slot].hash, slot);
                }
        });
        order_.grow(count);
    }

    /// Takes the first free slot for a key whose value is already assigned to it.
    std::uint32_t insert(std::uint32_t hash, strength level) noexcept {
        const auto slot = order_.insert(level);
        write_key(slot, hash);
        index_.insert(hash, slot);
        lines_[slot].access_count = 0;
        stored_[slot].paused = {};
        stored_[slot].number = ++last_number_;
        return slot;
    }
    /// The number of the last that came in, whatever became of it.
    [[nodiscard]] std::uint32_t last_number() const noexcept { return last_number_; }
    void set_last_number(std::uint32_t number) noexcept { last_number_ = number; }
    void erase(std::uint32_t slot) noexcept {
        index_.erase(lines_[slot].hash, slot);
        order_.erase(slot);
        forget_touches(stored_[slot]);
    }
    WORKMEM_INLINE void touch(std::uint32_t slot, timestamp now, strength level) noexcept {
        auto& line = lines_[slot];
        if (line.time < now) {
            line.time = now;
            stored_[slot].paused = {};
        }
        order_.touch(slot, level);
    }
    /// The value of a slot changed: so may the spelling of its type.
    void rewrite_key(std::uint32_t slot) noexcept { write_key(slot, lines_[slot].hash); }
    void clear() noexcept {
        index_.clear();
        order_.clear();
        for (auto& each : stored_) forget_touches(each);
    }
    static void forget_touches(contents& of) noexcept {
        if constexpr (CountsTouches) of.unsaved_touches = 0;
    }

    [[nodiscard]] entry entry_at(std::uint32_t slot) const noexcept {
        const auto& line = lines_[slot];
        const auto& stored = stored_[slot];
        entry out;
        out.type = traits::type(stored.value);
        out.id = traits::id(stored.value);
        out.name = traits::name(stored.value);
        if constexpr (requires { traits::slug(stored.value); })
            out.slug = traits::slug(stored.value);
        if constexpr (requires { traits::attributes(stored.value); })
            out.attributes = &traits::attributes(stored.value);
        if constexpr (requires { traits::unnamed(stored.value); })
            out.unnamed = traits::unnamed(stored.value);
        out.time = line.time - stored.paused;
        out.order = order_.order(slot);
        out.observation = stored.observation;
        out.rank = stored.rank;
        out.access_count = line.access_count;
        out.level = order_.level(slot);
        out.number = stored.number;
        out.slot = slot;
        return out;
    }

    /// Bytes held beside the entities' own buffers.
    [[nodiscard]] std::size_t memory() const noexcept {
        return lines_.capacity() * sizeof(key_line) + stored_.capacity() * sizeof(contents) +
               order_.memory() + index_.memory();
    }

private:
    [[nodiscard]] WORKMEM_INLINE std::uint32_t seeded_hash(std::string_view type,
                                                           std::string_view id) const noexcept {
        auto value = hash_bytes(id, key_);
        if constexpr (Identity::uses_type) value = hash_bytes(type, key_, value);
        return static_cast<std::uint32_t>(value >> 32);
    }
    static constexpr std::uint32_t sizes(std::string_view type, std::string_view id) noexcept {
        return static_cast<std::uint32_t>(id.size() | type.size() << 16);
    }
    struct same_key {
        const key_line* lines;
        std::string_view type, id;
        std::uint32_t sizes;

        WORKMEM_INLINE bool operator()(std::uint32_t slot) const noexcept {
            const auto& line = lines[slot];
            return line.sizes == sizes && same_bytes(line.key, id.data(), id.size()) &&
                   same_bytes(line.key + id.size(), type.data(), type.size());
        }
    };
    [[nodiscard]] WORKMEM_SELDOM std::uint32_t find_long(std::uint32_t hash, std::string_view type,
                                                         std::string_view id) const noexcept {
        return index_.find(hash, [&](std::uint32_t slot) {
            const auto& value = stored_[slot].value;
            return std::string_view{traits::id(value)} == id &&
                   (!Identity::uses_type || std::string_view{traits::type(value)} == type);
        });
    }

    void write_key(std::uint32_t slot, std::uint32_t hash) noexcept {
        std::string_view type = traits::type(stored_[slot].value);
        const std::string_view id = traits::id(stored_[slot].value);
        if constexpr (!Identity::uses_type) type = {};
        auto& line = lines_[slot];
        line.hash = hash;
        line.sizes = sizes(type, id);
        if (id.size() + type.size() > inline_key) return;
        copy_bytes(line.key, id.data(), id.size());
        copy_bytes(line.key + id.size(), type.data(), type.size());
    }

    std::vector<key_line> lines_;
    std::vector<contents> stored_;
    recency_list order_;
    slot_index index_;
    std::uint32_t last_number_ = 0;
    hash_key key_ = process_key();
};

}  // namespace workmem::detail
