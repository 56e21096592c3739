// The conversations of a project, as one goes on where another one ended.
#pragma once

#include "memory.hpp"

#include <workmem/time/timestamp.hpp>

#include <algorithm>
#include <chrono>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace workmem_program {

class project_sessions {
public:
    project_sessions(const project& of, workmem::journal::any journal, ignored_things ignored)
        : journal_{std::move(journal)},
          of_{of},
          ignored_{std::move(ignored)},
          agents_{project_options(), project_parts(of, journal_), project_scopes(of)} {}

    /// A conversation begins or goes on: what should be known in it, in at most so many tokens. A
    /// new one knows the things of the latest one before it.
    std::string begin(const std::string& session, const std::string& by, std::size_t tokens) {
        known_ = agents_.list();
        const bool is_known = agents_.contains(session);
        const auto own = agents_.at(session);
        forget_ignored(own->entities, ignored_, by);
        auto told = own->prompt({.tokens = tokens});
        if (!is_known) {
            const auto before =
                std::find_if(known_.begin(), known_.end(), [&](const workmem::scope_summary& each) {
                    return each.name != session && each.changed && is_young(*each.changed);
                });
            if (before != known_.end()) {
                const auto earlier = agents_.at(before->name);
                forget_ignored(earlier->entities, ignored_, by);
                told = earlier->prompt({.tokens = tokens});
                const auto things = earlier->entities.to_json_text();
                const workmem::text::json_document document{things};
                (void)own->entities.load(document.root(), {workmem::clock_gap::elapse},
                                         {.actor = by});
            }
        }
        // It is the latest from now on.
        own->next_turn();
        return told.stable + told.recent;
    }

    /// Of those that `begin` found, conversations in which nothing has happened for as long as what
    /// was seen is kept leave the store, but for those that hold notes or a plan; some of them at a
    /// time.
    std::size_t forget_old() {
        constexpr std::size_t most = 4;
        std::vector<std::string> old;
        for (const auto& each : known_)
            if (each.changed && !is_young(*each.changed)) old.push_back(each.name);
        std::vector<std::string> some;
        std::sample(old.begin(), old.end(), std::back_inserter(some), most,
                    std::minstd_rand{std::random_device{}()});
        std::size_t gone = 0;
        for (const auto& each : some) {
            const auto agent = agents_.at(each);
            if (agent->items.empty() && agent->plan.ids().empty())
                gone += agents_.erase(each) ? 1U : 0U;
        }
        return gone;
    }

    [[nodiscard]] agents_type& agents() noexcept { return agents_; }

private:
    static bool is_young(workmem::timestamp changed) {
        const auto now =
            std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now());
        return changed + life_of_seen().value() > now;
    }

    workmem::journal::any journal_;
    project of_;
    ignored_things ignored_;
    agents_type agents_;
    std::vector<workmem::scope_summary> known_;
};

}  // namespace workmem_program
