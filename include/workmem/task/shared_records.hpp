#pragma once

#include <workmem/detail/enum_names.hpp>
#include <workmem/journal/fields.hpp>
#include <workmem/task/task_id.hpp>
#include <workmem/time/timestamp.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workmem {

/// Who may see a record.
enum class visibility : std::uint8_t {
    all,
    task,  ///< who works on a task that it affects, its author, orchestrators and people
    agent  ///< its author, and people
};
enum class discovery_type : std::uint8_t { constraint, opportunity, risk, insight };
enum class artifact_type : std::uint8_t { file, code, document, config, test };

namespace detail {
inline constexpr std::string_view visibility_names[]{"all", "task", "agent"};
inline constexpr std::string_view discovery_names[]{"constraint", "opportunity", "risk", "insight"};
inline constexpr std::string_view artifact_names[]{"file", "code", "document", "config", "test"};
}  // namespace detail

[[nodiscard]] constexpr std::string_view to_string(visibility value) noexcept {
    return detail::name_of(value, detail::visibility_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, visibility& into) noexcept {
    return detail::parse_name_of(name, detail::visibility_names, into);
}
[[nodiscard]] constexpr std::string_view to_string(discovery_type value) noexcept {
    return detail::name_of(value, detail::discovery_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, discovery_type& into) noexcept {
    return detail::parse_name_of(name, detail::discovery_names, into);
}
[[nodiscard]] constexpr std::string_view to_string(artifact_type value) noexcept {
    return detail::name_of(value, detail::artifact_names);
}
[[nodiscard]] constexpr bool parse_name(std::string_view name, artifact_type& into) noexcept {
    return detail::parse_name_of(name, detail::artifact_names, into);
}

/// What somebody said of a decision.
struct approval {
    std::string by{};
    timestamp at{};
    bool granted = true;
    std::string comments{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("by", self.by);
        archive("at", self.at);
        archive("granted", self.granted);
        archive.maybe("comments", self.comments, journal::erasable);
    }
    friend bool operator==(const approval&, const approval&) = default;
};

/// A choice that was made. Never changed; a later one may supersede it.
struct decision {
    std::string id{};
    timestamp made_at{};
    std::string made_by{};
    std::string question{};
    std::string choice{};
    std::vector<std::string> alternatives{};
    std::string rationale{};
    std::vector<task_id> affects_tasks{};  ///< empty: all
    bool reversible = true;
    bool needs_approval = false;    ///< its tasks wait until somebody approves it
    std::string supersedes{};       ///< an earlier decision
    std::string resolves{};         ///< the branch that it decides
    std::vector<task_id> branch{};  ///< the tasks of that branch that are to be done
    visibility visible = visibility::all;
    std::optional<approval> approved{};
    std::string superseded_by{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("made_at", self.made_at);
        archive.maybe("made_by", self.made_by);
        archive("question", self.question, journal::erasable);
        archive("choice", self.choice, journal::erasable);
        archive.maybe("alternatives", self.alternatives, journal::erasable);
        archive.maybe("rationale", self.rationale, journal::erasable);
        archive.maybe("affects_tasks", self.affects_tasks);
        archive("reversible", self.reversible);
        archive.maybe("needs_approval", self.needs_approval);
        archive.maybe("supersedes", self.supersedes);
        archive.maybe("resolves", self.resolves);
        archive.maybe("branch", self.branch);
        archive.maybe("visibility", self.visible);
        archive.maybe("approval", self.approved);
        archive.maybe("superseded_by", self.superseded_by);
    }
    friend bool operator==(const decision&, const decision&) = default;
};
struct new_decision {
    std::string question{};
    std::string choice{};
    std::vector<std::string> alternatives{};
    std::string rationale{};
    std::vector<task_id> affects_tasks{};
    bool reversible = true;
    bool needs_approval = false;
    std::string supersedes{};
    std::string resolves{};         ///< the id of an open branch
    std::vector<task_id> branch{};  ///< which of its tasks are to be done; the others are skipped
    visibility visible = visibility::all;
};

/// Something learned during work.
struct discovery {
    std::string id{};
    timestamp discovered_at{};
    std::string discovered_by{};
    std::string content{};
    discovery_type type = discovery_type::insight;
    std::vector<task_id> affects_tasks{};  ///< empty: all
    std::string promote_to_core{};
    std::string supersedes{};
    visibility visible = visibility::all;
    std::string superseded_by{};

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("discovered_at", self.discovered_at);
        archive.maybe("discovered_by", self.discovered_by);
        archive("content", self.content, journal::erasable);
        archive("type", self.type);
        archive.maybe("affects_tasks", self.affects_tasks);
        archive.maybe("promote_to_core", self.promote_to_core);
        archive.maybe("supersedes", self.supersedes);
        archive.maybe("visibility", self.visible);
        archive.maybe("superseded_by", self.superseded_by);
    }
    friend bool operator==(const discovery&, const discovery&) = default;
};
struct new_discovery {
    std::string content{};
    discovery_type type = discovery_type::insight;
    std::vector<task_id> affects_tasks{};
    std::string promote_to_core{};
    std::string supersedes{};
    visibility visible = visibility::all;
};

/// A file or another output: by reference, or small ones whole.
struct artifact {
    std::string id{};
    timestamp created_at{};
    std::string created_by{};
    artifact_type type = artifact_type::file;
    std::string path{};  ///< path or URI
    std::string description{};
    task_id associated_task{};
    std::uint64_t version = 1;  ///< of what is at that path
    std::string checksum{};     ///< SHA-256, 64 hexadecimal digits; empty: not known
    std::uint64_t size = 0;     ///< bytes
    std::string media_type{};
    std::optional<std::string> content{};
    visibility visible = visibility::all;
    std::string superseded_by{};  ///< the artifact with the next version of the path

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("created_at", self.created_at);
        archive.maybe("created_by", self.created_by);
        archive("type", self.type);
        archive("path", self.path, journal::erasable_name);
        archive.maybe("description", self.description, journal::erasable);
        archive.maybe("associated_task", self.associated_task);
        archive("version", self.version);
        archive.maybe("checksum", self.checksum, journal::erasable);
        archive.maybe("size", self.size, journal::erasable);
        archive.maybe("media_type", self.media_type, journal::erasable);
        archive.maybe("content", self.content, journal::erasable);
        archive.maybe("visibility", self.visible);
        archive.maybe("superseded_by", self.superseded_by);
    }
    friend bool operator==(const artifact&, const artifact&) = default;
};
struct new_artifact {
    artifact_type type = artifact_type::file;
    std::string path{};
    std::string description{};
    task_id associated_task{};
    std::string media_type{};
    std::optional<std::string> content{};  ///< kept with the memory; at most 4 KiB
    visibility visible = visibility::all;
};

/// A point from which one of several ways is to be taken: its tasks wait until a decision says
/// which of them are to be done.
struct task_branch {
    std::string id{};
    std::string question{};
    std::vector<task_id> options{};
    timestamp created_at{};
    std::string created_by{};
    std::string resolved_by{};  ///< the decision; empty: still open

    template <class Self, class Archive>
    static void describe(Self& self, Archive& archive) {
        archive("id", self.id);
        archive("question", self.question, journal::erasable);
        archive("options", self.options);
        archive("created_at", self.created_at);
        archive.maybe("created_by", self.created_by);
        archive.maybe("resolved_by", self.resolved_by);
    }
    friend bool operator==(const task_branch&, const task_branch&) = default;
};
struct new_branch {
    std::string question{};
    std::vector<task_id> options{};
};

}  // namespace workmem
