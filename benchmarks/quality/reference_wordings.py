"""The tables of generate_references.py: what kinds of things the recorded tool results hold, and
the English wordings of its cases. In a wording, {ref} is the reference, {noun} a word for the kind,
{o} an ordinal, {d} the same in digits, {w} and {k} a number, {a} a name, {p} a part of one, {x} an
adjective, {v} a value or a verb, {t} a thing.
"""
import collections

# A kind of thing: words for it, how the assistant calls one, what users ask for, do, or ask about.
Kind = collections.namedtuple("Kind", "nouns label requests frames")
KINDS = {
    "restaurant": Kind(("restaurant",), "{name}", (
        "Find me a {cuisine} restaurant in {city}.", "Where can I eat {cuisine} food in {city}?"), (
        "Book a table at {ref} for tonight.", "What's the phone number of {ref}?")),
    "hotel": Kind(("hotel",), "{name}", (
        "I need a hotel in {city}.", "Search for hotels in {city}, please."), (
        "Reserve a room at {ref}.", "Can you book {ref} for two nights?")),
    "house": Kind(("house",), "the house at {address}", (
        "I want to rent a house in {city}.", "Which houses can we stay at in {city}?"), (
        "Book {ref} for us.", "Does {ref} have a washing machine?")),
    "event": Kind(("event",), "{name}", (
        "What events are there in {city}?", "Is anything going on in {city}?"), (
        "Get me two tickets for {ref}.", "How do I get to {ref}?")),
    "date": Kind(("event",), "{date} at {time}", (
        "When is {name} on in {city}?", "On which dates can I see {name} in {city}?"), (
        "Get me two tickets for {ref}.", "Are there seats left for {ref}?")),
    "bus": Kind(("bus",), "the {time} bus", (
        "I need a bus from {from} to {to}.", "Look up buses from {from} to {to} on {date}."), (
        "Buy two tickets for {ref}.", "How many transfers does {ref} have?")),
    "flight": Kind(("flight",), "the {airlines} flight at {time}", (
        "Find flights from {from} to {to}.", "I want to fly from {from} to {to} on {date}."), (
        "Is {ref} refundable?", "How many stops does {ref} have?")),
    "apartment": Kind(("apartment", "flat"), "{name}", (
        "I'm looking for an apartment in {city}.", "Show me apartments in {city}."), (
        "Schedule a visit to {ref}.", "Are pets allowed in {ref}?")),
    "movie": Kind(("movie", "film"), "{name}", (
        "Which movies are on in {city}?", "I'm in the mood for a {genre} movie."), (
        "I want to watch {ref}.", "How long is {ref}?", "Who stars in {ref}?")),
    "song": Kind(("song", "track"), "{name}", (
        "Find some {genre} songs.", "Look for songs by {artist}.", "Search for songs on {album}.",
        "Find me some music from {year}."), (
        "Play {ref}.", "Put {ref} on the kitchen speaker.", "I want to hear {ref}.")),
    "car": Kind(("car",), "the {name}", (
        "I need a rental car in {city} on {date}.", "Which cars can I rent in {city}?"), (
        "Reserve {ref}.", "Does {ref} have air conditioning?")),
    "salon": Kind(("salon", "hair salon"), "{name}", (
        "Find a hair salon in {city}.", "Where can I get a haircut in {city}?"), (
        "Make an appointment at {ref}.", "Is {ref} unisex?")),
    "dentist": Kind(("dentist",), "{name}", (
        "I need a dentist in {city}.", "Look for dentists in {city}."), (
        "Make an appointment with {ref}.", "What's the phone number of {ref}?")),
    "doctor": Kind(("doctor",), "{name}", (
        "Find a {type} in {city}.", "I have to see a {type} in {city}."), (
        "Make an appointment with {ref}.", "Can you call {ref} for me?")),
    "attraction": Kind(("attraction",), "{name}", (
        "What is there to see in {city}?", "Find attractions in {city}."), (
        "Is entry to {ref} free?", "Is {ref} good for kids?")),
}
SEARCHES = {
    "FindRestaurants": "restaurant", "SearchHotel": "hotel", "SearchHouse": "house",
    "FindEvents": "event", "GetEventDates": "date", "FindBus": "bus", "FindMovies": "movie",
    "SearchOnewayFlight": "flight", "SearchRoundtripFlights": "flight",
    "FindApartment": "apartment", "LookupSong": "song", "LookupMusic": "song",
    "GetCarsAvailable": "car", "FindAttractions": "attraction",
    "stylist_name": "salon", "dentist_name": "dentist", "doctor_name": "doctor"}
# Kinds of one group are never mixed in a dialogue: their words or their ids could be confused.
GROUPS = {"house": "hotel", "apartment": "hotel", "date": "event", "calendar": "event",
          "dentist": "salon", "doctor": "salon"}
# tool: the user's order, what it made, done how
BOOKINGS = {
    "ReserveRestaurant": ("Book a table there.", ("restaurant", "table"), ("booked", "reserved")),
    "ReserveHotel": ("Reserve a room there.", ("hotel", "room"), ("booked", "reserved")),
    "BookHouse": ("Book it.", ("house",), ("booked",)),
    "BuyEventTickets": ("Buy tickets for it.", ("event", "tickets"), ("bought", "booked")),
    "BuyBusTicket": ("Get me a ticket.", ("bus", "bus ticket"), ("booked", "bought")),
    "ReserveOnewayFlight": ("Book it.", ("flight",), ("booked", "reserved")),
    "ReserveRoundtripFlights": ("Book it.", ("flight",), ("booked", "reserved")),
    "ReserveCar": ("Reserve it.", ("car", "rental car"), ("reserved", "booked")),
    "BookAppointment": ("Make me an appointment.", ("appointment",), ("made", "booked")),
    "ScheduleVisit": ("Schedule a visit.", ("visit",), ("scheduled", "arranged")),
    "AddEvent": ("Put {event_name} on my calendar for {event_date} at {event_time}.",
                 ("event", "calendar entry"), ("added", "created")),
    "GetRide": ("Get me a ride to {destination}.", ("ride", "cab"), ("ordered", "called")),
    "TransferMoney": ("Send ${amount} to {recipient_account_name}.", ("transfer",), ("made",)),
    "PlaySong": ("Play it.", ("song",), ("started", "put on")),
    "PlayMedia": ("Play it.", ("song", "track"), ("started", "put on")),
    "PlayMovie": ("Play it.", ("movie", "film"), ("started", "put on"))}
ROLES = {field: role for role, fields in {
    "price": "price fare rent total_price price_per_night",
    "rating": "rating average_rating star_rating", "year": "year", "date": "date",
    "time": "time", "departure": "leaving_time departure_time outbound_departure_time",
    "range": "price_range", "sort": "category",
    "style": "cuisine genre subcategory airlines type car_type fare_type show_type",
    "maker": "artist directed_by", "album": "album", "city": "city location area city_of_event",
    "place": "event_location venue theater_name pickup_location",
    "street": "street_address address venue_address address_of_location"}.items()
    for field in fields.split()}
ALIASES = {
    "name": "restaurant_name hotel_name movie_name title song_name event_name attraction_name "
            "property_name stylist_name dentist_name doctor_name car_name",
    "time": "leaving_time departure_time outbound_departure_time",
    "date": "leaving_date departure_date pickup_date", "from": "from_location origin origin_city",
    "to": "to_location destination destination_city",
    "city": "location city_of_event area pickup_city where_to destination"}
WORDS = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen".split()
ORDINALS = ("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth").split()
BY_ORDER = ("the {o} one", "the {o} {noun}", "the {o} of them", "the {o}", "the {d} one",
            "the {o} of those", "the {o} {noun} on the list")
BY_NUMBER = ("#{k}", "number {w}", "option {k}", "number {k}", "the {o} one on your list",
             "{noun} number {w}", "no. {k}", "the {d} option")
LAST = ("the last one", "the last {noun}", "the last of them", "the last one on the list",
        "the final one", "the very last one", "the one at the end of the list", "the last option")
AFTER = ("the one after it", "the next one", "the one after that", "the {noun} right after it",
         "the next {noun} on the list", "the one after {a}", "the one that comes after it")
BEFORE = ("the one before it", "the one just before that", "the {noun} before it",
          "the previous one on the list", "the one right before {a}", "the one listed before it")
BEFORE_LAST = ("the one before the last", "the second to last one", "the last but one",
               "the next to last {noun}", "the second-to-last {noun}", "the penultimate one")
TWO = ("the {o}", "the {o} one", "the {o} {noun}", "the {o} of the two", "the {o} option",
       "the {o} of those")
EXTREMES = {
    ("price", min): ("cheapest least_expensive most_affordable lowest-priced",
                     ("the one with the lowest price", "the one that costs the least")),
    ("price", max): ("most_expensive priciest dearest",
                     ("the one with the highest price", "the one that costs the most")),
    ("rating", max): ("highest_rated best_rated top-rated highest-rated",
                      ("the one with the best rating", "the one with the highest rating")),
    ("rating", min): ("lowest_rated worst_rated", ("the one with the lowest rating",)),
    ("time", min): ("earliest", ("the one that starts earliest",)),
    ("time", max): ("latest", ("the one that starts latest",)),
    ("departure", min): ("earliest", ("the earliest departure", "the one that leaves earliest")),
    ("departure", max): ("latest", ("the latest departure", "the one that leaves latest")),
    ("date", min): ("earliest soonest", ("the one with the earliest date",)),
    ("date", max): ("latest", ("the one with the latest date",)),
    ("year", min): ("oldest", ("the one that came out first",)),
    ("year", max): ("newest most_recent", ("the one that came out most recently",))}
EXTREME_FORMS = ("the {x} one", "the {x}", "the {x} {noun}", "the {x} of them", "the {x} of all")
COMPARATIVES = {
    ("price", min): "cheaper less_expensive more_affordable", ("year", max): "newer more_recent",
    ("price", max): "more_expensive pricier dearer", ("year", min): "older",
    ("rating", max): "higher_rated better_rated", ("rating", min): "lower_rated",
    ("time", min): "earlier", ("time", max): "later", ("date", min): "earlier sooner",
    ("date", max): "later", ("departure", min): "earlier", ("departure", max): "later"}
# How the assistant adds a value to a name.
DETAILS = {"price": " for ${}", "time": " at {}", "departure": " at {}", "date": " on {}",
           "rating": " (rated {})", "year": " from {}"}
COMPARATIVE_FORMS = ("the {x} one", "the {x} of the two", "the {x} {noun}",
                     "the {x} one of these", "the one that is {x}", "the {x} option")
VALUES = {
    "price": ("the ${v} one", "the one for ${v}", "the {noun} for ${v}", "the one that costs ${v}",
              "the one for {v} dollars", "the ${v} {noun}"),
    "rating": ("the one rated {v}", "the {noun} with a rating of {v}", "the one with {v} stars"),
    "year": ("the one from {v}", "the {v} {noun}", "the {noun} that came out in {v}"),
    "date": ("the one on {v}", "the {noun} on {v}", "the one that's on {v}"),
    "time": ("the one at {v}", "the {v} one", "the {noun} at {v}", "the {v} {noun}"),
    "departure": ("the one leaving at {v}", "the {v} {noun}", "the {noun} that leaves at {v}",
                  "the one at {v}"),
    "range": ("the {v} one", "the {v} {noun}"), "sort": ("the {v}", "that {v}"),
    "style": ("the {v} one", "the {v} {noun}", "that {v} one"),
    "maker": ("the one by {v}", "the {noun} by {v}", "the {v} one"),
    "album": ("the one from {v}", "the {noun} from the album {v}", "the one on {v}"),
    "place": ("the one at {v}", "the {noun} at {v}"),
    "street": ("the one on {v}", "the {noun} on {v}"),
    "city": ("the one in {v}", "the {noun} in {v}", "that {noun} in {v}")}
OTHER = ("Not that one, the other one.", "No, the other one, please.",
         "Actually, the other {noun}.", "I don't want that one. The other one.",
         "Let's take the other one instead.", "Hmm, not that {noun}. I'd rather have the other.",
         "The other one, not this one.")
NOT_A = ("Not {a}, the other one.", "I don't like {a}. What about the other one?",
         "Anything but {a}, so the other one.", "{a} is not for me. Take the other one.")
BACK = ("Let's go back to the {noun}.", "Back to the {noun}: what else do you know?",
        "Coming back to that {noun}, can you give me the details?",
        "The {noun} from before, do you still have that?", "Could you show me the {noun} again?",
        "Returning to the {noun} you found earlier, tell me more.",
        "And about that {noun}: can you send me a link?", "Now the {noun} again, please.")
JUST = ("the {t} you just {v}", "what you just {v}", "the {t} I just {v}", "the {t} we just {v}",
        "the one you just {v}", "the {t} you {v} a moment ago", "the {t} you have just {v}")
JUST_FRAMES = ("Send me the details of {ref}.", "Tell me more about {ref}.", "Please cancel {ref}.",
               "Can you show me {ref} again?", "Could you share {ref} with Anna?",
               "I made a mistake, please undo {ref}.", "Let me see {ref} once more.")
PART = ("{p}", "the {p} one", "the {p} {noun}", "the one called {p}",
        "the one with {p} in its name", "the {noun} named something like {p}", "that {p} one")
FRAMES = ("I'd like {ref}.", "{ref}, please.", "What about {ref}?", "Let's go with {ref}.",
          "Could you tell me more about {ref}?", "{ref} sounds good.", "I'll take {ref}.",
          "Can you give me the details of {ref}?", "I think {ref} would be best.",
          "Please send me the details of {ref}.", "Is {ref} any good?", "How about {ref}?")
LEADS = ("Hmm, let me see.", "Thanks.", "Okay, good.", "Great, thank you.", "Let me think.")
# What nothing of the data is, or what is of another group: the groups too close to be certain.
NEVER = {
    "Cancel that invoice.": "", "Delete that folder.": "", "Can you merge the pull request?": "",
    "Forward that email to my boss.": "", "Where is the package right now?": "",
    "Please share the spreadsheet with Anna.": "", "Mute that channel.": "",
    "Who wrote the document?": "movie song", "Unsubscribe me from that newsletter.": "",
    "Open the ticket's attachment.": "event movie bus flight attraction",
    "Could you rename the playlist?": "song", "Snooze that reminder until Monday.": "event",
    "Is the flight refundable?": "flight bus car", "Play that song again.": "song event movie",
    "Where do I pick up the car?": "car bus flight", "When does the bus leave?": "bus flight car",
    "Book a table at that restaurant.": "restaurant hotel attraction",
    "What's the doctor's phone number?": "salon", "How much is the hotel per night?": "hotel",
    "Are pets allowed in the apartment?": "hotel"}
OPENINGS = ("Book {ref}, please.", "Tell me more about {ref}.", "I'd like {ref}.",
            "How much is {ref}?", "Is {ref} still available?", "Could you cancel {ref}?")
NOTHING_YET = ("the second one", "the last one", "the cheapest one", "that one", "the latter",
               "the one after it", "the other one", "the one at 7 pm", "number three", "it")
# Kinds without such an attribute.
WITHOUT = {"price": ("salon", "dentist", "doctor"),
           "rating": ("bus", "car", "apartment", "flight", "restaurant", "dentist")}
# Words of names that say nothing on their own.
COMMON = set("""hotel hotels restaurant salon hair apartments apartment house cafe grill kitchen bar
    dental dentist dentistry family center park best first last second third great good little high
    next other number early late cheap street inns suites resort group image doctor from with your
    that this when cuts beauty after before life love fine north south east west home live time the
    what just like more than into have never about days side wild sick ready killed wall black
    central advanced kids village towne blow some over back terrace
    someone right nights haircuts cuisine town""".split())
# Bookings that need no search before.
DIRECT = ("AddEvent", "GetRide", "TransferMoney")
