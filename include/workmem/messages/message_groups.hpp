#pragma once

#include <workmem/config.hpp>
#include <workmem/messages/message.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace workmem {

/// A message as text: what is sent of it, and which calls it makes and answers.
struct logged_message {
    message_role role = message_role::user;
    std::string text{};
    std::vector<std::string> calls{};    ///< their ids
    std::vector<std::string> answers{};  ///< ids of the calls
    std::uint64_t number = 0;            ///< the log's, 1 for its first
};

/// Who speaks first in what was read, and all its ids; without a text.
[[nodiscard]] logged_message to_logged(const message_list& of);

namespace detail {

/// Messages that must not be parted: calls and their results.
struct message_groups {
    struct group {
        std::size_t newest = 0;  // of its messages
        std::size_t tokens = 0;
        bool instructs = false;
    };
    std::vector<std::size_t> group_of;  // each message's
    std::vector<group> groups;
};

/// A result belongs to the last call before it that has its id; where there is none, to the first
/// behind it.
[[nodiscard]] message_groups group_messages(const std::vector<logged_message>& messages,
                                            const std::vector<std::size_t>& costs);

enum class group_fate : std::uint8_t { older, too_large, stays };

/// What stays of them within a sum of tokens, newest first.
[[nodiscard]] std::vector<group_fate> choose_groups(const message_groups& of, std::size_t tokens,
                                                    bool keep_system);

}  // namespace detail

}  // namespace workmem

#if !defined(WORKMEM_COMPILED)
#include <workmem/messages/message_groups.ipp>
#endif
