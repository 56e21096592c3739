#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/neighbours.hpp>

using namespace workmem_test;
using workmem::strength;

namespace {

const remembered at_gallery = sections().touch("s-2", strength::mentioned);

}  // namespace

TEST_CASE("the one beside another") {
    expect(sections(), {{"the one before the last", "s-3"},
                        {"the second to last", "s-3"},
                        {"second to last section", "s-3"},
                        {"the next to last one", "s-3"},
                        {"the one after the first", "s-2"},
                        {"the one after pricing", "s-4"},
                        {"the section right before footer", "s-3"},
                        {"the one after the last", ""},
                        {"the last but one", "s-3"},
                        {"the second-to-last one", "s-3"},
                        {"the penultimate section", "s-3"},
                        {"the second last", "s-3"},
                        {"the one that comes right after gallery", "s-3"},
                        {"the section listed before pricing", "s-2"},
                        {"the section which is listed before hero", ""},
                        {"the third from last", "s-2"},
                        {"the one after footer", ""},
                        {"the next one", ""},
                        {"the one before the first", ""}});
    expect(at_gallery, {{"the one after it", "s-3"},
                        {"the one that comes after it", "s-3"},
                        {"the section shown before it", "s-1"},
                        {"the next one", "s-3"},
                        {"the previous one", "s-1"},
                        {"delete the section before that", "s-1"},
                        {"the following section", "s-3"},
                        {"the one below it", "s-3"},
                        {"the one above that", "s-1"}});
    expect(movies(), {{"the second to last movie", "m-2"}});
    expect(remembered{}.list({{"page", "p-1", "24 Hours"}, {"page", "p-2", "Team"}}),
           {{"the one before 24 Hours", ""}, {"the one after 24 Hours", "p-2"}});
    expect(two_pages(), {{"the previous page", "pg-1"}});
    expect(orders(), {{"the invoice after that one", ""}});
}
