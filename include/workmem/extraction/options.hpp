#pragma once

#include <workmem/value/entity.hpp>

#include <cstddef>
#include <vector>

namespace workmem {

/// How much of one tool result is kept.
struct extraction_options {
    std::size_t max_per_result = 10;  ///< entities of a list; the rest is counted
    std::size_t max_matches = 10;     ///< entities of a search
    std::size_t max_parts = 10;       ///< things inside entities and beside them; 0 keeps none
    std::size_t max_attributes = 16;  ///< per entity; 0 keeps none
    std::size_t max_name_bytes = 200;
    std::size_t max_id_bytes = 1024;  ///< a longer text is no id
    /// Whether fields that are null come as attributes that are, for who has an older value.
    bool keep_null = false;
    std::size_t max_depth = 6;  ///< levels of wrapping looked through
};

/// What a tool call says about entities.
struct extracted {
    std::vector<entity> entities;  ///< in the result's own order; rank 1-based in lists, else 0
    /// Things of the tool's own type that the arguments name; the name may be empty.
    std::vector<entity> acted_on;
    /// Other things that the arguments name, as in `list_comments(issue_id)`: to be touched where
    /// they are known already, never added and never removed.
    std::vector<entity> context;
    /// What entities hold: the lines of a cart, the route of each driver. Rank 0.
    std::vector<entity> parts;
    /// What the arguments say, where the result is lines of text in which nothing was found: if that
    /// is the id of a known thing, these are no list but what was asked of it.
    std::vector<std::string> named{};
    bool single = false;      ///< the result was one object, not a list
    bool made = false;        ///< a tool that makes or changes things: the result is new
    bool created = false;     ///< a tool that makes things: an appointment is no dentist
    bool removal = false;     ///< a delete tool: `entities` and `acted_on` are gone
    bool failed = false;      ///< an error result: nothing was done
    bool unread = false;      ///< it holds records or lines of text, and nothing was found in them
    std::size_t omitted = 0;  ///< entities of the list beyond the limit
};

}  // namespace workmem
