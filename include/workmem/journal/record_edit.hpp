#pragma once

#include <workmem/journal/journal.hpp>
#include <workmem/journal/made_call.hpp>
#include <workmem/journal/retention.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/json_view.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::journal {

/// A recorded change that is to be written again without some of what it says. Borrows the bytes.
class record_edit {
public:
    /// Looks only at a record of this memory.
    record_edit(std::string_view owner, std::string_view record) : owner_{owner} {
        if (owner_of(record) == owner) record_ = text::json_document{record};
    }

    /// The record; nothing if it belongs to another memory, or is none.
    [[nodiscard]] text::json_view record() const { return record_.root(); }
    [[nodiscard]] bool is_kind(std::string_view kind) const {
        return record().find("kind") == kind;
    }

    /// A value of the record, where it is there, is written no more.
    void leave_out(const text::json_view& value) {
        if (value) changes_.push_back({value, std::nullopt});
    }
    /// A text stands in the place of a value, where it is there.
    void replace(const text::json_view& value, std::string by) {
        if (value) changes_.push_back({value, std::move(by)});
    }
    /// Leaves out which elements of the record's lists `is_meant(element, name of the list)` says;
    /// true if there were some.
    template <class IsMeant>
    bool leave_out_elements(IsMeant&& is_meant) {
        bool found = false;
        const auto root = record();
        for (auto list = root.begin(); list != root.end(); ++list) {
            if (!(*list).is_array()) continue;
            for (const auto& each : *list) {
                if (!is_meant(each, list.key())) continue;
                leave_out(each);
                found = true;
            }
        }
        return found;
    }

    /// The record with the changes, and without the idempotency key of its call, which often says
    /// what it was about, and what was asked and answered. O(values × changes).
    [[nodiscard]] std::string written() {
        for (const auto name : {"key", "request", "answer"}) leave_out(record().find(name));
        std::string out;
        write(out, record());
        return out;
    }
    /// What is left of an erasure: `<owner>.erased`, which says no more than when.
    [[nodiscard]] std::string erased() const {
        auto out = R"({"kind":")" + std::string{owner_} + R"(.erased","version":1,"time":)";
        text::append_json(out, record().find("time"));
        return out += '}';
    }

private:
    struct change {
        text::json_view value;
        std::optional<std::string> by;
    };

    [[nodiscard]] const change* change_of(const text::json_view& value) const {
        const auto found = std::find_if(changes_.begin(), changes_.end(), [&](const change& each) {
            return each.value.is_same(value);
        });
        return found == changes_.end() ? nullptr : &*found;
    }
    void write(std::string& out, const text::json_view& value) const {
        if (!value.is_structured()) {
            text::append_json(out, value);
            return;
        }
        out += value.is_object() ? '{' : '[';
        bool is_first = true;
        for (auto each = value.begin(); each != value.end(); ++each) {
            const auto* const changed = change_of(*each);
            if (changed != nullptr && !changed->by) continue;
            if (!is_first) out += ',';
            is_first = false;
            if (value.is_object()) {
                text::append_quoted(out, each.key());
                out += ':';
            }
            if (changed != nullptr)
                text::append_quoted(out, *changed->by);
            else
                write(out, *each);
        }
        out += value.is_object() ? '}' : ']';
    }

    std::string_view owner_;
    text::json_document record_;
    std::vector<change> changes_;
};

/// The bytes of a recorded change without what is about a subject, and without its call; nothing if
/// none of it is, or it belongs to another memory. `is_about(value, list)` is asked of each element
/// of each list of the record, of what it `erases`, and with no list of the record itself: what is
/// about the subject alone becomes `<owner>.erased`, which says no more than when.
template <class IsAbout>
[[nodiscard]] std::optional<std::string> without(std::string_view owner, std::string_view record,
                                                 IsAbout&& is_about) {
    record_edit edit{owner, record};
    if (is_about(edit.record(), std::string_view{})) return edit.erased();
    if (!edit.leave_out_elements(is_about)) return {};
    if (const auto erases = edit.record().find("erases"); erases && is_about(erases, "erases"))
        edit.leave_out(erases);
    return edit.written();
}

/// A record of this memory without its call's answer, if that names the subject.
[[nodiscard]] inline std::optional<std::string> without_answer(std::string_view owner,
                                                               const record& from,
                                                               const erased_subject& subject) {
    if (!subject.is_in(from.bytes)) return {};
    record_edit edit{owner, from.bytes};
    const auto answer = edit.record().find("answer");
    if (!answer || !subject.is_in(text::to_json_text(answer))) return {};
    return edit.written();
}

}  // namespace workmem::journal
