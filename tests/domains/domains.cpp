// What references mean after tool results of many domains: sentences that were written, with
// what they mean, before the rules that read them. An answer is right when it speaks of all that is
// meant and of nothing else, be it a set or what takes part beside the one.
#include "catch.hpp"

#include <workmem/entity/entity_memory.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

using nlohmann::json;
using workmem::entity;

namespace {

// Rules were tried on the first. Of the next two groups one was tried on while only the figures of
// the other were looked at, then the other way round.
constexpr std::array tried{"calendars", "clusters",      "files", "home",
                           "hotels",    "issue_tracker", "mail",  "messaging",
                           "payments",  "robots",        "shops", "sql"};
constexpr std::array tried_later{"flights", "help_desk", "music"};
constexpr std::array tried_last{"contacts", "pipelines", "wiki"};
constexpr std::array tried_hard{"insurance",  "logistics",     "claims",     "shipments",
                                "university", "real_estate",   "vet_clinic", "hospital_rota",
                                "farm",       "video_platform"};
constexpr std::array tried_everyday{
    "museum",     "gym",     "crm",      "print_shop",    "car_sharing",
    "recruiting", "dentist", "newsroom", "solar",         "travel_agency",
    "allotments", "bakery",  "film_set", "courier",       "property_repairs",
    "choir",      "wedding", "podcast",  "bike_workshop", "village_hall"};
constexpr std::array tried_working{"code_hosting",  "subscriptions", "appointments",
                                   "documents",     "web_shop",      "guesthouse",
                                   "cloud_servers", "team_chat",     "delivery_robots"};
// Typed in a hurry, to services whose results tell of several things at once.
constexpr std::array tried_hurried{"invoicing",     "sprint_board",  "online_courses",
                                   "fleet_of_vans", "photo_library", "coworking",
                                   "it_assets"};
// Commands and questions about one list each, by an author who was asked for sets, exclusions,
// places and comparisons in as many ways as people have for them.
constexpr std::array tried_lists{"lists/bank",          "lists/code_host",  "lists/hotel",
                                 "lists/music_library", "lists/vet_clinic", "lists/warehouse"};
// Composed of plain sentences about one thing or one list, for agents that tell nothing of what the
// assistant says.
constexpr std::array plain{"plain"};
// Written without a look at the program, the first two by the authors of those, the third to be
// hard, the working and the hurried ones by others who were asked for what people ordinarily say;
// and never looked at since: only their figures are. Who looks at a mistake moves the file up.
constexpr std::array unseen{"unseen/observability", "unseen/alerts", "unseen/public_library"};
constexpr std::array unseen_working{"unseen/warehouse_sql", "unseen/smart_home", "unseen/mailbox"};
constexpr std::array unseen_hurried{"unseen/food_delivery", "unseen/fundraising",
                                    "unseen/veterinary_shop"};
constexpr std::array unseen_lists{"unseen/lists/marina",     "unseen/lists/music_school",
                                  "unseen/lists/wind_farm",  "unseen/lists/translation_agency",
                                  "unseen/lists/allotments", "unseen/lists/brewery"};

// By eight authors who saw nothing of the project. One half may be fitted on, the other is for
// calibrating what was fitted, and nothing else; of both only figures were looked at.
std::vector<std::string> all_in(const std::string& folder) {
    std::vector<std::string> out;
    for (const auto& each : std::filesystem::directory_iterator{"tests/domains/" + folder})
        out.push_back(folder + "/" + each.path().stem().string());
    std::sort(out.begin(), out.end());
    return out;
}

// From which confidence on an answer belongs to which group, the surest first.
constexpr std::array<std::uint32_t, 5> bands{950'000, 850'000, 700'000, 500'000, 0};

struct figures {
    struct answers {
        int all = 0, right = 0;
        double confidence = 0;  // the sum

        [[nodiscard]] double share() const { return static_cast<double>(right) / all; }
    };
    int references = 0, right = 0, wrong = 0;
    std::array<answers, bands.size()> by_band{};

    void operator+=(const figures& more) {
        references += more.references;
        right += more.right;
        wrong += more.wrong;
        for (std::size_t i = 0; i < by_band.size(); ++i) {
            by_band[i].all += more.by_band[i].all;
            by_band[i].right += more.by_band[i].right;
            by_band[i].confidence += more.by_band[i].confidence;
        }
    }
    [[nodiscard]] double share(int count) const {
        return static_cast<double>(count) / static_cast<double>(references);
    }
    // Of what was answered.
    [[nodiscard]] double share_wrong() const {
        return static_cast<double>(wrong) / static_cast<double>(right + wrong);
    }
};

// What a service takes for it: its id, or the number or key beside that.
bool is_called(const entity& what, const std::string& id) {
    if (what.id.text() == id) return true;
    return std::any_of(what.attributes.begin(), what.attributes.end(), [&](const auto& each) {
        if (each.name != "number" && each.name != "iid" && each.name != "key") return false;
        if (const auto* const number = std::get_if<std::int64_t>(&each.value))
            return std::to_string(*number) == id;
        const auto* const text = std::get_if<std::string>(&each.value);
        return text != nullptr && *text == id;
    });
}

using reference = workmem::resolved_reference<entity>;

constexpr std::uint32_t everything = 1'000'000;

std::vector<entity> things_of(const reference& found) {
    std::vector<entity> out;
    if (found) out.push_back(*found);
    for (const auto& each : found.is_set() ? std::span{found.references} : found.others())
        out.push_back(*each.value);
    return out;
}

std::size_t band_of(std::uint32_t confidence) {
    std::size_t out = 0;
    while (confidence < bands[out]) ++out;
    return out;
}

figures play(const json& dialogue, std::uint32_t risk) {
    figures out;
    workmem::entity_memory memory{{.capacity = 20, .risk = risk}};
    for (const auto& event : dialogue["events"]) {
        if (event.contains("tool")) {
            memory.observe(event["tool"].get<std::string>(),
                           event.value("arguments", json::object()), event["result"]);
        } else if (event.contains("assistant")) {
            memory.hear(workmem::role::assistant, event["assistant"].get<std::string>());
        } else {
            const auto said = event["user"].get<std::string>();
            memory.hear(workmem::role::user, said);
            if (!event.contains("means")) continue;
            const auto means = event["means"].get<std::vector<std::string>>();
            const auto answered = memory.resolve(said);
            const auto found = things_of(answered);
            const bool right =
                found.size() == means.size() &&
                std::all_of(means.begin(), means.end(), [&](const std::string& id) {
                    return std::any_of(found.begin(), found.end(),
                                       [&](const entity& each) { return is_called(each, id); });
                });
            ++out.references;
            out.right += right;
            out.wrong += !right && !found.empty();
            if (found.empty()) continue;
            const auto confidence = answered.candidates.front().confidence;
            auto& like = out.by_band[band_of(confidence)];
            ++like.all;
            like.right += right;
            like.confidence += confidence;
        }
    }
    return out;
}

template <class Names>
figures play_all(const Names& names, std::uint32_t risk = workmem::default_risk) {
    figures all;
    for (const auto& each : names) {
        const std::string name{each};
        std::ifstream file{"tests/domains/" + name + ".json"};
        REQUIRE(file);
        figures domain;
        const auto told = json::parse(file);
        for (const auto& dialogue : told["dialogues"]) domain += play(dialogue, risk);
        std::printf("%-20s %3d references, right %.3f, wrong %.3f\n", name.c_str(),
                    domain.references, domain.share(domain.right), domain.share(domain.wrong));
        all += domain;
    }
    std::printf("%-20s %3d references, right %.3f, wrong %.3f\n", "all", all.references,
                all.share(all.right), all.share(all.wrong));
    return all;
}

// The figures may only get better; the counts are those of the files.
template <class Names>
void expect(const Names& names, int references, double right, double wrong) {
    const auto found = play_all(names);
    CHECK(found.references == references);
    CHECK(found.share(found.right) >= right);
    CHECK(found.share(found.wrong) <= wrong);
}

}  // namespace

TEST_CASE("references are understood in domains that rules were tried on", "[domains]") {
    expect(tried, 711, 0.89, 0.047);
}

TEST_CASE("references are understood where services answer at length", "[domains]") {
    expect(tried_later, 186, 0.65, 0.105);
}

TEST_CASE("references are understood in domains that were tried on last", "[domains]") {
    expect(tried_last, 184, 0.76, 0.078);
}

TEST_CASE("references are understood in hard domains that rules were tried on", "[domains]") {
    expect(tried_hard, 683, 0.625, 0.125);
}

TEST_CASE("references are understood in everyday talk that rules were tried on", "[domains]") {
    expect(tried_everyday, 1462, 0.718, 0.087);
}

TEST_CASE("references are understood in talk at work that rules were tried on", "[domains]") {
    expect(tried_working, 678, 0.746, 0.101);
}

TEST_CASE("references are understood in domains that nobody has looked at", "[domains]") {
    expect(unseen, 201, 0.62, 0.097);
}

TEST_CASE("references are understood in talk at work that nobody has looked at", "[domains]") {
    expect(unseen_working, 231, 0.71, 0.115);
}

TEST_CASE("references are understood in hurried talk that rules were tried on", "[domains]") {
    expect(tried_hurried, 561, 0.542, 0.196);
}

TEST_CASE("references are understood in hurried talk that nobody has looked at", "[domains]") {
    expect(unseen_hurried, 247, 0.524, 0.249);
}

TEST_CASE("sets of a list are understood in domains that rules were tried on", "[domains]") {
    expect(tried_lists, 283, 0.726, 0.119);
}

TEST_CASE("sets of a list are understood in domains that nobody has looked at", "[domains]") {
    expect(unseen_lists, 245, 0.635, 0.141);
}

TEST_CASE("plain sentences about one thing or one list are understood", "[domains]") {
    expect(plain, 767, 0.92, 0.041);
}

TEST_CASE("references are understood in fresh talk of many domains", "[domains]") {
    expect(all_in("fitted"), 2344, 0.647, 0.165);
    expect(all_in("calibrating"), 2363, 0.625, 0.19);
}

TEST_CASE("answers are right as often as their confidence says where nobody has looked",
          "[domains]") {
    figures all;
    for (const auto* group : {&unseen, &unseen_working, &unseen_hurried})
        all += play_all(*group, everything);
    all += play_all(unseen_lists, everything);
    double before = 1;
    for (std::size_t i = 0; i < bands.size(); ++i) {
        const auto& each = all.by_band[i];
        const auto said = each.confidence / 1e6 / each.all;
        std::printf("from %-15u %3d answers, right %.3f, confidence %.3f\n", bands[i], each.all,
                    each.share(), said);
        CHECK(each.share() <= before);
        // Right more often than said is what outsiders' talk, by which it is calibrated, costs here.
        CHECK(each.share() >= said - 0.05);
        CHECK(each.share() <= said + 0.18);
        before = each.share();
    }
}

TEST_CASE("as much is wrong as was asked for where nobody has looked", "[domains]") {
    for (const std::uint32_t risk : {50'000U, 150'000U}) {
        figures all;
        for (const auto* group : {&unseen, &unseen_working, &unseen_hurried})
            all += play_all(*group, risk);
        all += play_all(unseen_lists, risk);
        std::printf("risk %-15u right %.3f, wrong %.3f, of the answers %.3f\n", risk,
                    all.share(all.right), all.share(all.wrong), all.share_wrong());
        CHECK(all.share_wrong() <= risk / 1e6 + 0.03);
    }
}
