#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/children.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/tool_name.hpp>
#include <workmem/extraction/trace.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace workmem::extraction {

/// Where the things of a result are. Views into it.
struct located {
    text::json_view node{};  ///< an object: the thing itself; an array: things; null: nothing
    bool map = false;        ///< the node is an object whose members are the things
    std::string_view field;  ///< the field that held it; empty at the root
};

inline constexpr std::array<field_name, 42> wrapper_fields{
    "data",   "result", "results",  "items",    "matches",    "response",  "payload",
    "body",   "output", "value",    "values",   "records",    "entries",   "documents",
    "docs",   "hits",   "rows",     "objects",  "elements",   "resources", "nodes",
    "edges",  "list",   "content",  "contents", "collection", "embedded",  "d",
    "search", "query",  "feed",     "entities", "resource",   "object",    "item",
    "record", "entity", "document", "node",     "element",    "children",  "entry"};

/// Third step: finds the primary object or list. The tool's noun is the best witness (`orders` for
/// `list_orders`), then an id of the object's own, then the usual wrappers, then the noun further
/// down, at last an only child. Looks at a bounded number of objects, never into lists.
struct locate {
    field_table wrappers{wrapper_fields};
    std::size_t max_objects = 200;

    [[nodiscard]] located operator()(const text::json_view& root, const tool_name& tool,
                                     const noun_forms& nouns, const identify& ids,
                                     std::size_t max_depth, std::size_t max_id_bytes,
                                     const trace& note) const;

    /// The thing inside an element of a list: `{"node": {…}}`, `{"score": 1, "item": {…}}`. Under a
    /// usual name only where the element has no `id` of its own.
    [[nodiscard]] text::json_view inside(const record& element, const noun_forms& nouns,
                                         certainty own) const;

    /// The list of what was asked for in a thing that was not: the cards of each board.
    [[nodiscard]] static text::json_view deeper(const record& element, const noun_forms& nouns);

    /// `{"ph-4471": {…}, "ph-4472": {…}}`: alike things under their codes.
    [[nodiscard]] static bool is_map_of_things(const text::json_view& value, bool asked = false);

private:
    struct search {
        const tool_name& tool;
        const noun_forms& nouns;
        const identify& ids;
        std::size_t max_id_bytes;
        const trace& note;

        [[nodiscard]] bool wants_list() const noexcept {
            const auto kind = tool.kind();
            return tool.plural() || kind == verb_kind::list || kind == verb_kind::search ||
                   kind == verb_kind::query;
        }
        // Whether the things of a list have ids, or something that is one of each.
        [[nodiscard]] bool tells_apart(const text::json_view& list) const {
            const record first{list.front()};
            return ids(first, nouns, max_id_bytes).level >= certainty::fair ||
                   ids.key_of(first, list, false, max_id_bytes) != nullptr;
        }
    };

    located step(located at, const search& in, std::size_t depth, bool guess = true) const;

    // Whether an object without a name holds one list of things that tell themselves apart: a FHIR
    // bundle has an id of its own, but is not what was searched for.
    static bool is_container(const record& fields, const search& in);

    // Whether the node is what the tool's noun or an id after its own field says, with no other id.
    static bool is_known_by_name(const located& at, const record& fields, const search& in);

    // What a field holds: a list, the thing, or a connection (`{nodes: […]}`, `{edges: […]}`). What
    // the tool's noun names has no other thing for its only child: `guess` is false then.
    located into(const record::field& field, const search& in, std::size_t depth,
                 bool guess = true) const {
        return step({field.value, false, field.name}, in, depth - 1, guess);
    }

    // `{"mon": [{"id": 1, …}], "tue": [{"id": 2, …}]}`: lists of things under other names.
    static bool are_lists(const record& fields, const search& in);

    // What the noun names, further down; breadth first.
    located below(const record& fields, const search& in, std::size_t depth) const;

    // The only list of things that tell themselves apart, however deep.
    [[nodiscard]] located only_list(const text::json_view& root, const search& in) const;

    // `{"a1": {"id": "a1", …}, "a2": {…}}`: things under their ids.
    located as_map(const located& at, const record& fields, const search& in) const;

    // Whether two objects have the same fields, by half at least.
    static bool is_alike(const record& a, const record& b);

    // The one list, else the one object, whose things have ids; of two we could only guess. No
    // object where the node describes something itself.
    static const record::field* only_child(const record& fields, const search& in);
};

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/locate.ipp>
#endif
