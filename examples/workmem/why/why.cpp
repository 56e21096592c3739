#include "why.hpp"

#include "answer_lines.hpp"
#include "history.hpp"
#include "past_memory.hpp"
#include "told_reference.hpp"

#include "../log/filter.hpp"
#include "../project/dropped.hpp"
#include "../project/spool.hpp"
#include "../store.hpp"

#include <workmem/journal/stream_rules.hpp>
#include <workmem/task/task_memory.hpp>
#include <workmem/text/fold.hpp>
#include <workmem/text/json_document.hpp>
#include <workmem/text/quote.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {
namespace {

using workmem::error;
using workmem::error_code;

/// One call of the command.
class why_command {
public:
    why_command(std::ostream& out, std::ostream& log, const why_options& options)
        : out_{out},
          unread_{log},
          options_{options},
          store_{read_store(options.store).value()},
          end_{read_end()} {}

    int run() {
        auto [streams, problems] = store_.list().value();
        for (const auto& each : problems) unread_.note(each);
        const auto agents = meant(streams);
        const auto agent = latest(agents);
        const auto wanted = options_.thing.empty() ? options_.said : options_.thing;
        // A number counts the changes of one stream.
        const auto searched =
            end_.sequence || !options_.agent.empty() ? std::vector<std::string>{agent} : streams;
        std::vector<stream_history> histories;
        for (const auto& each : searched) {
            if (each.starts_with("session_agenda")) continue;
            auto read = stream_history::read(store_.journal, each, end_);
            if (read)
                histories.push_back(*std::move(read));
            else if (end_.sequence)
                throw error{read.error()};
            else
                unread_.note(read.error());
        }
        if (tell_things(histories, wanted)) return unread_.status();
        if (!options_.thing.empty())
            throw error{error_code::not_found, "nothing that was recorded up to then is called " +
                                                   workmem::text::quoted(wanted)};
        if (agent.empty())
            throw error{error_code::not_found,
                        "no agent has a memory in " + quoted_store(options_.store) +
                            ", and nothing in it is called " + workmem::text::quoted(wanted)};
        for (const auto& each : histories)
            if (each.stream() == agent) return tell_reference_in(each);
        return unread_.status();
    }

private:
    [[nodiscard]] history_end read_end() const {
        const auto& text = options_.at;
        if (text.empty()) return {};
        constexpr std::size_t most_digits = 18;
        if (text.size() <= most_digits && text.find_first_not_of("0123456789") == std::string::npos)
            return {.sequence = std::stoull(text)};
        const auto now =
            std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now());
        if (const auto time = read_moment(text, now)) return {.time = time};
        throw error{error_code::validation_error,
                    "--at must be the number of a change, a time as 2026-11-30T14:02:11Z or "
                    "2026-11-30, or how long ago (30s, 5min, 2h, 1d), is " +
                        workmem::text::quoted(text)};
    }

    /// Returns the time that is asked of; of a change, nothing later than that.
    [[nodiscard]] workmem::timestamp moment() const {
        if (end_.sequence) return {};
        return end_.time.value_or(
            std::chrono::floor<workmem::milliseconds>(std::chrono::system_clock::now()));
    }

    /// Returns the streams of agents, or the one that is named, be it of a plan.
    [[nodiscard]] std::vector<std::string> meant(const std::vector<std::string>& streams) {
        std::vector<std::string> out;
        if (!options_.agent.empty()) {
            const auto end = '/' + options_.agent;
            for (const auto& each : streams) {
                if (each == options_.agent) return {each};
                if (each.ends_with(end)) out.push_back(each);
            }
            if (out.size() == 1) return out;
            auto said = (out.empty() ? "there is no agent " : "there are several agents ") +
                        workmem::text::quoted(options_.agent);
            const auto& known = out.empty() ? streams : out;
            for (std::size_t i = 0; i < std::min(known.size(), most_named); ++i)
                said += (i == 0 ? "; there are " : ", ") + workmem::text::quoted(known[i]);
            if (known.size() > most_named)
                said += fmt::format(" and {} more", known.size() - most_named);
            throw error{out.empty() ? error_code::not_found : error_code::validation_error, said};
        }
        for (const auto& each : streams) {
            const auto info = store_.journal.find_stream(each);
            if (info && *info && (*info)->purpose == workmem::journal::agent_purpose)
                out.push_back(each);
        }
        return out;
    }
    /// Returns the one that was changed last; empty where there is none.
    [[nodiscard]] std::string latest(const std::vector<std::string>& streams) {
        if (streams.size() < 2) return streams.empty() ? std::string{} : streams.front();
        std::string out;
        std::optional<workmem::timestamp> when;
        for (const auto& each : streams) {
            const auto time = last_change(each);
            if (out.empty() || (time && (!when || *time > *when))) {
                out = each;
                when = time;
            }
        }
        return out;
    }
    [[nodiscard]] std::optional<workmem::timestamp> last_change(const std::string& stream) {
        std::optional<workmem::timestamp> out;
        const auto info = store_.journal.find_stream(stream);
        if (!info || !*info || (*info)->last == (*info)->oldest) return out;
        (void)store_.journal.read(stream, (*info)->last - 1,
                                  [&](const workmem::journal::record& each) {
                                      const workmem::text::json_document document{each.bytes};
                                      out = tell_change(document.root(), {}).time;
                                  });
        return out;
    }

    // Things.

    /// Returns how well a thing is what was said; 0: it is not.
    [[nodiscard]] int fit(const told_thing& thing, std::string_view said) const {
        if (thing.id == said || (!thing.key.empty() && thing.key == said)) return 3;
        if (!thing.name.empty() && workmem::text::folded(thing.name) == workmem::text::folded(said))
            return 2;
        return !options_.thing.empty() && is_meant(thing, said) ? 1 : 0;
    }
    bool tell_things(const std::vector<stream_history>& histories, const std::string& said) {
        struct found_thing {
            const stream_history* in;
            const thing_story* story;
            int fit;
        };
        std::vector<found_thing> found;
        for (const auto& history : histories)
            for (const auto& story : history.stories())
                if (const auto fits = fit(story.what, said); fits > 0)
                    found.push_back({&history, &story, fits});
        if (found.empty()) return false;
        std::stable_sort(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.fit > b.fit; });
        tell_thing(*found.front().in, *found.front().story);
        std::string others;
        for (std::size_t i = 1; i < std::min(found.size(), most_named + 1); ++i)
            others += (i == 1 ? "" : ", ") + shown_thing(found[i].story->what) + " in " +
                      shown_text(found[i].in->stream());
        if (found.size() > most_named + 1)
            others += fmt::format(" and {} more", found.size() - most_named - 1);
        if (!others.empty()) print_labelled(out_, "also", others);
        return true;
    }
    void tell_thing(const stream_history& in, const thing_story& story) {
        print_labelled(
            out_, "thing",
            fmt::format("{}, in {} after {}", shown_thing(story.what), shown_text(in.stream()),
                        shown_moment(in.sequence(), in.time())));
        if (story.left)
            print_labelled(
                out_, "gone",
                fmt::format("by {}: {}", shown_moment(*story.left), story.left->sentence));
        else
            print_labelled(out_, "there", why_there(in, story));
        print_labelled(
            out_, "came",
            story.came ? fmt::format("by {}: {}", shown_moment(*story.came), story.came->sentence)
            : in.forgotten() > 0 ? fmt::format("before change {}; what was before it is forgotten",
                                               in.forgotten() + 1)
                                 : std::string{"by no change that says so"});
        if (story.last.sequence > 0 && (!story.came || story.last.sequence != story.came->sequence))
            print_labelled(
                out_, "touched",
                fmt::format("last by {}: {}", shown_moment(story.last), story.last.sentence));
        print_labelled(
            out_, "changes",
            fmt::format("{} speak of it; `workmem log --thing` prints them", story.changes));
    }
    [[nodiscard]] std::string why_there(const stream_history& in, const thing_story& story) {
        const auto& what = story.what;
        if (what.kind == thing_kind::entity) {
            const past_memory past{store_.journal, in.stream(), in.sequence(), moment()};
            const auto all = past.things().all();
            const auto limits = past.things().options();
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i].type == what.type && all[i].id.text() == what.id)
                    return fmt::format(
                        "{} of {} things, newest first; it goes when it is the oldest of too many "
                        "(where this program opens it, of more than {}), or untouched for too long",
                        i + 1, all.size(), limits.capacity);
            return "not any more: nothing has touched it for too long, and no change says so yet";
        }
        if (what.kind == thing_kind::note) {
            const past_memory past{store_.journal, in.stream(), in.sequence(), moment()};
            if (const auto note = past.notes().peek(what.id); note && note->pinned)
                return "pinned: it is never evicted";
            return fmt::format("one of {} notes; no change took it out", past.notes().size());
        }
        if (what.kind == thing_kind::task) {
            if (end_.sequence || end_.time) return "as its last step left it";
            const workmem::basic_task_memory<recorded_policies> plan{
                {.name = in.stream()}, {.journal = store_.journal, .stream = in.stream()}};
            return plan.explain(workmem::task_id{what.id}).text;
        }
        return "no change took it out";
    }

    // References.

    int tell_reference_in(const stream_history& history) {
        const past_memory past{store_.journal, history.stream(), history.sequence(), moment()};
        const bool is_meant = tell_reference(out_, history, past, options_.said);
        print_dropped_events(history.stream());
        return std::max(unread_.status(), is_meant ? 0 : 1);
    }
    /// Prints what hooks did not record of this project: nothing says to which moment it belongs.
    void print_dropped_events(const std::string& stream) {
        const auto here = project_of(".");
        if (!options_.at.empty() || !stream.starts_with(here.sessions())) return;
        std::size_t waiting = 0;
        event_spool{options_.store, here}.for_each([&](auto&&...) { ++waiting; });
        if (waiting > 0)
            print_labelled(out_, "waiting",
                           counted(waiting, "event") + " of hooks, which the next call records");
        print_dropped(out_, here, shown_store(options_.store));
    }

    std::ostream& out_;
    unread_parts unread_;
    const why_options& options_;
    opened_store store_;
    history_end end_;
};

}  // namespace

int run_why(std::ostream& out, std::ostream& log, const why_options& options) {
    if (options.said.empty() == options.thing.empty())
        throw error{error_code::validation_error,
                    "say a reference, such as \"that page\", or --thing with an id or a name"};
    return why_command{out, log, options}.run();
}

}  // namespace workmem_program
