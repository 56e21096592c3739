#include "memory_bundles.hpp"

#include <workmem/entity/entity_memory.ipp>

template class workmem::basic_entity_memory<workmem::entity, workmem_test::two_segment_recorded>;
template class workmem::basic_entity_memory<workmem::entity, workmem_test::fifo_recorded_shared>;
