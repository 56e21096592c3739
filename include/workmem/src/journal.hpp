#pragma once

/// A part of <workmem/src.hpp>: journals.

#include <workmem/journal/back_off.ipp>
#include <workmem/journal/file/files.ipp>
#include <workmem/journal/file/frame.ipp>
#include <workmem/journal/memory.ipp>
#include <workmem/journal/stream_rules.ipp>
