// What the records of a store's memories were after each change, as operations on fields.
#pragma once

#include "shown_fields.hpp"

#include <workmem/time/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace workmem_program {

/// Texts by number, each once.
class text_numbers {
public:
    std::uint32_t of(std::string_view text);
    [[nodiscard]] const std::string& at(std::uint32_t number) const { return *texts_[number]; }
    [[nodiscard]] std::size_t size() const noexcept { return texts_.size(); }

private:
    std::unordered_map<std::string, std::uint32_t> numbers_{};
    std::vector<const std::string*> texts_{};
};

/// One memory of one stream.
struct history_part {
    std::string stream{};
    std::string memory{};
    std::string purpose{};
    std::uint64_t oldest = 0;  ///< changes up to this one are forgotten
    std::uint64_t last = 0;
    std::vector<std::pair<std::string_view, std::uint64_t>> limits{};
};

/// A field of a record gets a value or loses it, or the record leaves.
struct history_operation {
    static constexpr std::uint32_t whole_record = ~std::uint32_t{0};
    static constexpr std::uint32_t nothing = ~std::uint32_t{0};

    std::uint32_t record = 0;
    std::uint32_t field = whole_record;
    std::uint32_t value = nothing;
};

/// A change, or several that were put together.
struct history_step {
    workmem::timestamp time{};
    std::uint32_t part = 0;
    std::uint64_t sequence = 0;
    std::uint32_t kind = 0;
    std::uint32_t actor = 0;
    std::uint32_t changes = 1;
    std::vector<history_operation> operations{};
};

/// Compares records with what they were before, and keeps what is different.
class store_history {
public:
    struct record {
        std::uint32_t part = 0;
        std::uint32_t section = 0;
        std::string key{};
        std::vector<std::pair<std::uint32_t, std::uint32_t>> fields{};  // by number, values
        std::uint64_t shown = 0;
        bool is_there = false;
    };

    std::uint32_t add_part(history_part what);
    [[nodiscard]] history_part& part(std::uint32_t number) { return parts_[number]; }

    /// A change of a part comes. What is shown until `end_step` belongs to it.
    void begin_step(std::uint32_t part);
    /// A record of the part as it is now.
    void show(std::string_view section, std::string_view key, const shown_fields& fields);
    /// It is not there any more.
    void drop(std::string_view section, std::string_view key);
    /// What a field of a record was last, as JSON; empty where it has none.
    [[nodiscard]] std::string_view last(std::string_view section, std::string_view key,
                                        std::string_view field) const;
    /// All of a section's records are shown between these two: what is not shown has left.
    void begin_all() noexcept { ++pass_; }
    void end_all(std::string_view section);
    [[nodiscard]] std::size_t count(std::string_view section) const;
    void end_step(workmem::timestamp time, std::uint64_t sequence, std::string_view kind,
                  std::string_view actor);

    [[nodiscard]] const std::vector<history_part>& parts() const noexcept { return parts_; }
    [[nodiscard]] const std::vector<record>& records() const noexcept { return records_; }
    [[nodiscard]] const text_numbers& sections() const noexcept { return sections_; }
    [[nodiscard]] const text_numbers& fields() const noexcept { return fields_; }
    [[nodiscard]] bool is_time(std::uint32_t field) const noexcept { return is_time_[field]; }
    [[nodiscard]] const text_numbers& values() const noexcept { return values_; }
    [[nodiscard]] const text_numbers& kinds() const noexcept { return kinds_; }
    [[nodiscard]] const text_numbers& actors() const noexcept { return actors_; }
    /// Those of all parts by time; of each part in their order.
    [[nodiscard]] std::vector<history_step> take_steps();

private:
    struct section_records {
        std::uint32_t part = 0;
        std::uint32_t section = 0;
        std::unordered_map<std::string, std::uint32_t> by_key{};
    };

    [[nodiscard]] const section_records* find(std::string_view section) const;
    section_records& at(std::string_view section);
    void leave(std::uint32_t number);

    std::vector<history_part> parts_{};
    std::vector<std::vector<section_records>> held_{};  // of each part
    std::vector<record> records_{};
    std::vector<history_step> steps_{};
    std::vector<bool> is_time_{};
    text_numbers sections_{}, fields_{}, values_{}, kinds_{}, actors_{};
    history_step step_{};
    std::uint64_t pass_ = 0;
};

}  // namespace workmem_program
