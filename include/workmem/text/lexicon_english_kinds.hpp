#pragma once

#include <workmem/detail/cxx20.hpp>

// English kinds of things, for `lexicon`; include <workmem/text/lexicon.hpp>.

#include <string_view>

namespace workmem::text::detail {

struct english_kinds {
    std::string_view kind;
    std::string_view words;
};

inline constexpr std::string_view english_synonyms[]{
    "movie film flick",
    "song track tune",
    "ride cab taxi",
    "car automobile auto vehicle",
    "flight plane airplane",
    "bus coach",
    "image photo photograph picture img pic",
    "document doc",
    "folder directory dir",
    "message dm msg",
    "email mail",
    "task todo",
    "invoice bill",
    "repository repo",
    "application app",
    "database db",
    "configuration config",
    "environment env",
    "specification spec",
    "presentation slides",
    "advertisement ad advert",
    "pull_request pr",
    "issue bug",
    "shop store",
    "company business organization organisation firm org",
    "apartment flat condo",
    "restaurant eatery diner bistro",
    "hotel motel inn hostel",
    "doctor physician",
    "theater theatre",
    "place spot joint",
    "page webpage",
    "website site",
    "photographer cameraman",
    "teacher instructor",
    "customer client",
    "therapist psychologist psychiatrist counselor counsellor",
    "stylist hairdresser hairstylist",
    "salon barbershop",
    "medication medicine drug",
    "reminder alert",
    "note memo",
    "package parcel shipment",
    "subscription membership",
    "survey questionnaire",
    "pull_request merge_request",
    "conversation chat thread",
    "television tv telly",
    "trip journey",
    "deal opportunity",
    "balance debt owe",
    "luggage baggage suitcase",
};

/// What is a what: the kind, then narrower words.
inline constexpr english_kinds english_kind_table[]{
    {"event",
     "appointment visit game match show concert performance festival party meeting "
     "gig conference "
     "exhibition musical opera fair workshop webinar lecture tournament ceremony race"},
    {"place",
     "restaurant hotel attraction theater cinema museum park shop bar cafe salon clinic "
     "station airport property building office location landmark stadium arena gallery "
     "zoo beach church hospital school gym supermarket pharmacy venue"},
    {"attraction", "museum park landmark gallery zoo monument garden aquarium temple castle"},
    {"property", "home house apartment villa cottage studio townhouse rental"},
    {"home", "house apartment"},
    {"accommodation", "hotel house apartment villa cottage"},
    {"provider",
     "doctor dentist stylist salon therapist barber lawyer plumber electrician "
     "mechanic specialist surgeon dermatologist gynecologist optometrist accountant "
     "nutritionist chiropractor vet clinic practice"},
    {"transport", "bus train flight ride car ferry tram subway shuttle"},
    {"ride", "carpool trip"},
    {"media", "movie song video album podcast episode series music image"},
    {"music", "song album playlist"},
    {"content", "page article post entry document section note newsletter recipe lesson"},
    {"person",
     "user member customer contact employee author patient guest student teacher "
     "friend colleague trainer driver passenger rider tenant worker technician nurse candidate "
     "applicant attendee artist"},
    {"message", "email comment reply"},
    {"file",
     "document image video spreadsheet presentation template attachment notebook module script "
     "match"},
    {"url", "page link website"},
    {"symbol", "function method struct macro"},
    {"process", "job daemon"},
    {"resource", "server database deployment dashboard project campaign milestone"},
    {"product", "book phone laptop shirt shoe"},
    {"ticket", "issue"},
    {"order", "purchase"},
    {"account", "wallet"},
};

/// What makes one think of a what: the kind, then words that are not kinds of it.
inline constexpr english_kinds english_cue_table[]{
    {"event",
     "ticket venue stadium arena theater park hall auditorium club attend seat tour artist "
     "band team"},
    {"movie",
     "watch watching ticket showtime showing screening theater cinema "
     "director directed subtitles streaming starring actor actress rent"},
    {"restaurant",
     "table booking reservation dinner lunch breakfast meal cuisine food menu eat "
     "eating dine dining liquor alcohol vegetarian"},
    {"hotel", "room suite checkin stay staying night"},
    {"accommodation", "booking reservation stay staying"},
    {"provider",
     "appointment haircut consultation checkup treatment practitioner "
     "medical dental office"},
    {"home",
     "visit viewing bedroom bathroom tenant landlord lease "
     "move"},
    {"attraction", "visit visiting entry admission sightseeing"},
    {"flight",
     "fly flying airline airlines airport ticket seat stops layover boarding "
     "trip"},
    {"bus", "ticket station seat transfers trip"},
    {"train", "ticket station seat platform trip"},
    {"car", "rent rental drive driving pickup dropoff"},
    {"song", "play playing listen listening artist singer album lyrics hear speaker speakers"},
    {"media", "play playing device tv"},
    {"book", "read reading chapter author"},
    {"ride", "driver riders pick"},
    {"transport", "booking reservation"},
    {"event", "booking reservation entry"},
    {"invoice", "payment due"},
    {"order", "package parcel shipment delivery"},
    {"message", "inbox unread"},
    {"ticket", "station airport venue stadium arena theater seat"},
};

}  // namespace workmem::text::detail
