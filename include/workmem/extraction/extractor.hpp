#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/arguments.hpp>
#include <workmem/extraction/attributes.hpp>
#include <workmem/extraction/given_id.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/locate.hpp>
#include <workmem/extraction/name.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/extraction/printed/call.hpp>
#include <workmem/extraction/printed/path.hpp>
#include <workmem/extraction/printed/readers.hpp>
#include <workmem/extraction/printed/subject.hpp>
#include <workmem/extraction/printed/things.hpp>
#include <workmem/extraction/read_text.hpp>
#include <workmem/extraction/reject.hpp>
#include <workmem/extraction/table.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/extraction/trace.hpp>
#include <workmem/extraction/type.hpp>
#include <workmem/extraction/unwrap.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// The steps of the generic extractor. Derive and replace one:
/// `struct mine : extraction::default_steps { using name = my_name; };`
struct default_steps {
    using unwrap = extraction::unwrap;
    using reject = extraction::reject;
    using locate = extraction::locate;
    using identify = extraction::identify;
    using name = extraction::name;
    using type = extraction::type;
    using attributes = extraction::attributes;
    using arguments = extraction::arguments;
};

/// Finds the entities in any tool result, with nothing registered. A chain of small steps, each a
/// member whose tables can be extended. Data never throws, whatever it holds; the cost is bounded
/// by the size of what is looked at, not by that of the result. Copyable; const calls are safe
/// from several threads.
template <class Steps = default_steps>
struct basic_generic {
    typename Steps::unwrap unwrap{};
    typename Steps::reject reject{};
    typename Steps::locate locate{};
    typename Steps::identify identify{};
    typename Steps::name name{};
    typename Steps::type type{};
    typename Steps::attributes attributes{};
    typename Steps::arguments arguments{};
    std::vector<verb> verbs{};  ///< more verbs for tool names

    /// What the call `tool(arguments)` that gave `result` says about entities.
    [[nodiscard]] extracted extract(std::string_view tool, const text::json_view& arguments_,
                                    const text::json_view& result,
                                    const extraction_options& options = {}) const {
        return run(tool, arguments_, result, options, trace{});
    }

    /// What each step saw and why, in order. The same code as `extract`.
    [[nodiscard]] std::vector<extraction_note> explain(
        std::string_view tool, const text::json_view& arguments_, const text::json_view& result,
        const extraction_options& options = {}) const;

private:
    struct call {
        const tool_name& tool;
        const noun_forms& nouns;
        const extraction_options& options;
        const trace& note;
        const text::json_view& arguments;
        // The noun of the field that held the things, if it is another.
        const noun_forms* held = nullptr;
        // Records of anything, which a question gave.
        bool queried = false;
        // What a query reads.
        std::string_view table{};
        // What names the things of a list, where it is another field for some.
        std::string_view named_by{};
        // What holds each thing of a list, where ids repeat without it: a namespace.
        std::string_view owned_by{};
        // The tool's noun without what the call says its things belong to; empty where it has none.
        std::string_view without_owner{};
    };

    extracted run(std::string_view name_of_tool, const text::json_view& given,
                  const text::json_view& result, const extraction_options& options,
                  const trace& note) const;

    // A result that is text, by what it looks like; a table's rows go to `inner`.
    printed::reading_of_call read_text_result(const printed::subject& about, const call& in,
                                              const text::json_view& result, unwrapped& inner,
                                              extracted& out) const;

    // Places and trees of files, as language servers and file servers answer.
    static bool from_places(const text::json_view& root, const printed::subject& about,
                            const call& in, extracted& out);

    // Files that only the arguments name are called like their paths.
    static void name_paths(extracted& out);

    // What a call that neither lists nor searches returns alone is no list, though it may stand in
    // an array: the booking that was made.
    static void finish_single(const call& in, extracted& out);

    // The field whose values are the ids of a list's records, where it is not the id of each.
    std::string_view key_field_of(const text::json_view& list, const call& in) const;
    // What shares an id with others of a list, and what holds each where that tells them apart.
    struct sharing {
        bool any = false;
        std::string_view owner{};
    };
    // Whether two of the first records have one id and are called otherwise, or are called by it
    // and stand in other namespaces, repositories or projects.
    sharing shared_ids(const found_id& own, const record& first, const text::json_view& list,
                       const call& in) const;
    // What tells records apart that share their ids: another id, a path or an address, a name.
    std::string_view unshared_key_of(const record& first, const text::json_view& list,
                                     const call& in) const;
    // A column that tells the records apart, for want of an id or before a mere name.
    std::string_view key_column_of(const record& first, const found_id& own,
                                   const text::json_view& list, const call& in) const;
    // Whether the id that the first record has is one of each, and another one.
    bool tells_apart(const found_id& own, const text::json_view& list, const call& in) const;
    // `{"doc": 6610, …}` in a list of documents; what holds things is called so, too:
    // `{"area": "Kitchen", "items": […]}`.
    static std::string_view noun_column_of(const record& first, const text::json_view& list,
                                           const call& in, bool of_numbers);

    // The field that names more records of a list than the others that name one of them; empty
    // where one names all.
    std::string_view name_field_of(const text::json_view& list, const call& in) const;

    // A delete tool of one thing that answers with several answers with what is left.
    static void finish_removal(const call& in, extracted& out);

    void from_root(const text::json_view& root, const call& in, extracted& out) const;

    // `{"shift": {"drivers": […], "routes": […]}}`: what has no id only holds things.
    void take_within(const text::json_view& root, const call& in, extracted& out) const;

    // What stands inside the things of a list and has an id, and what they tell of others by one:
    // the route of each driver, `customer_id` beside `customer_name`.
    void take_held(const text::json_view& list, const call& in, extracted& out) const;

    // "Created ticket T-88."
    void take_told(std::string_view text, const call& in, extracted& out) const;

    void take_all(const located& at, const call& in, extracted& out,
                  std::string_view key_field = {}) const;

    // The same of several lists under one object; false where it holds none.
    bool take_lists_of(const located& at, const call& in, extracted& out) const;

    // The lists of things inside one thing, as if tools had listed them.
    void take_parts(const text::json_view& whole, const call& in, extracted& out) const;

    // The same so many levels deep: `risks: {vehicles: […]}`.
    void take_lists(const text::json_view& whole, const call& in, std::size_t depth,
                    extracted& out) const;

    // The bikes of each customer, where each has an id of its own.
    void take_parts_of(const record::field& field, const call& in, extracted& out) const;

    // `policy: {id: …, …}`, `CustomerRef: {value: …, name: …}` inside one thing, and what that
    // holds in turn; false where nothing in it is its id.
    bool take_part(const record::field& field, const call& in, extracted& out) const;

    // An element of a list may wrap the thing.
    void add(const text::json_view& value, const call& in, std::string_view holder,
             std::uint32_t rank, extracted& out, std::string_view key = {},
             std::string_view key_field = {}) const;

    // `{"position": 1, "video": {"videoId": …}}`: the only thing with an id inside an element
    // without one; false where there is none.
    bool take_wrapped(const record& element, const call& in, std::uint32_t rank,
                      extracted& out) const;

    // By the tool's noun, then by that of the field that held the record, at last by its name.
    found_id id_of(const record& fields, const call& in) const;

    bool add_plain(const text::json_view& value, const call& in, std::string_view holder,
                   std::uint32_t rank, extracted& out) const {
        const record fields{value};
        return take(fields, id_of(fields, in), in, holder, rank, {}, out);
    }

    bool take(const record& fields, const found_id& id, const call& in, std::string_view holder,
              std::uint32_t rank, std::string known_type, extracted& out) const;

    // `["src/a.txt"]`, `{"files": ["a.txt"]}`; whether nothing but files can be listed there.
    text::json_view paths_in(const text::json_view& root, const call& in, bool& known) const;

    // `["main", "dev"]` of `list_branches`, `{"tags": ["v1"]}` of `list_tags`
    static text::json_view names_in(const text::json_view& root, const call& in);

    // The files that a call has read or written, whatever it answered.
    static void take_subject(const printed::subject& about, const call& in, extracted& out);

    // The only argument that says which one of the tool's noun is meant.
    static const record::field* asked_by(const record& given, const call& in);

    // What a call that reads one thing says that it is.
    static asked_thing asked_for(const call& in);

    // `get_listing(ref)` answers with the listing of that reference, though it does not say so.
    void take_asked_for(const text::json_view& root, const call& in, extracted& out) const;

    static constexpr std::size_t attribute_limit = 64;
    static void keep_null(const record& fields, attribute_list& out);

    bool is_acknowledgement(verb_kind kind, std::string_view kind_of_thing,
                            std::string_view field) const;

    // What the call that made or changed the thing says it is called.
    bool read_given_name(const call& in, entity& made, std::string_view& field) const;

    static entity_id key_id(std::string_view key) {
        return entity_id{text::is_valid(key) ? std::string{key} : text::to_valid(key)};
    }

    void read_slug(const record& fields, const call& in, entity& made) const;

    static std::string_view reason(const found_id& id) noexcept;
};

using generic = basic_generic<>;

}  // namespace workmem::extraction

#if defined(WORKMEM_TEMPLATES)
#include <workmem/extraction/extractor.ipp>
#endif
#if defined(WORKMEM_COMPILED)
extern template struct workmem::extraction::basic_generic<workmem::extraction::default_steps>;
#endif
