#pragma once

#include <workmem/value/entity.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

/// What every window in these benchmarks holds and is asked for.
namespace bench {

inline constexpr std::array<std::string_view, 5> types{"page", "section", "order", "ticket",
                                                       "product"};

/// A key to ask for or to add under.
struct key {
    std::string_view type;
    std::string_view id;
};

/// Keys number `from` to `from + count`, with ids of 6 to 12 bytes; neighbours have nothing in
/// common. In random order they repeat up to 1,024: too many for a branch predictor to learn by
/// heart, few enough to stay in the first cache beside a small window. The same for everybody.
class key_sequence {
public:
    enum class order { as_numbered, random };

    key_sequence(std::size_t from, std::size_t count, order how) : texts_(count) {
        std::vector<std::size_t> numbers(count);
        for (std::size_t i = 0; i < count; ++i) numbers[i] = from + i;
        std::mt19937 random{42};
        if (how == order::random) std::shuffle(numbers.begin(), numbers.end(), random);
        for (std::size_t i = 0; i < count; ++i) keys_.push_back(written(numbers[i], texts_[i]));
        if (how == order::as_numbered) return;
        while (keys_.size() < 1'024) keys_.push_back(keys_[random() % count]);
    }
    [[nodiscard]] std::size_t size() const noexcept { return keys_.size(); }
    [[nodiscard]] const key& operator[](std::size_t i) const noexcept { return keys_[i]; }
    [[nodiscard]] auto begin() const noexcept { return keys_.begin(); }
    [[nodiscard]] auto end() const noexcept { return keys_.end(); }

private:
    using text = std::array<char, 14>;

    static key written(std::size_t n, text& into) {
        const auto type = types[n % types.size()];
        const auto number = 1'000 + (n * 2'654'435'761U) % 4'294'967'291U;  // a prime: no repeats
        into[0] = type[0];
        into[1] = '-';
        const auto end = std::to_chars(into.data() + 2, into.data() + into.size(), number).ptr;
        return {type, {into.data(), end}};
    }

    std::vector<text> texts_;
    std::vector<key> keys_;
};

/// Entities as an agent meets them: a name of up to 20 bytes and one attribute. They are made
/// before the clock runs; `with` only writes the id.
class typical_entities {
public:
    typical_entities() {
        constexpr std::array<std::string_view, 8> names{
            "Home",    "About us",          "Spring collection", "Invoice 2024-117",
            "Contact", "Broken login link", "Blue denim jacket", "Terms and conditions"};
        constexpr std::array<std::string_view, 3> states{"draft", "published", "archived"};
        for (std::size_t i = 0; i < made_.size(); ++i) {
            auto& each = made_[i];
            each.type = types[i % types.size()];
            each.name = names[i % names.size()];
            each.attributes.push_back({"status", std::string{states[i % states.size()]}});
        }
    }
    [[nodiscard]] const workmem::entity& with(const key& which) noexcept {
        const auto type = std::find(types.begin(), types.end(), which.type) - types.begin();
        auto& out = made_[static_cast<std::size_t>(type) + types.size() * (next_++ % variants)];
        out.id = workmem::entity_id{which.id};
        return out;
    }

private:
    static constexpr std::size_t variants = 8;

    std::array<workmem::entity, types.size() * variants> made_;
    std::size_t next_ = 0;
};

}  // namespace bench
