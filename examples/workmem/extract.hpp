// `workmem extract`: the entities of tool results, one JSON line in, one out.
#pragma once

#include "lines.hpp"

#include <workmem/extraction/extractor.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>

#include <nlohmann/json.hpp>

#include <istream>
#include <ostream>
#include <string>
#include <string_view>

namespace workmem_program {

namespace detail {

inline nlohmann::ordered_json entities_line(const nlohmann::ordered_json& name,
                                            const workmem::extracted& found) {
    auto list = nlohmann::ordered_json::array();
    for (const auto& each : found.entities) {
        nlohmann::ordered_json line;
        line["type"] = each.type;
        line["id"] = each.id.text();
        line["name"] = each.name;
        list.push_back(std::move(line));
    }
    nlohmann::ordered_json out;
    out["case"] = name;
    out["entities"] = std::move(list);
    return out;
}

inline void write_block(std::ostream& out, const nlohmann::ordered_json& name,
                        const workmem::extracted& found,
                        const std::vector<workmem::extraction_note>& notes) {
    out << workmem::text::to_json_text(name) << '\n';
    for (const auto& note : notes)
        out << "  " << note.step
            << std::string(note.step.size() < 10 ? 10 - note.step.size() : 1, ' ')
            << workmem::text::quoted(note.saw) << ": " << workmem::text::escaped(note.why) << '\n';
    if (found.failed) out << "  = an error; nothing is touched\n";
    for (const auto& each : found.entities)
        out << "  = " << (found.removal ? "removed " : "") << workmem::text::escaped(each.type) << ' '
            << workmem::text::quoted(each.name) << " (" << workmem::text::escaped(each.id.text())
            << ")\n";
    for (const auto& each : found.acted_on)
        out << "  = " << (found.removal ? "removed " : "acted on ") << workmem::text::escaped(each.type) << " ("
            << workmem::text::escaped(each.id.text()) << ")\n";
    if (found.omitted > 0) out << "  = and " << found.omitted << " more\n";
    if (!found.failed && found.entities.empty() && found.acted_on.empty()) out << "  = nothing\n";
}

// A line that says which tool returned what.
inline void require_result(const nlohmann::ordered_json& line) {
    if (!line.contains("case")) refuse("it has no \"case\"");
    if (!line.contains("tool") || !line["tool"].is_string())
        refuse("it has no \"tool\" that is a string");
    if (!line.contains("result")) refuse("it has no \"result\"");
}

}  // namespace detail

/// Reads lines `{"case", "tool", "result"[, "arguments" or "args"]}` and writes a line
/// `{"case", "entities": [{"type", "id", "name"}]}` for each, or with `explain` a block that says
/// what every step saw. A line that cannot be used is reported to `log` with its number and
/// skipped; then the answer is 1, else 0.
inline int run_extract(std::istream& in, std::ostream& out, std::ostream& log, bool explain,
                       const progress& report = {}) {
    using nlohmann::ordered_json;
    const workmem::extraction::generic extractor;
    return for_each_line(in, log, report, [&](const ordered_json& line) {
        detail::require_result(line);
        static const ordered_json none = ordered_json::object();
        const auto& arguments = line.contains("arguments") ? line["arguments"]
                                : line.contains("args")    ? line["args"]
                                                           : none;
        const auto& tool = line["tool"].get_ref<const std::string&>();
        const auto found = extractor.extract(tool, arguments, line["result"]);
        if (explain)
            detail::write_block(out, line["case"], found,
                                extractor.explain(tool, arguments, line["result"]));
        else
            out << workmem::text::to_json_text(detail::entities_line(line["case"], found)) << '\n';
    });
}

}  // namespace workmem_program
