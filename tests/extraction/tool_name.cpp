#include "catch.hpp"

#include <workmem/extraction/tool_name.hpp>

#include <array>
#include <string>

using workmem::tool_name;
using workmem::verb_kind;

namespace {

struct expected {
    const char* name;
    verb_kind kind;
    const char* noun;
};

}  // namespace

TEST_CASE("a tool name is read in every naming style", "[extraction]") {
    const auto want = GENERATE(expected{"cms_getPage", verb_kind::read, "page"},
                               expected{"getPage", verb_kind::read, "page"},
                               expected{"GetPage", verb_kind::read, "page"},
                               expected{"get_page", verb_kind::read, "page"},
                               expected{"get-page", verb_kind::read, "page"},
                               expected{"desk.get_page", verb_kind::read, "page"},
                               expected{"desk/pages/get", verb_kind::read, "page"},
                               expected{"desk:getPage", verb_kind::read, "page"},
                               expected{"mcp__desk__get_page", verb_kind::read, "page"},
                               expected{"desk_v2_get_page", verb_kind::read, "page"},
                               expected{"GET_PAGE", verb_kind::read, "page"},
                               expected{"getPageV2", verb_kind::read, "page"});
    const tool_name tool{want.name};
    CAPTURE(want.name);
    CHECK(tool.kind() == want.kind);
    CHECK(tool.noun() == want.noun);
}

TEST_CASE("the noun is singular, in snake_case, and without what narrows it", "[extraction]") {
    const auto want = GENERATE(expected{"cms_getPageSections", verb_kind::read, "page_section"},
                               expected{"listOldPDFPages", verb_kind::list, "old_pdf_page"},
                               expected{"ListVMs", verb_kind::list, "vm"},
                               expected{"list_categories", verb_kind::list, "category"},
                               expected{"get_order_details", verb_kind::read, "order"},
                               expected{"getLatestRelease", verb_kind::read, "release"},
                               expected{"get_current_user", verb_kind::read, "user"},
                               expected{"get_ticket_by_id", verb_kind::read, "ticket"},
                               expected{"listLabelsForTicket", verb_kind::list, "label"},
                               expected{"retrieve-a-booking", verb_kind::read, "booking"},
                               expected{"create_or_update_note", verb_kind::create, "note"},
                               expected{"get_board_children", verb_kind::read, "board"},
                               expected{"get_orders_page", verb_kind::read, "order"},
                               expected{"get_landing_page", verb_kind::read, "landing_page"},
                               expected{"create_price_list", verb_kind::create, "price_list"},
                               expected{"list_repos", verb_kind::list, "repository"},
                               expected{"get_pr", verb_kind::read, "pull_request"},
                               expected{"merge_pull_request", verb_kind::update, "pull_request"});
    const tool_name tool{want.name};
    CAPTURE(want.name);
    CHECK(tool.kind() == want.kind);
    CHECK(tool.noun() == want.noun);
}

TEST_CASE("the verb may stand behind the noun", "[extraction]") {
    const auto want = GENERATE(expected{"ticket_read", verb_kind::read, "ticket"},
                               expected{"tickets.get", verb_kind::read, "ticket"},
                               expected{"k8s_volume_list", verb_kind::list, "volume"},
                               expected{"tickets.addLabels", verb_kind::create, "label"},
                               expected{"desk.tickets.list", verb_kind::list, "ticket"},
                               expected{"SavedFilter.find", verb_kind::search, "saved_filter"},
                               expected{"tickets.count", verb_kind::count, "ticket"},
                               expected{"tickets.get_current", verb_kind::read, "ticket"});
    const tool_name tool{want.name};
    CAPTURE(want.name);
    CHECK(tool.kind() == want.kind);
    CHECK(tool.noun() == want.noun);
}

TEST_CASE("words that are verb and noun are verbs at the edge only", "[extraction]") {
    CHECK(tool_name{"get_check_run"}.noun() == "check_run");
    CHECK(tool_name{"check_status"}.verb() == "check");
    CHECK(tool_name{"post_page"}.kind() == verb_kind::create);
    CHECK(tool_name{"list_posts"}.noun() == "post");
    CHECK(tool_name{"order_refund"}.noun() == "order");
}

TEST_CASE("a plural beside the verb asks for a list", "[extraction]") {
    CHECK(tool_name{"get_orders"}.plural());
    CHECK(tool_name{"get_orders_page"}.plural());
    CHECK_FALSE(tool_name{"get_order"}.plural());
    CHECK_FALSE(tool_name{"get_order_details"}.plural());
    CHECK_FALSE(tool_name{"orders.get"}.plural());
}

TEST_CASE("taking something off something removes no thing", "[extraction]") {
    CHECK(tool_name{"delete_label"}.kind() == verb_kind::remove);
    CHECK(tool_name{"remove_label_from_ticket"}.kind() == verb_kind::update);
    CHECK(tool_name{"remove_label_from_ticket"}.noun() == "label");
}

TEST_CASE("verbs can be added and overridden", "[extraction]") {
    constexpr std::array more{workmem::extraction::verb{"ponder", verb_kind::search},
                              workmem::extraction::verb{"drop", verb_kind::create}};
    CHECK(tool_name{"ponder_books"}.kind() == verb_kind::unknown);
    CHECK(tool_name{"ponder_books", more}.kind() == verb_kind::search);
    CHECK(tool_name{"ponder_books", more}.noun() == "book");
    CHECK(tool_name{"drop_message"}.kind() == verb_kind::remove);
    CHECK(tool_name{"drop_message", more}.kind() == verb_kind::create);
}

TEST_CASE("odd tool names give no noun and do no harm", "[extraction]") {
    for (const std::string name :
         {"", "_", "....", "get", "__", "list", "get_", "123", "get_by_id"}) {
        CAPTURE(name);
        CHECK((tool_name{name}.noun().empty() || name == "123"));
    }
    CHECK(tool_name{std::string(100'000, 'a')}.noun().size() <= 160);
    CHECK(tool_name{"get_" + std::string(5'000, '_') + "page"}.kind() == verb_kind::read);
    std::string many = "get";
    for (int i = 0; i < 1000; ++i) many += "_w";
    CHECK(tool_name{many}.size() <= 24);
    CHECK(tool_name{"get_\xC3\xBC\xFF\x80page"}.kind() == verb_kind::read);
}

TEST_CASE("a segment without a noun leaves it to the one before", "[extraction][tool_name]") {
    CHECK(workmem::tool_name{"user.about"}.noun() == "user");
    CHECK(workmem::tool_name{"functions.list"}.noun() == "function");
    CHECK(workmem::tool_name{"whoami"}.noun() == "user");
    CHECK(workmem::tool_name{"list_bases"}.noun() == "base");
    CHECK(workmem::tool_name{"describe_db_instances"}.noun() == "db_instance");
}
