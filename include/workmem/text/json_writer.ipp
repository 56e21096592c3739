#pragma once

#include <workmem/config.hpp>
#include <workmem/text/json_writer.hpp>

namespace workmem::text {

WORKMEM_DECL void append_json(std::string& out, const json_view& value) {
    switch (value.type()) {
        case json_type::object: {
            char before = '{';
            for (auto each = value.begin(); each != value.end(); ++each) {
                out += before;
                before = ',';
                append_quoted(out, each.key());
                out += ':';
                append_json(out, each.value());
            }
            out += before == '{' ? "{}" : "}";
            break;
        }
        case json_type::array: {
            char before = '[';
            for (const auto& each : value) {
                out += before;
                before = ',';
                append_json(out, each);
            }
            out += before == '[' ? "[]" : "]";
            break;
        }
        case json_type::string: append_quoted(out, value.string()); break;
        case json_type::boolean: out += value.boolean() ? "true" : "false"; break;
        case json_type::integer: detail::append_number(out, value.integer()); break;
        case json_type::unsigned_integer:
            detail::append_number(out, value.unsigned_integer());
            break;
        case json_type::number: {
            const auto before = out.size();
            if (!std::isfinite(value.number())) {
                out += "null";
                break;
            }
            detail::append_number(out, value.number());
            // What was no integer is none when it is read again.
            if (out.find_first_of(".eE", before) == std::string::npos) out += ".0";
            break;
        }
        default: out += "null"; break;
    }
}

}  // namespace workmem::text
