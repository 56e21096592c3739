#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/identify.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/extraction/options.hpp>
#include <workmem/value/entity.hpp>

#include <cstddef>

// Parts: other things that are told inside of a thing.

namespace workmem::extraction {

/// Adds a part that neither the things nor the parts of a result have yet.
void add_part(entity made, extracted& out);

/// How a part stands in what holds it.
struct part_place {
    bool refers = false;        ///< under a field for a reference, whose `value` is the id
    bool holder_named = false;  ///< what holds it has a name of its own
};

/// The id of a part: its own, that of an account, a code or a badge. Beside a thing with a name
/// also where that person can be written to; a thing without one is called by the person instead.
[[nodiscard]] found_id id_of_part(const record& fields, const identify& ids,
                                  const noun_forms& nouns, part_place place, std::size_t max_bytes);

/// Adds what a record tells of other things by an id beside a name (`named_ids`), but for what
/// has one of the nouns of `own`.
void add_named_ids(const record& fields, const noun_forms& own, const extraction_options& options,
                   extracted& out);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/parts.ipp>
#endif
