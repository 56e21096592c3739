#pragma once

/// A part of <workmem/src.hpp>: messages of language models.

#include <workmem/messages/message_groups.ipp>
#include <workmem/messages/pending_calls.ipp>
#include <workmem/messages/read_message.ipp>
#include <workmem/messages/tool_content.ipp>
