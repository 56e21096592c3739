#include "plan.hpp"

#include "ordered_json.hpp"
#include "project/places.hpp"
#include "project/project.hpp"
#include "store.hpp"

#include <workmem/ids/meant_id.hpp>
#include <workmem/task/task_store.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/text/quote.hpp>
#include <workmem/tools/task_tools.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iostream>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {
namespace {

namespace text = workmem::text;
namespace task_rows = workmem::tools::task_rows;
using workmem::error_code;

using recorded_policies = workmem::durable_policies<workmem::journal::any>;
using plan_store = workmem::basic_task_store<recorded_policies>;
using plan_memory = plan_store::memory_type;

/// As much of ids as is enough to be meant, at least 4 characters, and no title.
class short_ids {
public:
    short_ids(std::vector<std::string> ids, std::set<std::string> titles)
        : ids_{std::move(ids)}, titles_{std::move(titles)} {
        std::sort(ids_.begin(), ids_.end());
    }
    [[nodiscard]] static short_ids of_tasks(const plan_memory& memory) {
        std::vector<std::string> ids;
        std::set<std::string> titles;
        for (const auto& id : memory.ids()) {
            ids.push_back(id.str());
            if (const auto task = memory.try_get(id)) titles.insert(task->title);
        }
        return {std::move(ids), std::move(titles)};
    }
    [[nodiscard]] std::string operator()(std::string_view id) const {
        std::size_t length = 4;
        const auto at = std::lower_bound(ids_.begin(), ids_.end(), id);
        if (at != ids_.begin()) length = (std::max)(length, shared(*std::prev(at), id) + 1);
        const auto next = at != ids_.end() && *at == id ? std::next(at) : at;
        if (next != ids_.end()) length = (std::max)(length, shared(*next, id) + 1);
        while (length < id.size() && titles_.count(std::string{id.substr(0, length)}) > 0) ++length;
        const auto out = text::prefix(id, length);
        return text::escaped(out.size() < length ? id : out);
    }

private:
    static std::size_t shared(std::string_view a, std::string_view b) noexcept {
        return static_cast<std::size_t>(
            std::mismatch(a.begin(),
                          a.begin() + static_cast<std::ptrdiff_t>((std::min)(a.size(), b.size())),
                          b.begin())
                .first -
            a.begin());
    }

    std::vector<std::string> ids_;
    std::set<std::string> titles_;
};

/// One call of the command.
class plan_command {
public:
    plan_command(std::ostream& out, const plan_options& options)
        : out_{out},
          options_{options},
          store_{store_for(options).value()},
          plans_{{},
                 {.journal = store_.journal},
                 {.name = project_of(".").key, .only = options.store == own_store()}} {}

    int run() {
        const auto& command = options_.command;
        if (options_.as.empty() &&
            (command == "claim" || command == "done" || command == "approve"))
            throw workmem::error(error_code::validation_error, "say who you are: --as NAME");
        if (command == "add") return add();
        if (command == "claim") return claim();
        if (command == "done") return done();
        if (command == "release") return release();
        if (command == "retry" || command == "reopen") return begin_again();
        if (command == "approve") return approve();
        if (command == "nudge") return nudge();
        return list();
    }

private:
    // Who only lists leaves a store as it is, damage included.
    [[nodiscard]] static workmem::result<opened_store> store_for(const plan_options& options) {
        return options.command == "list" ? read_store(options.store)
                                         : open_any_store(options.store, {});
    }
    [[nodiscard]] ordered_json arguments() const {
        ordered_json in = ordered_json::object();
        if (!options_.as.empty()) in["agent"] = options_.as;
        if (!options_.plan.empty()) in["plan"] = options_.plan;
        return in;
    }
    [[nodiscard]] ordered_json call(const char* tool, const ordered_json& in) {
        return workmem::tools::task_tools{plans_}.try_call(tool, in).value();
    }
    /// The plan that is meant.
    [[nodiscard]] task_rows::meant_plan<plan_store> plan() {
        const auto in = arguments();
        return task_rows::plan_of(plans_, workmem::tools::arguments<ordered_json>{in, "plan"})
            .value();
    }
    /// A title and what says it shortly.
    [[nodiscard]] static std::string named(const plan_memory& memory, const workmem::task& task) {
        return text::quoted(task.title) + " (" + short_ids::of_tasks(memory)(task.id) + ')';
    }
    int told(const ordered_json& answer, const std::string& line) {
        out_ << (options_.json ? text::to_json_text(answer) : line) << '\n';
        return 0;
    }
    /// How a task stands after a call.
    int moved(const plan_memory& memory, const ordered_json& answer) {
        const auto task = memory.get(answer["task"].get<std::string>());
        return told(answer, named(memory, task) + " is " + std::string{to_string(task.status)});
    }

    int add() {
        ordered_json task{{"title", options_.text}};
        if (!options_.description.empty()) task["description"] = options_.description;
        if (!options_.after.empty()) task["depends_on"] = options_.after;
        if (!options_.parent.empty()) task["parent"] = options_.parent;
        if (!options_.tags.empty()) task["tags"] = options_.tags;
        if (options_.needs_review) task["needs_review"] = true;
        auto in = arguments();
        if (!options_.goal.empty()) in["goal"] = options_.goal;
        in["tasks"] = ordered_json::array({task});
        const auto answer = call("task_plan", in);
        const auto name = answer["plan"].get<std::string>();
        const auto memory = plans_.find(name).value();
        const auto added = memory->get(answer["tasks"][0]["id"].get<std::string>());
        return told(answer, named(*memory, added) + " is in " + text::quoted(name));
    }
    int claim() {
        auto in = arguments();
        if (!options_.what.empty()) in["task"] = options_.what;
        in["lease_minutes"] = options_.lease_minutes;
        const auto answer = call("task_next", in);
        if (answer.contains("nothing_ready")) {
            (void)told(answer, answer["nothing_ready"].get<std::string>());
            return 1;
        }
        const auto mine = plan();
        const auto task = mine.memory->get(answer["task"].get<std::string>());
        auto line = named(*mine.memory, task) + " is yours";
        if (task.expires) line += " until " + workmem::to_iso8601(*task.expires);
        return told(answer, line + "\n\n" + answer["context"].get<std::string>());
    }
    int done() {
        const auto mine = plan();
        const auto task = mine.memory->get(mine.memory->identify(options_.what));
        if (!is_held(task.status) || task.assigned_to != options_.as || task.token == 0)
            throw workmem::error(
                error_code::conflict,
                named(*mine.memory, task) + " is " + std::string{to_string(task.status)} +
                    (task.assigned_to.empty() ? "" : ", with " + text::quoted(task.assigned_to)) +
                    "; only what " + text::quoted(options_.as) + " has claimed is theirs to end");
        ordered_json in{{"claim", workmem::tools::to_text(workmem::tools::kept_claim{
                                      mine.name, task.assigned_to, task.id, task.token})},
                        {"outcome", options_.outcome}};
        if (!options_.text.empty()) in["summary"] = options_.text;
        const auto answer = call("task_finish", in);
        const auto status = moved(*mine.memory, answer);
        if (!options_.json)
            for (const auto& id : answer["ready"])
                out_ << "ready: " << named(*mine.memory, mine.memory->get(id.get<std::string>()))
                     << '\n';
        return status;
    }
    int release() {
        const auto mine = plan();
        const auto task = mine.memory->get(mine.memory->identify(options_.what));
        const bool is_own = !options_.as.empty() && task.assigned_to == options_.as;
        if (is_held(task.status) && !is_own && !options_.force)
            throw workmem::error(error_code::conflict, named(*mine.memory, task) + " is with " +
                                                           text::quoted(task.assigned_to) +
                                                           "; --force takes it away from them");
        auto in = arguments();
        in["task"] = task.id;
        in["status"] = "pending";
        if (!options_.text.empty()) in["note"] = options_.text;
        if (!is_held(task.status))
            throw workmem::error(error_code::validation_error,
                                 named(*mine.memory, task) + " is " +
                                     std::string{to_string(task.status)} +
                                     "; only one that an agent holds is released");
        return moved(*mine.memory, call("task_update", in));
    }
    int begin_again() {
        const auto mine = plan();
        const auto task = mine.memory->get(mine.memory->identify(options_.what));
        const bool is_retry = options_.command == "retry";
        if (is_retry ? task.status != workmem::task_status::failed : !is_terminal(task.status))
            throw workmem::error(
                error_code::validation_error,
                named(*mine.memory, task) + " is " + std::string{to_string(task.status)} +
                    (is_retry ? "; only one that has failed is tried again"
                              : "; only one that is completed, cancelled or skipped is reopened"));
        auto in = arguments();
        in["task"] = task.id;
        in["status"] = "pending";
        if (!options_.text.empty()) in["note"] = options_.text;
        const auto answer = call("task_update", in);
        const auto status = moved(*mine.memory, answer);
        for (const auto* const which : {"waiting", "begun", "still_skipped"})
            if (!options_.json && answer.contains(which))
                for (const auto& title : answer[which])
                    out_ << which << ": " << text::quoted(title.get<std::string>()) << '\n';
        return status;
    }
    int approve() {
        const auto mine = plan();
        auto in = arguments();
        if (!options_.text.empty()) in["comments"] = options_.text;
        const auto made = decision_meant(*mine.memory);
        if (!made.empty()) {
            in["decision"] = made;
            in["granted"] = !options_.refuse;
            const auto answer = call("task_approve", in);
            return told(answer,
                        "decision " + text::escaped(made) +
                            (answer["approved"].get<bool>() ? " is approved" : " is not approved"));
        }
        in["task"] = options_.what;
        in["verdict"] = options_.refuse ? "needs_rework" : "approved";
        return moved(*mine.memory, call("task_review", in));
    }
    /// The decision that is meant; empty where that is a task, or nothing.
    [[nodiscard]] std::string decision_meant(const plan_memory& memory) const {
        const auto& said = options_.what;
        const bool is_task = memory.try_identify(said).has_value();
        workmem::meant_id meant{said, "decisions"};
        for (const auto& each : memory.decisions()) {
            if (each.id == said) return said;
            if (!is_task) meant.see(each.id, each.question);
        }
        return meant.empty() ? std::string{} : meant.value().value();
    }
    int nudge() {
        auto in = arguments();
        in["kind"] = "nudge";
        in["to"] = options_.what;
        in["content"] = options_.text;
        const auto answer = call("task_note", in);
        return told(answer, "sent" + (answer.contains("unknown_agent")
                                          ? ": " + answer["unknown_agent"].get<std::string>()
                                          : std::string{}));
    }

    int list() {
        bool is_first = true;
        unread_parts unread{std::cerr};
        const auto wanted = plan_meant(plans_, options_.plan);
        for (const auto& info : plans_.list()) {
            if (!wanted.empty() && info.name != wanted) continue;
            if (wanted.empty() && info.tasks == 0 && info.goal.empty()) continue;
            const auto memory = plans_.find(info.name).value();
            if (!memory) continue;
            const auto asked = asked_of(*memory);
            if (!asked) continue;
            if (options_.json) {
                out_ << text::to_json_text(listed(*memory, *asked)) << '\n';
            } else {
                if (!is_first) out_ << '\n';
                draw(*memory, *asked);
            }
            is_first = false;
            if (const auto rest = store_.unread(memory->position().stream)) unread.note(*rest);
        }
        if (is_first && !options_.parent.empty())
            throw workmem::error(error_code::not_found,
                                 "there is no task " + text::quoted(options_.parent) +
                                     " in the plans of " + quoted_store(options_.store));
        if (is_first)
            throw workmem::error(error_code::not_found,
                                 options_.plan.empty()
                                     ? "there is no plan in " + quoted_store(options_.store)
                                     : "there is no plan " + text::quoted(options_.plan) + " in " +
                                           quoted_store(options_.store));
        return unread.status();
    }
    // Nothing for a plan without the task whose parts are asked for.
    [[nodiscard]] std::optional<workmem::task_filter> asked_of(const plan_memory& memory) const {
        workmem::task_filter asked{.tag = options_.tag, .assigned_to = options_.assigned_to};
        if (options_.parent.empty()) return asked;
        const auto meant = memory.try_identify(options_.parent);
        if (!meant && meant.error().code() == error_code::not_found) return std::nullopt;
        asked.parent = meant.value().str();
        return asked;
    }
    [[nodiscard]] ordered_json listed(const plan_memory& memory,
                                      const workmem::task_filter& asked) const {
        const auto info = memory.info();
        ordered_json out{{"plan", info.name},
                         {"goal", info.goal},
                         {"status", std::string{to_string(info.status)}},
                         {"outcome", std::string{to_string(info.outcome)}}};
        const auto ids =
            task_rows::asked_for(memory, task_rows::of_state(memory, options_.state), asked);
        out["tasks"] =
            task_rows::told_tasks<ordered_json>(memory, ids, static_cast<std::size_t>(-1))["tasks"];
        auto& decisions = out["to_approve"] = ordered_json::array();
        for (const auto& each : memory.needs_approval())
            decisions.push_back(
                {{"id", each.id}, {"question", each.question}, {"choice", each.choice}});
        auto& messages = out["messages"] = ordered_json::array();
        if (!options_.as.empty())
            for (const auto& each : memory.inbox(options_.as))
                messages.push_back({{"from", each.from}, {"message", each.message}});
        return out;
    }
    void draw(const plan_memory& memory, const workmem::task_filter& asked) {
        const auto said = listed(memory, asked);
        const auto info = memory.info();
        out_ << fmt::format("== {}{}: {}, {} of {} completed\n", text::quoted(info.name),
                            info.goal.empty() ? "" : ", " + text::quoted(info.goal),
                            to_string(info.outcome), info.count(workmem::task_status::completed),
                            info.tasks);
        const auto shortened = short_ids::of_tasks(memory);
        for (const auto& each : said["tasks"]) {
            const auto state = each["state"].get<std::string>();
            auto line = text::quoted(each["title"].get<std::string>());
            // Why a task waits begins with its title, and is quoted; why it failed is a note.
            if (each.contains("why"))
                line = state == "failed"
                           ? line + ": " + text::quoted(each["why"].get<std::string>())
                           : each["why"].get<std::string>();
            out_ << fmt::format("{}  {:<11}  {}\n", shortened(each["id"].get<std::string>()), state,
                                line);
        }
        std::vector<std::string> ids;
        for (const auto& each : said["to_approve"]) ids.push_back(each["id"].get<std::string>());
        const short_ids decisions{std::move(ids), {}};
        for (const auto& each : said["to_approve"])
            out_ << fmt::format("{}  to approve   {} -> {}\n",
                                decisions(each["id"].get<std::string>()),
                                text::quoted(each["question"].get<std::string>()),
                                text::quoted(each["choice"].get<std::string>()));
        for (const auto& each : said["messages"])
            out_ << fmt::format("message{}: {}\n",
                                each["from"].get<std::string>().empty()
                                    ? ""
                                    : " from " + text::quoted(each["from"].get<std::string>()),
                                text::quoted(each["message"].get<std::string>()));
    }

    std::ostream& out_;
    const plan_options& options_;
    opened_store store_;
    plan_store plans_;
};

}  // namespace

int run_plan(std::ostream& out, const plan_options& options) {
    // Only a task that is added may begin a store.
    if (options.command != "add") has_store(options.store).value();
    return plan_command{out, options}.run();
}

}  // namespace workmem_program
