// Phrases composed of states, persons, amounts, places and names over lists of several services,
// each with what it means by definition: a set that is said is answered exactly, never its
// opposite.
#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/stages/selection.hpp>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace workmem_test;

namespace {

struct item {
    const char* id;
    const char* name;
    const char* state;
    const char* person;
    std::int64_t amount;
};
struct service {
    const char *noun, *nouns, *of, *amounts, *state_name, *person_name;
    std::vector<item> items;
};

const std::vector<service>& services() {
    static const std::vector<service> all{{"issue",
                                           "issues",
                                           "assigned to",
                                           "comments",
                                           "state",
                                           "assignee",
                                           {{"309", "Login page is blank", "open", "mia", 4},
                                            {"304", "Crash when saving", "closed", "jonas", 11},
                                            {"298", "Typo in footer", "open", "jonas", 0},
                                            {"291", "Dark mode", "open", "priya", 7},
                                            {"287", "Slow search", "closed", "mia", 2}}},
                                          {"pod",
                                           "pods",
                                           "on",
                                           "restarts",
                                           "phase",
                                           "node",
                                           {{"p-1", "api-7d9f", "running", "alpha", 2},
                                            {"p-2", "worker-55c1", "pending", "beta", 0},
                                            {"p-3", "cache-0", "running", "beta", 14},
                                            {"p-4", "mailer-9x2k", "failed", "gamma", 8},
                                            {"p-5", "web-4b7q", "pending", "alpha", 1}}},
                                          {"product",
                                           "products",
                                           "by",
                                           "reviews",
                                           "status",
                                           "brand",
                                           {{"p-501", "Arc Lamp", "active", "Lumo", 88},
                                            {"p-502", "Desk Light", "draft", "Brightly", 12},
                                            {"p-503", "Paper Lantern", "active", "Kiri", 230},
                                            {"p-504", "Wall Sconce", "draft", "Lumo", 5},
                                            {"p-505", "Floor Spot", "active", "Brightly", 41}}},
                                          {"ticket",
                                           "tickets",
                                           "requested by",
                                           "replies",
                                           "status",
                                           "requester",
                                           {{"T-41", "Printer jams", "pending", "Dana", 3},
                                            {"T-39", "No toner left", "solved", "Tom", 1},
                                            {"T-35", "Scanner offline", "pending", "Lucia", 6},
                                            {"T-30", "Wrong paper size", "new", "Tom", 0},
                                            {"T-22", "Driver missing", "solved", "Dana", 9}}}};
    return all;
}

using test = std::function<bool(const item&)>;

class composed {
public:
    explicit composed(const service& of) : of_{of} {
        std::vector<thing> things;
        for (const auto& each : of.items)
            things.push_back({of.noun,
                              each.id,
                              each.name,
                              {attribute{of.state_name, text(each.state)},
                               attribute{of.person_name, text(each.person)},
                               attribute{of.amounts, each.amount}}});
        memory_.list(std::move(things));
    }

    [[nodiscard]] std::vector<item> those(const test& fits) const {
        std::vector<item> out;
        std::copy_if(of_.items.begin(), of_.items.end(), std::back_inserter(out), fits);
        return out;
    }
    void means(const std::string& said, const test& fits) const { means(said, those(fits)); }
    void means(const std::string& said, const std::vector<item>& things) const {
        std::vector<std::string> expected;
        for (const auto& each : things) expected.emplace_back(each.id);
        std::vector<std::string> found;
        const auto answer = memory_.resolve(said);
        const auto entries = memory_.entries();
        if (answer.status == workmem::resolution_status::resolved && !answer.together)
            found.emplace_back(entries[answer.candidates.front().index].id);
        for (const auto& each : answer.together ? answer.references : decltype(answer.references){})
            found.emplace_back(entries[each.candidates.front().index].id);
        std::sort(expected.begin(), expected.end());
        std::sort(found.begin(), found.end());
        INFO(said);
        CHECK(found == expected);
    }
    template <class Get>
    [[nodiscard]] std::vector<std::string> all(Get get) const {
        std::vector<std::string> out;
        for (const auto& each : of_.items)
            if (std::find(out.begin(), out.end(), get(each)) == out.end())
                out.emplace_back(get(each));
        return out;
    }

private:
    const service& of_;
    remembered memory_;
};

const auto state_of = [](const item& each) { return std::string{each.state}; };
const auto person_of = [](const item& each) { return std::string{each.person}; };

}  // namespace

TEST_CASE("sets by a state, and all but those") {
    for (const auto& of : services()) {
        const composed list{of};
        const std::string n = of.noun, ns = of.nouns;
        for (const auto& s : list.all(state_of)) {
            const test is = [&](const item& each) { return each.state == s; };
            const test is_not = [&](const item& each) { return each.state != s; };
            if (list.those(is).size() > 1)
                for (const auto& phrase :
                     {"move all " + s + " " + ns, "move the " + s + " ones",
                      "move every " + n + " that is " + s, "move only the " + s + " ones",
                      "move everything that is " + s, "move any " + s + " " + ns,
                      "move those that are " + s, "move each " + s + " " + n,
                      "which " + ns + " are " + s + "?", "which of them are " + s + "?"})
                    list.means(phrase, is);
            if (list.those(is_not).size() > 1)
                for (const auto& phrase :
                     {"move all " + ns + " that aren't " + s, "move everything that isn't " + s,
                      "move the ones that are not " + s, "move anything not " + s,
                      "move all of them unless " + s, "move every " + n + " that is not " + s,
                      "move all " + ns + " other than those that are " + s,
                      "which " + ns + " are not " + s + "?"})
                    list.means(phrase, is_not);
        }
    }
}

TEST_CASE("sets by somebody, and with a state") {
    for (const auto& of : services()) {
        const composed list{of};
        const std::string n = of.noun, ns = of.nouns, by = of.of;
        for (const auto& p : list.all(person_of)) {
            const test is = [&](const item& each) { return each.person == p; };
            const test is_not = [&](const item& each) { return each.person != p; };
            if (list.those(is).size() > 1)
                for (const auto& phrase :
                     {"move all " + ns + " " + by + " " + p, "move everything " + by + " " + p,
                      "move the ones " + by + " " + p, "move any " + ns + " " + by + " " + p,
                      "move both " + ns + " " + by + " " + p})
                    list.means(phrase, is);
            for (const auto& phrase : {"move all " + ns + " not " + by + " " + p,
                                       "move the ones that aren't " + by + " " + p,
                                       "move everything except what is " + by + " " + p})
                list.means(phrase, is_not);
            for (const auto& s : list.all(state_of)) {
                const test both = [&](const item& each) { return is(each) && each.state == s; };
                const test rest = [&](const item& each) { return !is(each) && each.state == s; };
                if (list.those(both).size() == 1)
                    list.means("move the " + s + " " + n + " " + by + " " + p, both);
                if (list.those(rest).size() > 1 && !list.those(both).empty())
                    list.means("move the " + s + " ones that are not " + by + " " + p, rest);
            }
        }
    }
}

TEST_CASE("places and amounts among those in a state") {
    for (const auto& of : services()) {
        const composed list{of};
        const std::string n = of.noun, ns = of.nouns, a = of.amounts;
        for (const auto& s : list.all(state_of)) {
            const auto all = list.those([&](const item& each) { return each.state == s; });
            if (all.size() < 2) continue;
            list.means("move the second " + s + " " + n, {all[1]});
            list.means("move the last " + s + " one", {all.back()});
            list.means("move the first two " + s + " ones", {all[0], all[1]});
            list.means("move all " + s + " ones but the first", {all.begin() + 1, all.end()});
            const auto by_amount = [](const item& x, const item& y) { return x.amount < y.amount; };
            const auto most = *std::max_element(all.begin(), all.end(), by_amount);
            const auto least = *std::min_element(all.begin(), all.end(), by_amount);
            list.means("move the " + s + " " + n + " with the most " + a, {most});
            list.means("move the one with the fewest " + a + " of the " + s + " ones", {least});
            const auto bound = std::to_string(least.amount);
            list.means("move the " + s + " ones with more than " + bound + " " + a,
                       list.those([&](const item& each) {
                           return each.state == s && each.amount > least.amount;
                       }));
        }
        const auto amount = of.items[0].amount;
        const auto bound = std::to_string(amount);
        list.means("move all " + ns + " with more than " + bound + " " + a,
                   [&](const item& each) { return each.amount > amount; });
        list.means("move the ones with at least " + bound + " " + a,
                   [&](const item& each) { return each.amount >= amount; });
        list.means("move everything with less than " + bound + " " + a,
                   [&](const item& each) { return each.amount < amount; });
        list.means("move everything except the ones with more than " + bound + " " + a,
                   [&](const item& each) { return each.amount <= amount; });
    }
}

TEST_CASE("names and places joined to sets, and left out of them") {
    for (const auto& of : services()) {
        const composed list{of};
        const auto& all = of.items;
        const std::string first = all[0].name, third = all[2].name, last = all[4].name;
        list.means("move everything except " + first, {all.begin() + 1, all.end()});
        list.means("move all but " + first + " and " + last, {all.begin() + 1, all.end() - 1});
        list.means("move all except the first and the last", {all.begin() + 1, all.end() - 1});
        list.means("move everything except the last two", {all.begin(), all.begin() + 3});
        list.means("move " + third + " and the last one", {all[2], all[4]});
        list.means("move " + first + ", not " + third, {all[0]});
        list.means("move " + first + " instead of " + third, {all[0]});
        for (const auto& s : list.all(state_of)) {
            const auto those = list.those([&](const item& each) { return each.state == s; });
            if (those.size() < 2) continue;
            const auto& other = *std::find_if(all.begin(), all.end(),
                                              [&](const item& each) { return each.state != s; });
            auto with = those;
            with.push_back(other);
            list.means("move " + std::string{other.name} + " and the " + s + " ones", with);
            list.means("move the " + s + " " + of.nouns + " and also " + other.name, with);
            list.means("move all " + s + " ones except " + those[0].name,
                       {those.begin() + 1, those.end()});
            list.means("move the " + s + " ones but not " + those[0].name,
                       {those.begin() + 1, those.end()});
        }
    }
}
