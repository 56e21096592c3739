#include "resolution/shops.hpp"

#include "catch.hpp"

#include <cstdint>

namespace workmem_test {

remembered restaurants() {
    const auto with = [](const char* cuisine, double rating, const char* level, const char* city,
                         bool parking) {
        return attribute_list{attribute{"cuisine", text(cuisine)}, attribute{"rating", rating},
                              attribute{"price_range", text(level)}, attribute{"city", text(city)},
                              attribute{"has_parking", parking}};
    };
    return remembered{}.list(
        {{"restaurant", "r-1", "Saltmarsh", with("Italian", 4.1, "$$$", "Oakland", true)},
         {"restaurant", "r-2", "Gilt", with("Thai", 4.7, "$", "Berkeley", false)},
         {"restaurant", "r-3", "Juniper Row", with("Thai", 3.9, "$$", "Oakland", false)}});
}

remembered flights() {
    const auto with = [](const char* date, const char* time, const char* price,
                         std::int64_t minutes, std::int64_t stops) {
        return attribute_list{attribute{"departureDate", text(date)},
                              attribute{"departureTime", text(time)},
                              attribute{"totalFare", text(price)},
                              attribute{"durationMinutes", minutes}, attribute{"stops", stops}};
    };
    return remembered{}.list(
        {{"flight", "f-1", "", with("2031-03-03", "18:30", "$1,210.00", 95, 0)},
         {"flight", "f-2", "", with("2031-03-02", "21:15", "$340.50", 240, 2)},
         {"flight", "f-3", "", with("2031-03-03", "06:40", "$980", 130, 1)},
         {"flight", "f-4", "", with("2031-03-04", "12:05", "$455.00", 105, 0)}});
}

remembered hotels() {
    const auto with = [](const char* price, const char* stars, const char* distance) {
        return attribute_list{attribute{"price_per_night", text(price)},
                              attribute{"star_rating", text(stars)},
                              attribute{"distance", text(distance)}};
    };
    return remembered{}.list({{"hotel", "h-1", "Grand Quillon", with("$95", "3 stars", "1.2 km")},
                              {"hotel", "h-2", "Tern House", with("$140", "5 stars", "800 m")}});
}

remembered sections() {
    return remembered{}
        .single({"page", "p-1", "Welcome"})
        .list({{"section", "s-1", "hero"},
               {"section", "s-2", "gallery"},
               {"section", "s-3", "pricing"},
               {"section", "s-4", "footer"}});
}

remembered issues() {
    const auto with = [](const char* status, const char* created, std::int64_t comments) {
        return attribute_list{attribute{"status", text(status)},
                              attribute{"created_at", text(created)},
                              attribute{"comments", comments}};
    };
    return remembered{}.list(
        {{"issue", "i-1", "Crash on save", with("open", "2031-01-05T10:00:00Z", 4)},
         {"issue", "i-2", "Slow search", with("closed", "2030-11-20T08:30:00Z", 12)},
         {"issue", "i-3", "Typo in footer", with("open", "2031-02-01T23:59:00Z", 0)}});
}

remembered products() {
    const auto with = [](double price, double rating, std::int64_t reviews, const char* color,
                         bool in_stock, const char* weight) {
        return attribute_list{attribute{"price", price},         attribute{"rating", rating},
                              attribute{"reviewCount", reviews}, attribute{"color", text(color)},
                              attribute{"inStock", in_stock},    attribute{"weight", text(weight)}};
    };
    return remembered{}.list(
        {{"product", "p-1", "Trail Boot", with(129.99, 4.2, 310, "Brown", true, "1.2 kg")},
         {"product", "p-2", "Canvas Slip-On", with(49.5, 4.6, 95, "Navy Blue", false, "600 g")},
         {"product", "p-3", "City Runner", with(89, 4.6, 1200, "Black", true, "550 g")}});
}

remembered apartments() {
    const auto with = [](std::int64_t rent, std::int64_t bedrooms, std::int64_t area,
                         const char* address, const char* pets) {
        return attribute_list{attribute{"rent", rent}, attribute{"bedrooms", bedrooms},
                              attribute{"sqft", area}, attribute{"address", text(address)},
                              attribute{"pets_allowed", text(pets)}};
    };
    return remembered{}.list(
        {{"apartment", "a-1", "", with(2100, 2, 900, "12 Elm St, Fremont", "True")},
         {"apartment", "a-2", "", with(1850, 1, 640, "8 Bay Rd, Hayward", "False")},
         {"apartment", "a-3", "", with(2600, 3, 1150, "77 Oak Ave, Fremont", "False")}});
}

remembered movies() {
    const auto with = [](const char* genre, const char* time, const char* runtime,
                         std::int64_t year, const char* director) {
        return attribute_list{attribute{"genre", text(genre)}, attribute{"showtime", text(time)},
                              attribute{"runtime", text(runtime)}, attribute{"year", year},
                              attribute{"director", text(director)}};
    };
    return remembered{}.list(
        {{"movie", "m-1", "Glass Tide", with("Drama", "19:00", "2h 10m", 2019, "Ines Halloran")},
         {"movie", "m-2", "Paper Lions", with("Comedy", "20:30", "1h 35m", 2024, "Bo Lind")},
         {"movie", "m-3", "Cold Harbour",
          with("Thriller", "22:15", "1h 58m", 2021, "Ines Halloran")}});
}

remembered orders() {
    const auto with = [](const char* total, const char* status, const char* placed) {
        return attribute_list{attribute{"total", text(total)}, attribute{"status", text(status)},
                              attribute{"placed_on", text(placed)}};
    };
    return remembered{}.list({{"order", "o-1", "", with("USD 45.00", "shipped", "2031-02-03")},
                              {"order", "o-2", "", with("USD 210.00", "pending", "2031-02-11")},
                              {"order", "o-3", "", with("USD 12.99", "delivered", "2031-01-20")}});
}

remembered two_pages() {
    return remembered{}.single({"page", "pg-1", "Home"}).single({"page", "pg-2", "Contact us"});
}

void expect(const remembered& memory, std::initializer_list<asked> cases) {
    for (const auto& each : cases) {
        INFO(each.text);
        CHECK(memory.means(each.text) == each.id);
    }
}

// The ids of the parts of an answer.
std::string parts(const remembered& memory, std::string_view text) {
    const auto view = memory.entries();
    std::string out;
    for (const auto& part : memory.resolve(text).references)
        out += (out.empty() ? "" : " ") + std::string{view[part.candidates.front().index].id};
    return out;
}

void expect_all(const remembered& memory, std::initializer_list<asked> cases) {
    for (const auto& each : cases) {
        INFO(each.text);
        CHECK(parts(memory, each.text) == each.id);
    }
}

}  // namespace workmem_test
