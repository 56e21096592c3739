#pragma once

#include <workmem/config.hpp>
#include <workmem/entity/prompt_format.hpp>

namespace workmem::prompt_format {

WORKMEM_DECL void grouped::append_line(std::string& out, std::string_view type,
                                       std::string_view name, std::string_view id) {
    constexpr std::string_view before = "\n  - \"", between = "\" (", after = ")";
    if (name.empty()) {
        out += before;
        out += "Unnamed ";
        text::append_escaped(out, type);
    } else if (name.size() + id.size() <= 200 && text::is_plain(name) && text::is_plain(id)) {
        // The usual line, put together in one place.
        char line[256];
        char* end = line;
        const auto put = [&end](std::string_view part) {
            workmem::detail::copy_bytes(end, part.data(), part.size());
            end += part.size();
        };
        put(before);
        put(name);
        put(between);
        put(id);
        put(after);
        out.append(line, static_cast<std::size_t>(end - line));
        return;
    } else {
        out += before;
        text::append_escaped(out, name);
    }
    out += between;
    text::append_escaped(out, id);
    out += after;
}

WORKMEM_DECL std::string grouped::to_heading(std::string_view type) {
    const bool noun = std::all_of(type.begin(), type.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               c == '_' || c == '-' || c == '.' || c == ' ' ||
               static_cast<unsigned char>(c) >= 0x80;
    });
    std::string out;
    if (noun)
        text::append_escaped(out, text::plural(type));
    else
        text::append_quoted(out, type);
    return out;
}

WORKMEM_DECL const std::string& grouped::heading(std::string_view type) {
    struct known {
        std::string type, plural;
    };
    static thread_local std::array<known, 16> all;
    static thread_local std::size_t next = 0;
    for (const auto& each : all)
        if (each.type == type) return each.plural;
    auto& into = all[next++ % all.size()];
    into.type.clear();
    into.plural = to_heading(type);
    into.type = type;
    return into.plural;
}

}  // namespace workmem::prompt_format
