#include "history.hpp"

#include "../ordered_json.hpp"

#include <workmem/text/json.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>

namespace workmem_program {

namespace {

constexpr std::size_t longest_value = 4'000;
constexpr std::size_t longest_text = 1'000;

void shorten(ordered_json& value) {
    if (value.is_string()) {
        auto& text = value.get_ref<std::string&>();
        if (text.size() > longest_text)
            text = std::string{workmem::text::prefix(text, longest_text)} + "…";
    } else if (value.is_structured()) {
        constexpr std::size_t most = 100;
        if (value.is_array() && value.size() > most) {
            value.erase(value.begin() + most, value.end());
            value.push_back("…");
        }
        for (auto& each : value) shorten(each);
    }
}

}  // namespace

std::string shortened_json(std::string json) {
    if (json.size() <= longest_value) return json;
    auto value = workmem::text::parse_json<ordered_json>(json);
    shorten(value);
    return workmem::text::to_json_text(value);
}

std::uint32_t text_numbers::of(std::string_view text) {
    const auto [at, is_new] =
        numbers_.try_emplace(std::string{text}, static_cast<std::uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(&at->first);
    return at->second;
}

std::uint32_t store_history::add_part(history_part what) {
    parts_.push_back(std::move(what));
    held_.emplace_back();
    return static_cast<std::uint32_t>(parts_.size() - 1);
}

void store_history::begin_step(std::uint32_t part) {
    step_ = {};
    step_.part = part;
}

const store_history::section_records* store_history::find(std::string_view section) const {
    for (const auto& each : held_[step_.part])
        if (sections_.at(each.section) == section) return &each;
    return nullptr;
}

store_history::section_records& store_history::at(std::string_view section) {
    if (const auto* const found = find(section)) return const_cast<section_records&>(*found);
    held_[step_.part].push_back({step_.part, sections_.of(section), {}});
    return held_[step_.part].back();
}

void store_history::show(std::string_view section, std::string_view key,
                         const shown_fields& fields) {
    auto& held = at(section);
    const auto [place, is_new] =
        held.by_key.try_emplace(std::string{key}, static_cast<std::uint32_t>(records_.size()));
    const auto number = place->second;
    if (is_new) records_.push_back({step_.part, held.section, std::string{key}, {}, 0, false});
    auto& is = records_[number];
    is.is_there = true;
    is.shown = pass_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> now;
    now.reserve(fields.list().size());
    for (const auto& each : fields.list()) {
        // The key says it already.
        if (each.name == "id" && each.json.size() == key.size() + 2 &&
            std::string_view{each.json}.substr(1, key.size()) == key)
            continue;
        const auto field = fields_.of(each.name);
        if (field == is_time_.size()) is_time_.push_back(each.is_time);
        const auto was = std::find_if(is.fields.begin(), is.fields.end(),
                                      [&](const auto& had) { return had.first == field; });
        if (was != is.fields.end() && values_.at(was->second) == each.json) {
            now.push_back(*was);
            continue;
        }
        now.emplace_back(field, values_.of(each.json));
        step_.operations.push_back({number, field, now.back().second});
    }
    for (const auto& had : is.fields)
        if (std::none_of(now.begin(), now.end(),
                         [&](const auto& has) { return has.first == had.first; }))
            step_.operations.push_back({number, had.first, history_operation::nothing});
    is.fields = std::move(now);
}

void store_history::leave(std::uint32_t number) {
    auto& is = records_[number];
    if (!is.is_there) return;
    is.is_there = false;
    is.fields.clear();
    step_.operations.push_back({number});
}

void store_history::drop(std::string_view section, std::string_view key) {
    const auto* const held = find(section);
    if (held == nullptr) return;
    const auto found = held->by_key.find(std::string{key});
    if (found != held->by_key.end()) leave(found->second);
}

std::string_view store_history::last(std::string_view section, std::string_view key,
                                     std::string_view field) const {
    const auto* const held = find(section);
    if (held == nullptr) return {};
    const auto found = held->by_key.find(std::string{key});
    if (found == held->by_key.end()) return {};
    for (const auto& [name, value] : records_[found->second].fields)
        if (fields_.at(name) == field) return values_.at(value);
    return {};
}

void store_history::end_all(std::string_view section) {
    const auto* const held = find(section);
    if (held == nullptr) return;
    std::vector<std::uint32_t> gone;
    for (const auto& [key, number] : held->by_key)
        if (records_[number].is_there && records_[number].shown != pass_) gone.push_back(number);
    std::sort(gone.begin(), gone.end());
    for (const auto each : gone) leave(each);
}

std::size_t store_history::count(std::string_view section) const {
    const auto* const held = find(section);
    return held == nullptr ? 0 : held->by_key.size();
}

void store_history::end_step(workmem::timestamp time, std::uint64_t sequence, std::string_view kind,
                             std::string_view actor) {
    step_.time = time;
    step_.sequence = sequence;
    step_.kind = kinds_.of(kind);
    step_.actor = actors_.of(actor);
    steps_.push_back(std::move(step_));
}

std::vector<history_step> store_history::take_steps() {
    std::stable_sort(steps_.begin(), steps_.end(),
                     [](const auto& a, const auto& b) { return a.time < b.time; });
    return std::exchange(steps_, {});
}

}  // namespace workmem_program
