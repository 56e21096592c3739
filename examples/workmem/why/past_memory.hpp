// What an agent knew at some moment.
#pragma once

#include "../project/memory.hpp"

#include <workmem/agent/links.hpp>
#include <workmem/bounded/bounded_store.ipp>
#include <workmem/entity/basic_entity_memory.ipp>
#include <workmem/journal/detached.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// Things and notes of an agent's stream after one of its changes. Nothing done to it reaches the
/// store.
class past_memory {
public:
    using things_type = workmem::basic_entity_memory<workmem::entity,
                                                     workmem::detached_policies<recorded_policies>>;
    using notes_type = workmem::basic_bounded_store<workmem::detached_policies<recorded_policies>>;

    /// \param at what has expired by then is gone
    /// Throws `not_found` where the moment cannot be reached, `storage_error`.
    past_memory(const workmem::journal::any& journal, const std::string& stream,
                std::uint64_t sequence, workmem::timestamp at)
        : things_{things_at(journal, stream, sequence, at)},
          notes_{notes_at(journal, stream, sequence)} {}

    [[nodiscard]] const things_type& things() const noexcept { return things_; }
    [[nodiscard]] const notes_type& notes() const noexcept { return notes_; }

    /// Returns what a text means here, and what else it could mean; also what notes alone name.
    [[nodiscard]] workmem::explained_reference<workmem::entity> explain(
        std::string_view text) const {
        auto out = things_.explain(text);
        if (out.answer.status != workmem::resolution_status::unresolved) return out;
        std::vector<workmem::entity> linked;
        for (const auto& note : notes_.all())
            for (const auto& tag : note.tags)
                if (auto thing = workmem::detail::read_link(tag);
                    thing && !things_.contains(thing->type, thing->id.text()))
                    linked.push_back(std::move(*thing));
        if (linked.empty()) return out;
        auto limits = things_.options();
        limits.capacity = linked.size();
        things_type others{limits};
        if (auto found = workmem::detail::meant_by_links(others, linked, text, {})) {
            out.considered = found->candidates;
            out.answer = *std::move(found);
        }
        return out;
    }

private:
    static things_type things_at(const workmem::journal::any& journal, const std::string& stream,
                                 std::uint64_t sequence, workmem::timestamp at) {
        const workmem::basic_entity_memory<workmem::entity, recorded_policies> now{
            project_options().entities,
            {.journal = journal, .stream = stream, .gap = workmem::clock_gap::elapse}};
        return now.state_at(sequence, at);
    }
    static notes_type notes_at(const workmem::journal::any& journal, const std::string& stream,
                               std::uint64_t sequence) {
        const workmem::basic_bounded_store<recorded_policies> now{
            {}, {.journal = journal, .stream = stream}};
        return now.state_at(sequence);
    }

    things_type things_;
    notes_type notes_;
};

}  // namespace workmem_program
