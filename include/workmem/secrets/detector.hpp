#pragma once

#include <workmem/config.hpp>
#include <workmem/secrets/secrets.hpp>
#include <workmem/secrets/token_shapes.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace workmem::secrets {

/// Tells secrets by how they look: tokens with a known prefix, web tokens, what follows "bearer",
/// private keys, payment cards, bank accounts, passwords in URLs, and random characters or a
/// password given to a name that promises one. Bare random characters are none: hashes, ids and
/// images look the same. Never allocates; linear in the text, also for texts made to be slow.
/// Copyable; safe to share between threads.
struct by_shape {
    std::span<const token_shape> shapes = token_shapes;

    /// The first secret from byte `from` on, as it is seen: what is not drawn parts neither a label
    /// nor a secret, and is in its length. To find all, go on where each ends.
    [[nodiscard]] std::optional<found_secret> find(std::string_view text,
                                                   std::size_t from = 0) const noexcept;

    /// The secret in a value, by itself or because of the name it has; the place is one in the
    /// value.
    [[nodiscard]] std::optional<found_secret> find_in_field(std::string_view name,
                                                            std::string_view value) const noexcept;

private:
    [[nodiscard]] std::optional<found_secret> find_at(std::string_view text,
                                                      std::size_t at) const noexcept;
};

}  // namespace workmem::secrets

#if !defined(WORKMEM_COMPILED)
#include <workmem/secrets/detector.ipp>
#endif
