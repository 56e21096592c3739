#pragma once

// What English compares things by, for `lexicon`; include <workmem/text/lexicon.hpp>.

#include <workmem/text/lexicon_classes.hpp>

#include <cstdint>
#include <string_view>

namespace workmem::text::detail {

struct english_measure {
    std::string_view name;
    direction better;
    std::string_view words;  // as they stand in the names of attributes and in talk
};

inline constexpr english_measure english_measures[]{
    {"price", direction::lowest,
     "price cost costs fare rent fee charge amount total rate premium gross value worth sum "
     "dollar dollars euro euros bucks"},
    {"rating", direction::highest, "rating ratings star stars score rated"},
    {"popularity", direction::highest,
     "popularity reviews review votes likes views plays downloads followers attendees subscribers "
     "reactions replies clicks sales"},
    {"departure", direction::lowest,
     "departure departures depart departs departing leave leaves leaving outbound"},
    {"start", direction::lowest,
     "start starts started starting begin begins began beginning opening showtime"},
    {"arrival", direction::lowest, "arrival arrivals arrive arrives arriving inbound"},
    {"end", direction::lowest, "end ends ended ending finish finishes finished checkout"},
    {"due", direction::lowest, "due deadline"},
    {"time", direction::lowest, "time date day datetime when scheduled timestamp"},
    {"making", direction::highest,
     "created updated modified published posted added released date year issued built placed "
     "ordered sent received paid"},
    {"duration", direction::lowest, "duration length runtime minutes hours wait"},
    {"distance", direction::lowest, "distance miles km kilometers kilometres meters metres"},
    {"size", direction::highest,
     "size area capacity sqft footage storage population bytes guests seats volume"},
    {"room", direction::highest, "slots beds spaces"},
    {"length", direction::highest, "pages words length"},
    {"height", direction::highest, "height elevation altitude"},
    {"weight", direction::lowest, "weight"},
    {"speed", direction::highest, "speed"},
    {"age", direction::lowest, "age"},
    {"birth", direction::highest, "birth birthday birthdate born dob"},
    {"temperature", direction::highest, "temperature temp degrees"},
    {"depth", direction::highest, "depth"},
    {"width", direction::highest, "width"},
    {"moisture", direction::highest, "moisture humidity"},
    {"battery", direction::highest, "battery"},
    {"use", direction::lowest, "occupancy occupied utilization utilisation usage load fill filled"},
};

struct english_adjective {
    std::string_view measure;
    direction towards;
    degree how;
    std::string_view words;
};

// Of several measures that an adjective goes with, the first that things have decides.
inline constexpr english_adjective english_adjectives[]{
    {"price", direction::lowest, degree::superlative, "cheapest"},
    {"price", direction::lowest, degree::comparative, "cheaper"},
    {"price", direction::lowest, degree::plain, "cheap inexpensive affordable economical"},
    {"temperature", direction::highest, degree::superlative, "warmest hottest"},
    {"temperature", direction::highest, degree::comparative, "warmer hotter"},
    {"temperature", direction::lowest, degree::superlative, "coldest coolest"},
    {"temperature", direction::lowest, degree::comparative, "colder cooler"},
    {"depth", direction::highest, degree::superlative, "deepest"},
    {"depth", direction::highest, degree::comparative, "deeper"},
    {"depth", direction::lowest, degree::superlative, "shallowest"},
    {"depth", direction::lowest, degree::comparative, "shallower"},
    {"width", direction::highest, degree::superlative, "widest"},
    {"width", direction::highest, degree::comparative, "wider"},
    {"width", direction::lowest, degree::superlative, "narrowest"},
    {"width", direction::lowest, degree::comparative, "narrower"},
    {"moisture", direction::highest, degree::superlative, "wettest dampest"},
    {"moisture", direction::highest, degree::comparative, "wetter damper"},
    {"moisture", direction::lowest, degree::superlative, "driest dryest"},
    {"moisture", direction::lowest, degree::comparative, "drier dryer"},
    {"use", direction::highest, degree::superlative, "busiest fullest"},
    {"use", direction::highest, degree::comparative, "busier fuller"},
    {"use", direction::lowest, degree::superlative, "emptiest quietest"},
    {"use", direction::lowest, degree::comparative, "emptier quieter"},
    {"battery", direction::highest, degree::superlative, "fullest"},
    {"battery", direction::lowest, degree::superlative, "emptiest"},
    {"price", direction::highest, degree::superlative, "priciest costliest dearest"},
    {"price", direction::highest, degree::comparative, "pricier costlier dearer"},
    {"price", direction::highest, degree::plain, "expensive pricey costly priced valuable"},
    {"rating", direction::highest, degree::superlative, "best top"},
    {"rating", direction::highest, degree::comparative, "better"},
    {"rating", direction::lowest, degree::superlative, "worst"},
    {"rating", direction::lowest, degree::comparative, "worse"},
    {"rating", direction::highest, degree::plain, "rated"},
    {"popularity", direction::highest, degree::plain,
     "popular viewed liked played downloaded reviewed"},
    {"departure", direction::lowest, degree::superlative, "earliest soonest"},
    {"start", direction::lowest, degree::superlative, "earliest soonest"},
    {"due", direction::lowest, degree::superlative, "earliest soonest"},
    {"time", direction::lowest, degree::superlative, "earliest soonest"},
    {"arrival", direction::lowest, degree::superlative, "earliest soonest"},
    {"making", direction::lowest, degree::superlative, "earliest"},
    {"departure", direction::lowest, degree::comparative, "earlier sooner"},
    {"start", direction::lowest, degree::comparative, "earlier sooner"},
    {"due", direction::lowest, degree::comparative, "earlier sooner"},
    {"time", direction::lowest, degree::comparative, "earlier sooner"},
    {"arrival", direction::lowest, degree::comparative, "earlier sooner"},
    {"departure", direction::highest, degree::superlative, "latest"},
    {"start", direction::highest, degree::superlative, "latest"},
    {"due", direction::highest, degree::superlative, "latest"},
    {"time", direction::highest, degree::superlative, "latest"},
    {"arrival", direction::highest, degree::superlative, "latest"},
    {"departure", direction::highest, degree::comparative, "later"},
    {"start", direction::highest, degree::comparative, "later"},
    {"due", direction::highest, degree::comparative, "later"},
    {"time", direction::highest, degree::comparative, "later"},
    {"arrival", direction::highest, degree::comparative, "later"},
    {"birth", direction::highest, degree::superlative, "youngest"},
    {"birth", direction::highest, degree::comparative, "younger"},
    {"birth", direction::lowest, degree::superlative, "oldest"},
    {"birth", direction::lowest, degree::comparative, "older"},
    {"making", direction::highest, degree::superlative, "latest newest"},
    {"making", direction::highest, degree::comparative, "newer"},
    {"making", direction::highest, degree::plain, "recent"},
    {"making", direction::lowest, degree::superlative, "oldest"},
    {"making", direction::lowest, degree::comparative, "older"},
    {"time", direction::highest, degree::superlative, "newest"},
    {"time", direction::highest, degree::comparative, "newer"},
    {"time", direction::highest, degree::plain, "recent"},
    {"time", direction::lowest, degree::superlative, "oldest"},
    {"time", direction::lowest, degree::comparative, "older"},
    {"age", direction::lowest, degree::superlative, "youngest newest"},
    {"age", direction::lowest, degree::comparative, "younger newer"},
    {"age", direction::highest, degree::superlative, "oldest"},
    {"age", direction::highest, degree::comparative, "older"},
    {"speed", direction::highest, degree::superlative, "fastest"},
    {"speed", direction::highest, degree::comparative, "faster"},
    {"speed", direction::lowest, degree::superlative, "slowest"},
    {"speed", direction::lowest, degree::comparative, "slower"},
    {"duration", direction::lowest, degree::superlative, "shortest quickest fastest briefest"},
    {"duration", direction::lowest, degree::comparative, "shorter quicker faster briefer"},
    {"duration", direction::highest, degree::superlative, "longest slowest"},
    {"duration", direction::highest, degree::comparative, "longer slower"},
    {"length", direction::lowest, degree::superlative, "shortest"},
    {"length", direction::lowest, degree::comparative, "shorter"},
    {"length", direction::highest, degree::superlative, "longest"},
    {"length", direction::highest, degree::comparative, "longer"},
    {"height", direction::highest, degree::superlative, "tallest highest"},
    {"height", direction::highest, degree::comparative, "taller"},
    {"height", direction::lowest, degree::superlative, "shortest lowest"},
    {"height", direction::lowest, degree::comparative, "shorter"},
    {"distance", direction::lowest, degree::superlative, "nearest closest shortest"},
    {"distance", direction::lowest, degree::comparative, "nearer closer shorter"},
    {"distance", direction::highest, degree::superlative, "farthest furthest longest"},
    {"distance", direction::highest, degree::comparative, "farther further longer"},
    {"distance", direction::highest, degree::plain, "distant remote"},
    {"size", direction::highest, degree::superlative, "biggest largest roomiest"},
    {"size", direction::highest, degree::comparative, "bigger larger roomier"},
    {"size", direction::highest, degree::plain, "spacious"},
    {"size", direction::lowest, degree::superlative, "smallest tiniest"},
    {"size", direction::lowest, degree::comparative, "smaller"},
    {"room", direction::highest, degree::superlative, "biggest largest"},
    {"room", direction::highest, degree::comparative, "bigger larger"},
    {"room", direction::lowest, degree::superlative, "smallest"},
    {"room", direction::lowest, degree::comparative, "smaller"},
    {"price", direction::highest, degree::superlative, "biggest largest"},
    {"price", direction::highest, degree::comparative, "bigger larger"},
    {"price", direction::lowest, degree::superlative, "smallest"},
    {"price", direction::lowest, degree::comparative, "smaller"},
    {"size", direction::highest, degree::plain, "big large"},
    {"size", direction::lowest, degree::plain, "small"},
    {"duration", direction::highest, degree::plain, "long slow"},
    {"duration", direction::lowest, degree::plain, "short quick fast"},
    {"distance", direction::lowest, degree::plain, "near close"},
    {"distance", direction::highest, degree::plain, "far"},
    {"making", direction::lowest, degree::plain, "old"},
    {"weight", direction::highest, degree::plain, "heavy"},
    {"weight", direction::lowest, degree::superlative, "lightest"},
    {"weight", direction::lowest, degree::comparative, "lighter"},
    {"weight", direction::highest, degree::superlative, "heaviest"},
    {"weight", direction::highest, degree::comparative, "heavier"},
    {"size", direction::highest, degree::superlative, "heaviest"},
    {"size", direction::highest, degree::comparative, "heavier"},
    {"size", direction::lowest, degree::superlative, "lightest"},
    {"size", direction::lowest, degree::comparative, "lighter"},
};

struct english_unit {
    std::string_view measure;
    std::int64_t size;
    std::string_view words;
};

inline constexpr english_unit english_units[]{
    {"duration", 1'000, "s sec secs second seconds"},
    {"duration", 60'000, "m min mins minute minutes"},
    {"duration", 3'600'000, "h hr hrs hour hours"},
    {"duration", 86'400'000, "d day days"},
    {"distance", 305, "ft foot feet"},
    {"distance", 914, "yd yard yards"},
    {"distance", 1'000, "m meter meters metre metres"},
    {"distance", 1'000'000, "km kms kilometer kilometers kilometre kilometres"},
    {"distance", 1'609'344, "mi mile miles"},
    {"size", 1'000, "b byte bytes"},
    {"size", 1'000'000, "kb kib"},
    {"size", 1'000'000'000, "mb mib"},
    {"size", 1'000'000'000'000, "gb gib"},
    {"weight", 1'000, "g gram grams"},
    {"weight", 1'000'000, "kg kilogram kilograms"},
    {"weight", 28'350, "oz ounce ounces"},
    {"weight", 453'592, "lb lbs pound pounds"},
};

}  // namespace workmem::text::detail
