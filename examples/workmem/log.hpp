// `workmem log`: what a store says that happened, one change a line.
#pragma once

#include "store.hpp"

#include <workmem/journal/retention.hpp>
#include <workmem/text/json.hpp>
#include <workmem/text/quote.hpp>

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

struct log_options {
    std::string store{};
    std::string stream{};  ///< only this one; all if empty
    std::uint64_t after = 0;
    bool json = false;  ///< the records as they are
};

/// The facts of a recorded change in one line of plain text; what it holds never reaches the
/// terminal as it is.
class change_line {
public:
    explicit change_line(std::string_view record) {
        const auto change = workmem::text::parse_json<nlohmann::ordered_json>(record);
        if (!change.is_object()) {
            text_ = "unreadable: " + shown(record);
            return;
        }
        text_ = fmt::format("{:<24} {:<14}", text_at(change, "time"), text_at(change, "kind"));
        for (auto member = change.begin(); member != change.end(); ++member)
            if (member.key() != "kind" && member.key() != "version" && member.key() != "time")
                add(member.key(), member.value());
    }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    static constexpr std::size_t most = 80;

    static std::string shown(std::string_view text) {
        auto out = workmem::text::escaped(workmem::text::prefix(text, most));
        if (text.size() > most) out += "…";
        return out;
    }
    static std::string text_at(const nlohmann::ordered_json& object, const char* name) {
        const auto found = object.find(name);
        if (found == object.end()) return {};
        return found->is_string() ? shown(found->get_ref<const std::string&>())
                                  : shown(found->dump());
    }
    void add(const std::string& name, const nlohmann::ordered_json& value) {
        text_ += ' ';
        text_ += shown(name);
        text_ += '=';
        if (!value.is_array()) {
            text_ += value.is_string() ? workmem::text::quoted(workmem::text::prefix(
                                             value.get_ref<const std::string&>(), most))
                                       : shown(value.dump());
            return;
        }
        text_ += '[';
        bool first = true;
        for (const auto& each : value) {
            if (!first) text_ += ", ";
            first = false;
            text_ += item(each);
        }
        text_ += ']';
    }
    // `type "name" (id)`, as far as it has them.
    static std::string item(const nlohmann::ordered_json& each) {
        if (!each.is_object()) return shown(each.dump());
        std::string out = text_at(each, "type");
        if (const auto name = text_at(each, "name"); !name.empty()) out += " \"" + name + '"';
        if (const auto id = text_at(each, "id"); !id.empty()) out += " (" + id + ')';
        for (const auto* const fact : {"strength", "cause"})
            if (const auto said = text_at(each, fact); !said.empty()) out += ' ' + said;
        return out.empty() ? shown(each.dump()) : out;
    }

    std::string text_;
};

/// Prints a store's streams and their changes, and on `log` what of them cannot be read; 1 if there
/// is any, else 0. Writes nothing to the store. Throws `workmem::error` where there is no store.
inline int run_log(std::ostream& out, std::ostream& log, const log_options& options) {
    auto store = read_store(options.store).value();
    auto& journal = store.journal;
    unread_parts unread{log};
    auto [streams, problems] = store.list().value();
    for (const auto& each : problems) unread.note(each);
    if (!options.stream.empty()) {
        if (std::find(streams.begin(), streams.end(), options.stream) == streams.end())
            throw workmem::error(workmem::error_code::not_found,
                                 "there is no stream " + workmem::text::quoted(options.stream) +
                                     " in " + quoted_store(options.store));
        streams = {options.stream};
    }
    if (streams.empty() && !options.json) out << "no streams\n";
    for (const auto& name : streams) {
        const auto info = journal.open_stream(name, {});
        if (!info) {
            unread.note(info.error());
            continue;
        }
        if (!options.json)
            out << fmt::format(
                "== {} ({}), {} changes{}\n", workmem::text::quoted(name),
                info->purpose.empty() ? "no purpose" : workmem::text::escaped(info->purpose),
                info->last,
                info->oldest == 0 ? std::string{}
                                  : fmt::format(", those up to {} forgotten", info->oldest));
        const auto from = options.after < info->oldest ? info->oldest : options.after;
        const auto read = journal.read(name, from, [&](const workmem::journal::record& each) {
            if (options.json)
                out << each.bytes << '\n';
            else
                out << fmt::format("{:>8} {}\n", each.sequence, change_line{each.bytes}.text());
        });
        if (!read) unread.note(read.error());
        if (const auto rest = store.unread(name)) unread.note(*rest);
    }
    return unread.status();
}

}  // namespace workmem_program
