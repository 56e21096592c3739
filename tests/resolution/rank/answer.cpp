// What the ranker answers, over made-up lists: what holds whatever the weights are.
#include "catch.hpp"
#include "dice.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/rank/answer.hpp>
#include <workmem/resolution/salience.hpp>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace workmem_test;
using workmem::outcome;
using workmem::resolution_status;

namespace {

outcome meant(const remembered& memory, std::string_view text,
              const workmem::resolve_query& query = {}) {
    return workmem::resolution::salience{}.resolve(memory.entries(), text, query,
                                                   workmem::text::lexicon::english());
}
// The ids of all that is meant, each with a space behind it; "" where the answer is open.
std::string ids(const remembered& memory, const outcome& of) {
    if (of.status != resolution_status::resolved) return {};
    const auto entries = memory.entries();
    std::string out;
    if (of.references.empty()) return std::string{entries[of.candidates.front().index].id} + ' ';
    for (const auto& each : of.references)
        out += std::string{entries[each.candidates.front().index].id} + ' ';
    return out;
}

constexpr std::string_view sentences[]{
    "cancel %", "%", "please show %", "what about %?", "open % again", "is % done?"};

std::string with(std::string_view sentence, std::string_view id) {
    const auto at = sentence.find('%');
    return std::string{sentence.substr(0, at)} + std::string{id} +
           std::string{sentence.substr(at + 1)};
}

struct made_up {
    remembered memory;
    std::vector<std::string> ids;
};
std::string made_up_id(dice& random, std::uint64_t form, std::uint64_t number) {
    const auto digits = std::to_string(1'000 + number * 7'919 % 9'000);
    if (form == 0) return "o-" + digits;
    if (form == 1) return "order_" + digits + digits;
    if (form == 2) return "T" + digits;
    constexpr std::string_view hex{"0123456789abcdef"};
    std::string out{"xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx"};
    for (auto& each : out)
        if (each == 'x') each = hex[random.below(hex.size())];
    return out;
}
made_up orders_of(dice& random, std::size_t size) {
    constexpr std::string_view words[]{"Silver", "Harbour", "Lamp", "Blue", "Report", "Tower"};
    const auto form = random.below(4), first = random.below(100);
    made_up out;
    std::vector<thing> list;
    for (std::size_t i = 0; i < size; ++i) out.ids.push_back(made_up_id(random, form, first + i));
    for (const auto& id : out.ids)
        list.push_back({"order",
                        id,
                        "",
                        {{"label", std::string{words[random.below(6)]}},
                         {"state", text(random.one_in(2) ? "open" : "closed")}}});
    out.memory.list(list);
    return out;
}

}  // namespace

TEST_CASE("an id that is known and stands whole in a text is meant", "[resolution]") {
    dice random{4711};
    for (int turn = 0; turn < 200; ++turn) {
        const auto of = orders_of(random, 1 + random.below(30));
        const auto& id = of.ids[random.below(of.ids.size())];
        const auto text = with(sentences[random.below(std::size(sentences))], id);
        INFO(text);
        CHECK(ids(of.memory, meant(of.memory, text)) == id + ' ');
    }
}

TEST_CASE("an id is answered where few answers may be wrong", "[resolution]") {
    dice random{4714};
    for (int turn = 0; turn < 100; ++turn) {
        const auto of = orders_of(random, 1 + random.below(30));
        const auto& id = of.ids[random.below(of.ids.size())];
        const auto text = with(sentences[random.below(std::size(sentences))], id);
        INFO(text);
        CHECK(ids(of.memory, meant(of.memory, text, {.risk = 50'000})) == id + ' ');
    }
}

TEST_CASE("the beginning of an id that no other id has is meant", "[resolution]") {
    dice random{4713};
    constexpr std::string_view hex{"0123456789abcdef"};
    for (int turn = 0; turn < 200; ++turn) {
        std::vector<thing> list;
        const auto form = random.below(3);
        for (std::size_t i = 0; i < 2 + random.below(20); ++i) {
            std::string id{form == 0 ? "" : form == 1 ? "i-0" : "cus_"};
            for (int n = 0; n < 16; ++n) id += hex[random.below(hex.size())];
            list.push_back({"server",
                            id,
                            "Server " + std::to_string(i),
                            {{"state", text(random.one_in(2) ? "running" : "stopped")}}});
        }
        remembered memory;
        memory.list(list);
        const auto& id = list[random.below(list.size())].id;
        const auto begun = id.substr(0, 8 + random.below(id.size() - 8));
        const auto is_begun = [&](const thing& each) { return each.id.starts_with(begun); };
        if (std::count_if(list.begin(), list.end(), is_begun) > 1 ||
            begun.find_first_of("abcdef") == begun.npos ||
            begun.find_first_of("0123456789") == begun.npos)
            continue;
        const auto text = with(sentences[random.below(std::size(sentences))], begun);
        INFO(text);
        CHECK(ids(memory, meant(memory, text)) == std::string{id} + ' ');
    }
}

TEST_CASE("an id that is not known means nothing, whatever is like it", "[resolution]") {
    dice random{4712};
    for (int turn = 0; turn < 200; ++turn) {
        const auto of = orders_of(random, 1 + random.below(30));
        auto id = of.ids[random.below(of.ids.size())];
        const auto digit = id.find_last_of("0123456789");
        do id[digit] = static_cast<char>('0' + random.below(10));
        while (std::find(of.ids.begin(), of.ids.end(), id) != of.ids.end() && !random.one_in(40));
        if (std::find(of.ids.begin(), of.ids.end(), id) != of.ids.end()) continue;
        const auto text = with(sentences[random.below(std::size(sentences))], id);
        INFO(text);
        CHECK(ids(of.memory, meant(of.memory, text)).empty());
    }
}

TEST_CASE("the beginning of several ids means none of them", "[resolution]") {
    remembered memory;
    memory.list({{"deal", "D-5521", "Lamps"},
                 {"deal", "D-5522", "Chairs"},
                 {"deal", "D-5539", "Desks"},
                 {"deal", "D-6001", "Shelves"}});
    for (const auto* text : {"cancel D-55", "cancel the deal D-552"})
        CHECK(meant(memory, text).status == resolution_status::ambiguous);
    CHECK(ids(memory, meant(memory, "cancel D-5521")) == "D-5521 ");
}

TEST_CASE("nothing is resolved where one of the ids in a list is not known", "[resolution]") {
    remembered memory;
    memory.list({{"booking", "bk-7001", "Casa"}, {"booking", "bk-7002", "Dune"}});
    for (const auto* text :
         {"cancel bk-7001 and bk-7009", "cancel bk-7009, bk-7001", "cancel bk-7009 and reopen it",
          "cancel the second booking, BK-9999"}) {
        INFO(text);
        CHECK(ids(memory, meant(memory, text)).empty());
    }
    CHECK(ids(memory, meant(memory, "cancel bk-7001 and bk-7002")) == "bk-7001 bk-7002 ");
    CHECK(ids(memory, meant(memory, "move bk-7001 to bk-7009")) == "bk-7001 ");
}

TEST_CASE("a pronoun means nothing after a list of which none was spoken of", "[resolution]") {
    for (const auto* text : {"delete it", "close it", "remove that"}) {
        INFO(text);
        CHECK(meant(orders(), text).status == resolution_status::ambiguous);
    }
}

TEST_CASE("a path or address of another folder, owner or host means nothing", "[resolution]") {
    remembered files;
    files.list({{"file", "/home/ann/p/src/cart.ts", "cart.ts"},
                {"file", "/home/ann/p/src/app.ts", "app.ts"}});
    for (const auto* text :
         {"delete /etc/cart.ts", "open /home/bob/p/src/cart.ts", "open C:\\x\\cart.ts",
          "open lib/cart.ts", "open file:///home/bob/p/src/cart.ts"}) {
        INFO(text);
        CHECK(ids(files, meant(files, text)).empty());
    }
    for (const auto* text :
         {"delete src/cart.ts", "open cart.ts", "open /home/ann/p/src/cart.ts"}) {
        INFO(text);
        CHECK(ids(files, meant(files, text)) == "/home/ann/p/src/cart.ts ");
    }
    CHECK(ids(files, meant(files, "rename cart.ts to lib/basket.ts")) ==
          "/home/ann/p/src/cart.ts ");
    remembered repositories;
    repositories.list({{"repository", "acme/shop", "shop"}, {"repository", "acme/docs", "docs"}});
    for (const auto* text : {"delete eve/shop", "delete https://github.com/eve/shop"}) {
        INFO(text);
        CHECK(ids(repositories, meant(repositories, text)).empty());
    }
    CHECK(ids(repositories, meant(repositories, "delete acme/shop")) == "acme/shop ");
}

TEST_CASE("a thing may be given an id that is not known", "[resolution]") {
    const auto memory = remembered{}.single({"page", "p-1", "Home"});
    CHECK(ids(memory, meant(memory, "rename the page to about_us")) == "p-1 ");
    CHECK(ids(memory, meant(memory, "rename it to about_us")) == "p-1 ");
    CHECK(ids(memory, meant(memory, "open about_us")).empty());
}

TEST_CASE("a place that a list does not have is no answer", "[resolution]") {
    for (const auto* text :
         {"open the seventh one", "open the ninth flight", "the one before it"}) {
        INFO(text);
        CHECK(ids(flights(), meant(flights(), text)).empty());
    }
    CHECK(ids(flights(), meant(flights(), "open the second one")) == "f-2 ");
}

TEST_CASE("where another type is asked for, what plainly means one thing means nothing",
          "[resolution]") {
    const auto memory =
        remembered{}.single({"order", "o-1", "Kites"}).single({"page", "p-1", "Home"});
    const workmem::resolve_query pages{.type = "page"};
    CHECK(ids(memory, meant(memory, "the order", pages)).empty());
    CHECK(ids(memory, meant(memory, "Kites", pages)).empty());
    CHECK(ids(memory, meant(memory, "the page", pages)) == "p-1 ");
}

TEST_CASE("the order of attributes changes no answer", "[resolution]") {
    const auto list = [](bool turned) {
        remembered out;
        std::vector<thing> things;
        for (const auto* id : {"a-1", "a-2", "a-3"}) {
            attribute_list attributes{{"state", text(id[2] == '2' ? "open" : "closed")},
                                      {"price", std::int64_t{id[2]}},
                                      {"city", text("Oslo")}};
            if (turned) std::reverse(attributes.begin(), attributes.end());
            things.push_back({"offer", id, "", attributes});
        }
        return out.list(things);
    };
    for (const auto* text : {"the open one", "the cheapest", "all but the last", "those in Oslo",
                             "the one over 50", "cancel it"}) {
        INFO(text);
        const auto a = meant(list(false), text), b = meant(list(true), text);
        CHECK(a.status == b.status);
        CHECK(ids(list(false), a) == ids(list(true), b));
    }
}

TEST_CASE("what is left open has the likeliest first, each with its confidence", "[resolution]") {
    const auto open = meant(hotels(), "hm, that one", {.risk = 10'000});
    REQUIRE(open.status == resolution_status::ambiguous);
    REQUIRE(open.candidates.size() == 2);
    CHECK(open.candidates[0].score >= open.candidates[1].score);
}

TEST_CASE("an answer tells the words that speak for it, open or not", "[resolution]") {
    const auto orders = remembered{}.list({{"order", "o-3", "Lamp"}, {"order", "o-4", "Chair"}});
    for (const auto risk : {0U, 1'000'000U}) {
        const auto told = meant(orders, "cancel o-3", {.risk = risk});
        REQUIRE(!told.candidates.empty());
        CHECK(told.candidates.front().evidence == "o-3");
    }
    const auto files = remembered{}.list(
        {{"file", "src/retry.py", "retry.py"}, {"file", "src/backoff.py", "backoff.py"}});
    const auto told = meant(files, "what does retry do?");
    REQUIRE(told.status == resolution_status::resolved);
    CHECK(told.candidates.front().evidence == "retry");
    CHECK(told.candidates.front().reason == "what is said of it");
    const auto pages = remembered{}.list({{"page", "c", "Contact us"}, {"page", "p", "Press"}});
    CHECK(meant(pages, "rename Contact us").candidates.front().evidence == "Contact us");
    CHECK(meant(files, "both files").candidates.front().reason == "what is said of them");
}

TEST_CASE("what attention has left is meant by its own words only", "[resolution]") {
    const auto orders = remembered{}.list({{"order", "o-3", "Lamp"}, {"order", "o-4", "Chair"}});
    std::uint64_t newest = 0;
    for (const auto& each : orders.entries()) newest = std::max(newest, each.order);
    const workmem::resolve_query left{.focus_left = newest + 1, .risk = 1'000'000};
    for (const auto* text : {"open it", "the second one", "the order"}) {
        INFO(text);
        CHECK(ids(orders, meant(orders, text, left)).empty());
        CHECK_FALSE(ids(orders, meant(orders, text, {.risk = 1'000'000})).empty());
    }
    CHECK(ids(orders, meant(orders, "the chair", left)) == "o-4 ");
    CHECK(ids(orders, meant(orders, "o-3", left)) == "o-3 ");
}

TEST_CASE("an unknown id is what a text is about, but for the thing before it", "[resolution]") {
    const auto memory = remembered{}.single({"order", "o-1", "Kites"});
    CHECK(ids(memory, meant(memory, "cancel the order o-99")).empty());
    CHECK(ids(memory, meant(memory, "cancel o-99 for the customer")).empty());
    CHECK(ids(memory, meant(memory, "add o-99 to the order")) == "o-1 ");
    CHECK(ids(memory, meant(memory, "change the order to o-99")) == "o-1 ");
    CHECK(ids(memory, meant(memory, "put the order on the shelf marked o-99")) == "o-1 ");
}

TEST_CASE("what names nothing is less sure behind a question that was left open", "[resolution]") {
    const auto orders = remembered{}.list({{"order", "o-3", "Lamp"}, {"order", "o-4", "Chair"}});
    const auto sure = [&](std::string_view text, bool left_open) {
        return meant(orders, text, {.risk = 1'000'000, .left_open = left_open})
            .candidates.front()
            .score;
    };
    CHECK(sure("it", true) < sure("it", false));
    CHECK(sure("the chair", true) == sure("the chair", false));
}
