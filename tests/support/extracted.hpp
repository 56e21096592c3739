// What the extractor finds in a result, told in lines.
#pragma once

#include <workmem/extraction/extractor.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_writer.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace workmem_test {

inline const nlohmann::json nothing_given = nlohmann::json::object();

inline workmem::extracted run(std::string_view tool, const nlohmann::json& result,
                              const nlohmann::json& arguments = nothing_given,
                              const workmem::extraction_options& options = {}) {
    return workmem::extraction::generic{}.extract(tool, arguments, result, options);
}
inline workmem::extracted run(std::string_view tool, const char* result) {
    return run(tool, nlohmann::json::parse(result));
}

// A document as JSON; empty where there is none.
inline std::string json_of(const workmem::text::json_document& read) {
    return read ? workmem::text::to_json_text(read.root()) : std::string{};
}

// "type id name" of every entity, one a line.
inline std::string told(const workmem::extracted& found) {
    std::string out;
    for (const auto& each : found.entities) {
        if (!out.empty()) out += '\n';
        out += each.type + ' ' + each.id.text() + ' ' + each.name;
    }
    return out;
}

// "name=value" of every attribute that is a text, one a line.
inline std::string texts_of(const workmem::entity& of) {
    std::string out;
    for (const auto& each : of.attributes)
        if (const auto* const text = std::get_if<std::string>(&each.value))
            out += each.name + '=' + *text + '\n';
    return out;
}

inline std::string why(const std::vector<workmem::extraction_note>& notes, std::string_view step) {
    for (const auto& note : notes)
        if (note.step == step) return note.why;
    return {};
}

}  // namespace workmem_test
