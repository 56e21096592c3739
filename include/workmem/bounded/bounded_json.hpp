#pragma once

#include <workmem/bounded/audit.hpp>
#include <workmem/bounded/changes.hpp>
#include <workmem/bounded/item_input.hpp>
#include <workmem/journal/reader.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/value/value_json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem {

/// A saved bounded store.
struct bounded_document {
    timestamp as_of{};
    std::int64_t step = 0;
    std::span<const bounded_changes::full_item> items{};
    std::span<const bounded_changes::superseded_item> history{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive.maybe("as_of", self.as_of);
        archive.maybe("step", self.step);
        archive("items", self.items);
        archive.maybe("history", self.history);
    }
};

namespace detail {

/// What a document holds, made ready to be loaded.
struct bounded_content {
    std::int64_t step = 0;
    std::vector<item> items;
    std::vector<past_item> history;
};

/// Reads a saved store; of an item only `text` must be there: without a step it is of the one of
/// the item before it. Errors: `validation_error` naming the member by its path.
template <class Ids, class Tokens>
result<bounded_content> read_bounded(const text::json_view& json, timestamp now, Ids& ids,
                                     const Tokens& tokens) {
    journal::arena memory;
    journal::reader fields{json, memory};
    bounded_document document;
    bounded_document::describe(document, fields);
    if (fields.problem()) return *fields.problem();
    bounded_content out;
    constexpr auto most = (std::numeric_limits<std::int64_t>::max)() / 2;
    if (document.step < 0 || document.step > most)
        return bad_input("step", "0 to " + std::to_string(most), std::to_string(document.step));
    const auto as_of = document.as_of == timestamp{} ? now : document.as_of;
    const auto take = [&](item& each, const std::string& path) -> std::optional<error> {
        if (each.id.empty()) each.id = ids.next();
        if (each.created == timestamp{}) each.created = as_of;
        each.accessed = (std::max)(each.accessed, each.created);
        auto problem = validate(each);
        if (!problem && (each.step < 0 || each.step > most))
            problem = bad_input("step", "0 to " + std::to_string(most), std::to_string(each.step));
        // As often as nobody touches anything; behind it counting would begin anew.
        constexpr std::uint32_t most_accesses = std::uint32_t{1} << 31;
        if (!problem && each.access_count > most_accesses)
            problem = bad_input("accessCount", "at most " + std::to_string(most_accesses),
                                std::to_string(each.access_count));
        if (problem)
            return error{problem->code(), path + '.' + problem->message(), problem->details()};
        each.tokens = line_tokens(tokens, each.text, each.key);
        return std::nullopt;
    };
    std::int64_t step = 0;
    std::vector<std::string_view> names, keys;
    bool numbered = true;
    auto raw = json.find("items").begin();
    for (std::size_t i = 0; i < document.items.size(); ++i, ++raw) {
        auto& each = out.items.emplace_back(*document.items[i].value);
        const auto path = "items[" + std::to_string(i) + ']';
        const auto own_step = raw->find("step");
        if (!own_step || own_step.is_null()) each.step = step;
        if (auto problem = take(each, path)) return std::move(*problem);
        if (each.step < step)
            return bad_input(path + ".step", std::to_string(step) + " or more, as before it",
                             std::to_string(each.step));
        step = each.step;
        numbered = numbered && each.number > (i == 0 ? 0 : out.items[i - 1].number) &&
                   each.number < (std::uint64_t{1} << 62);
    }
    for (std::size_t i = 0; i < out.items.size(); ++i) {
        if (!numbered) out.items[i].number = i + 1;
        names.push_back(out.items[i].id);
        if (!out.items[i].key.empty()) keys.push_back(out.items[i].key);
    }
    for (auto* const list : {&names, &keys}) {
        std::sort(list->begin(), list->end());
        const auto twice = std::adjacent_find(list->begin(), list->end());
        if (twice != list->end())
            return bad_input(list == &names ? "items.id" : "items.key", "different for each item",
                             text::quoted(*twice) + " twice");
    }
    for (std::size_t i = 0; i < document.history.size(); ++i) {
        auto& each = out.history.emplace_back(
            past_item{*document.history[i].value, document.history[i].time});
        if (auto problem = take(each.value, "history[" + std::to_string(i) + ']'))
            return std::move(*problem);
    }
    out.step = (std::max)(document.step, step);
    return out;
}

}  // namespace detail

}  // namespace workmem
