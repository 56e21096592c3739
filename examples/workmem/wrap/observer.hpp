// Finds calls of tools and their results in what passed by, and remembers what they are about.
#pragma once

#include "queue.hpp"

#include "../project/draining.hpp"
#include "../project/dropped.hpp"
#include "../project/memory.hpp"
#include "../project/places.hpp"

#include <workmem/text/json_document.hpp>
#include <workmem/text/json_writer.hpp>

#include <algorithm>
#include <chrono>
#include <exception>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem_program {

/// Cuts a stream of bytes into lines; what is too long, or misses bytes, is left out.
class line_cutter {
public:
    static constexpr std::size_t most = std::size_t{16} << 20;

    template <class Use>
    void add(const passed_bytes& more, Use&& use) {
        if (more.after_gap) rest_.clear(), skips_ = true;
        std::string_view left{more.bytes};
        for (auto end = left.find('\n'); end != left.npos; end = left.find('\n')) {
            if (!skips_) {
                rest_.append(left.substr(0, end));
                use(std::string_view{rest_});
            }
            rest_.clear();
            skips_ = false;
            left.remove_prefix(end + 1);
        }
        if (skips_ || rest_.size() + left.size() > most)
            rest_.clear(), skips_ = true;
        else
            rest_.append(left);
    }

private:
    std::string rest_;
    bool skips_ = false;
};

/// The observer of one server. For one thread.
class wrap_observer {
public:
    wrap_observer(project here, const std::string& store, workmem::journal::any journal,
                  std::string name, std::vector<std::string> denied, quiet_log log)
        : here_{std::move(here)},
          spool_{store, here_},
          ignored_{here_},
          journal_{std::move(journal)},
          agents_{project_options(), project_parts(here_, journal_), project_scopes(here_)},
          name_{std::move(name)},
          denied_{std::move(denied)},
          log_{std::move(log)} {}

    void see(const passed_bytes& passed) {
        if (passed.way == direction::to_server)
            to_server_.add(passed, [&](std::string_view line) { see_request(line); });
        else
            to_client_.add(passed, [&](std::string_view line) { see_answer(line); });
    }

private:
    // As it was sent: the arguments stand in it.
    using calls = std::map<std::string, std::string, std::less<>>;
    static constexpr std::size_t most_calls = 256;
    static constexpr std::size_t most_bytes = std::size_t{64} << 20U;

    template <class Use>
    static void for_each_message(std::string_view line, Use&& use) {
        const workmem::text::json_document document{line};
        if (!document) return;
        const auto root = document.root();
        if (!root.is_array()) return use(root);
        for (const auto& each : root) use(each);
    }
    static std::string id_of(const workmem::text::json_view& message) {
        const auto id = message.find("id");
        return id ? workmem::text::to_json_text(id) : std::string{};
    }

    void forget_call(const std::string& id) {
        const auto call = calls_.find(id);
        if (call == calls_.end()) return;
        held_ -= call->second.size();
        calls_.erase(call);
    }
    void see_request(std::string_view line) {
        // Most messages are of no interest, and need not be read.
        if (line.find("tools/call") == line.npos && line.find("\"initialize\"") == line.npos)
            return;
        for_each_message(line, [&](const workmem::text::json_view& message) {
            const auto method = message.find("method");
            const auto id = id_of(message);
            if (id.empty()) return;
            if (method == "initialize") greeting_ = id;
            if (method != "tools/call") return;
            auto params = workmem::text::to_json_text(message.find("params"));
            forget_call(id);
            while (!calls_.empty() &&
                   (calls_.size() >= most_calls || held_ + params.size() > most_bytes))
                forget_call(calls_.begin()->first);
            if (params.size() > most_bytes) return;
            held_ += params.size();
            calls_.emplace(id, std::move(params));
        });
    }
    void see_answer(std::string_view line) {
        if (calls_.empty() && greeting_.empty()) return;
        for_each_message(line, [&](const workmem::text::json_view& message) {
            if (message.contains("method")) return;
            const auto id = id_of(message);
            if (id.empty()) return;
            const auto result = message.find("result");
            if (id == greeting_) {
                greeting_.clear();
                if (name_.empty()) name_ = result.find("serverInfo").find("name").string();
                return;
            }
            const auto call = calls_.find(id);
            if (call == calls_.end()) return;
            const auto params = std::move(call->second);
            held_ -= params.size();
            calls_.erase(call);
            const workmem::text::json_document sent{params};
            if (sent && result) try_to_remember(sent.root(), result);
        });
    }
    // One that fails is lost; the next one finds the store as it is then.
    void try_to_remember(const workmem::text::json_view& sent,
                         const workmem::text::json_view& result) {
        try {
            remember(sent, result);
        } catch (const std::exception& problem) {
            log_.note(problem.what());
            things_.reset();
            current_.clear();
        }
    }
    void remember(const workmem::text::json_view& sent, const workmem::text::json_view& result) {
        std::string tool{sent.find("name").string()};
        if (tool.empty() || tool.size() > 200) return;
        if (!name_.empty()) tool.insert(0, "mcp__" + name_.substr(0, 48) + "__");
        for (const auto& each : denied_)
            if (fits(tool, each) || fits(sent.find("name").string(), each)) return;
        // What was seen before this comes before it, and so does the session it was seen in.
        if (!spool_.is_empty() &&
            drain_spool(spool_, here_, ignored_, journal_,
                        event_spool::clock::now() + std::chrono::milliseconds{500}))
            current_.clear();
        const auto session = current_session();
        if (!things_ || session != open_) {
            things_.reset();
            things_.emplace(open_seen(here_, session, journal_));
            things_->value().extractor().ignored = ignored_;
            open_ = session;
        }
        auto& things = things_->value();
        things.try_follow().value();
        const auto seen =
            things
                .try_observe(tool, sent.find("arguments"), result,
                             {.actor = name_.empty() ? std::string_view{"wrap"} : name_})
                .value();
        const bool has_something = seen.failed || seen.removed > 0 || !seen.entities.empty();
        note_unread(log_, here_, tool, result, has_something, seen.omitted);
    }
    // The client says no session: the latest of the project is meant. Looked up now and then.
    const std::string& current_session() {
        const auto now = std::chrono::steady_clock::now();
        if (current_.empty() || now - looked_up_ > std::chrono::seconds{1}) {
            current_ = agents_.current();
            looked_up_ = now;
        }
        return current_;
    }

    project here_;
    event_spool spool_;
    ignored_things ignored_;
    workmem::journal::any journal_;
    agents_type agents_;
    std::string name_;
    std::vector<std::string> denied_;
    quiet_log log_;
    line_cutter to_server_, to_client_;
    calls calls_;
    std::size_t held_ = 0;  // bytes, by the calls
    std::string greeting_;
    std::string current_, open_;
    std::chrono::steady_clock::time_point looked_up_{};
    std::optional<workmem::result<seen_things>> things_;
};

}  // namespace workmem_program
