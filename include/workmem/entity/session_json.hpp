#pragma once

#include <workmem/entity/changes.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/journal/writer.hpp>
#include <workmem/result.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/time/clock.hpp>
#include <workmem/value/value_json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem {

struct load_options {
    clock_gap gap = clock_gap::pause;
};

struct save_options {
    /// Says also in which order the entities came in, where that is not the order of their last
    /// touches: their lines in an agent's prompt stand in it.
    bool numbered = false;
};

/// A saved entity memory: its entities, newest first, and when the last of it happened.
template <class E>
struct session_document {
    timestamp as_of{};
    std::span<const entity_changes::full_item<E>> entities{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("as_of", self.as_of);
        archive("entities", self.entities);
    }
};

/// More than anybody observes, and far from where counting would begin again.
inline constexpr std::uint64_t most_observations = std::uint64_t{1} << 53;
inline constexpr std::uint32_t most_loaded_accesses = std::uint32_t{1} << 31;
inline constexpr std::uint32_t most_loaded_number = std::uint32_t{1} << 31;
/// No break is longer than a millennium.
inline constexpr milliseconds longest_pause = std::chrono::hours{24} * 366 * 1000;

/// Counts the entities from 1 in the order in which they came in; leaves the numbers out where their
/// list, newest first, says as much, and where nobody asked for them.
template <class E>
void number_for_document(std::span<entity_changes::full_item<E>> newest_first,
                         const save_options& how) {
    if (!how.numbered) {
        for (auto& each : newest_first) each.number = 0;
        return;
    }
    std::vector<entity_changes::full_item<E>*> by_number;
    for (auto& each : newest_first) by_number.push_back(&each);
    std::stable_sort(by_number.begin(), by_number.end(),
                     [](const auto* a, const auto* b) { return a->number > b->number; });
    bool differs = false;
    for (std::size_t i = 0; i < by_number.size(); ++i)
        differs = differs || by_number[i] != &newest_first[i];
    for (std::size_t i = 0; i < by_number.size(); ++i)
        by_number[i]->number = differs ? static_cast<std::uint32_t>(by_number.size() - i) : 0;
}

/// Reads `{"entities":[{type,id,name,slug,timestamp,…}],"as_of":…}`; only `entities`, and in them
/// `type`, `id` and `name` (or `label`), must be there. A time of 0, the beginning of 1970, counts
/// as none. The document's text is borrowed. Errors:
/// `validation_error` naming the member by its path.
template <class E>
result<session_document<E>> read_session(const text::json_view& json, journal::arena& memory,
                                         timestamp now) {
    journal::reader fields{json, memory};
    session_document<E> document;
    session_document<E>::describe(document, fields);
    if (fields.problem()) return *fields.problem();
    for (const auto& each : document.entities)
        document.as_of = (std::max)(document.as_of, each.time);
    if (document.as_of == timestamp{}) document.as_of = now;
    auto* const items = memory.make<entity_changes::full_item<E>>(document.entities.size());
    std::copy(document.entities.begin(), document.entities.end(), items);
    for (std::size_t i = 0; i < document.entities.size(); ++i) {
        const auto refuse = [&](const char* member, const std::string& allowed,
                                const std::string& value) {
            const auto path = "entities[" + std::to_string(i) + "]." + member;
            return error{error_code::validation_error,
                         path + " must be " + allowed + ", is " + value,
                         {{"member", path}}};
        };
        if (items[i].time == timestamp{}) items[i].time = document.as_of;
        if (items[i].paused.count() < 0 || items[i].paused > longest_pause)
            return refuse("paused", "0 to " + std::to_string(longest_pause.count()) + " ms",
                          std::to_string(items[i].paused.count()));
        if (items[i].observation > most_observations)
            return refuse("observation", "0 to " + std::to_string(most_observations),
                          std::to_string(items[i].observation));
        if (items[i].access_count > most_loaded_accesses)
            return refuse("accessCount", "0 to " + std::to_string(most_loaded_accesses),
                          std::to_string(items[i].access_count));
        if (items[i].number > most_loaded_number)
            return refuse("number", "0 to " + std::to_string(most_loaded_number),
                          std::to_string(items[i].number));
    }
    document.entities = {items, document.entities.size()};
    return document;
}

}  // namespace workmem
