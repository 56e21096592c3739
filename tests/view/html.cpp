#include "auth_plan.hpp"
#include "catch.hpp"

#include <workmem/view/html.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace view = workmem::view;
using workmem_test::auth_plan;
using workmem_test::contains;

namespace {

// The names of the elements that are left open, or a remark on what closes none.
std::vector<std::string> left_open(std::string_view page) {
    std::vector<std::string> open;
    for (auto at = page.find('<'); at != page.npos; at = page.find('<', at + 1)) {
        const auto end = page.find('>', at);
        if (end == page.npos) return {"a tag does not end"};
        const auto tag = page.substr(at + 1, end - at - 1);
        const auto name = std::string{tag.substr(0, tag.find_first_of(" /", 1))};
        if (tag.front() == '!' || tag.back() == '/' || name == "meta") continue;
        if (tag.front() != '/') {
            open.push_back(name);
        } else {
            if (open.empty() || "/" + open.back() != tag)
                return {"</" + std::string{tag} + "> closes nothing"};
            open.pop_back();
        }
    }
    return open;
}
std::size_t count_of(std::string_view part, std::string_view page) {
    std::size_t out = 0;
    for (auto at = page.find(part); at != page.npos; at = page.find(part, at + 1)) ++out;
    return out;
}
view::picture hostile() {
    view::picture out;
    out.about.name = "</title><script>alert(1)</script>";
    out.about.goal = "\"><img src=x onerror=alert(1)>";
    out.tasks.push_back(
        {"a", "<b>&amp;' \" onload=\"x", "ready", "</text><a href='javascript:x'>", {}});
    return out;
}

}  // namespace

TEST_CASE("a plan is a page with a drawing and a table", "[view]") {
    const auto page = view::html(auth_plan());
    CHECK(left_open(page).empty());
    CHECK_THAT(page,
               contains("<!DOCTYPE html>") && contains("<title>Implement auth system</title>"));
    CHECK_THAT(page, contains("1 of 4 tasks completed, 1 ready"));
    CHECK(count_of("<rect ", page) == 4);
    CHECK(count_of("<path d=\"M", page) == 4 + 1);
    CHECK(count_of("<path d=\"M208 ", page) == 2);
    CHECK_THAT(page, contains("class=\"other\"><title>failure</title>"));
    CHECK_THAT(page,
               contains("<tr><td>Design token schema</td><td style=\"background:#dcfce7\">completed"
                        "</td><td>agent-123</td><td></td></tr>"));
    CHECK_THAT(page, contains("<td>Token service (failure)</td></tr>"));
}

TEST_CASE("what a page says is text, whatever it says", "[view]") {
    const auto page = view::html(hostile());
    CHECK(left_open(page).empty());
    for (const auto* const markup : {"<script", "<img", "<b>", "<a ", "onload=\"", "href='"}) {
        INFO(markup);
        CHECK(page.find(markup) == page.npos);
    }
    view::picture odd;
    odd.about.name = "C:\\n \n\x1b[31m \u202e";
    CHECK_THAT(view::html(odd), contains("<h1>C:\\n \\n\\u001b[31m \\u202e</h1>"));
    CHECK_THAT(page, contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    CHECK_THAT(page, contains("&lt;b&gt;&amp;amp;&#39; &quot; onload=&quot;x"));
}

TEST_CASE("a page needs nothing else, and loads nothing", "[view]") {
    for (const auto& page : {view::html(auth_plan()), view::html(hostile())}) {
        CHECK_THAT(page, contains("content=\"default-src 'none'; style-src 'unsafe-inline'\""));
        for (const auto* const loads : {"<link", "<script", "@import", "<iframe", "<object"})
            CHECK(page.find(loads) == page.npos);
    }
    for (const auto* const loads : {" src=", " href=", "http:", "https:"})
        CHECK(view::html(auth_plan()).find(loads) == std::string::npos);
}

TEST_CASE("several plans are sections of one page, also empty ones", "[view]") {
    const std::vector<view::picture> all{hostile(), {}, hostile()};
    const auto page = view::html(all);
    CHECK(left_open(page).empty());
    CHECK(count_of("<section>", page) == 3);
    CHECK(count_of("<html", page) == 1);
    CHECK(count_of("<table>", page) == 2);
    CHECK_THAT(page, contains("<title>Plans</title>"));
    CHECK(left_open(view::html(std::vector<view::picture>{})).empty());
}

TEST_CASE("long titles are cut in boxes, and what is not shown is counted", "[view]") {
    view::picture of;
    of.tasks.push_back({"a", std::string(100, 'x'), "ready", {}, {}});
    of.more = 7;
    const auto page = view::html(of);
    CHECK_THAT(page, contains('>' + std::string(26, 'x') + "…<") && contains("+7 more"));
    CHECK_THAT(page, contains("<title>" + std::string(60, 'x') + "…</title>"));
}
