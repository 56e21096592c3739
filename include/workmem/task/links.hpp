#pragma once

#include <workmem/detail/grow.hpp>
#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/order_list.hpp>
#include <workmem/task/dependency.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace workmem::detail {

/// A dependency by slots: `from` comes before `to`.
struct task_link {
    std::uint32_t from = no_slot;
    std::uint32_t to = no_slot;
    dependency_condition condition = dependency_condition::success;
};

/// Which tasks come before which, without cycles: lists in both directions, and an order of all
/// tasks that agrees with them, by which most new dependencies are seen to be harmless at once. For
/// the others it searches from both ends by turns, between the two in the order, until one side is
/// exhausted, and moves the tasks of that side; so a chain that is built from its end costs as
/// little as one from its beginning. (The order of Pearce and Kelly 2007, searched on both sides as
/// by Haeupler, Kavitha, Mathew, Sen and Tarjan 2012.) Never recursive. Adding allocates nothing
/// after `reserve_…` and `prepare`. Copyable, movable.
class task_links {
public:
    struct edge {
        std::uint32_t from, to;
        std::uint32_t next_out, next_in;  // of the same `from`, of the same `to`
        dependency_condition condition;
    };

    void reserve_tasks(std::size_t count) {
        grow_to(nodes_, count);
        grow_to(marks_, count);
        order_.reserve(count);
    }
    void reserve_edges(std::size_t count) { grow_to(edges_, count); }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] std::size_t edge_count() const noexcept { return edges_.size(); }
    [[nodiscard]] std::uint32_t in_count(std::uint32_t slot) const noexcept {
        return nodes_[slot].in_count;
    }
    [[nodiscard]] std::uint32_t out_count(std::uint32_t slot) const noexcept {
        return nodes_[slot].out_count;
    }
    [[nodiscard]] const order_list& order() const noexcept { return order_; }

    void push_back() noexcept {
        nodes_.push_back({});
        marks_.push_back(0);
        order_.push_back();
    }

    void push(const task_link& link) noexcept {
        const auto number = static_cast<std::uint32_t>(edges_.size());
        auto& from = nodes_[link.from];
        auto& to = nodes_[link.to];
        edges_.push_back({link.from, link.to, from.out, to.in, link.condition});
        from.out = to.in = number;
        ++from.out_count;
        ++to.in_count;
    }
    /// These come behind all others, in this order; nothing that stays may come after them.
    void move_to_end(std::span<const std::uint32_t> slots_in_order) noexcept {
        for (const auto each : slots_in_order) order_.move_to_end(each);
    }
    /// The dependency that came last goes again.
    void pop() noexcept {
        const auto& last = edges_.back();
        auto& from = nodes_[last.from];
        auto& to = nodes_[last.to];
        from.out = last.next_out;
        to.in = last.next_in;
        --from.out_count;
        --to.in_count;
        edges_.pop_back();
    }
    /// The dependency between two tasks, or nullptr. O(the fewer of what depends on `from` and what
    /// `to` depends on).
    [[nodiscard]] const edge* find(std::uint32_t from, std::uint32_t to) const noexcept {
        auto out = nodes_[from].out, in = nodes_[to].in;
        while (out != no_slot && in != no_slot) {
            if (edges_[out].to == to) return &edges_[out];
            if (edges_[in].from == from) return &edges_[in];
            out = edges_[out].next_out;
            in = edges_[in].next_in;
        }
        return nullptr;
    }
    /// `visit(edge)` for what a task depends on, the newest first.
    template <class Visit>
    void visit_in(std::uint32_t slot, Visit&& visit) const {
        for (auto each = nodes_[slot].in; each != no_slot; each = edges_[each].next_in)
            visit(edges_[each]);
    }
    /// `visit(edge)` for what depends on a task, the newest first.
    template <class Visit>
    void visit_out(std::uint32_t slot, Visit&& visit) const {
        for (auto each = nodes_[slot].out; each != no_slot; each = edges_[each].next_out)
            visit(edges_[each]);
    }

    /// Makes the order fit for a new dependency. Where that would close a cycle: its path, from
    /// `to` to `from`; nothing is changed then. Whatever else happens, the order still agrees with
    /// the dependencies there are.
    [[nodiscard]] std::vector<std::uint32_t> prepare(std::uint32_t from, std::uint32_t to) {
        if (from == to) return {from};
        if (order_.before(from, to)) return {};
        return search(from, to);
    }
    /// Makes the order fit for several dependencies, of which `fresh` gets those that are not there
    /// yet, once each; there must be room for them. Where they would close a cycle: its path. No
    /// dependency is added.
    [[nodiscard]] std::vector<std::uint32_t> try_all(std::span<const task_link> links,
                                                     std::vector<task_link>& fresh) {
        struct popping {
            task_links& from;
            std::size_t to = from.edges_.size();
            ~popping() {
                while (from.edges_.size() > to) from.pop();
            }
        };
        const popping at_last{*this};
        fresh.reserve(links.size());
        for (const auto& each : links) {
            if (each.from != each.to && find(each.from, each.to) != nullptr) continue;
            if (auto path = prepare(each.from, each.to); !path.empty()) return path;
            push(each);
            fresh.push_back(each);
        }
        return {};
    }

private:
    struct node {
        std::uint32_t out = no_slot, in = no_slot;
        std::uint32_t out_count = 0, in_count = 0;
    };
    struct visited {
        std::uint32_t slot;
        std::uint32_t because_of;  // its place among the visited
        bool forward;
    };
    // One side of a search: where it stands, and which of the visited it has yet to leave.
    struct side {
        bool forward;
        std::uint32_t edge;   // to look at next
        std::uint32_t place;  // of the task whose edges these are
        std::vector<std::uint32_t> found{};
        std::size_t next = 0;
    };

    [[nodiscard]] const visited* seen(std::uint32_t slot) const noexcept {
        const auto at = marks_[slot];
        return at < visited_.size() && visited_[at].slot == slot ? &visited_[at] : nullptr;
    }
    void visit(side& by, std::uint32_t slot, std::uint32_t because_of) {
        by.found.push_back(static_cast<std::uint32_t>(visited_.size()));
        visited_.push_back({slot, because_of, by.forward});
        marks_[slot] = static_cast<std::uint32_t>(visited_.size() - 1);
    }
    // Goes on by one edge; false where there is none left.
    [[nodiscard]] bool advance(side& by) const noexcept {
        while (by.edge == no_slot) {
            if (by.next == by.found.size()) return false;
            by.place = by.found[by.next++];
            const auto& at = nodes_[visited_[by.place].slot];
            by.edge = by.forward ? at.out : at.in;
        }
        return true;
    }
    [[nodiscard]] std::vector<std::uint32_t> search(std::uint32_t from, std::uint32_t to) {
        visited_.clear();
        side ahead{true, no_slot, no_slot}, back{false, no_slot, no_slot};
        visit(ahead, to, no_slot);
        visit(back, from, no_slot);
        for (;;) {
            for (auto* const by : {&ahead, &back}) {
                if (!advance(*by)) {
                    reorder(*by, from, to);
                    return {};
                }
                const auto& at = edges_[by->edge];
                by->edge = by->forward ? at.next_out : at.next_in;
                const auto other = by->forward ? at.to : at.from;
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
    // The two searches have met: `met` was reached by both.
    [[nodiscard]] std::vector<std::uint32_t> path(const side& by, std::uint32_t met) const {
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
    void reorder(side& by, std::uint32_t from, std::uint32_t to) {
        auto& found = by.found;
        for (auto& each : found) each = visited_[each].slot;
        std::sort(found.begin(), found.end(),
                  [this](auto a, auto b) { return order_.before(a, b); });
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

    std::vector<node> nodes_;
    std::vector<edge> edges_;
    order_list order_;
    std::vector<std::uint32_t> marks_;  // where a slot may stand among the visited
    std::vector<visited> visited_;
};

}  // namespace workmem::detail
