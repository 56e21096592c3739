// What others read in the views: whatever titles say, the tasks, the arrows and nothing else.
#include "catch.hpp"
#include "temporary_folder.hpp"

#include <workmem/ids/sequential_ids.hpp>
#include <workmem/task/task_memory.ipp>
#include <workmem/time/manual_clock.hpp>
#include <workmem/view/dot.hpp>
#include <workmem/view/json.hpp>
#include <workmem/view/mermaid.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <string>
#include <vector>

using namespace workmem_test;
namespace view = workmem::view;
using nlohmann::json;

namespace {

struct policies : workmem::default_policies {
    using clock = workmem::manual_clock;
    using ids = workmem::sequential_ids;
};
using memory = workmem::basic_task_memory<policies>;

struct drawing {
    view::picture plan{};
    view::view_options options{};
};

// In all states, with all conditions.
memory ordinary() {
    using enum workmem::dependency_condition;
    memory work{{.name = "Implement auth system", .goal = "Add JWT authentication"}};
    const auto begun = [&](const std::string& title, const std::string& agent) {
        const auto claim = work.claim(work.add_task({.title = title, .needs_review = true}), agent);
        work.start(claim);
        return claim;
    };
    const auto design = begun("Design token schema", "agent-123");
    work.complete(design);
    work.review_task(design.task, {.by = "qa"});
    const auto service = work.add_task({.title = "Token service", .depends_on = {design.task}});
    work.add_task({.title = "Middleware", .depends_on = {design.task, service}});
    work.add_task({.title = "Roll back", .depends_on = {{service, failure}}});
    work.add_task({.title = "Tell", .depends_on = {{service, any}, {design.task, always}}});
    work.claim(work.add_task({.title = "Threat model"}), "ann");
    begun("Load test", "ben");
    work.block(begun("Rotate keys", "cem"), "no access");
    work.complete(begun("Write docs", "dee"));
    work.fail(begun("Fuzz", "eve"), "it hangs");
    work.cancel_task(work.add_task({.title = "Logo"}));
    work.skip(work.add_task({.title = "Old browsers"}));
    return work;
}

const std::vector<std::string> hostile{
    "\"]; t9[\"x",
    "say \"hi\"",
    "[a](b){c}<d>|e|",
    "end",
    "END",
    "subgraph x",
    "style t0 fill:#f00;",
    "linkStyle default stroke:#f00;",
    "click t0 call alert(1)",
    "click t0 \"javascript:alert(1)\"",
    "%% comment",
    "%%{init: {'securityLevel': 'loose'}}%%",
    "---\ntitle: x\n---",
    "t0 --> t1",
    "a -->|b| c",
    "]:::completed",
    "x@{ shape: rect }",
    "graph LR; a-->b;",
    "<script>alert(1)</script>",
    "<b>bold</b><br/>two",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt; &amp; &#35; &quot; &unknown;",
    "#35; #quot; #x; ##",
    "\xEF\xAC\x82\xC2\xB0\xC2\xB0"
    "60\xC2\xB6\xC3\x9F placeholders",
    "`code` and \"`markdown`\"",
    "**bold** _it_ ~~no~~",
    "- item",
    "1. item",
    "# heading",
    "> quote",
    "+ plus",
    "    indented",
    " around ",
    "$$x^2$$",
    "fa:fa-car fab:fa-x",
    "line\nbreak\r\nand\ttab",
    "\\N \\G \\n \\l \\r \\",
    "ends in a backslash\\",
    "C:\\new\\tests",
    "'single' ;semi; : colon , comma",
    "\x1b[31mred\x1b[0m \x07\x01\x7f",
    "\xC2\x80\xC2\x9F C1",
    "\xE2\x80\xAEright to left\xE2\x80\xAC",
    "\xE2\x81\xA6isolated\xE2\x81\xA9",
    "\xE2\x80\xA8line\xE2\x80\xA9paragraph",
    "\xF0\x9F\x98\x80 \xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA9\xE2\x80\x8D\xF0\x9F\x91\xA7",
    "\xC3\xA9 \xC3\xBC \xC3\x9F \xE4\xB8\xAD\xE6\x96\x87 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
    std::string(1'000, 'x'),
    std::string(500, '"') + std::string(500, '\\'),
    "null",
    "0",
    "default",
    "__proto__",
    "constructor"};

memory with_hostile_titles() {
    memory work{{.name = hostile[0] + hostile[18], .goal = hostile[35]}};
    workmem::task_id last;
    for (const auto& title : hostile) {
        const auto id = work.add_task({.title = title});
        if (!last.empty()) work.add_dependency(id, last);
        last = id;
    }
    work.claim(work.ids(1).front(), hostile[20] + hostile[0]);
    return work;
}

memory many(std::size_t tasks, std::size_t dependencies_each) {
    memory work{{.name = "many"}};
    std::vector<workmem::task_id> ids;
    for (std::size_t i = 0; i < tasks; ++i) {
        workmem::new_task fresh{.title = "task " + std::to_string(i)};
        for (std::size_t k = 1; k <= dependencies_each && k <= i; ++k)
            fresh.depends_on.emplace_back(ids[i - k]);
        ids.push_back(work.add_task(std::move(fresh)));
    }
    return work;
}

std::vector<drawing> drawings() {
    std::vector<drawing> out;
    const auto draw = [&](const memory& work, const view::view_options& options = {}) {
        out.push_back({view::picture_of(work, options), options});
    };
    draw(ordinary());
    draw(ordinary(), {.max_tasks = 5, .max_label_chars = 8});
    draw(with_hostile_titles());
    draw(with_hostile_titles(), {.max_label_chars = 1'000'000});
    draw(memory{});
    draw(many(250, 1));
    draw(many(200, 5));
    return out;
}

// Runs a tool on a text; what it says.
std::string read_by(const std::string& command, const std::string& text) {
    const temporary_folder at;
    const auto in = at.path() + "/in", out = at.path() + "/out";
    put_content(in, text);
    const auto status = std::system((command + " < '" + in + "' > '" + out + "'").c_str());
    INFO(command << "\n" << text.substr(0, 3'000));
    REQUIRE(status == 0);
    return content_of(out);
}
std::string required(const char* name, const char* what) {
    const auto* const value = std::getenv(name);
    INFO(name << " must name " << what);
    REQUIRE(value != nullptr);
    return value;
}
std::string trimmed(std::string text) {
    text.erase(0, text.find_first_not_of(' '));
    text.erase(text.find_last_not_of(' ') + 1);
    return text;
}
std::set<std::string> edges_of(const view::picture& plan) {
    std::set<std::string> out;
    for (const auto& each : plan.edges)
        out.insert("t" + std::to_string(each.from) + " t" + std::to_string(each.to) + " " +
                   (each.condition == workmem::dependency_condition::success
                        ? ""
                        : std::string{to_string(each.condition)}));
    return out;
}

}  // namespace

TEST_CASE("Graphviz reads what was drawn", "[.][graphviz]") {
    const auto dot =
        required("WORKMEM_DOT", "the program dot (on Debian: apt-get install graphviz)");
    REQUIRE_FALSE(dot.ends_with("NOTFOUND"));
    for (const auto& [plan, options] : drawings()) {
        const auto text = view::dot(plan, options);
        const auto graph = json::parse(read_by("'" + dot + "' -Tjson", text));
        // The lines that it draws, without any markup.
        const auto lines = [](const json& of) {
            std::vector<std::string> out;
            for (const auto& each : of.value("_ldraw_", json::array()))
                if (each["op"] == "T") out.push_back(each["text"]);
            return out;
        };
        CHECK(graph["directed"] == true);
        if (!plan.about.name.empty())
            CHECK(lines(graph) == std::vector{view::label(plan.about.name, options)});
        const auto nodes = graph.value("objects", json::array());
        REQUIRE(nodes.size() == plan.tasks.size() + (plan.more > 0 ? 1 : 0));
        for (std::size_t i = 0; i < plan.tasks.size(); ++i) {
            const auto& task = plan.tasks[i];
            CHECK(nodes[i]["name"] == "t" + std::to_string(i));
            auto state = task.state;
            if (!task.agent.empty()) state += ", " + view::label(task.agent, options);
            CHECK(lines(nodes[i]) == std::vector{view::label(task.title, options), state});
        }
        if (plan.more > 0)
            CHECK(lines(nodes.back()) == std::vector{"+" + std::to_string(plan.more) + " more"});
        std::set<std::string> edges;
        for (const auto& each : graph.value("edges", json::array()))
            edges.insert(nodes[each["tail"].get<std::size_t>()]["name"].get<std::string>() + " " +
                         nodes[each["head"].get<std::size_t>()]["name"].get<std::string>() + " " +
                         each.value("label", ""));
        CHECK(edges == edges_of(plan));
        CHECK_THAT(read_by("'" + dot + "' -Tsvg", text), contains("</svg>"));
    }
}

TEST_CASE("Mermaid reads what was drawn, and the JSON is what it says it is", "[.][mermaid]") {
    const auto packages = required("WORKMEM_NODE_PACKAGES", "a folder of npm's packages");
    const auto reader = required("WORKMEM_READER", "read.mjs");
    const auto all = drawings();
    json questions = json::array();
    for (const auto& [plan, options] : all)
        questions.push_back({{"mermaid", view::mermaid(plan, options)},
                             {"json", view::json(plan, options).dump()}});
    const auto answers = json::parse(
        read_by("'" + packages + "/node' '" + reader + "' '" + packages + "'", questions.dump()));
    REQUIRE(answers.size() == all.size());
    for (std::size_t at = 0; at < all.size(); ++at) {
        const auto& [plan, options] = all[at];
        const auto& answer = answers[at];
        CHECK(answer["type"] == "flowchart-v2");
        CHECK(answer["wrong"] == json::array());
        std::size_t extra = 0;
        for (const auto& node : answer["nodes"]) {
            CHECK(node["active"] == false);
            CHECK(node["styled"] == true);
            const auto id = node["id"].get<std::string>();
            if (id.starts_with("more")) {
                ++extra;
                CHECK_THAT(node["label"].get<std::string>(), contains(" more"));
                continue;
            }
            const auto& task = plan.tasks.at(std::stoul(id.substr(1)));
            auto label = view::label(task.title, options);
            if (!task.agent.empty()) label += " - " + view::label(task.agent, options);
            CHECK(trimmed(node["label"]) == trimmed(label));
            CHECK(node["class"] == task.state);
            // What would begin a list or a block of code is none of that.
            CHECK_FALSE(node["raw"].get<std::string>().starts_with("- "));
            CHECK_FALSE(node["raw"].get<std::string>().starts_with("    "));
        }
        CHECK(answer["nodes"].size() == plan.tasks.size() + extra);
        std::set<std::string> edges;
        for (const auto& each : answer["edges"])
            edges.insert(each["from"].get<std::string>() + " " + each["to"].get<std::string>() +
                         " " + each["label"].get<std::string>());
        auto expected = edges_of(plan);
        if (expected.size() <= options.max_edges) {
            CHECK(edges == expected);
        } else {
            CHECK(edges.size() == options.max_edges);
            CHECK(std::includes(expected.begin(), expected.end(), edges.begin(), edges.end()));
        }
    }
}
