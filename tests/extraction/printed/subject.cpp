#include "catch.hpp"

#include <workmem/extraction/printed/subject.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

using nlohmann::json;
namespace printed = workmem::extraction::printed;

namespace {

printed::subject about(std::string_view tool, const json& arguments) {
    return printed::read_subject(workmem::tool_name{tool}, workmem::text::json_view{arguments});
}
printed::subject command(const char* line) { return about("Bash", {{"command", line}}); }
using paths = std::vector<std::string>;

}  // namespace

TEST_CASE("a path says which file is read or changed", "[extraction][printed]") {
    CHECK(about("Read", {{"file_path", "/x/a.c"}}).files == paths{"/x/a.c"});
    CHECK(about("Read", {{"file_path", "/x/a.c"}}).content);
    CHECK(about("edit_file", {{"target_file", "a.c"}}).acts);
    CHECK(about("delete_file", {{"path", "a.c"}}).gone == paths{"a.c"});
    CHECK(about("create_directory", {{"path", "src"}}).directories == paths{"src"});
    CHECK(about("move_file", {{"source", "a.c"}, {"destination", "b.c"}}).files == paths{"b.c"});
    CHECK(about("apply_patch", {{"input", "*** Begin Patch\n*** Update File: a.c\n-x\n"}}).files ==
          paths{"a.c"});
    CHECK_FALSE(about("get_page", {{"path", "/blog"}}));
    CHECK_FALSE(about("list_orders", {{"query", "late"}}));
    CHECK(about("Grep", {{"pattern", "x"}, {"path", "src"}}).how.base == "src");
}

TEST_CASE("a command line says what is done to which file", "[extraction][printed]") {
    CHECK(command("cat a.c").files == paths{"a.c"});
    CHECK(command("cat a.c").content);
    CHECK(command("head -n 20 a.c | grep x").files == paths{"a.c"});
    CHECK(command("sed -n '1,5p' a.c").files == paths{"a.c"});
    CHECK(command("cd src && touch a.c b.c").files == paths{"src/a.c", "src/b.c"});
    CHECK(command("mv a.c src/").files == paths{"src/a.c"});
    CHECK(command("rm -rf build").gone == paths{"build"});
    CHECK(command("mkdir -p a/b").directories == paths{"a/b"});
    CHECK(command("echo x > a.txt").files == paths{"a.txt"});
    CHECK(command("rm *.o").gone.empty());
    CHECK(command("ls src").how.base == "src");
    CHECK(command("grep -n x src/a.c").how.file == "src/a.c");
    CHECK(command("git merge fix/x").branches == paths{"fix/x"});
    CHECK_FALSE(command("cat a.py | python x.py").content);
    CHECK_FALSE(command("echo start && pytest").content);
    CHECK(command("kubectl get pods -n shop").asks == "kubectl_get_pods");
    CHECK(command("kubectl --namespace shop get -A pods").asks == "kubectl_get_pods");
    CHECK(command("gh issue list --label bug --json number,title").asks == "gh_issue_list");
    CHECK(command("gh --repo acme/shop pr list -s open").asks == "gh_pr_list");
    CHECK(command("gh issue list --search login").asks == "gh_issue_list");
    CHECK(command("gcloud compute instances list").asks == "gcloud_compute_instances_list");
    CHECK_FALSE(about("robots.send_command", {{"arm", "left"}}));
}

TEST_CASE("a query says which table it reads", "[extraction][printed]") {
    CHECK(about("query", {{"sql", "select * from public.\"orders\" o where x"}}).table == "orders");
    CHECK(about("query", {{"sql", "UPDATE orders SET x = 1"}}).table.empty());
    CHECK(about("search", {{"query", "mail from Ann"}}).table.empty());
}

TEST_CASE("addresses of pages are in the arguments", "[extraction][printed]") {
    CHECK(about("WebFetch", {{"url", "https://a.example/x"}}).urls == paths{"https://a.example/x"});
    CHECK(about("web_fetch", {{"prompt", "Read https://a.example/x, please."}}).urls ==
          paths{"https://a.example/x"});
    CHECK_FALSE(about("create_bookmark", {{"url", "https://a.example/x"}}));
}
