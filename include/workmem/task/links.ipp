#pragma once

#include <workmem/config.hpp>
#include <workmem/task/links.hpp>

namespace workmem::detail {

WORKMEM_DECL std::optional<dependency_condition> task_links::find(std::uint32_t from,
                                                                  std::uint32_t to) const noexcept {
    auto out = lists_.begin(nodes_[from].out), in = lists_.begin(nodes_[to].in);
    for (; !out.at_end() && !in.at_end(); out.advance(), in.advance()) {
        if (slot_of(out.value()) == to) return condition_of(out.value());
        if (slot_of(in.value()) == from) return condition_of(in.value());
    }
    return std::nullopt;
}

WORKMEM_DECL bool task_links::advance(side& by) const noexcept {
    while (by.edge.at_end()) {
        if (by.next == by.found.size()) return false;
        by.place = by.found[by.next++];
        const auto& at = nodes_[visited_[by.place].slot];
        by.edge = lists_.begin(by.forward ? at.out : at.in);
    }
    return true;
}

WORKMEM_DECL std::vector<std::uint32_t> task_links::search(std::uint32_t from, std::uint32_t to) {
    visited_.clear();
    ahead_.clear();
    back_.clear();
    ahead_.forward = true;
    visit(ahead_, to, no_slot);
    visit(back_, from, no_slot);
    for (;;) {
        for (auto* const by : {&ahead_, &back_}) {
            if (!advance(*by)) {
                reorder(*by, from, to);
                return {};
            }
            const auto other = slot_of(by->edge.value());
            by->edge.advance();
            if (const auto* const known = seen(other)) {
                if (known->forward != by->forward) return path(*by, other);
                continue;
            }
            // Outside the range between the two nothing leads to the other end.
            if (by->forward ? order_.before(from, other) : order_.before(other, to)) continue;
            visit(*by, other, by->place);
        }
    }
}

WORKMEM_DECL std::vector<std::uint32_t> task_links::path(const side& by, std::uint32_t met) const {
    std::vector<std::uint32_t> out;
    const auto follow = [&](std::uint32_t place) {
        for (; place != no_slot; place = visited_[place].because_of)
            out.push_back(visited_[place].slot);
    };
    const auto other = marks_[met];
    follow(by.forward ? by.place : other);
    std::reverse(out.begin(), out.end());
    follow(by.forward ? other : by.place);
    return out;
}

WORKMEM_DECL void task_links::reorder(side& by, std::uint32_t from, std::uint32_t to) {
    auto& found = by.found;
    for (auto& each : found) each = visited_[each].slot;
    std::sort(found.begin(), found.end(), [this](auto a, auto b) { return order_.before(a, b); });
    if (by.forward) {
        auto after = from;
        for (const auto each : found) {
            order_.move_after(each, after);
            after = each;
        }
    } else {
        auto before = to;
        for (auto each = found.rbegin(); each != found.rend(); ++each) {
            order_.move_before(*each, before);
            before = *each;
        }
    }
}

}  // namespace workmem::detail
