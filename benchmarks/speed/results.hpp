#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace bench {

/// What a shop's `list_orders` answers, some 5 KB of it as text: twelve orders with nested objects,
/// lists, dates and a sentence each.
[[nodiscard]] inline nlohmann::json five_kilobytes() {
    using nlohmann::json;
    auto orders = json::array();
    for (int i = 0; i < 12; ++i) {
        const auto number = std::to_string(1'000 + i);
        orders.push_back(
            {{"id", "ord-" + number},
             {"number", 1'000 + i},
             {"customer",
              {{"id", "c-" + number},
               {"name", "Customer number " + number},
               {"email", "someone" + number + "@example.com"}}},
             {"status", i % 2 == 0 ? "open" : "closed"},
             {"total", 12.5 * i},
             {"currency", "EUR"},
             {"created_at", "2026-11-0" + std::to_string(i % 9 + 1) + "T10:00:00Z"},
             {"note",
              "Please leave this parcel with the neighbours if nobody opens the door before "
              "noon; they know about it."},
             {"tags", {"gift", "fragile", "express"}},
             {"lines", {{{"sku", "X-1"}, {"quantity", 2}}, {{"sku", "X-2"}, {"quantity", 1}}}}});
    }
    return {{"orders", std::move(orders)}, {"has_more", false}};
}

/// 200 characters of what an assistant says, which name two of the orders.
inline constexpr const char* two_hundred_characters =
    "I have found twelve orders of this month. The newest two are ord-1003, which is still open, "
    "and "
    "ord-1007, which was delivered on Friday. Shall I write to the customer about the first one "
    "for "
    "you now?";

}  // namespace bench
