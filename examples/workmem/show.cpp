#include "show.hpp"

#include "store.hpp"

#include <workmem/task/task_store.hpp>
#include <workmem/text/json_writer.hpp>
#include <workmem/view/dot.hpp>
#include <workmem/view/html.hpp>
#include <workmem/view/json.hpp>
#include <workmem/view/mermaid.hpp>
#include <workmem/view/text.hpp>

#include <string>
#include <utility>
#include <vector>

namespace workmem_program {
namespace {

using recorded_policies = workmem::durable_policies<workmem::journal::any>;

std::string drawn(const workmem::view::picture& picture, const std::string& as,
                  const workmem::view::view_options& options) {
    namespace view = workmem::view;
    if (as == "mermaid") return view::mermaid(picture, options);
    if (as == "dot") return view::dot(picture, options);
    if (as == "json") return workmem::text::to_json_text(view::json(picture, options));
    return view::text(picture, options);
}

}  // namespace

int run_show(std::ostream& out, std::ostream& log, const show_options& options) {
    auto store = read_store(options.store).value();
    unread_parts unread{log};
    workmem::basic_task_store<recorded_policies> plans{{}, {.journal = store.journal}};
    const workmem::view::view_options how{.max_tasks = options.max_tasks};
    bool is_first = true;
    std::vector<workmem::view::picture> page;
    const auto wanted = plan_meant(plans, options.plan);
    for (const auto& each : plans.list()) {
        if (!wanted.empty() && each.name != wanted) continue;
        if (wanted.empty() && each.tasks == 0 && each.goal.empty()) continue;
        const auto memory = plans.find(each.name).value();
        if (!memory) continue;
        auto picture = workmem::view::picture_of(*memory, how);
        if (options.as == "html") {
            page.push_back(std::move(picture));
        } else {
            // Lines of JSON need nothing between them.
            if (!is_first && options.as != "json") out << '\n';
            out << drawn(picture, options.as, how) << '\n';
        }
        is_first = false;
        if (const auto rest = store.unread(memory->position().stream)) unread.note(*rest);
    }
    if (!page.empty()) out << workmem::view::html(page, how) << '\n';
    if (!is_first) return unread.status();
    throw workmem::error(workmem::error_code::not_found,
                         options.plan.empty()
                             ? "there is no plan in " + quoted_store(options.store)
                             : "there is no plan " + workmem::text::quoted(options.plan) + " in " +
                                   quoted_store(options.store));
}

}  // namespace workmem_program
