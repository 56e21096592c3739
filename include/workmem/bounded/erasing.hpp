#pragma once

#include <workmem/journal/made_call.hpp>
#include <workmem/journal/record_edit.hpp>
#include <workmem/text/json_view.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// Takes an item, by its id, or all that ever had a key, out of the records of a stream, which it
/// sees in their order. The erasure itself becomes `bounded.erased`, which says no more than when.
class without_item {
public:
    explicit without_item(const journal::erased_subject& subject)
        : subject_{subject.name()}, ids_{subject.ids()} {
        ids_.emplace_back(subject.name());
    }

    /// The bytes of a recorded change without it; nothing if it does not name it, or belongs to
    /// another memory.
    [[nodiscard]] std::optional<std::string> operator()(std::string_view record) {
        return journal::without(
            "bounded", record, [this](const text::json_view& each, std::string_view list) {
                return list.empty() ? each.find("subject") == subject_ : names(each);
            });
    }

private:
    [[nodiscard]] bool names(const text::json_view& each) {
        const auto id = each.is_string() ? each.string() : each.find("id").string();
        if (std::find(ids_.begin(), ids_.end(), id) != ids_.end()) return true;
        if (each.find("key") != subject_) return false;
        ids_.emplace_back(id);
        return true;
    }

    std::string subject_;
    std::vector<std::string> ids_;
};

}  // namespace workmem
