#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/focus.hpp>
#include <workmem/resolution/salience.hpp>

#include <string_view>

using namespace workmem_test;
using workmem::resolution_status;
using workmem::strength;

namespace {

std::string after_deletion(const remembered& memory, std::string_view text, std::uint64_t at) {
    const auto view = memory.entries();
    workmem::resolve_query query;
    query.focus_left = at;
    const auto found = workmem::resolution::salience{}.resolve(view, text, query,
                                                               workmem::text::lexicon::english());
    if (found.status != resolution_status::resolved) return {};
    return std::string{view[found.candidates.front().index].id};
}

}  // namespace

TEST_CASE("attention rests on what was named last, else on the newest that came alone") {
    expect(two_pages(), {{"open it", "pg-2"}});
    expect(hotels(), {{"open it", "?"}});
    expect(hotels().touch("h-2", strength::offered), {{"open it", "h-2"}});
}

TEST_CASE("what has been deleted leaves nothing in focus") {
    const auto pages = two_pages();
    const auto next = pages.entries().front().order + 1;
    CHECK(after_deletion(pages, "open it", next).empty());
    CHECK(after_deletion(pages, "undo that", next).empty());
    CHECK(after_deletion(pages, "the Home page", next) == "pg-1");
    CHECK(after_deletion(pages, "the first page", next).empty());
    CHECK(after_deletion(two_pages().touch("pg-1", strength::mentioned), "open it", next) ==
          "pg-1");
}
