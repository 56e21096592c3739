#pragma once

#include <workmem/config.hpp>
#include <workmem/task/validate.hpp>

namespace workmem::detail {

WORKMEM_DECL std::optional<error> validate_text(const char* name, std::string& text,
                                              std::size_t least, std::size_t most) {
    make_valid(text);
    if (text.size() >= least && text.size() <= most) return std::nullopt;
    return error{error_code::validation_error,
                 std::string{name} + " must have " + std::to_string(least) + " to " +
                     std::to_string(most) + " bytes, has " + std::to_string(text.size()),
                 {{"field", name}, {"limit", std::to_string(most)}}};
}

WORKMEM_DECL std::optional<error> validate_title(std::string& title) {
    if (auto problem = validate_text("title", title, 1, task_limits::title)) return problem;
    if (text::has_visible(title)) return std::nullopt;
    return error{error_code::validation_error,
                 "title must have at least one visible character, has " +
                     text::quoted(text::prefix(title, task_limits::id)),
                 {{"field", "title"}}};
}

WORKMEM_DECL std::optional<error> validate_texts(const char* name, std::vector<std::string>& texts) {
    if (texts.size() > task_limits::list)
        return error{error_code::validation_error,
                     std::string{name} + " must have at most " + std::to_string(task_limits::list) +
                         " entries, has " + std::to_string(texts.size()),
                     {{"field", name}}};
    for (auto& each : texts)
        if (auto problem = validate_text(name, each, 1, task_limits::line)) return problem;
    return std::nullopt;
}

WORKMEM_DECL std::optional<error> validate(new_task& what) {
    if (auto problem = validate_text("id", what.id, 0, task_limits::id)) return problem;
    if (auto problem = validate_title(what.title)) return problem;
    if (auto problem = validate_text("description", what.description, 0, task_limits::text))
        return problem;
    if (what.depends_on.size() > task_limits::dependencies)
        return error{error_code::validation_error,
                     "depends_on must name at most " + std::to_string(task_limits::dependencies) +
                         " tasks, names " + std::to_string(what.depends_on.size()),
                     {{"field", "depends_on"}}};
    if (what.joins.count() == 0)
        return error{error_code::validation_error,
                     "joins must ask for 1 or more dependencies, asks for 0",
                     {{"field", "joins"}}};
    if (what.parent.str().size() > task_limits::id)
        return error{error_code::validation_error,
                     "parent must be at most " + std::to_string(task_limits::id) +
                         " bytes long, is " + std::to_string(what.parent.str().size()),
                     {{"field", "parent"}}};
    return validate_texts("tags", what.tags);
}

WORKMEM_DECL std::optional<error> validate(task_change& what) {
    if (what.title)
        if (auto problem = validate_title(*what.title)) return problem;
    if (what.description)
        if (auto problem = validate_text("description", *what.description, 0, task_limits::text))
            return problem;
    if (what.tags) return validate_texts("tags", *what.tags);
    return std::nullopt;
}

WORKMEM_DECL std::optional<error> validate(new_artifact& what) {
    if (auto problem = validate_text("path", what.path, 1, task_limits::line)) return problem;
    if (has_control_characters(what.path))
        return error{
            error_code::validation_error,
            "path must have no control characters, is " + text::quoted(text::prefix(what.path, 64)),
            {{"field", "path"}}};
    if (auto problem = validate_text("description", what.description, 0, task_limits::text))
        return problem;
    if (auto problem = validate_text("media_type", what.media_type, 0, task_limits::id))
        return problem;
    if (what.content) return validate_text("content", *what.content, 0, task_limits::inline_artifact);
    return std::nullopt;
}

WORKMEM_DECL std::optional<error> validate(new_branch& what) {
    if (what.options.size() < 2 || what.options.size() > task_limits::list)
        return error{error_code::validation_error,
                     "options must name 2 to " + std::to_string(task_limits::list) +
                         " tasks, names " + std::to_string(what.options.size()),
                     {{"field", "options"}}};
    return validate_text("question", what.question, 1, task_limits::line);
}

}  // namespace workmem::detail
