#include "catch.hpp"
#include "resolution/shops.hpp"

#include <workmem/resolution/sets/restriction.hpp>

#include <cstdint>

using namespace workmem_test;

namespace {

remembered chats() {
    const auto with = [](std::int64_t unread, bool enabled, attribute_list more) {
        more.push_back({"unreadCount", unread});
        more.push_back({"enabled", enabled});
        return more;
    };
    return remembered{}.list(
        {{"chat", "c-1", "Budget", with(3, true, {{"cancelled_at", text("2031-02-01")}})},
         {"chat", "c-2", "Porto", with(0, true, {{"subject", text("Trip")}})},
         {"chat", "c-3", "Onboarding", with(1, false, {{"subject", text("Welcome")}})}});
}

}  // namespace

TEST_CASE("the name of an instant or of an amount tells what has been done") {
    expect(chats(), {{"show me the cancelled one", "c-1"}});
    expect_all(chats(), {{"mark the unread ones as read", "c-1 c-3"}});
}

TEST_CASE("an opposite asks for what is not so") {
    expect(chats(), {{"turn on the disabled one", "c-3"}});
    expect_all(chats(), {{"the enabled ones", "c-1 c-2"}});
}

TEST_CASE("who lacks something has no attribute of that name") {
    expect(chats(), {{"throw away the one without a subject", "c-1"}});
}

namespace {

remembered pumps() {
    const auto with = [](const char* phase, const char* hall, const char* level, bool idle) {
        return attribute_list{{"plant.state", text("faulty")},
                              {"phase", text(phase)},
                              {"hall", text(hall)},
                              {"level", text(level)},
                              {"idle", idle}};
    };
    auto out =
        remembered{}.list({{"pump", "p-1", "Ada", with("Primed", "Dock A", "upper", true)},
                           {"pump", "p-2", "Bea", with("NotPrimed", "Dock B", "lower", false)},
                           {"pump", "p-3", "Cleo", with("faulty", "Dock A", "upper", false)}});
    return out;
}

}  // namespace

TEST_CASE("what a value denies is not so") {
    expect(pumps(), {{"which one isn't primed?", "p-2"}, {"the primed one", "p-1"}});
}

TEST_CASE("what all have alike does not count where something else tells them apart") {
    expect(pumps(), {{"repair the faulty one", "p-3"}});
}

TEST_CASE("several words may be all of a value") {
    expect_all(pumps(), {{"drain both pumps in Dock A", "p-1 p-3"}});
    expect(pumps(), {{"the pump in Dock B", "p-2"}});
}

TEST_CASE("the name of an attribute beside its value says nothing more") {
    expect_all(pumps(), {{"both pumps on the upper level", "p-1 p-3"}});
}

TEST_CASE("what follows may say what is to be done with them") {
    expect(pumps(), {{"have the primed one cleaned", "p-1"}});
}

TEST_CASE("who does not do or have something lacks what tells so") {
    const auto with = [](attribute_list more) { return more; };
    const auto traps =
        remembered{}.list({{"trap", "t-1", "Shed", with({{"last_tripped", text("2031-02-02")}})},
                           {"trap", "t-2", "Barn", with({{"bait", text("nuts")}})}});
    expect(traps, {{"check the one that has never been tripped", "t-2"}});
}

TEST_CASE("a flag of several words is no kind of things") {
    const auto with = [](const char* owner, bool online) {
        return attribute_list{{"host", text(owner)}, {"isOnlineLesson", online}};
    };
    const auto hours = remembered{}.list({{"slot_view", "v-1", "Clay", with("Juno Hale", true)},
                                          {"slot_view", "v-2", "Loom", with("Juno Hale", false)},
                                          {"slot_view", "v-3", "Ink", with("Max Orr", true)}});
    expect_all(hours, {});
}

namespace {

remembered floors() {
    const auto with = [](std::int64_t floor, const char* state, std::int64_t seats, bool read) {
        return attribute_list{
            {"floor", floor}, {"rsvp.state", text(state)}, {"seats", seats}, {"read", read}};
    };
    return remembered{}.list({{"room", "r-1", "Blue Room", with(2, "declined", 40, true)},
                              {"room", "r-2", "Attic", with(3, "pending", 8, false)},
                              {"room", "r-3", "Quay", with(2, "past_due", 450, false)}});
}

}  // namespace

TEST_CASE("a number beside the name of an attribute is that attribute") {
    expect_all(floors(), {{"lock the ones on the second floor", "r-1 r-3"},
                          });
    expect(floors(), {{"lock the one on the third floor", "r-2"}});
}

TEST_CASE("a state goes by several words, and by what it is not") {
    expect(floors(), {{"which one was rejected?", "r-1"},
                      {"nudge the one that hasn't answered", "r-2"},
                      {"show me the one that is past due", "r-3"},
                      {"show me the overdue one", "r-3"}});
}

TEST_CASE("several words for a state are all meant, and none inside a remark") {
    const auto with = [](const char* status, const char* note, bool used) {
        return attribute_list{{"status", text(status)}, {"note", text(note)}, {"used", used}};
    };
    const auto memory =
        remembered{}.list({{"task", "t-1", "Ada", with("rejected", "x", false)},
                           {"task", "t-2", "Bea", with("refused", "x", true)},
                           {"task", "t-3", "Cleo", with("open", "rejected in May", false)},
                           {"task", "t-4", "Dan", with("available", "x", true)}});
    expect_all(memory,
               {{"show the declined tasks", "t-1 t-2"}, {"delete the unused ones", "t-1 t-3"}});
}

TEST_CASE("what somebody has not done yet tells which are meant") {
    expect_all(floors(), {});
}

TEST_CASE("what is so or not goes by other words for the state, too") {
    const auto memory = remembered{}.list({{"flat", "f-1", "", {{"occupied", true}}},
                                           {"flat", "f-2", "", {{"occupied", false}}},
                                           {"flat", "f-3", "", {{"occupied", true}}}});
    expect(memory, {{"which flat is empty?", "f-2"}, {"rent out the vacant one", "f-2"}});
}

TEST_CASE("what does not say whether it is so is neither") {
    const auto memory = remembered{}.list({{"flat", "f-1", "", {{"occupied", true}}},
                                           {"flat", "f-2", "", {{"occupied", false}}},
                                           {"flat", "f-3", "", {}}});
    expect(memory, {{"show me the vacant flat", "f-2"}});
}

namespace {

remembered tasks_of_a_team() {
    const auto with = [](const char* room, const char* assignee, const char* approved,
                         std::int64_t views) {
        attribute_list out{{"room.type", text("double")}, {"viewCount", views}};
        if (*room != '\0') out.push_back({"room.number", text(room)});
        if (*assignee != '\0') out.push_back({"assignee", text(assignee)});
        if (*approved != '\0') out.push_back({"approved_by", text(approved)});
        return out;
    };
    return remembered{}.list({{"task", "t-1", "Wash up", with("12", "Mia Holt", "", 0)},
                              {"task", "t-2", "Mow", with("", "", "Ann Lee", 7)},
                              {"task", "t-3", "Sweep", with("14", "Ben Roy", "Mia Holt", 3)},
                              {"task", "t-4", "Paint", with("", "", "Ann Lee", 0)}});
}

}  // namespace

TEST_CASE("what nobody has or has done lacks whoever would have") {
    expect_all(tasks_of_a_team(), {{"close the unassigned ones", "t-2 t-4"},
                                   {"close the ones nobody is assigned to", "t-2 t-4"},
                                   {"close the tasks that are assigned to nobody", "t-2 t-4"},
                                   {"which tasks aren't assigned to anyone?", "t-2 t-4"},
                                   {"close everything nobody has viewed", "t-1 t-4"},
                                   });
    expect(tasks_of_a_team(), {{"close the unapproved one", "t-1"},
                               {"close the one nobody has approved", "t-1"},
                               {"which task hasn't been approved by anyone?", "t-1"}});
}

TEST_CASE("to whom things are given does not say which nobody has") {
    CHECK(parts(tasks_of_a_team(), "assign the ones nobody has to Mia Holt") == "");
}

TEST_CASE("what was not done by somebody was done by others, or by nobody") {
    expect_all(tasks_of_a_team(), {{"the tasks not assigned to Mia Holt", "t-2 t-3 t-4"},
                                   {"the ones that weren't approved by Ann Lee", "t-1 t-3"}});
    expect(tasks_of_a_team(),
           {{"the task assigned to Ben Roy", "t-3"}, {"the one approved by Mia Holt", "t-3"}});
}

TEST_CASE("several words may name what is lacking, and what nothing lacks is not understood") {
    expect_all(tasks_of_a_team(), {{"close the tasks that don't have a room number", "t-2 t-4"},
                                   {"close the tasks with a room number", "t-1 t-3"}});
    for (const char* text : {"the tasks assigned to anyone", "the tasks assigned to somebody",
                             "the tasks without a room", "which tasks have no room?",
                             "the tasks assigned to anyone but Mia Holt"}) {
        INFO(text);
        CHECK(parts(tasks_of_a_team(), text).empty());
    }
}

TEST_CASE("a value that says that something is missing is as good as none") {
    const auto of = [](const char* status) {
        return attribute_list{{"video.status", text(status)}};
    };
    const auto lessons = remembered{}.list({{"lesson", "l-1", "Lenses", of("ready")},
                                            {"lesson", "l-2", "Night", of("missing")},
                                            {"lesson", "l-3", "Bags", of("processing")}});
    expect(lessons, {{"which one has no video?", "l-2"},
                     {"upload night.mp4 to the one without a video", "l-2"}});
    expect_all(lessons, {{"the ones with a video", "l-1 l-3"}});
}

TEST_CASE("what is denied of a bound is the rest") {
    const auto of = [](std::int64_t year) { return attribute_list{{"founded", year}}; };
    const auto inns = remembered{}.list({{"inn", "i-1", "Alto", of(1987)},
                                         {"inn", "i-2", "Brisa", of(2004)},
                                         {"inn", "i-3", "Cimo", of(2015)}});
    expect_all(inns, {{"those not founded before 2004", "i-2 i-3"},
                      {"those founded before 2010", "i-1 i-2"}});
    expect(inns, {{"the ones that were not founded after 2000", "i-1"}});
}
