#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/printed/lines.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/things.hpp>

#include <algorithm>

namespace workmem::extraction::printed {

WORKMEM_DECL void things::add(std::string_view type, std::string_view id, std::string_view name) {
    added_ = false;
    if (id.size() > most_.id_bytes) return;
    auto key = clean(trimmed(id), most_.id_bytes);
    if (key.empty()) return;
    std::uint32_t rank = 1;
    for (const auto& each : found_) {
        if (each.type != type) continue;
        if (each.id == key) return;
        ++rank;
    }
    if (rank > most_.of_a_type) {
        if (left_out_ != key) ++omitted_;
        left_out_ = std::move(key);
        return;
    }
    entity made;
    made.type = type;
    if (name.ends_with("\\n")) name.remove_suffix(2);
    made.name = clean(trimmed(name), most_.name_bytes);
    if (made.name.empty()) made.name = clean(key, most_.name_bytes);
    made.id = entity_id{std::move(key)};
    made.rank = rank;
    found_.push_back(std::move(made));
    added_ = true;
}

WORKMEM_DECL void things::add_path(std::string_view type, std::string_view path) {
    if (path.empty() || path == "." || path == "..") return;
    // Without its line break it would be the path of another file.
    if (trimmed(path).find_first_of("\r\n") != std::string_view::npos) return;
    add(type, path, base_name(path));
}

WORKMEM_DECL void things::add_at(std::string_view type, std::string_view path,
                                 std::string_view line, std::string_view column,
                                 std::string_view name) {
    std::string id{path};
    for (const auto part : {line, column})
        if (!part.empty()) (id += ':') += part;
    add(type, id, name);
}

WORKMEM_DECL void things::describe(std::string_view attribute, std::string_view value) {
    constexpr std::size_t most = 12;
    if (!added_ || found_.back().attributes.size() >= most) return;
    found_.back().attributes.push_back({std::string{attribute}, clean(value, most_.name_bytes)});
}

}  // namespace workmem::extraction::printed
