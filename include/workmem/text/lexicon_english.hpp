#pragma once

// The tables of `lexicon::english()`.

#include <workmem/text/lexicon_classes.hpp>
#include <workmem/text/lexicon_english_kinds.hpp>
#include <workmem/text/lexicon_english_measures.hpp>

namespace workmem::text {

namespace detail {

struct english_class {
    word_class what;
    std::string_view words;
};

inline constexpr english_class english_classes[]{
    {word_class::near_demonstrative, "this these"},
    {word_class::far_demonstrative, "that those"},
    {word_class::pronoun,
     "it its they them their theirs he him his she her hers this that these those itself"},
    {word_class::place_pronoun, "there thereto"},
    {word_class::definite, "the"},
    {word_class::indefinite, "a an some any something anything several another more"},
    {word_class::possessive, "my our your"},
    {word_class::negation,
     "no not nope don't doesn't didn't isn't aren't wasn't won't wouldn't can't cannot never "
     "hasn't haven't hadn't weren't couldn't shouldn't mustn't neither nor without lacking except "
     "none non "
     "nobody"},
    {word_class::other, "other others another different else alternative alternatives more"},
    {word_class::placeholder,
     "one ones option options choice choices item items result results "
     "thing things hit hits record records row rows"},
    {word_class::earlier, "back earlier previously mentioned before again liked"},
    {word_class::search,
     "find search look looking show list recommend suggest searching finding "
     "browse discover searched found suggestions recommendations"},
    {word_class::acquire,
     "book booking reserve reserving buy buying purchase purchasing get getting order ordering "
     "schedule scheduling make making set arrange confirm rent renting hire"},
    {word_class::self, "i i'm we we're me"},
    {word_class::addressee, "you"},
    {word_class::vacant, "free available busy"},
    {word_class::change,
     "cancel delete remove update change rename edit open close pay send move archive publish "
     "approve reject assign merge restore resend refund return complete finish share "
     "download print set mark switch convert translate copy link attach connect"},
    {word_class::predicate,
     "is are was were be been being will would should could can may might must shall has have had "
     "does "
     "do did sounds sound looks look seems seem works work fits suits feels makes gets sounded "
     "looked seemed worked appears needs goes begin begins start starts end ends cost costs open "
     "opens close closes include includes leave leaves arrive arrives depart departs last run "
     "runs "
     "allowed permitted possible included aren't weren't "
     "take takes happen happens located called won't isn't wasn't wouldn't doesn't"},
    {word_class::property,
     "address location city state country street area phone telephone number contact email price "
     "cost fee fare rate rent total amount balance rating review reviews stars score date day "
     "time hour hours duration length start end name title label slug description summary content "
     "text body status priority color colour size weight type kind category genre author owner "
     "creator version url link details detail info information website capacity quantity "
     "directions "
     "availability venue year language"},
    {word_class::location,
     "address location city street venue area town place neighborhood "
     "neighbourhood postcode zip latitude"},
    {word_class::place_noun, "place places spot spots joint joints"},
    {word_class::fact,
     "weather forecast balance availability temperature statistic quota "
     "time calendar"},
    {word_class::moment,
     "day date time week weekend month year morning afternoon evening night "
     "noon moment monday tuesday wednesday thursday friday saturday sunday "
     "days dates times weeks hours hour minute minutes"},
    {word_class::interrogative, "what which"},
    {word_class::adjective,
     "new same last first next previous current own other best better good great nice free cheap "
     "cheaper cheapest big small large long short whole entire latest recent newest oldest final "
     "main full very most nearest closest local online two three four five six suitable "
     "appropriate right correct ideal exact specific particular preferred favorite favourite "
     "actual above below following very failing passing moved modified onward outbound inbound "
     "usually rarely fully partly mostly pretty quite"},
    {word_class::common,
     "general random main special default common normal simple basic standard certain public "
     "private"},
    {word_class::function,
     "a an the of and or in on at to for from with by as is are was were be being am i you he she "
     "it we "
     "they me him her us them my your his its our their this that these those there here what "
     "which who whom whose when where why how do does did done have has had can could will would "
     "shall should may might must not no yes if then than so but also too very just only really "
     "please okay ok alright yeah yep yup sure thanks thank up down out off over under about into "
     "onto near around "
     "after before between during until while again back all any both each few more most other "
     "some such same own now well good great perfect fine nice best better bad like want need "
     "would'd i'd i'll i'm i've let let's lets get got gonna go going come make made take give see "
     "know think "
     "one two three first last new little much many long short big small free open next today "
     "tomorrow still yet ever already certainly definitely probably actually totally surely "
     "exactly indeed "
     "across against along because beside despite outside per regarding since "
     "throughout til toward towards underneath unlike until upon although though unless "
     "whereas whether either enough always often sometimes usually rarely quite pretty basically "
     "simply possibly anyway anyhow however therefore otherwise meanwhile tmrw soon ago lately "
     "once twice oh ah uh um er hm hmm hmmm huh "
     "wow oops ouch ugh phew yay yikes whoa gosh damn nah pls plz sorry btw fyi asap "
     "idk wanna gotta lemme gimme dunno kinda sorta cuz cos entirely completely fully partly "
     "hardly barely mostly mainly especially particularly generally honestly "
     "obviously apparently clearly unfortunately luckily hopefully finally eventually lastly "
     "whenever wherever myself yourself himself herself ourselves themselves "
     "perhaps maybe absolutely even tonight morning afternoon evening night week day time vs "
     "versus v"},
    {word_class::before_noon, "am a.m"},
    {word_class::after_noon, "pm p.m"},
    {word_class::full_hour, "o'clock"},
    {word_class::ordinal_ending, "st nd rd th"},
    {word_class::relation, "to into onto in on from with under at inside behind"},
    {word_class::target, "to into onto as"},
    {word_class::connective, "and"},
    {word_class::coordinating, "and or nor"},
    {word_class::list_end, "last final bottom"},
    {word_class::numbering, "number no nr"},
    {word_class::partitive, "of from among"},
    {word_class::list_top, "top beginning start head"},
    {word_class::list_bottom, "bottom end"},
    {word_class::listing, "list queue board table inbox"},
    {word_class::placed,
     "at comes come coming listed shown displayed placed stands standing appears "
     "appearing"},
    {word_class::most, "most highest greatest maximum max largest"},
    {word_class::least, "least lowest fewest minimum min smallest"},
    {word_class::more, "more higher greater larger"},
    {word_class::less, "less fewer lower"},
    {word_class::newest, "newest latest recent newer"},
    {word_class::oldest, "oldest earliest older"},
    {word_class::former, "former"},
    {word_class::latter, "latter"},
    {word_class::next, "next following subsequent"},
    {word_class::previous, "previous preceding prior"},
    {word_class::behind, "after below following beneath"},
    {word_class::ahead, "before above preceding"},
    {word_class::plural, "these those them they"},
    {word_class::everything, "everything everyone everybody whatever whoever"},
    {word_class::setting_apart,
     "except excluding besides apart aside minus omit omitting skip skipping "
     "exception unless"},
    {word_class::choosing, "or"},
    {word_class::both, "both"},
    {word_class::every, "all each every"},
    {word_class::describing,
     "with without lacking for by of near around about at in on from to into under behind inside "
     "within "
     "between via that which who whose called named titled costing priced rated leaving departing "
     "arriving starting ending beginning having going worth through"},
    {word_class::excluding, "not except excluding than"},
    {word_class::instead, "but rather instead"},
    {word_class::recently, "just recently newly"},
    {word_class::made,
     "created made booked reserved added bought purchased ordered scheduled "
     "posted published uploaded wrote written started opened generated saved "
     "drafted rented registered submitted called hired arranged "
     "placed sent built filed issued composed founded established released"},
    {word_class::identifying,
     "id iid key identifier number no nr code reference ref email mail handle username login sku"},
    {word_class::asking, "what which who whom whose when where why how"},
    {word_class::greeting, "hello hi hey bye goodbye greetings thanks thank cheers welcome help"},
    {word_class::impersonal,
     "rain snow raining snowing rains snows sunny cloudy windy foggy freezing late early cold hot "
     "warm dark usual normal common customary typical "
     "matter matters mind monday tuesday wednesday thursday friday saturday sunday"},
    {word_class::person_pronoun, "he him his she her hers they them their theirs"},
    {word_class::from_bound, "over above more greater higher least exceeding beyond"},
    {word_class::to_bound, "under below less fewer lower most up within"},
    {word_class::origin, "by of"},
    {word_class::asking_person, "who"},
    {word_class::permitting, "can could may allowed permitted"},
    {word_class::choosing_person, "whose anybody anyone somebody someone nobody"},
    {word_class::free_choice, "any anything whichever"},
    {word_class::turning, "mark set make get turn have keep leave flag want need rate give"},
    {word_class::timing,
     "schedule reschedule postpone delay defer move shift remind reminder finish complete book "
     "plan "
     "push bring do start begin snooze"},
    {word_class::title, "mr mrs ms dr prof"},
    {word_class::adding, "also too plus additionally"},
    {word_class::rest, "rest remainder remaining others"},
    {word_class::assent,
     "yes yeah yep yup sure okay ok alright great perfect good fine nice cool awesome excellent "
     "wonderful fantastic amazing lovely super right agreed absolutely definitely certainly "
     "exactly"},
    {word_class::sized,
     "biggest largest smallest longest shortest greatest highest lowest bigger larger smaller "
     "longer shorter"},
    {word_class::restricting, "only keep leave"},
    {word_class::between, "between"},
    {word_class::he_or_she, "he him his she her hers"},
    {word_class::person,
     "person people user member customer client contact employee author patient guest student "
     "teacher friend colleague doctor dentist stylist therapist lawyer nurse driver agent worker "
     "owner tenant candidate applicant attendee participant passenger lead recipient profile "
     "assignee manager reporter creator approver inspector reviewer learner organizer organiser "
     "adjuster supplier contractor contributor"},
    {word_class::breaking_off, "hang hold wait forget nevermind"},
    {word_class::owner_pronoun, "his her their"},
    {word_class::owning, "with has have had having"},
    {word_class::telling,
     "ask tell email mail text message ping remind nudge let inform notify warn thank call ring "
     "phone write"},
    {word_class::lasting, "still already yet currently"},
    {word_class::comparing, "than"},
    {word_class::absent, "missing none absent lacking nothing nobody unset"},
};

struct english_number {
    int value;
    std::string_view words;
};

inline constexpr english_number english_ordinals[]{
    {-2, "penultimate"},     {1, "first 1st"},        {2, "second 2nd"},
    {3, "third 3rd"},        {4, "fourth 4th"},       {5, "fifth 5th"},
    {6, "sixth 6th"},        {7, "seventh 7th"},      {8, "eighth 8th"},
    {9, "ninth 9th"},        {10, "tenth 10th"},      {11, "eleventh 11th"},
    {12, "twelfth 12th"},    {13, "thirteenth 13th"}, {14, "fourteenth 14th"},
    {15, "fifteenth 15th"},  {16, "sixteenth 16th"},  {17, "seventeenth 17th"},
    {18, "eighteenth 18th"}, {19, "nineteenth 19th"}, {20, "twentieth 20th"},
};

inline constexpr english_number english_cardinals[]{
    {0, "free none zero"}, {1, "one"},      {2, "two couple"}, {3, "three"},     {4, "four"},
    {5, "five"},           {6, "six"},      {7, "seven"},      {8, "eight"},     {9, "nine"},
    {10, "ten"},           {11, "eleven"},  {12, "twelve"},    {13, "thirteen"}, {14, "fourteen"},
    {15, "fifteen"},       {16, "sixteen"}, {17, "seventeen"}, {18, "eighteen"}, {19, "nineteen"},
    {20, "twenty"},        {30, "thirty"},  {40, "forty"},     {50, "fifty"},    {60, "sixty"},
    {70, "seventy"},       {80, "eighty"},  {90, "ninety"},    {100, "hundred"}, {1000, "thousand"},
};

inline constexpr english_number english_weekdays[]{
    {1, "monday mondays"},     {2, "tuesday tuesdays"}, {3, "wednesday wednesdays"},
    {4, "thursday thursdays"}, {5, "friday fridays"},   {6, "saturday saturdays"},
    {7, "sunday sundays"},
};
inline constexpr english_number english_months[]{
    {1, "january jan"},  {2, "february feb"},  {3, "march mar"},
    {4, "april apr"},    {5, "may"},           {6, "june jun"},
    {7, "july jul"},     {8, "august aug"},    {9, "september sep sept"},
    {10, "october oct"}, {11, "november nov"}, {12, "december dec"},
};

inline constexpr std::string_view english_opposites[]{
    "enabled disabled", "online offline", "open closed", "public private",
    "available away",   "visible hidden", "read unread", "assigned unassigned"};

/// Languages and currencies as ISO 639 and ISO 4217 write them.
inline constexpr std::string_view english_codes[]{
    "english en",   "german de",  "french fr",  "spanish es", "italian it",   "portuguese pt",
    "dutch nl",     "swedish sv", "danish da",  "finnish fi", "norwegian nb", "norwegian no",
    "polish pl",    "czech cs",   "russian ru", "greek el",   "turkish tr",   "arabic ar",
    "hebrew he",    "hindi hi",   "chinese zh", "korean ko",  "japanese ja",  "ukrainian uk",
    "hungarian hu", "euro eur",   "euros eur",  "dollar usd", "dollars usd",  "pounds gbp",
    "francs chf",   "yen jpy"};

/// What services call the states that people call otherwise.
inline constexpr std::string_view english_states[]{
    "pending awaiting waiting outstanding noreply -answered -replied -responded -decided",
    "declined rejected refused",
    "accepted approved confirmed",
    "completed complete done finished ended",
    "cancelled canceled revoked withdrawn",
    "running ongoing in_progress active",
    "occupied taken reserved",
    "empty vacant unoccupied available unused -occupied -taken",
    "open todo unfinished -done -completed -finished -closed",
    "overdue past_due",
    "late delayed",
    "broken faulty defective damaged",
    "draft unpublished",
    "paused suspended",
    "absent missing away",
    "ill sick",
    "resolved fixed solved closed sorted shut",
    "shipped sent dispatched",
    "urgent critical emergency",
    "inactive disabled",
    "expired lapsed",
    "paid settled",
    "upcoming scheduled planned",
    "live published",
    "disconnected unreachable offline"};

struct english_part_of_day {
    int from, to;
    std::string_view words;
};

inline constexpr english_part_of_day english_parts_of_day[]{
    {240, 720, "morning mornings"},   {720, 1080, "afternoon afternoons"},
    {1020, 1380, "evening evenings"}, {1200, 300, "night nights"},
    {720, 721, "noon midday"},        {1410, 30, "midnight"},
};

}  // namespace detail

}  // namespace workmem::text
