#pragma once

#include <workmem/config.hpp>
#include <workmem/text/ascii.hpp>
#include <workmem/text/document_builder.hpp>

#include <cstring>
#include <utility>

namespace workmem::text {

WORKMEM_DECL void document_builder::value(const json_view& of) {
    constexpr std::size_t deepest = 64;
    copy(of, deepest);
}

WORKMEM_DECL void document_builder::scalar(std::string_view written) {
    if (written == "true" || written == "false") return boolean(written == "true");
    if (!is_number(written)) return text(written);
    // As a document reads it.
    const json_document read{written};
    value(read.root());
}

WORKMEM_DECL json_document document_builder::finish() {
    made_.is_read_ = !made_.nodes_.empty() && open_.empty();
    open_.clear();
    name_ = {};
    return std::exchange(made_, json_document{});
}

WORKMEM_DECL auto document_builder::add(json_type type) -> node& {
    const auto which = static_cast<std::uint32_t>(made_.nodes_.size());
    auto& made = made_.nodes_.emplace_back();
    made.type = type;
    made.name = std::exchange(name_, {});
    if (!open_.empty()) {
        auto& in = open_.back();
        auto& before = made_.nodes_[in.last];
        (in.last == in.which ? before.first : before.next) = which - in.last;
        in.last = which;
        ++made_.nodes_[in.which].number;
    }
    return made_.nodes_.back();
}

WORKMEM_DECL void document_builder::open(json_type type) {
    const auto which = static_cast<std::uint32_t>(made_.nodes_.size());
    add(type);
    open_.push_back({which, which});
}

WORKMEM_DECL void document_builder::copy(const json_view& of, std::size_t levels) {
    switch (of.type()) {
        case json_type::array:
        case json_type::object:
            if (levels == 0) return null();
            open(of.type());
            for (auto each = of.begin(); each != of.end(); ++each) {
                name_ = each.key();
                copy(*each, levels - 1);
            }
            return end();
        case json_type::string: return text(of.string());
        case json_type::boolean: return boolean(of.boolean());
        case json_type::integer:
            add(json_type::integer).number = static_cast<std::uint64_t>(of.integer());
            return;
        case json_type::unsigned_integer: return integer(of.unsigned_integer());
        case json_type::number: {
            const auto number = of.number();
            std::memcpy(&add(json_type::number).number, &number, sizeof number);
            return;
        }
        default: return null();
    }
}

}  // namespace workmem::text
