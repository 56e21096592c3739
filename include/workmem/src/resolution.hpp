#pragma once

/// A part of <workmem/src.hpp>: what references mean.

#include <workmem/resolution/reference.ipp>
#include <workmem/resolution/salience.ipp>
