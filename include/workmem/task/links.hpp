#pragma once

#include <workmem/config.hpp>
#include <workmem/detail/capacity.hpp>
#include <workmem/detail/inline_vector.hpp>
#include <workmem/detail/no_slot.hpp>
#include <workmem/detail/number_lists.hpp>
#include <workmem/detail/order_list.hpp>
#include <workmem/task/dependency.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
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
    void reserve_tasks(std::size_t count) {
        grow_to(nodes_, count);
        grow_to(marks_, count);
        order_.reserve(count);
    }
    /// Room for so many dependencies more.
    void reserve_edges(std::size_t more) { lists_.reserve(2 * more); }
    [[nodiscard]] std::size_t size() const noexcept { return nodes_.size(); }
    [[nodiscard]] std::size_t edge_count() const noexcept { return edge_count_; }
    [[nodiscard]] std::uint32_t in_count(std::uint32_t slot) const noexcept {
        return nodes_[slot].in.size();
    }
    [[nodiscard]] std::uint32_t out_count(std::uint32_t slot) const noexcept {
        return nodes_[slot].out.size();
    }
    [[nodiscard]] const order_list& order() const noexcept { return order_; }

    void push_back() noexcept {
        nodes_.push_back({});
        marks_.push_back(0);
        order_.push_back();
    }

    void push(const task_link& link) noexcept {
        lists_.push_back(nodes_[link.from].out, packed(link.to, link.condition));
        lists_.push_back(nodes_[link.to].in, packed(link.from, link.condition));
        ++edge_count_;
    }
    /// These come behind all others, in this order; nothing that stays may come after them.
    void move_to_end(std::span<const std::uint32_t> slots_in_order) noexcept {
        for (const auto each : slots_in_order) order_.move_to_end(each);
    }
    /// The dependency that came last goes again.
    void pop(const task_link& link) noexcept {
        lists_.pop_back(nodes_[link.to].in);
        lists_.pop_back(nodes_[link.from].out);
        --edge_count_;
    }
    /// A dependency that is there goes; the order agrees with fewer, too. O(what came after it).
    void erase(const task_link& link) noexcept {
        lists_.erase(nodes_[link.to].in, packed(link.from, link.condition));
        lists_.erase(nodes_[link.from].out, packed(link.to, link.condition));
        --edge_count_;
    }
    /// The condition of the dependency between two tasks, or nothing. O(the fewer of what depends
    /// on `from` and what `to` depends on).
    [[nodiscard]] std::optional<dependency_condition> find(std::uint32_t from,
                                                           std::uint32_t to) const noexcept;
    /// `visit(edge)` for what a task depends on, the newest first.
    template <class Visit>
    void visit_in(std::uint32_t slot, Visit&& visit) const {
        lists_.visit(nodes_[slot].in, [&](std::uint32_t each) {
            visit(task_link{slot_of(each), slot, condition_of(each)});
        });
    }
    /// `visit(edge)` for what depends on a task, the newest first.
    template <class Visit>
    void visit_out(std::uint32_t slot, Visit&& visit) const {
        lists_.visit(nodes_[slot].out, [&](std::uint32_t each) {
            visit(task_link{slot, slot_of(each), condition_of(each)});
        });
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
    /// yet, once each, and makes room for them. Where they would close a cycle: its path. No
    /// dependency is added.
    template <std::size_t Inline>
    [[nodiscard]] std::vector<std::uint32_t> try_all(std::span<const task_link> links,
                                                     inline_vector<task_link, Inline>& fresh) {
        struct popping {
            task_links& from;
            const inline_vector<task_link, Inline>& what;
            ~popping() {
                for (auto left = what.size(); left-- > 0;) from.pop(what[left]);
            }
        };
        fresh.clear();
        fresh.reserve(links.size());
        reserve_edges(links.size());
        const popping at_last{*this, fresh};
        for (const auto& each : links) {
            if (each.from != each.to && find(each.from, each.to)) continue;
            if (auto path = prepare(each.from, each.to); !path.empty()) return path;
            push(each);
            fresh.push_back(each);
        }
        return {};
    }

private:
    struct node {
        number_lists::list out, in;
    };
    struct visited {
        std::uint32_t slot;
        std::uint32_t because_of;  // its place among the visited
        bool forward;
    };
    // One side of a search: where it stands, and which of the visited it has yet to leave.
    struct side {
        bool forward = false;
        number_lists::cursor edge{};    // to look at next
        std::uint32_t place = no_slot;  // of the task whose edges these are
        std::size_t next = 0;
        std::vector<std::uint32_t> found{};

        void clear() noexcept {
            edge = {};
            next = 0;
            found.clear();
        }
    };

    // A task and the condition of a dependency in one number.
    static constexpr int slot_bits = 30;
    [[nodiscard]] static constexpr std::uint32_t packed(std::uint32_t slot,
                                                        dependency_condition condition) noexcept {
        return slot | static_cast<std::uint32_t>(condition) << slot_bits;
    }
    [[nodiscard]] static constexpr std::uint32_t slot_of(std::uint32_t packed) noexcept {
        return packed & ((1U << slot_bits) - 1);
    }
    [[nodiscard]] static constexpr dependency_condition condition_of(
        std::uint32_t packed) noexcept {
        return static_cast<dependency_condition>(packed >> slot_bits);
    }

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
    [[nodiscard]] bool advance(side& by) const noexcept;
    [[nodiscard]] std::vector<std::uint32_t> search(std::uint32_t from, std::uint32_t to);
    // The two searches have met: `met` was reached by both.
    [[nodiscard]] std::vector<std::uint32_t> path(const side& by, std::uint32_t met) const;
    void reorder(side& by, std::uint32_t from, std::uint32_t to);

    std::vector<node> nodes_;
    number_lists lists_;
    std::size_t edge_count_ = 0;
    order_list order_;

    // Of searches, kept for the next.
    std::vector<std::uint32_t> marks_;  // where a slot may stand among the visited
    std::vector<visited> visited_;
    side ahead_, back_;
};

}  // namespace workmem::detail

#if !defined(WORKMEM_COMPILED)
#include <workmem/task/links.ipp>
#endif
