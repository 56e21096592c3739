// The conversations of a project, as one goes on where another one ended.
#pragma once

#include "memory.hpp"

#include <workmem/bounded/bounded_store.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/time/timestamp.hpp>
#include <workmem/tokens/bounding_counter.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
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

    /// A conversation begins or goes on: what should be known in it, in at most so many tokens, and
    /// what was noted in the latest others. A new one knows the things of the latest one before it.
    std::string begin(const std::string& session, const std::string& by, std::size_t tokens) {
        known_ = agents_.list();
        const bool is_known = agents_.contains(session);
        const auto own = agents_.at(session);
        forget_ignored(own->entities, ignored_, by);
        auto told = own->prompt({.tokens = tokens});
        auto others = latest_but(session);
        if (!is_known && !others.empty()) {
            const auto earlier = agents_.at(others.front());
            forget_ignored(earlier->entities, ignored_, by);
            told = earlier->prompt({.tokens = tokens});
            const auto things = earlier->entities.to_json_text();
            const workmem::text::json_document document{things};
            (void)own->entities.load(document.root(), {workmem::clock_gap::elapse}, {.actor = by});
            others.erase(others.begin());
        }
        // It is the latest from now on.
        own->next_turn();
        auto out = told.stable + told.recent;
        append_notes(out, others, tokens);
        return out;
    }

    /// Of those that `begin` found, conversations in which nothing has happened for as long as what
    /// was seen is kept leave the store, but for those that hold notes; some of them at a time.
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
            if (agent->items.empty()) gone += agents_.erase(each) ? 1U : 0U;
        }
        return gone;
    }

    [[nodiscard]] agents_type& agents() noexcept { return agents_; }

private:
    // The latest other conversations, the latest first.
    [[nodiscard]] std::vector<std::string> latest_but(const std::string& session) const {
        constexpr std::size_t most = 4;
        std::vector<std::string> out;
        for (const auto& each : known_)
            if (out.size() < most && each.name != session && each.changed &&
                is_young(*each.changed))
                out.push_back(each.name);
        return out;
    }
    // What was noted there and is not told yet: what is pinned first, then the newest.
    void append_notes(std::string& told, const std::vector<std::string>& sessions,
                      std::size_t tokens) const {
        const workmem::bounding_counter count;
        std::string_view heading = "[EARLIER NOTES]\n";
        for (const auto& each : sessions) {
            // The notes alone: a whole conversation takes longer to open.
            const workmem::basic_bounded_store<recorded_policies> noted{
                {}, {.journal = journal_, .stream = of_.sessions() + each}};
            auto notes = noted.all();
            std::sort(notes.begin(), notes.end(),
                      [](const workmem::item& a, const workmem::item& b) {
                          return a.pinned != b.pinned ? a.pinned : a.number > b.number;
                      });
            for (const auto& note : notes) {
                std::string line;
                workmem::append_line(line, note.text, note.key);
                if (told.find(line) != told.npos) continue;
                const auto longer = told + std::string{heading} + line;
                if (count(longer) > tokens) return;
                told = longer;
                heading = {};
            }
        }
    }
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
