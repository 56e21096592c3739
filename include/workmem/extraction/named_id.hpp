#pragma once

#include <workmem/config.hpp>
#include <workmem/extraction/field.hpp>
#include <workmem/extraction/nouns.hpp>
#include <workmem/value/entity.hpp>

#include <cstddef>
#include <vector>

namespace workmem::extraction {

/// What a record tells of other things by an id beside a name: `customer_id` and `customer_name`,
/// `contactId` and `contactName`, `course` and `course_title`. Leaves out what has one of the nouns
/// of `own`.
/// \param max_id_bytes, max_name_bytes  longer ids are none, longer names are cut
[[nodiscard]] std::vector<entity> named_ids(const record& fields, const noun_forms& own,
                                            std::size_t max_id_bytes, std::size_t max_name_bytes);

}  // namespace workmem::extraction

#if !defined(WORKMEM_COMPILED)
#include <workmem/extraction/named_id.ipp>
#endif
