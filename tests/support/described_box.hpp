// A value that says its fields once, for what writes and reads such.
#pragma once

#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace workmem_test {

enum class box_size : std::uint8_t { small, large };

constexpr std::string_view to_string(box_size value) noexcept {
    return value == box_size::small ? "small" : "large";
}
constexpr bool parse_name(std::string_view text, box_size& out) noexcept {
    if (text != "small" && text != "large") return false;
    out = text == "small" ? box_size::small : box_size::large;
    return true;
}

struct box_label {
    std::string text{};
    std::uint32_t copies = 1;

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("text", self.text);
        archive("copies", self.copies);
    }
    friend bool operator==(const box_label&, const box_label&) = default;
};

struct box {
    std::string name{};
    box_size size = box_size::small;
    double weight = 0;
    std::int64_t shelf = 0;
    bool is_open = false;
    workmem::timestamp packed{};
    std::vector<box_label> labels{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.alias("name", "title", self.name);
        archive("size", self.size);
        archive("weight", self.weight);
        archive.maybe("shelf", self.shelf);
        archive("is_open", self.is_open);
        archive("packed", self.packed);
        archive.maybe("labels", self.labels);
    }
    friend bool operator==(const box&, const box&) = default;
};

}  // namespace workmem_test
