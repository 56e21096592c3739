#include "page_data.hpp"

#include <workmem/text/quote.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace workmem_program {

namespace {

constexpr auto nothing = history_operation::nothing;
constexpr auto whole_record = history_operation::whole_record;

void append_number(std::string& out, std::int64_t number) {
    char digits[24];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, number).ptr);
}

/// Writes an array, with commas.
class json_list {
public:
    explicit json_list(std::string& out) : out_{out} { out_ += '['; }
    json_list(const json_list&) = delete;
    json_list& operator=(const json_list&) = delete;
    ~json_list() { out_ += ']'; }

    std::string& next() {
        if (!is_first_) out_ += ',';
        is_first_ = false;
        return out_;
    }
    void number(std::int64_t value) { append_number(next(), value); }
    void text(std::string_view value) { workmem::text::append_quoted(next(), value); }

private:
    std::string& out_;
    bool is_first_ = true;
};

/// Of operations in their order those that later ones leave something of.
void keep_last(std::vector<history_operation>& operations) {
    std::set<std::pair<std::uint32_t, std::uint32_t>> later;
    std::vector<history_operation> kept;
    for (auto each = operations.rbegin(); each != operations.rend(); ++each)
        if (!later.contains({each->record, whole_record}) &&
            later.insert({each->record, each->field}).second)
            kept.push_back(*each);
    std::reverse(kept.begin(), kept.end());
    operations = std::move(kept);
}

/// The steps with `together` older ones put together each, the newest `whole` excepted.
std::vector<history_step> thinned(const std::vector<history_step>& steps, std::size_t whole,
                                  std::size_t together) {
    std::vector<history_step> out;
    const auto older = steps.size() - (std::min)(whole, steps.size());
    for (std::size_t i = 0; i < older;) {
        const auto end = (std::min)(older, i + together);
        auto merged = steps[end - 1];
        merged.operations.clear();
        merged.changes = static_cast<std::uint32_t>(end - i);
        for (; i < end; ++i)
            merged.operations.insert(merged.operations.end(), steps[i].operations.begin(),
                                     steps[i].operations.end());
        keep_last(merged.operations);
        out.push_back(std::move(merged));
    }
    out.insert(out.end(), steps.begin() + static_cast<std::ptrdiff_t>(older), steps.end());
    return out;
}

class encoder {
public:
    encoder(const store_history& history, const std::vector<history_step>& steps)
        : history_{history},
          steps_{steps},
          uses_(history.values().size()),
          value_places_(history.values().size(), nothing),
          record_places_(history.records().size(), nothing) {
        for (const auto& step : steps)
            for (const auto& each : step.operations)
                if (each.value != nothing) ++uses_[each.value];
        encode_patches();
    }

    [[nodiscard]] std::string whole(const std::string& store,
                                    const std::vector<std::string>& notes) const {
        std::string out = R"({"format":1,"store":)";
        workmem::text::append_quoted(out, store);
        out += ",\"notes\":";
        {
            json_list list{out};
            for (const auto& each : notes) list.text(each);
        }
        append_parts(out);
        append_texts(out, "sections", history_.sections());
        append_texts(out, "fields", history_.fields());
        append_texts(out, "kinds", history_.kinds());
        append_texts(out, "actors", history_.actors());
        out += ",\"values\":[" + values_ + "],\"records\":[" + records_ + ']';
        append_steps(out);
        out += ",\"patches\":[" + patches_ + "]}";
        return safe(out);
    }

private:
    // What could end a script element, or a line in old readers of JavaScript.
    static std::string safe(std::string_view json) {
        std::string out;
        out.reserve(json.size());
        for (std::size_t i = 0; i < json.size(); ++i) {
            if (json[i] == '<') {
                out += "\\u003c";
            } else if (json.substr(i, 3) == "\u2028" || json.substr(i, 3) == "\u2029") {
                out += json[i + 2] == '\xA8' ? "\\u2028" : "\\u2029";
                i += 2;
            } else {
                out += json[i];
            }
        }
        return out;
    }
    static void append_texts(std::string& out, const char* name, const text_numbers& texts) {
        out += std::string{",\""} + name + "\":";
        json_list list{out};
        for (std::uint32_t i = 0; i < texts.size(); ++i) list.text(texts.at(i));
    }

    void append_parts(std::string& out) const {
        out += ",\"parts\":";
        json_list list{out};
        for (const auto& each : history_.parts()) {
            auto& to = list.next();
            to += "{\"stream\":";
            workmem::text::append_quoted(to, each.stream);
            to += ",\"memory\":";
            workmem::text::append_quoted(to, each.memory);
            to += ",\"purpose\":";
            workmem::text::append_quoted(to, each.purpose);
            to += ",\"oldest\":" + std::to_string(each.oldest) +
                  ",\"last\":" + std::to_string(each.last) + ",\"limits\":{";
            const char* separator = "";
            for (const auto& [name, most] : each.limits) {
                to += separator + ('"' + std::string{name} + "\":") + std::to_string(most);
                separator = ",";
            }
            to += "}}";
        }
    }

    template <class Number>
    void append_column(std::string& out, const char* name, Number&& number) const {
        out += out.back() == '{' ? "" : ",";
        out += '"' + std::string{name} + "\":";
        json_list list{out};
        for (const auto& each : steps_) list.number(number(each));
    }
    void append_steps(std::string& out) const {
        out += ",\"steps\":{";
        std::int64_t before = 0;
        append_column(out, "time", [&](const history_step& each) {
            const auto time = each.time.time_since_epoch().count();
            return time - std::exchange(before, time);
        });
        append_column(out, "part", [](const auto& each) { return std::int64_t{each.part}; });
        std::vector<std::uint64_t> last(history_.parts().size());
        append_column(out, "sequence", [&](const history_step& each) {
            return static_cast<std::int64_t>(each.sequence -
                                             std::exchange(last[each.part], each.sequence));
        });
        append_column(out, "kind", [](const auto& each) { return std::int64_t{each.kind}; });
        append_column(out, "actor", [](const auto& each) { return std::int64_t{each.actor}; });
        append_column(out, "changes", [](const auto& each) { return std::int64_t{each.changes}; });
        const auto put_together = std::count_if(steps_.begin(), steps_.end(),
                                                [](const auto& each) { return each.changes > 1; });
        out += "},\"thinned\":" + std::to_string(put_together);
    }

    void encode_patches() {
        for (const auto& step : steps_) {
            patches_ += patches_.empty() ? "[" : ",[";
            auto last = nothing;
            for (const auto& each : step.operations) {
                if (each.field == whole_record) {
                    if (last != nothing) patches_ += ']';
                    separate();
                    append_number(patches_, place_of_record(each.record));
                    patches_ += ",0";
                    last = nothing;
                    continue;
                }
                if (each.record != last) {
                    if (last != nothing) patches_ += ']';
                    separate();
                    append_number(patches_, place_of_record(each.record));
                    patches_ += ",[";
                    last = each.record;
                } else {
                    patches_ += ',';
                }
                append_field(step, each);
            }
            if (last != nothing) patches_ += ']';
            patches_ += ']';
        }
    }
    void separate() {
        if (patches_.back() != '[') patches_ += ',';
    }
    void append_field(const history_step& step, const history_operation& what) {
        const auto code = [&](int form) {
            append_number(patches_, 4 * std::int64_t{what.field} + form);
            patches_ += ',';
        };
        if (what.value == nothing) {
            code(2);
            patches_ += '0';
            return;
        }
        const auto& text = history_.values().at(what.value);
        std::int64_t time = 0;
        if (history_.is_time(what.field)) {
            std::from_chars(text.data(), text.data() + text.size(), time);
            code(3);
            append_number(patches_, time - step.time.time_since_epoch().count());
            return;
        }
        constexpr std::size_t shortest = 6;
        if (uses_[what.value] < 2 || text.size() < shortest) {
            code(0);
            patches_ += text;
            return;
        }
        code(1);
        auto& place = value_places_[what.value];
        if (place == nothing) {
            place = value_count_++;
            if (!values_.empty()) values_ += ',';
            values_ += text;
        }
        append_number(patches_, place);
    }
    std::int64_t place_of_record(std::uint32_t number) {
        auto& place = record_places_[number];
        if (place == nothing) {
            place = record_count_++;
            const auto& is = history_.records()[number];
            if (!records_.empty()) records_ += ',';
            append_number(records_, is.part);
            records_ += ',';
            append_number(records_, is.section);
            records_ += ',';
            workmem::text::append_quoted(records_, is.key);
        }
        return place;
    }

    const store_history& history_;
    const std::vector<history_step>& steps_;
    std::vector<std::uint32_t> uses_;
    std::vector<std::uint32_t> value_places_, record_places_;
    std::uint32_t value_count_ = 0, record_count_ = 0;
    std::string values_, records_, patches_;
};

}  // namespace

std::string page_data(const store_history& history, std::vector<history_step> steps,
                      const std::string& store, const std::vector<std::string>& notes,
                      std::size_t most_bytes) {
    auto out = encoder{history, steps}.whole(store, notes);
    // The newest half of the changes stays as it is, else an eighth, and so on.
    for (auto whole = steps.size() / 2; out.size() > most_bytes; whole /= 4) {
        const auto with = [&](std::size_t together) {
            return encoder{history, thinned(steps, whole, together)}.whole(store, notes);
        };
        auto coarsest = with((std::max)(steps.size(), std::size_t{1}));
        const bool fits = coarsest.size() <= most_bytes;
        for (std::size_t together = 8; fits && together < steps.size(); together *= 8)
            if (out = with(together); out.size() <= most_bytes) return out;
        out = std::move(coarsest);
        if (whole == 0) break;
    }
    return out;
}

}  // namespace workmem_program
