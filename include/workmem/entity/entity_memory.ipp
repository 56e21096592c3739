#pragma once

#include <workmem/entity/basic_entity_memory.ipp>
#include <workmem/entity/entity_memory.hpp>
#include <workmem/extraction/extractor.ipp>
